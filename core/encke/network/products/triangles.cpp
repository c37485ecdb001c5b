#include <algorithm>
#include <atomic>
#include <encke/host/threads/host_loop.hpp>
#include <encke/network/products/adjacency.hpp>
#include <encke/network/products/triangles.hpp>
#include <encke/sparse/blocks.hpp>
#include <encke/sparse/products.hpp>
#include <numeric>

namespace encke::network {
namespace {

/// Edges from the end of fewer edges to the other; of equal ends from the smaller node.
struct Directed {
  std::vector<std::size_t> begin = {0};
  std::vector<Node> to;

  explicit Directed(const Graph& graph) {
    const auto before = [&](Node a, Node b) {
      return std::pair(graph.degree(a), a) < std::pair(graph.degree(b), b);
    };
    for (Node node = 0; node < graph.nodes(); ++node) {
      for (const Node other : graph.neighbours(node)) {
        if (before(node, other)) to.push_back(other);
      }
      begin.push_back(to.size());
    }
  }
  std::span<const Node> from(Node node) const {
    const auto n = static_cast<std::size_t>(node);
    return std::span(to).subspan(begin[n], begin[n + 1] - begin[n]);
  }
};

void add(Index& count, Index more) {
  std::atomic_ref<Index>(count).fetch_add(more, std::memory_order_relaxed);
}

std::vector<Index> by_marks(const Graph& graph, const TriangleOptions& options) {
  const Directed edges(graph);
  std::vector<Index> counts(static_cast<std::size_t>(graph.nodes()));
  std::vector<std::vector<Node>> marks(static_cast<std::size_t>(options.threads));
  constexpr Node together = 256;
  thread_loop(options.threads, (graph.nodes() + together - 1) / together, [&](Index piece, int t) {
    if (options.check_stop) options.check_stop();
    auto& mark = marks[static_cast<std::size_t>(t)];  // of a node, who marked it last
    mark.resize(counts.size(), Labels::none);
    const Node first = static_cast<Node>(piece) * together;
    for (Node u = first; u < std::min(first + together, graph.nodes()); ++u) {
      for (const Node v : edges.from(u)) mark[static_cast<std::size_t>(v)] = u;
      for (const Node v : edges.from(u)) {
        Index of_edge = 0;
        for (const Node w : edges.from(v)) {
          if (mark[static_cast<std::size_t>(w)] != u) continue;
          add(counts[static_cast<std::size_t>(w)], 1);
          ++of_edge;
        }
        if (of_edge == 0) continue;
        add(counts[static_cast<std::size_t>(v)], of_edge);
        add(counts[static_cast<std::size_t>(u)], of_edge);
      }
    }
  });
  return counts;
}

std::vector<Index> by_squares(const Graph& graph, const TriangleOptions& options) {
  const Adjacency adjacency(graph);
  const sparse::MatrixRows rows = adjacency.rows();
  const std::size_t nodes = rows.rows();
  sparse::Spgemm square(rows, graph.nodes());
  std::vector<Index> counts(nodes);
  std::vector<std::vector<double>> sums(static_cast<std::size_t>(host_workers()),
                                        std::vector<double>(nodes));
  const auto bound = [&](std::size_t row) {
    return std::min(nodes, sparse::multiplications(rows, row, rows));
  };
  sparse::for_blocks(
      nodes, std::max(most_product_entries, rows.column.size()), bound,
      [&](std::size_t first, std::size_t last) {
        if (options.check_stop) options.check_stop();
        const sparse::MatrixRows made = square.multiply(rows.part(first, last));
        host_loop(static_cast<int>(sums.size()), static_cast<Index>(last - first),
                  [&](Index row, int worker) {
                    auto& ways = sums[static_cast<std::size_t>(worker)];  // of two edges, to a node
                    const auto r = static_cast<std::size_t>(row);
                    const auto to = made.columns(r);
                    for (std::size_t e = 0; e < to.size(); ++e) {
                      ways[static_cast<std::size_t>(to[e])] = made.values(r)[e];
                    }
                    double sum = 0;
                    for (const Node other : rows.columns(first + r)) {
                      sum += ways[static_cast<std::size_t>(other)];
                    }
                    for (const Node other : to) ways[static_cast<std::size_t>(other)] = 0;
                    counts[first + r] = static_cast<Index>(sum) / 2;
                  });
      });
  return counts;
}

}  // namespace

std::vector<Index> triangles(const Graph& graph, const TriangleOptions& options) {
  return options.engine == Engine::spgemm ? by_squares(graph, options) : by_marks(graph, options);
}

TriangleCount count_triangles(const Graph& graph, const std::vector<Index>& of_nodes) {
  TriangleCount count;
  count.triangles = std::accumulate(of_nodes.begin(), of_nodes.end(), Index{0}) / 3;
  for (Node node = 0; node < graph.nodes(); ++node) {
    count.open += graph.degree(node) * (graph.degree(node) - 1) / 2;
  }
  return count;
}

}  // namespace encke::network
