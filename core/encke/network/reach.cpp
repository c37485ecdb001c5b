#include <algorithm>
#include <encke/network/reach.hpp>

namespace encke::network {

std::span<const Reached> Reach::from(std::span<const Node> seeds, Node depth) {
  for (const Reached& reached : found_) seen_[static_cast<std::size_t>(reached.node)] = 0;
  found_.clear();
  const auto take = [&](Node node, Node level) {
    char& seen = seen_[static_cast<std::size_t>(node)];
    if (seen != 0) return;
    seen = 1;
    found_.push_back({node, level});
  };
  const auto by_node = [](const Reached& a, const Reached& b) { return a.node < b.node; };
  for (const Node seed : seeds) take(seed, 0);
  std::sort(found_.begin(), found_.end(), by_node);
  std::size_t begin = 0;
  for (Node level = 1; level <= depth; ++level) {
    const std::size_t end = found_.size();
    if (begin == end) break;
    for (std::size_t at = begin; at < end; ++at) {
      for (const Node next : graph_.neighbours(found_[at].node)) take(next, level);
    }
    std::sort(found_.begin() + static_cast<std::ptrdiff_t>(end), found_.end(), by_node);
    begin = end;
    if (level == any_depth) break;
  }
  return found_;
}

}  // namespace encke::network
