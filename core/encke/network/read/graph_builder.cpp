#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/mix.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/network/read/graph_builder.hpp>
#include <utility>

namespace encke::network {

std::size_t GraphBuilder::TripleHash::operator()(const Triple& nodes) const {
  std::uint64_t hash = 0;
  for (const Node node : nodes) hash = mix(hash ^ static_cast<std::uint64_t>(node));
  return hash;
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

Node GraphBuilder::node(std::string_view name) {
  const Node label = labels_.add(name);
  if (options_.triples != Triples::star) return label;
  if (static_cast<std::size_t>(label) == node_of_label_.size()) {
    node_of_label_.push_back(static_cast<Node>(is_centre_.size()));
    is_centre_.push_back(0);
  }
  return node_of_label_[static_cast<std::size_t>(label)];
}

void GraphBuilder::add(std::span<const Node> nodes, double value) {
  const double exact = weight_of(value);
  if (nodes.size() == 2) return add_pair(nodes[0], nodes[1], exact);
  if (options_.triples == Triples::star) return add_star(nodes, exact);
  add_pair(nodes[0], nodes[1], exact);
  add_pair(nodes[0], nodes[2], exact);
  add_pair(nodes[1], nodes[2], exact);
}

void GraphBuilder::add_pair(Node a, Node b, double exact) {
  edges_.push_back({a, b, static_cast<float>(exact)});
  if (options_.keep_exact) exact_.push_back(exact);
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
      make_graph(star ? labels_with_centres() : std::move(labels_), edges_, exact_, dropped,
                          options_.loops);
  made.alleles = alleles;
  if (star) made.triple = std::move(is_centre_);
  return made;
}

}  // namespace encke::network
