#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/schedule/slice.hpp>
#include <string_view>

namespace encke {
namespace {

/// Vectors and fields of a rank below which its work is mostly overhead.
constexpr Index fewest_vectors = 64;
constexpr Index fewest_fields = 4096;
/// Tiles of a rank below which replicas are too uneven.
constexpr Index fewest_tiles = 4;

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
              fmt::format("ranks by vector, field and replica: {} asked for. Their product must be "
                          "{}, the number of ranks.",
                          text_of(wanted), ranks));
}

/// True if the factors asked for make a divisor of the number of ranks. Each is compared before it
/// is multiplied: their product may be beyond 2^63.
bool divides(int ranks, const WantedDecomposition& wanted) {
  Index product = 1;
  for (const int factor : {wanted.vector, wanted.field, wanted.replica}) {
    if (factor > ranks / product) return false;
    product *= std::max(factor, 1);
  }
  return ranks % product == 0;
}

/// Why the ranks that are left are to share the fields rather than be replicas; empty: they are
/// not.
std::string_view reason_for_fields(const Decomposition& d, const WantedDecomposition& wanted,
                                   int left, const DecompositionExtents& problem,
                                   std::int64_t memory) {
  if (wanted.replica > 0) return "neither vectors nor replicas are to have more ranks";
  const std::int64_t of_replica = problem.bytes / d.vector * (d.vector > 1 ? 5 : 1);
  if (memory > 0 && of_replica >= memory / 2) return "a rank's memory does not hold a replica";
  const auto n = static_cast<double>(divide_up(problem.vectors, fewest_vectors));
  const double tiles = problem.way == 2 ? n * (n + 1) / 2 : n * (n + 1) * (n + 2) / 6;
  const bool few_tiles = tiles < static_cast<double>(fewest_tiles) * d.vector * left;
  if (few_tiles && problem.fields / left >= fewest_fields) {
    return "there are too few tiles for replicas";
  }
  return "";
}

}  // namespace

Grid::Grid(const Communicator& world, const Decomposition& decomposition)
    : decomposition_(decomposition), world_(world) {
  const Decomposition& d = decomposition;
  const WantedDecomposition all{d.vector, d.field, d.replica};
  if (d.vector < 1 || d.field < 1 || d.replica < 1 || !divides(world.size(), all) ||
      d.ranks() != world.size()) {
    refuse(world.size(), all);
  }
  const int place = world.rank() % d.field;
  const int position = world.rank() / d.field % d.vector;
  replica_ = world.rank() / d.field / d.vector;
  if (world.size() == 1) return;
  ring_ = world.split(replica_ * d.field + place, position);
  field_group_ = world.split(replica_ * d.vector + position, place);
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
                                         const DecompositionExtents& problem, std::int64_t memory) {
  if (!divides(ranks, wanted)) refuse(ranks, wanted);
  Decomposition d{std::max(wanted.vector, 1), std::max(wanted.field, 1),
                  std::max(wanted.replica, 1)};
  if (ranks == 1) return {d, "one rank"};
  const int fixed = static_cast<int>(d.ranks());
  int left = ranks / fixed;
  std::string reason;
  const auto add_reason = [&reason](const std::string& text) {
    reason += (reason.empty() ? "" : "; ") + text;
  };
  if (fixed > 1) add_reason("as asked for");
  if (wanted.vector == 0 && left > 1) {
    d.vector = largest_divisor(left, std::max<Index>(problem.vectors / fewest_vectors, 1));
    left /= d.vector;
    if (d.vector > 1) {
      add_reason(
          fmt::format("{} positions of about {} vectors", d.vector, problem.vectors / d.vector));
    }
  }
  const auto why_fields = reason_for_fields(d, wanted, left, problem, memory);
  if (wanted.field == 0 && left > 1 && !why_fields.empty()) {
    d.field = left;
    left = 1;
    add_reason(
        fmt::format("{} ranks share {} fields, because {}", d.field, problem.fields, why_fields));
  }
  if (wanted.replica == 0 && left > 1) {
    d.replica = left;
    left = 1;
    add_reason(fmt::format("{} replicas, because more positions would have less than {} vectors",
                           d.replica, fewest_vectors));
  }
  if (left > 1) refuse(ranks, wanted);
  return {d, reason};
}

}  // namespace encke
