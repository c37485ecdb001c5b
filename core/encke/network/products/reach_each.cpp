#include <algorithm>
#include <encke/network/products/adjacency.hpp>
#include <encke/network/products/reach_each.hpp>
#include <encke/sparse/products.hpp>

namespace encke::network {
namespace {

/// Searches from several sets of seeds side by side.
class Searches {
 public:
  Searches(std::size_t searches, std::size_t nodes)
      : nodes_(nodes), found_(searches), seen_(searches * nodes) {}

  /// Takes the nodes of the next depth of a search; those that it has are left out.
  void add(std::size_t search, std::span<const Node> nodes, Node depth) {
    const std::size_t before = found_[search].size();
    for (const Node node : nodes) {
      char& seen = seen_[search * nodes_ + static_cast<std::size_t>(node)];
      if (seen != 0) continue;
      seen = 1;
      found_[search].push_back({node, depth});
    }
    const auto fresh = found_[search].begin() + static_cast<std::ptrdiff_t>(before);
    std::sort(fresh, found_[search].end(),
              [](const Reached& a, const Reached& b) { return a.node < b.node; });
    for (auto one = fresh; one != found_[search].end(); ++one) column_.push_back(one->node);
    begin_.push_back(column_.size());
  }

  /// What add() took since the last call, as a matrix with a row for each search.
  sparse::MatrixRows last() {
    last_begin_.swap(begin_);
    last_column_.swap(column_);
    begin_.assign(1, 0);
    column_.clear();
    ones_.resize(std::max(ones_.size(), last_column_.size()), 1.0);
    return {last_begin_, last_column_, std::span(ones_).first(last_column_.size())};
  }

  std::span<const Reached> found(std::size_t search) const { return found_[search]; }

 private:
  std::size_t nodes_;
  std::vector<std::vector<Reached>> found_;
  std::vector<char> seen_;  ///< by search, then by node
  std::vector<std::size_t> begin_ = {0};
  std::vector<Node> column_;
  std::vector<std::size_t> last_begin_;
  std::vector<Node> last_column_;
  std::vector<double> ones_;
};

void reach_by_products(const Graph& graph, const NodeSets& seeds, Node depth,
                       const std::function<void(Index, std::span<const Reached>)>& take) {
  const Adjacency adjacency(graph);
  sparse::Spgemm product(adjacency.rows(), graph.nodes());
  const auto nodes = static_cast<std::size_t>(graph.nodes());
  const auto together = static_cast<Index>(std::max<std::size_t>(1, most_product_entries / nodes));
  for (Index first = 0; first < seeds.count(); first += together) {
    const Index last = std::min(first + together, seeds.count());
    Searches searches(static_cast<std::size_t>(last - first), nodes);
    for (Index s = first; s < last; ++s) {
      searches.add(static_cast<std::size_t>(s - first), seeds.nodes(s), 0);
    }
    for (Node level = 1; level <= depth; ++level) {
      const sparse::MatrixRows from = searches.last();
      if (from.column.empty()) break;
      const sparse::MatrixRows to = product.multiply(from);
      for (std::size_t s = 0; s < to.rows(); ++s) searches.add(s, to.columns(s), level);
      if (level == any_depth) break;
    }
    for (Index s = first; s < last; ++s) {
      take(s, searches.found(static_cast<std::size_t>(s - first)));
    }
  }
}

}  // namespace

void reach_each(const Graph& graph, const NodeSets& seeds, Node depth, Engine engine,
                const std::function<void(Index, std::span<const Reached>)>& take) {
  if (engine == Engine::spgemm) return reach_by_products(graph, seeds, depth, take);
  Reach reach(graph);
  for (Index s = 0; s < seeds.count(); ++s) take(s, reach.from(seeds.nodes(s), depth));
}

ReachedText text_of_each(const Graph& graph, const NodeSets& seeds,
                         std::span<const std::string> names, Node depth) {
  ReachedText text;
  Reach reach(graph);
  for (Index s = 0; s < seeds.count(); ++s) {
    const Index name = std::ssize(names[static_cast<std::size_t>(s)]);
    for (const Reached& one : reach.from(seeds.nodes(s), depth)) {
      const auto digits = static_cast<Index>(std::to_string(one.depth).size());
      text.bytes += name + std::ssize(graph.labels[one.node]) + digits + 3;
      ++text.lines;
    }
  }
  return text;
}

}  // namespace encke::network
