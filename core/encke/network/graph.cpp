#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <encke/host/huge_pages.hpp>
#include <encke/network/graph.hpp>
#include <utility>

namespace encke::network {
namespace {

/// The ends of edges at each node.
struct Ends {
  std::vector<Index> begin;
  std::vector<Node> neighbour;
  std::vector<float> weight;
  std::vector<double> exact;  ///< or empty

  void resize(bool with_exact) {
    for (std::size_t n = 1; n < begin.size(); ++n) begin[n] += begin[n - 1];
    resize_huge(neighbour, static_cast<std::size_t>(begin.back()));
    resize_huge(weight, neighbour.size());
    if (with_exact) resize_huge(exact, neighbour.size());
  }
};

/// In the order of the edges.
Ends ends_of(std::size_t nodes, std::span<const Edge> edges, std::span<const double> exact,
             Dropped& dropped) {
  Ends ends;
  ends.begin.resize(nodes + 1);
  for (const Edge& edge : edges) {
    if (edge.a == edge.b) {
      ++dropped.loops;
      continue;
    }
    ++ends.begin[static_cast<std::size_t>(edge.a) + 1];
    ++ends.begin[static_cast<std::size_t>(edge.b) + 1];
  }
  ends.resize(!exact.empty());
  std::vector<Index> next(ends.begin.begin(), ends.begin.end() - 1);
  const auto put = [&](Node node, Node neighbour, std::size_t edge) {
    const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(node)]++);
    ends.neighbour[at] = neighbour;
    ends.weight[at] = edges[edge].weight;
    if (!exact.empty()) ends.exact[at] = exact[edge];
  };
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (edges[e].a == edges[e].b) continue;
    put(edges[e].a, edges[e].b, e);
    put(edges[e].b, edges[e].a, e);
  }
  return ends;
}

/// The same with neighbours ascending: nodes that are visited in order come to each of their
/// neighbours in order.
Ends sorted(const Ends& ends) {
  Ends out;
  out.begin = ends.begin;
  resize_huge(out.neighbour, ends.neighbour.size());
  resize_huge(out.weight, ends.weight.size());
  resize_huge(out.exact, ends.exact.size());
  std::vector<Index> next(ends.begin.begin(), ends.begin.end() - 1);
  for (std::size_t node = 0; node + 1 < ends.begin.size(); ++node) {
    for (auto at = static_cast<std::size_t>(ends.begin[node]);
         at < static_cast<std::size_t>(ends.begin[node + 1]); ++at) {
      const auto to =
          static_cast<std::size_t>(next[static_cast<std::size_t>(ends.neighbour[at])]++);
      out.neighbour[to] = static_cast<Node>(node);
      out.weight[to] = ends.weight[at];
      if (!ends.exact.empty()) out.exact[to] = ends.exact[at];
    }
  }
  return out;
}

/// The ends of one node while they are sorted: the neighbour in the upper half of a number, in the
/// lower half the weight, or where the end was.
class FewEnds {
 public:
  static constexpr std::size_t most = 64;

  explicit FewEnds(Ends& ends) : ends_(ends) {}

  /// Makes the neighbours at these places, at most `most`, ascend.
  void sort(std::size_t first, std::size_t end) {
    const bool with_exact = !ends_.exact.empty();
    std::size_t count = 0;
    for (std::size_t at = first; at < end; ++at, ++count) {
      const auto low = with_exact ? static_cast<std::uint32_t>(count)
                                  : std::bit_cast<std::uint32_t>(ends_.weight[at]);
      insert(count, std::uint64_t{static_cast<std::uint32_t>(ends_.neighbour[at])} << 32 | low);
    }
    if (with_exact) {
      permute(ends_.weight, first, count);
      permute(ends_.exact, first, count);
    }
    for (std::size_t n = 0; n < count; ++n) {
      ends_.neighbour[first + n] = static_cast<Node>(sorted_[n] >> 32);
      if (!with_exact) {
        ends_.weight[first + n] = std::bit_cast<float>(static_cast<std::uint32_t>(sorted_[n]));
      }
    }
  }

 private:
  void insert(std::size_t count, std::uint64_t number) {
    std::size_t to = count;
    for (; to > 0 && sorted_[to - 1] > number; --to) sorted_[to] = sorted_[to - 1];
    sorted_[to] = number;
  }

  template <class Value>
  void permute(std::vector<Value>& values, std::size_t first, std::size_t count) const {
    std::array<Value, most> before;
    std::copy_n(values.begin() + static_cast<Index>(first), count, before.begin());
    for (std::size_t n = 0; n < count; ++n) {
      values[first + n] = before[static_cast<std::uint32_t>(sorted_[n])];
    }
  }

  Ends& ends_;
  std::array<std::uint64_t, most> sorted_{};
};

/// Makes neighbours ascend without a copy of them; false, with some in another order, where a node
/// has too many that do not for that to take less time than sorted().
bool sort_in_place(Ends& ends) {
  FewEnds few(ends);
  const Node* const neighbour = ends.neighbour.data();
  for (std::size_t node = 0; node + 1 < ends.begin.size(); ++node) {
    const auto first = static_cast<std::size_t>(ends.begin[node]);
    const auto end = static_cast<std::size_t>(ends.begin[node + 1]);
    if (std::is_sorted(neighbour + first, neighbour + end)) continue;
    if (end - first > FewEnds::most) return false;
    few.sort(first, end);
  }
  return true;
}

/// Keeps the largest weight of equal neighbours; returns how many are gone.
Index drop_repeated(Ends& ends) {
  std::size_t kept = 0;
  std::size_t at = 0;
  for (std::size_t node = 0; node + 1 < ends.begin.size(); ++node) {
    const std::size_t first = kept;
    for (const auto end = static_cast<std::size_t>(ends.begin[node + 1]); at < end; ++at) {
      if (kept > first && ends.neighbour[kept - 1] == ends.neighbour[at]) {
        ends.weight[kept - 1] = std::max(ends.weight[kept - 1], ends.weight[at]);
        if (!ends.exact.empty()) {
          ends.exact[kept - 1] = std::max(ends.exact[kept - 1], ends.exact[at]);
        }
        continue;
      }
      ends.neighbour[kept] = ends.neighbour[at];
      ends.weight[kept] = ends.weight[at];
      if (!ends.exact.empty()) ends.exact[kept] = ends.exact[at];
      ++kept;
    }
    ends.begin[node + 1] = static_cast<Index>(kept);
  }
  ends.neighbour.resize(kept);
  ends.weight.resize(kept);
  if (!ends.exact.empty()) ends.exact.resize(kept);
  return static_cast<Index>(at - kept);
}

}  // namespace

std::string_view Graph::variant(Node node) const {
  const std::string_view name = labels[node];
  return alleles ? name.substr(0, name.rfind(':')) : name;
}

std::string_view Graph::allele(Node node) const {
  const std::string_view name = labels[node];
  const auto colon = alleles ? name.rfind(':') : std::string_view::npos;
  return colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1);
}

Graph make_graph(Labels labels, std::span<const Edge> edges, std::span<const double> exact,
                 Dropped& dropped) {
  const auto nodes = static_cast<std::size_t>(labels.size());
  Graph graph = make_graph(nodes, edges, exact, dropped);
  graph.labels = std::move(labels);
  return graph;
}

Graph make_graph(std::size_t nodes, std::span<const Edge> edges, std::span<const double> exact,
                 Dropped& dropped) {
  Graph graph;
  Ends ends = ends_of(nodes, edges, exact, dropped);
  if (!sort_in_place(ends)) ends = sorted(ends);
  dropped.repeated += drop_repeated(ends) / 2;
  graph.begin = std::move(ends.begin);
  graph.neighbour = std::move(ends.neighbour);
  graph.weight = std::move(ends.weight);
  graph.exact = std::move(ends.exact);
  return graph;
}

std::vector<float> loops_of(std::size_t nodes, std::span<const Edge> edges) {
  std::vector<float> loops(nodes);
  for (const Edge& edge : edges) {
    if (edge.a != edge.b) continue;
    float& loop = loops[static_cast<std::size_t>(edge.a)];
    loop = std::max(loop, edge.weight);
  }
  return loops;
}

std::vector<double> sums_of_weights(const Graph& graph) {
  std::vector<double> sums(static_cast<std::size_t>(graph.nodes()));
  for (Node node = 0; node < graph.nodes(); ++node) {
    for (const float weight : graph.weights(node)) {
      sums[static_cast<std::size_t>(node)] += static_cast<double>(weight);
    }
  }
  return sums;
}

Graph subgraph(const Graph& graph, std::span<const char> keep, std::span<const char> keep_place) {
  Graph part;
  part.alleles = graph.alleles;
  std::vector<Node> number(static_cast<std::size_t>(graph.nodes()), Labels::none);
  for (Node node = 0; node < graph.nodes(); ++node) {
    const auto n = static_cast<std::size_t>(node);
    if (keep[n] == 0) continue;
    number[n] = part.labels.add(graph.labels[node]);
    if (!graph.triple.empty()) part.triple.push_back(graph.triple[n]);
    if (!graph.loop.empty()) part.loop.push_back(graph.loop[n]);
  }
  for (Node node = 0; node < graph.nodes(); ++node) {
    const auto n = static_cast<std::size_t>(node);
    if (keep[n] == 0) continue;
    for (auto at = static_cast<std::size_t>(graph.begin[n]);
         at < static_cast<std::size_t>(graph.begin[n + 1]); ++at) {
      const Node other = number[static_cast<std::size_t>(graph.neighbour[at])];
      if (other == Labels::none || keep_place[at] == 0) continue;
      part.neighbour.push_back(other);
      part.weight.push_back(graph.weight[at]);
      if (!graph.exact.empty()) part.exact.push_back(graph.exact[at]);
    }
    part.begin.push_back(static_cast<Index>(part.neighbour.size()));
  }
  return part;
}

}  // namespace encke::network
