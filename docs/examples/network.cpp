// From values to clusters without a file between: a sink makes a graph of the hits, and Markov
// clustering finds what hangs together.
#include <encke/encke.hpp>
#include <iostream>
#include <memory>

int main(int argc, char** argv) try {
  encke::Runtime runtime(argc, argv);
  // four profiles, each in ten copies that differ a little
  std::vector<double> rows;
  std::vector<std::string> names;
  for (int v = 0; v < 40; ++v) {
    names.push_back("row" + std::to_string(v));
    for (int f = 0; f < 12; ++f)
      rows.push_back((f % 4 == v % 4 ? 5 : 0) + 0.1 * ((v * 7 + f * 3) % 5));
  }
  const auto data = encke::io::read_matrix(
      encke::io::matrix_of(std::span(rows), 40, 12, encke::io::VectorsAre::rows),
      {.element = encke::Element::float64, .names = names});

  encke::network::GraphSink edges(std::make_shared<const std::vector<std::string>>(data.names), {});
  encke::run(encke::Ps{}, data.vectors, {.threshold = encke::above(0.7)}, edges);
  const encke::network::Graph graph = edges.read().graph;
  const auto parts = encke::network::components(graph);
  const auto clusters = encke::network::mcl(graph, parts, {.inflation = 2});

  for (encke::Index c = 0; c < clusters.sets.count(); ++c) {
    std::cout << "cluster " << c << ": " << clusters.sets.nodes(c).size() << " rows\n";
  }
  return clusters.sets.count() == 4 ? 0 : 1;
} catch (const encke::Error& error) {
  std::cerr << error.what() << '\n';
  return error.exit_code();
}
