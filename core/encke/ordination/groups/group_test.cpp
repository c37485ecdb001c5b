#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/ordination/groups/tests.hpp>
#include <encke/ordination/pcoa.hpp>
#include <limits>

namespace encke::ordination {

double GroupTest::p() const {
  if (permutations == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(1 + as_large) / static_cast<double>(1 + permutations);
}

std::string_view title(GroupMethod method) {
  if (method == GroupMethod::permanova) return "PERMANOVA";
  return method == GroupMethod::anosim ? "ANOSIM" : "PERMDISP";
}

std::string_view statistic_name(GroupMethod method) {
  if (method == GroupMethod::permanova) return "pseudo-F";
  return method == GroupMethod::anosim ? "R" : "F";
}

std::vector<double> mean_within(const Distances& distances, const Grouping& grouping) {
  std::vector<double> sums(grouping.names.size());
  for (Index i = 0; i < distances.samples(); ++i) {
    const Index group = grouping.of[static_cast<std::size_t>(i)];
    const auto row = distances.row(i);
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (grouping.of[static_cast<std::size_t>(i) + 1 + j] == group) {
        sums[static_cast<std::size_t>(group)] += row[j];
      }
    }
  }
  for (std::size_t g = 0; g < sums.size(); ++g) {
    const auto size = static_cast<double>(grouping.sizes[g]);
    sums[g] /= size * (size - 1) / 2;  // 0 / 0 of a single sample
  }
  return sums;
}

std::int64_t bytes_of_group_test(GroupMethod method, Index samples,
                                 const GroupTestOptions& options) {
  const std::int64_t values = bytes_of_distances(samples);
  constexpr std::int64_t labels = 16 * 32 * 8;  // of a sample, see within_sums()
  if (method == GroupMethod::permanova) return values + samples * labels;
  if (method == GroupMethod::anosim) return 3 * values + samples * labels;
  const Index axes = std::min(options.axes.value_or(samples), samples);
  return bytes_of_pcoa(samples, {.axes = axes}) + 2 * samples * axes * 8;
}

GroupTest group_test(GroupMethod method, const Distances& distances, const Grouping& grouping,
                     const GroupTestOptions& options) {
  if (grouping.groups() < 2) {
    throw Error(Failure::inconsistent, fmt::format("{} found, at least 2 groups expected",
                                                   counted(grouping.groups(), "group")));
  }
  if (grouping.groups() == distances.samples()) {
    throw Error(Failure::inconsistent,
                "every sample is a group of its own, a group of 2 samples or more expected");
  }
  if (method == GroupMethod::permanova) return detail::permanova(distances, grouping, options);
  if (method == GroupMethod::anosim) return detail::anosim(distances, grouping, options);
  return detail::permdisp(distances, grouping, options);
}

}  // namespace encke::ordination
