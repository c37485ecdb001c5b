#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <encke/network/format/tables.hpp>
#include <encke/sink/format/value_text.hpp>

namespace encke::network {

namespace {

constexpr std::size_t together = 1 << 16;  // bytes of lines

/// Puts a tab and the number; returns their end. They take 21 characters at most.
char* put_number(char* at, Index number) {
  *at = '\t';
  return std::to_chars(at + 1, at + 21, number).ptr;
}

}  // namespace

std::string cluster_text(const Clustering& clustering, Node node) {
  std::string text;
  for (const Node set : clustering.of_nodes.nodes(node)) {
    if (!text.empty()) text += ',';
    text += std::to_string(set + 1);
  }
  return text;
}

void write_nodes(const GraphView& view, std::span<const double> weights,
                 std::span<const Index> triangles, ResultFile& file) {
  std::string line = "#NODE\tDEGREE\tWEIGHT\tCOMPONENT";
  if (!triangles.empty()) line += "\tTRIANGLES";
  for (const Clustering& clustering : view.clusterings) line += '\t' + clustering.name;
  line += '\n';
  for (Node node = 0; node < view.graph.nodes(); ++node) {
    const auto n = static_cast<std::size_t>(node);
    line += view.graph.labels[node];
    char cells[100];  // three or four numbers with their tabs
    char* at = put_number(cells, view.graph.degree(node));
    *at++ = '\t';
    at = put_number(sink::print_value(at, weights[n], true), view.parts.of[n] + 1);
    if (!triangles.empty()) at = put_number(at, triangles[n]);
    for (const Clustering& clustering : view.clusterings) {
      line.append(cells, at);
      at = cells;
      line += '\t';
      line += cluster_text(clustering, node);
    }
    *at++ = '\n';
    line.append(cells, at);
    if (line.size() < together) continue;
    file.write(line);
    line.clear();
  }
  file.write(line);
}

void write_components(const GraphView& view, ResultFile& file) {
  std::string line = "#COMPONENT\tNODES\tEDGES\tFIRST_NODE\n";
  for (Node c = 0; c < view.parts.count(); ++c) {
    const auto nodes = view.parts.nodes(c);
    char cells[100];
    char* at = std::to_chars(cells, cells + 20, c + 1).ptr;
    at = put_number(at, static_cast<Index>(nodes.size()));
    at = put_number(at, view.parts.edges[static_cast<std::size_t>(c)]);
    *at++ = '\t';
    line.append(cells, at);
    line += view.graph.labels[nodes[0]];
    line += '\n';
    if (line.size() < together) continue;
    file.write(line);
    line.clear();
  }
  file.write(line);
}

void write_clusters(const Graph& graph, const NodeSets& sets, ResultFile& file) {
  std::string line;
  for (Index set = 0; set < sets.count(); ++set) {
    line.clear();
    for (const Node node : sets.nodes(set)) {
      if (!line.empty()) line += '\t';
      line += graph.labels[node];
    }
    line += '\n';
    file.write(line);
  }
}

void write_frequencies(const GraphView& view, Frequencies& frequencies,
                       const std::function<void()>& check_stop, ResultFile& file) {
  file.write("#SET\tALLELES");
  for (const auto* of : {"CASES", "CONTROLS"}) {
    file.write(fmt::format("\t{0}\t{0}_ALL\t{0}_HALF\t{0}_NONE", of));
  }
  file.write("\n");
  const auto write = [&](const std::string& name, std::span<const Node> nodes) {
    check_stop();
    const auto alleles = std::count_if(nodes.begin(), nodes.end(),
                                       [&](Node node) { return !view.graph.is_triple(node); });
    if (alleles < 2) return;
    const auto classes = frequencies.of(nodes);
    std::string line = fmt::format("{}\t{}", name, alleles);
    for (const Carriers& of : {classes[1], classes[0]}) {
      fmt::format_to(std::back_inserter(line), "\t{}\t{}\t{}\t{}", of.samples, of.all, of.half,
                     of.none);
    }
    file.write(line + '\n');
  };
  for (const Clustering& clustering : view.clusterings) {
    for (Index set = 0; set < clustering.sets.count(); ++set) {
      write(set_name(clustering, set), clustering.sets.nodes(set));
    }
  }
  for (Node c = 0; view.clusterings.empty() && c < view.parts.count(); ++c) {
    write(component_name(c), view.parts.nodes(c));
  }
}

void write_embedding(const GraphView& view, std::span<const ComponentEmbedding> all, Index axes,
                     ResultFile& file) {
  std::string line = "#NODE\tCOMPONENT";
  for (Index k = 1; k <= axes; ++k) line += "\tAXIS" + std::to_string(k);
  file.write(line + '\n');
  for (const ComponentEmbedding& one : all) {
    const auto nodes = view.parts.nodes(one.component);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      line = fmt::format("{}\t{}", view.graph.labels[nodes[n]], one.component + 1);
      for (std::size_t k = 0; k < static_cast<std::size_t>(axes); ++k) {
        if (k < one.values.size()) {
          fmt::format_to(std::back_inserter(line), "\t{:.17g}", one.vectors[k * nodes.size() + n]);
        } else {
          line += "\tNA";
        }
      }
      file.write(line + '\n');
    }
  }
}

void write_neighbours(const Graph& graph, std::span<const Neighbours> all, ResultFile& file) {
  file.write("#NODE\tNEIGHBOUR\tDISTANCE\n");
  for (const Neighbours& one : all) {
    for (std::size_t n = 0; n < one.nodes.size(); ++n) {
      file.write(fmt::format("{}\t{}\t{:.6g}\n", graph.labels[one.node], graph.labels[one.nodes[n]],
                             one.distances[n]));
    }
  }
}

void write_eigenvalues(std::span<const ComponentEmbedding> all, ResultFile& file) {
  file.write("#COMPONENT\tAXIS\tEIGENVALUE\tRESIDUAL\n");
  for (const ComponentEmbedding& one : all) {
    for (std::size_t k = 0; k < one.values.size(); ++k) {
      file.write(fmt::format("{}\t{}\t{:.17g}\t{:.1e}\n", one.component + 1, k + 1, one.values[k],
                             one.residuals[k]));
    }
  }
}

}  // namespace encke::network
