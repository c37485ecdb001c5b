#include <algorithm>
#include <encke/network/components.hpp>
#include <encke/network/mcl/interpret.hpp>
#include <map>

namespace encke::network {
namespace {

/// The large entries of a column, as rows.
void take_large(const Columns& limit, std::size_t column, std::vector<Node>& large) {
  const auto rows = limit.rows(column);
  const auto values = limit.values(column);
  double own = 0;
  double most = 0;
  for (std::size_t e = 0; e < rows.size(); ++e) {
    const auto value = static_cast<double>(values[e]);
    if (static_cast<std::size_t>(rows[e]) == column) own = value;
    most = std::max(most, value);
  }
  const double bar = own < most ? 0.999 * own + 0.001 * most : own / 1.01;
  double sum = 0;
  std::size_t count = 0;
  for (const float value : values) {
    if (static_cast<double>(value) < bar) continue;
    sum += static_cast<double>(value);
    ++count;
  }
  const double least = sum / static_cast<double>(count + 1);
  large.clear();
  for (std::size_t e = 0; e < rows.size(); ++e) {
    const auto value = static_cast<double>(values[e]);
    if (value >= bar && value >= least) large.push_back(rows[e]);
  }
}

/// Which attractors are joined, and which of their systems each node reaches.
class Systems {
 public:
  explicit Systems(const Columns& limit)
      : nodes_(limit.count()), attractor_(nodes_), seen_(nodes_, Labels::none) {
    std::vector<Node> large;
    for (std::size_t c = 0; c < nodes_; ++c) {
      take_large(limit, c, large);
      to_.add(large);
      attractor_[c] = std::binary_search(large.begin(), large.end(), static_cast<Node>(c)) ? 1 : 0;
    }
    joined_.resize(static_cast<Node>(nodes_));
    for (std::size_t c = 0; c < nodes_; ++c) {
      if (attractor_[c] == 0) continue;
      for (const Node r : to_.nodes(static_cast<Index>(c))) {
        if (attractor_[static_cast<std::size_t>(r)] != 0) joined_.join(static_cast<Node>(c), r);
      }
    }
  }

  /// Smallest attractors of the systems that a node belongs to, ascending; the node itself where it
  /// reaches none.
  const std::vector<Node>& of(Node node) {
    found_.clear();
    if (attractor_[static_cast<std::size_t>(node)] != 0) {
      found_.push_back(joined_.root(node));
      return found_;
    }
    stack_.assign(1, node);
    while (!stack_.empty()) {
      const Node at = stack_.back();
      stack_.pop_back();
      if (seen_[static_cast<std::size_t>(at)] == node) continue;
      seen_[static_cast<std::size_t>(at)] = node;
      if (attractor_[static_cast<std::size_t>(at)] != 0) {
        found_.push_back(joined_.root(at));
        continue;
      }
      for (const Node next : to_.nodes(at)) stack_.push_back(next);
    }
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    if (found_.empty()) found_.push_back(node);
    return found_;
  }

 private:
  std::size_t nodes_;
  NodeSets to_;  ///< large entries of each column
  std::vector<char> attractor_;
  UnionFind joined_;
  std::vector<Node> seen_;  ///< the node whose search came here last
  std::vector<Node> stack_;
  std::vector<Node> found_;
};

}  // namespace

Interpretation interpret(const Columns& limit, Overlap overlap) {
  Interpretation result;
  Systems systems(limit);
  std::map<std::vector<Node>, std::vector<Node>> clusters;
  for (Node node = 0; node < static_cast<Node>(limit.count()); ++node) {
    const std::vector<Node>& of = systems.of(node);
    if (of.size() > 1) ++result.overlapping;
    if (overlap == Overlap::split) {
      clusters[of].push_back(node);
    } else {
      const std::size_t used = overlap == Overlap::cut ? 1 : of.size();
      for (std::size_t s = 0; s < used; ++s) clusters[{of[s]}].push_back(node);
    }
  }
  for (const auto& [attractors, nodes] : clusters) result.clusters.add(nodes);
  return result;
}

}  // namespace encke::network
