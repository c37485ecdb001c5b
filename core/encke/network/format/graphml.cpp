#include <fmt/format.h>

#include <encke/network/format/formats.hpp>
#include <encke/network/format/xml_text.hpp>

namespace encke::network {
namespace {

std::string key(std::string_view name, std::string_view of, std::string_view type) {
  return fmt::format("  <key id=\"{}\" for=\"{}\" attr.name=\"{}\" attr.type=\"{}\"/>\n", name, of,
                     name, type);
}

}  // namespace

void write_graphml(const GraphView& view, ResultFiles files) {
  const Graph& graph = view.graph;
  ResultFile& file = *files[0];
  file.write(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
  file.write(key("name", "node", "string"));
  if (graph.alleles) file.write(key("variant", "node", "string") + key("allele", "node", "string"));
  if (view.variants != nullptr) {
    file.write(key("chromosome", "node", "string") + key("position", "node", "long"));
  }
  file.write(key("component", "node", "int"));
  for (const Clustering& clustering : view.clusterings) {
    file.write(key(key_name(clustering.name), "node", "string"));
  }
  file.write(key("weight", "edge", "double") + key("interaction", "edge", "string"));
  file.write("  <graph edgedefault=\"undirected\">\n");
  const auto data = [](std::string_view name, std::string_view text) {
    return fmt::format("<data key=\"{}\">{}</data>", name, xml_text(text));
  };
  for (Node node = 0; node < graph.nodes(); ++node) {
    std::string text =
        fmt::format("    <node id=\"n{}\">", node) + data("name", graph.labels[node]);
    if (graph.alleles && !graph.is_triple(node)) {
      text += data("variant", graph.variant(node)) + data("allele", graph.allele(node));
    }
    if (view.variants != nullptr && !graph.is_triple(node)) {
      const auto id = graph.alleles ? graph.variant(node) : graph.labels[node];
      if (const Variants::Site* const site = view.variants->find(id)) {
        text +=
            data("chromosome", site->chromosome) + data("position", std::to_string(site->position));
      }
    }
    text += data("component", std::to_string(view.parts.of[static_cast<std::size_t>(node)] + 1));
    for (const Clustering& clustering : view.clusterings) {
      text += data(key_name(clustering.name), cluster_text(clustering, node));
    }
    file.write(text + "</node>\n");
  }
  for_each_edge(graph, [&](Node a, Node b, std::size_t place) {
    file.write(
        fmt::format("    <edge source=\"n{}\" target=\"n{}\"><data key=\"weight\">{:.17g}"
                    "</data><data key=\"interaction\">with</data></edge>\n",
                    a, b, weight_at(graph, place)));
  });
  file.write("  </graph>\n</graphml>\n");
}

}  // namespace encke::network
