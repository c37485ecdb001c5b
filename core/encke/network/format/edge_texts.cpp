#include <fmt/format.h>

#include <encke/network/format/formats.hpp>

namespace encke::network {

void write_ncol(const GraphView& view, ResultFiles files) {
  const Graph& graph = view.graph;
  for_each_edge(graph, [&](Node a, Node b, std::size_t place) {
    files[0]->write(
        fmt::format("{} {} {:.17g}\n", graph.labels[a], graph.labels[b], weight_at(graph, place)));
  });
}

void write_sif(const GraphView& view, ResultFiles files) {
  const Graph& graph = view.graph;
  files[1]->write("name\tweight\n");
  for_each_edge(graph, [&](Node a, Node b, std::size_t place) {
    files[0]->write(fmt::format("{}\twith\t{}\n", graph.labels[a], graph.labels[b]));
    files[1]->write(fmt::format("{} (with) {}\t{:.17g}\n", graph.labels[a], graph.labels[b],
                                weight_at(graph, place)));
  });
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (graph.degree(node) == 0) files[0]->write(fmt::format("{}\n", graph.labels[node]));
  }
}

void write_matrix_market(const GraphView& view, ResultFiles files) {
  const Graph& graph = view.graph;
  files[0]->write(fmt::format("%%MatrixMarket matrix coordinate real symmetric\n{} {} {}\n",
                              graph.nodes(), graph.nodes(), graph.edges()));
  for_each_edge(graph, [&](Node a, Node b, std::size_t place) {
    files[0]->write(fmt::format("{} {} {:.17g}\n", b + 1, a + 1, weight_at(graph, place)));
  });
  write_labels(graph, *files[1]);
}

void write_mci(const GraphView& view, ResultFiles files) {
  const Graph& graph = view.graph;
  files[0]->write(
      fmt::format("(mclheader\nmcltype matrix\ndimensions {}x{}\n)\n(mclmatrix\nbegin\n",
                  graph.nodes(), graph.nodes()));
  for (Node node = 0; node < graph.nodes(); ++node) {
    std::string line = std::to_string(node);
    const auto others = graph.neighbours(node);
    const auto weights = graph.weights(node);
    for (std::size_t e = 0; e < others.size(); ++e) {
      fmt::format_to(std::back_inserter(line), " {}:{:.9g}", others[e], weights[e]);
    }
    files[0]->write(line + " $\n");
    files[1]->write(fmt::format("{}\t{}\n", node, graph.labels[node]));
  }
  files[0]->write(")\n");
}

}  // namespace encke::network
