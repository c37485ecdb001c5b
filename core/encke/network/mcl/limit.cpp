#include <algorithm>
#include <encke/host/threads/host_loop.hpp>
#include <encke/network/mcl/limit.hpp>
#include <utility>

namespace encke::network {
namespace {

/// Columns of the next matrix that were made together.
struct ExpandedPart {
  Columns columns;
  double distance = 0;
};

ExpandedPart step(const Expansion& expansion, std::size_t first, std::size_t last,
                  const Pruning& pruning, double inflation, LimitScratch& scratch,
                  Columns columns) {
  ExpandedPart piece{std::move(columns), 0};
  expansion.expand(first, last, scratch.expansion, [&](const Expanded& column) {
    const double distance = inflate(column, pruning, inflation, scratch.inflation, piece.columns);
    piece.distance = std::max(piece.distance, distance);
  });
  return piece;
}

}  // namespace

Limit find_limit(Columns start, const Pruning& pruning, double inflation, int threads,
                 std::vector<LimitScratch>& scratch, const std::function<void()>& check_stop) {
  const std::size_t nodes = start.count();
  const std::size_t pieces = (nodes + Expansion::most_together - 1) / Expansion::most_together;
  Limit limit{std::move(start), 0};
  Columns next;
  std::vector<ExpandedPart> made(threads > 1 ? pieces : 0);
  while (limit.iterations < Flow::most_iterations) {
    if (check_stop) check_stop();
    const Expansion expansion(limit.columns);
    double distance = 0;
    next.clear();
    const auto range = [&](Index piece) {
      const std::size_t first = static_cast<std::size_t>(piece) * Expansion::most_together;
      return std::pair(first, std::min(first + Expansion::most_together, nodes));
    };
    if (threads == 1) {
      for (Index p = 0; p < static_cast<Index>(pieces); ++p) {
        const auto [first, last] = range(p);
        ExpandedPart piece =
            step(expansion, first, last, pruning, inflation, scratch[0], std::move(next));
        next = std::move(piece.columns);
        distance = std::max(distance, piece.distance);
      }
    } else {
      thread_loop(threads, static_cast<Index>(pieces), [&](Index p, int thread) {
        const auto [first, last] = range(p);
        made[static_cast<std::size_t>(p)] = step(expansion, first, last, pruning, inflation,
                                                 scratch[static_cast<std::size_t>(thread)], {});
      });
      for (const ExpandedPart& piece : made) {
        next.append(piece.columns);
        distance = std::max(distance, piece.distance);
      }
    }
    std::swap(limit.columns, next);
    ++limit.iterations;
    if (limit.iterations >= Flow::steady) inflation *= Flow::growth;
    if (distance < Flow::near) break;
  }
  return limit;
}

}  // namespace encke::network
