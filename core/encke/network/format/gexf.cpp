#include <fmt/format.h>

#include <encke/network/format/formats.hpp>
#include <encke/network/format/xml_text.hpp>

namespace encke::network {

void write_gexf(const GraphView& view, ResultFiles files) {
  const Graph& graph = view.graph;
  ResultFile& file = *files[0];
  file.write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">\n"
      "  <graph defaultedgetype=\"undirected\" mode=\"static\">\n"
      "    <attributes class=\"node\" mode=\"static\">\n"
      "      <attribute id=\"0\" title=\"component\" type=\"integer\"/>\n");
  for (std::size_t k = 0; k < view.clusterings.size(); ++k) {
    file.write(fmt::format("      <attribute id=\"{}\" title=\"{}\" type=\"string\"/>\n", k + 1,
                           key_name(view.clusterings[k].name)));
  }
  file.write("    </attributes>\n    <nodes>\n");
  for (Node node = 0; node < graph.nodes(); ++node) {
    std::string text = fmt::format(
        "      <node id=\"{}\" label=\"{}\"><attvalues><attvalue for=\"0\" value=\"{}\"/>", node,
        xml_text(graph.labels[node]), view.parts.of[static_cast<std::size_t>(node)] + 1);
    for (std::size_t k = 0; k < view.clusterings.size(); ++k) {
      text += fmt::format("<attvalue for=\"{}\" value=\"{}\"/>", k + 1,
                          cluster_text(view.clusterings[k], node));
    }
    file.write(text + "</attvalues></node>\n");
  }
  file.write("    </nodes>\n    <edges>\n");
  Index number = 0;
  for_each_edge(graph, [&](Node a, Node b, std::size_t place) {
    file.write(
        fmt::format("      <edge id=\"{}\" source=\"{}\" target=\"{}\" weight=\"{:.17g}\"/>\n",
                    number++, a, b, weight_at(graph, place)));
  });
  file.write("    </edges>\n  </graph>\n</gexf>\n");
}

}  // namespace encke::network
