#include <algorithm>
#include <encke/ordination/groups/tests.hpp>
#include <encke/ordination/groups/within_sums.hpp>

namespace encke::ordination::detail {
namespace {

constexpr double sum_rounding = 1e-12;

/// How many of the sums from the second on are no larger than the first.
Index count_as_small(const std::vector<double>& sums, double tolerance) {
  return std::count_if(sums.begin() + 1, sums.end(),
                       [&](double sum) { return sum <= sums.front() + tolerance; });
}

}  // namespace

GroupTest permanova(const Distances& distances, const Grouping& grouping,
                    const GroupTestOptions& options) {
  std::vector<double> squares(distances.values);
  double total = 0;
  for (double& value : squares) {
    value *= value;
    total += value;
  }
  const auto n = static_cast<double>(distances.samples());
  const auto groups = static_cast<double>(grouping.groups());
  total /= n;
  std::vector<double> weights;
  for (const Index size : grouping.sizes) weights.push_back(1 / static_cast<double>(size));
  const std::vector<double> within =
      within_sums(squares, grouping, weights,
                  {options.permutations, options.seed, options.threads, options.stop});
  // It may be below 0 where distances are no metric; by rounding alone it may not.
  const double difference = total - within.front();
  const double between = difference < 0 && difference > -sum_rounding * total ? 0 : difference;
  return {.method = GroupMethod::permanova,
          .statistic = (between / (groups - 1)) / (within.front() / (n - groups)),
          // The statistic falls with the sum within groups: their total is the same in all orders.
          .as_large = count_as_small(within, sum_rounding * total),
          .permutations = options.permutations};
}

namespace {

/// A value and where it stands: sorted side by side they need no jumps through memory.
struct Placed {
  double value;
  std::size_t place;
};

/// The rank of each value, from 1; equal ones share the mean of theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<Placed> order(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = {values[i], i};
  std::sort(order.begin(), order.end(),
            [](const Placed& a, const Placed& b) { return a.value < b.value; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first + 1;
    while (end < order.size() && order[end].value == order[first].value) ++end;
    const double rank = static_cast<double>(first + 1 + end) / 2;
    for (; first < end; ++first) ranks[order[first].place] = rank;
  }
  return ranks;
}

}  // namespace

GroupTest anosim(const Distances& distances, const Grouping& grouping,
                 const GroupTestOptions& options) {
  const std::vector<double> ranks = ranks_of(distances.values);
  const std::vector<double> ones(grouping.names.size(), 1.0);
  const std::vector<double> within = within_sums(
      ranks, grouping, ones, {options.permutations, options.seed, options.threads, options.stop});
  double pairs_within = 0;
  for (const Index size : grouping.sizes)
    pairs_within += static_cast<double>(size * (size - 1)) / 2;
  const auto pairs = static_cast<double>(ranks.size());
  const double sum = pairs * (pairs + 1) / 2;
  const double mean_within_rank = within.front() / pairs_within;
  const double mean_between = (sum - within.front()) / (pairs - pairs_within);
  return {.method = GroupMethod::anosim,
          .statistic = (mean_between - mean_within_rank) / (pairs / 2),
          .as_large = count_as_small(within, 0),  // sums of halves are exact
          .permutations = options.permutations};
}

}  // namespace encke::ordination::detail
