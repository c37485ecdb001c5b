#include <fmt/format.h>

#include <array>
#include <encke/base/text/printable.hpp>
#include <encke/network/format/format_table.hpp>
#include <encke/network/format/formats.hpp>

namespace encke::network {
namespace {

bool holds_any(std::string_view /*name*/) { return true; }
bool holds_words(std::string_view name) {
  return name.find_first_of(" \t\r\v\f") == std::string_view::npos;
}
/// XML 1.0 has neither control characters nor U+FFFE and U+FFFF (section 2.2).
bool holds_xml(std::string_view name) {
  return printable(name) == name && name.find("\xef\xbf\xbe") == std::string_view::npos &&
         name.find("\xef\xbf\xbf") == std::string_view::npos;
}

constexpr std::array<std::string_view, 1> graphml = {".graphml"};
constexpr std::array<std::string_view, 1> gexf = {".gexf"};
constexpr std::array<std::string_view, 1> ncol = {".ncol"};
constexpr std::array<std::string_view, 2> sif = {".sif", ".edge-attributes.tsv"};
constexpr std::array<std::string_view, 2> mtx = {".mtx", ".mtx.labels.txt"};
constexpr std::array<std::string_view, 2> npz = {".npz", ".npz.labels.txt"};
constexpr std::array<std::string_view, 2> mci = {".mci", ".mci.tab"};

constexpr std::array<GraphFormatRow, 7> graph_format_rows = {{
    {"graphml", graphml, "GraphML: networkx, igraph, Cytoscape",
     "without control characters, in UTF-8", holds_xml, write_graphml},
    {"gexf", gexf, "GEXF: Gephi, networkx", "without control characters, in UTF-8", holds_xml,
     write_gexf},
    {"ncol", ncol, "two names and a weight a line: igraph, mcl --abc", "without blanks",
     holds_words, write_ncol},
    {"sif", sif, "SIF and a table of weights: Cytoscape", "without control characters, in UTF-8",
     holds_xml, write_sif},
    {"mtx", mtx, "Matrix Market", "", holds_any, write_matrix_market},
    {"npz", npz, "SciPy: scipy.sparse.load_npz", "", holds_any, write_npz},
    {"mci", mci, "mcl's matrix", "", holds_any, write_mci},
}};

}  // namespace

std::span<const GraphFormatRow> graph_formats() { return graph_format_rows; }

void check_names(const GraphFormatRow& format, const Graph& graph) {
  for (Node node = 0; node < graph.nodes(); ++node) {
    const std::string_view name = graph.labels[node];
    if (format.holds(name)) continue;
    throw NameRefused(std::string(name),
                      fmt::format("--graph {} holds names {}; node {} is named {}", format.name,
                                  format.needs, node + 1, in_quotes(name)));
  }
}

void write_labels(const Graph& graph, ResultFile& file) {
  std::string text;
  for (Node node = 0; node < graph.nodes(); ++node) {
    text.assign(graph.labels[node]);
    text += '\n';
    file.write(text);
  }
}

}  // namespace encke::network
