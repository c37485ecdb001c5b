#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/run/grid.hpp>
#include <encke/schedule/slice.hpp>

namespace encke {
namespace {

/// Vectors and fields of a rank below which its work is mostly overhead.
constexpr Index fewest_vectors = 64;

int largest_divisor(int n, Index most) {
  int best = 1;
  for (int d = 1; d <= n; ++d) {
    if (n % d == 0 && d <= most) best = d;
  }
  return best;
}

std::string text_of(const WantedDecomposition& wanted) {
  const auto part = [](int n) { return n > 0 ? std::to_string(n) : std::string("any"); };
  return fmt::format("{} x {} x {}", part(wanted.vector), part(wanted.field), part(wanted.replica));
}

[[noreturn]] void refuse(int ranks, const WantedDecomposition& wanted) {
  throw Error(Failure::command_line,
              fmt::format("ranks by vector, field and replica: {} asked for, a product of {}, the "
                          "number of ranks, expected",
                          text_of(wanted), ranks));
}

}  // namespace

Grid::Grid(const Communicator& world, const Decomposition& decomposition)
    : decomposition_(decomposition), world_(world) {
  const Decomposition& d = decomposition;
  if (d.vector < 1 || d.field < 1 || d.replica < 1 || d.ranks() != world.size()) {
    refuse(world.size(), {d.vector, d.field, d.replica});
  }
  const int place = world.rank() % d.field;
  const int position = world.rank() / d.field % d.vector;
  replica_ = world.rank() / d.field / d.vector;
  if (world.size() == 1) return;
  ring_ = world.split(replica_ * d.field + place, position);
  line_ = world.split(replica_ * d.vector + position, place);
}

Range Grid::owned_blocks(const Partition& partition, int position) const {
  return Slice{position, decomposition_.vector}.of({0, partition.blocks()});
}

Range Grid::owned_vectors(const Partition& partition, int position) const {
  const Range blocks = owned_blocks(partition, position);
  const auto first = [&](Index block) {
    return block < partition.blocks() ? partition.range(block).begin : partition.vectors();
  };
  return {first(blocks.begin), first(blocks.end)};
}

Range Grid::fields(Index all, Index unit, int place) const {
  const Range units = Slice{place, decomposition_.field}.of({0, divide_up(all, unit)});
  return {std::min(units.begin * unit, all), std::min(units.end * unit, all)};
}

ChosenDecomposition choose_decomposition(int ranks, const WantedDecomposition& wanted,
                                         Index vectors, Index fields, std::int64_t bytes,
                                         std::int64_t memory) {
  const int fixed =
      std::max(wanted.vector, 1) * std::max(wanted.field, 1) * std::max(wanted.replica, 1);
  if (fixed > ranks || ranks % fixed != 0) refuse(ranks, wanted);
  Decomposition d{std::max(wanted.vector, 1), std::max(wanted.field, 1),
                  std::max(wanted.replica, 1)};
  if (ranks == 1) return {d, "one rank"};
  int left = ranks / fixed;
  std::string reason;
  const auto say = [&reason](const std::string& text) {
    reason += (reason.empty() ? "" : "; ") + text;
  };
  if (fixed > 1) say("as asked for");
  if (wanted.vector == 0 && left > 1) {
    d.vector = largest_divisor(left, std::max<Index>(vectors / fewest_vectors, 1));
    left /= d.vector;
    if (d.vector > 1) {
      say(fmt::format("{} positions of about {} vectors", d.vector, vectors / d.vector));
    }
  }
  const std::int64_t of_replica = bytes / d.vector * (d.vector > 1 ? 5 : 1);
  const bool fits = memory == 0 || of_replica < memory / 2;
  if (wanted.replica == 0 && left > 1 && (fits || wanted.field > 0)) {
    d.replica = left;
    left = 1;
    say(fmt::format("{} replicas, because more positions would have less than {} vectors",
                    d.replica, fewest_vectors));
  }
  if (wanted.field == 0 && left > 1) {
    d.field = left;
    left = 1;
    say(fmt::format("{} ranks share {} fields, because a rank's memory does not hold a replica",
                    d.field, fields));
  }
  if (left > 1) refuse(ranks, wanted);
  return {d, reason};
}

}  // namespace encke
