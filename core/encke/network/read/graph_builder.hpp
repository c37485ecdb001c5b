#pragma once

#include <array>
#include <cmath>
#include <encke/network/edges.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace encke::network {

/// Takes edges one by one, wherever they come from, and makes a graph of them. Nodes are numbered
/// in the order in which edges that pass the threshold name them.
class GraphBuilder {
 public:
  explicit GraphBuilder(const EdgeOptions& options) : options_(options) {}

  /// True if the value is on the right side of the threshold, where there is one.
  bool passes(double value) const {
    if (!options_.threshold) return true;
    return options_.below ? value < *options_.threshold : value > *options_.threshold;
  }
  /// True if the value can be the weight of an edge.
  bool holds(double value) const {
    const auto weight = static_cast<float>(weight_of(value));
    return std::isfinite(weight) && (weight > 0 || !options_.positive);
  }
  /// What keeps it from that, as words of an error that shows the value as `text`.
  std::string refusal(double value, std::string_view text) const;

  /// The number of the node with this name, a new one where it is new. Throws as Labels::add().
  Node node(std::string_view name) { return node_of(labels_.add(name)); }
  /// The same of several names, one after the other; replaces what is in `nodes`.
  void nodes(std::span<const std::string_view> names, std::vector<Node>& nodes);
  /// An edge of two nodes, or a triple of three, as EdgeOptions::triples has it, with a value
  /// that it holds(). Throws OutOfMemory; Error(open), Error(write) where edges go to a file.
  void add(std::span<const Node> nodes, double value) {
    nodes.size() == 2 ? add_pair(nodes[0], nodes[1], weight_of(value)) : add_triple(nodes, value);
  }

  /// Makes space for about so many edges, and for half as many names as would go with them, since
  /// later edges have fewer new ones; where memory allows it. There may be more or fewer.
  void expect(Index edges);

  /// The names of nodes so far, but those of the centres of triples.
  const Labels& labels() const { return labels_; }
  Index edges() const { return static_cast<Index>(edges_.size()); }
  /// Most memory that graph() takes.
  Index bytes() const;
  /// To be called once, at the end; what the graph drops is added to `dropped`. `alleles`: see
  /// Graph.
  Graph graph(bool alleles, Dropped& dropped);
  /// In place of graph() where edges may go to a file.
  std::unique_ptr<SpilledEdges> spilled(bool alleles);
  /// Memory did not hold the edges, or does not hold their graph.
  bool is_spilled() const {
    const bool too_large = options_.memory && bytes() > *options_.memory;
    return spilled_ != nullptr || (too_large && !options_.spill.empty());
  }

 private:
  using Triple = std::array<Node, 3>;
  struct TripleHash {
    std::size_t operator()(const Triple& nodes) const;
  };

  Node node_of(Node label);
  double weight_of(double value) const { return options_.one_minus ? 1 - value : value; }
  void add_pair(Node a, Node b, double exact) {
    if (edges_.size() == edges_.capacity()) make_room();
    edges_.push_back({a, b, static_cast<float>(exact)});
    if (options_.keep_exact) exact_.push_back(exact);
  }
  void make_room();
  [[noreturn]] void refuse(const std::string& what, Index bytes) const;
  void spill();
  Index bytes_for(Index edges) const;
  void add_triple(std::span<const Node> nodes, double value);
  void add_star(std::span<const Node> nodes, double exact);
  Labels labels_with_centres();

  const EdgeOptions options_;
  Labels labels_;  ///< of all nodes but the centres of triples
  std::vector<Edge> edges_;
  std::vector<double> exact_;
  std::unique_ptr<SpilledEdges> spilled_;  ///< all edges but those in edges_
  // With stars a node's number is not that of its label: centres come between.
  std::vector<Node> node_of_label_;
  std::vector<char> is_centre_;
  std::vector<Triple> named_by_;  ///< of each centre, in their order: the nodes as they came
  std::unordered_map<Triple, Node, TripleHash> centres_;
};

}  // namespace encke::network
