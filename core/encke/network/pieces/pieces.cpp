#include <algorithm>
#include <encke/network/pieces/pieces.hpp>
#include <utility>

namespace encke::network {
namespace {

/// Edges of each component, as they were read.
std::vector<Index> count_edges(SpilledEdges& spilled, const Components& parts,
                               const std::function<void()>& check_stop) {
  std::vector<Index> count(static_cast<std::size_t>(parts.count()));
  spilled.edges.read(0, [&](std::span<const Edge> edges) {
    check_stop();
    for (const Edge& edge : edges) {
      ++count[static_cast<std::size_t>(parts.of[static_cast<std::size_t>(edge.a)])];
    }
  });
  return count;
}

}  // namespace

Pieces::Pieces(SpilledEdges& spilled, const std::function<void()>& check_stop)
    : parts_(components(spilled.sets)),
      edges_of_(count_edges(spilled, parts_, check_stop)),
      keeps_loops_(spilled.keeps_loops) {
  parts_.edges = edges_of_;
}

void Pieces::cut(Index most_edges) {
  first_.clear();
  largest_ = 0;
  piece_of_.resize(edges_of_.size());
  Index held = 0;
  for (Node c = 0; c < parts_.count(); ++c) {
    const Index edges = edges_of_[static_cast<std::size_t>(c)];
    if (c == 0 || held + edges > most_edges) {
      first_.push_back(c);
      held = 0;
    }
    held += edges;
    largest_ = std::max(largest_, held);
    piece_of_[static_cast<std::size_t>(c)] = static_cast<Node>(first_.size()) - 1;
  }
  first_.push_back(parts_.count());
}

void Pieces::sort(SpilledEdges& spilled, const std::string& stem,
                  const std::function<void()>& check_stop) {
  const auto piece_of = [&](std::size_t node) {
    return static_cast<std::size_t>(piece_of_[static_cast<std::size_t>(parts_.of[node])]);
  };
  // In a piece nodes are in the order of the whole graph.
  place_.resize(parts_.of.size());
  std::vector<Node> next(first_.size());
  for (std::size_t node = 0; node < place_.size(); ++node) place_[node] = next[piece_of(node)]++;
  const auto pieces = static_cast<std::size_t>(count());
  const std::size_t buffer = static_cast<std::size_t>(edges_in_buffers) / pieces;
  edges_ = std::make_unique<EdgeLists>(stem, pieces, std::clamp<std::size_t>(buffer, 16, 1 << 14));
  spilled.edges.read(0, [&](std::span<const Edge> some) {
    check_stop();
    for (const Edge& edge : some) {
      const auto a = static_cast<std::size_t>(edge.a);
      const auto b = static_cast<std::size_t>(edge.b);
      edges_->add(piece_of(a), {place_[a], place_[b], edge.weight});
    }
  });
}

Piece Pieces::load(Index piece) {
  const auto p = static_cast<std::size_t>(piece);
  Piece loaded{.first_component = first_[p]};
  for (Node c = first_[p]; c < first_[p + 1]; ++c) {
    const auto nodes = parts_.nodes(c);
    loaded.node.insert(loaded.node.end(), nodes.begin(), nodes.end());
  }
  std::sort(loaded.node.begin(), loaded.node.end());
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(edges_->size(p)));
  edges_->read(
      p, [&](std::span<const Edge> some) { edges.insert(edges.end(), some.begin(), some.end()); });
  loaded.graph = make_graph(loaded.node.size(), edges, {}, loaded.dropped);
  if (keeps_loops_) loaded.graph.loop = loops_of(loaded.node.size(), edges);
  loaded.parts = components(loaded.graph);
  return loaded;
}

}  // namespace encke::network
