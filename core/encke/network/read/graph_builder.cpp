#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text_hash.hpp>
#include <encke/host/huge_pages.hpp>
#include <encke/network/read/graph_builder.hpp>
#include <utility>

namespace encke::network {

std::size_t GraphBuilder::TripleHash::operator()(const Triple& nodes) const {
  const auto* const bytes = reinterpret_cast<const char*>(nodes.data());
  return sip_hash<1, 3>({bytes, sizeof nodes}, key_of_process());  // as TextHash, for its reason
}

std::string GraphBuilder::refusal(double value, std::string_view text) const {
  const double exact = weight_of(value);
  const auto weight = static_cast<float>(exact);
  const char* expected = "one above 0";
  if (!std::isfinite(weight)) expected = "one that float32 holds, up to 3.4e38,";
  if (exact > 0 && weight == 0) expected = "one that float32 holds, 1.5e-45 or more,";
  return "a weight of " + shortened(std::string(text)) +
         (options_.one_minus ? " as distance" : "") + " found, " + expected + " expected";
}

Node GraphBuilder::node_of(Node label) {
  if (options_.triples != Triples::star) return label;
  if (static_cast<std::size_t>(label) == node_of_label_.size()) {
    node_of_label_.push_back(static_cast<Node>(is_centre_.size()));
    is_centre_.push_back(0);
  }
  return node_of_label_[static_cast<std::size_t>(label)];
}

void GraphBuilder::nodes(std::span<const std::string_view> names, std::vector<Node>& nodes) {
  labels_.add(names, nodes);
  for (Node& node : nodes) node = node_of(node);
}

void GraphBuilder::add_triple(std::span<const Node> nodes, double value) {
  const double exact = weight_of(value);
  if (options_.triples == Triples::star) return add_star(nodes, exact);
  add_pair(nodes[0], nodes[1], exact);
  add_pair(nodes[0], nodes[2], exact);
  add_pair(nodes[1], nodes[2], exact);
}

/// Most memory that a graph of so many edges takes while it is made: the edges as they came, and
/// those of each node, once in their order and once sorted.
Index GraphBuilder::bytes_for(Index edges) const {
  const Index nodes = std::max(labels_.size(), static_cast<Index>(is_centre_.size()));
  return labels_.bytes() + nodes * 32 + edges * (options_.keep_exact ? 84 : 44);
}

Index GraphBuilder::bytes() const {
  const std::size_t spare = edges_.capacity() - edges_.size();
  return bytes_for(static_cast<Index>(edges_.size())) +
         static_cast<Index>(spare) * (options_.keep_exact ? 20 : 12);
}

void GraphBuilder::expect(Index edges) {
  const Index wanted = edges + edges / 16;  // lines at the begin may be longer than others
  if (spilled_ || wanted <= static_cast<Index>(edges_.capacity())) return;
  const double share = static_cast<double>(edges) / static_cast<double>(edges_.size()) / 2;
  const double bytes = static_cast<double>(labels_.bytes()) * share;
  if (!options_.memory || bytes < static_cast<double>(*options_.memory / 8)) {
    labels_.expect(static_cast<Index>(static_cast<double>(labels_.size()) * share));
  }
  // Names that are still to come need the rest.
  if (options_.memory && bytes_for(wanted) > *options_.memory / 4 * 3) return;
  reserve_huge(edges_, static_cast<std::size_t>(wanted));
  if (options_.keep_exact) reserve_huge(exact_, static_cast<std::size_t>(wanted));
}

void GraphBuilder::make_room() {
  if (spilled_) return spill();
  constexpr Index least = 1 << 12;
  const auto held = static_cast<Index>(edges_.capacity());
  Index wanted = std::max(least, 2 * held);
  if (options_.memory && bytes_for(wanted) > *options_.memory) {
    const Index spare = *options_.memory - bytes_for(held);
    wanted = held + spare / (options_.keep_exact ? 84 : 44);
    if (wanted < held + held / 8 + least) {
      if (options_.spill.empty()) {
        refuse("the network", bytes_for(held + held / 8 + least));
      }
      return spill();
    }
  }
  reserve_huge(edges_, static_cast<std::size_t>(wanted));
  if (options_.keep_exact) reserve_huge(exact_, static_cast<std::size_t>(wanted));
}

void GraphBuilder::refuse(const std::string& what, Index bytes) const {
  throw OutOfMemory(what, bytes + options_.memory_beside,
                    *options_.memory + options_.memory_beside);
}

/// Takes what is held to the file.
void GraphBuilder::spill() {
  constexpr std::size_t together = 1 << 14;
  if (!spilled_) {
    spilled_ = std::make_unique<SpilledEdges>(
        SpilledEdges{.edges = EdgeLists(options_.spill, 1, std::size_t{1} << 12)});
  }
  const Index names = labels_.bytes() + labels_.size() * 8;
  if (options_.memory && names > *options_.memory) {
    refuse("the nodes of the network", names);
  }
  for (const Edge& edge : edges_) {
    spilled_->sets.join(edge.a, edge.b);
    spilled_->edges.add(0, edge);
  }
  if (edges_.capacity() > together) std::vector<Edge>().swap(edges_);
  edges_.clear();
  edges_.reserve(together);
}

std::unique_ptr<SpilledEdges> GraphBuilder::spilled(bool alleles) {
  spill();
  std::vector<Edge>().swap(edges_);
  spilled_->labels = std::move(labels_);
  spilled_->alleles = alleles;
  spilled_->keeps_loops = options_.keep_loops;
  spilled_->sets.resize(static_cast<Node>(spilled_->labels.size()));
  return std::move(spilled_);
}

void GraphBuilder::add_star(std::span<const Node> nodes, double exact) {
  const Triple given = {nodes[0], nodes[1], nodes[2]};
  Triple sorted = given;
  std::sort(sorted.begin(), sorted.end());
  const auto next = static_cast<Node>(is_centre_.size());
  const auto [at, is_new] = centres_.try_emplace(sorted, next);
  if (is_new) {
    if (next == most_nodes) throw Error(Failure::inconsistent, "a network of too many triples");
    is_centre_.push_back(1);
    named_by_.push_back(given);
  }
  for (const Node node : nodes) add_pair(node, at->second, exact);
}

/// A centre is called as its nodes; where another node has that name, it gets a number.
Labels GraphBuilder::labels_with_centres() {
  std::vector<Node> label_of(is_centre_.size(), Labels::none);
  for (std::size_t label = 0; label < node_of_label_.size(); ++label) {
    label_of[static_cast<std::size_t>(node_of_label_[label])] = static_cast<Node>(label);
  }
  const auto name_of = [&](Node node) { return labels_[label_of[static_cast<std::size_t>(node)]]; };
  Labels all;
  auto triple = named_by_.begin();
  for (std::size_t node = 0; node < is_centre_.size(); ++node) {
    if (is_centre_[node] == 0) {
      all.add(labels_[label_of[node]]);
      continue;
    }
    std::string name;
    for (const Node end : *triple++) name.append(name.empty() ? "" : "+").append(name_of(end));
    const std::size_t length = name.size();
    for (Index n = 2; labels_.find(name) != Labels::none || all.find(name) != Labels::none; ++n) {
      name.resize(length);
      name += "#" + std::to_string(n);
    }
    all.add(name);
  }
  return all;
}

Graph GraphBuilder::graph(bool alleles, Dropped& dropped) {
  const bool star = options_.triples == Triples::star;
  Graph made =
      make_graph(star ? labels_with_centres() : std::move(labels_), edges_, exact_, dropped);
  made.alleles = alleles;
  if (options_.keep_loops) {
    made.loop = loops_of(static_cast<std::size_t>(made.nodes()), edges_);
  }
  if (star) made.triple = std::move(is_centre_);
  return made;
}

}  // namespace encke::network
