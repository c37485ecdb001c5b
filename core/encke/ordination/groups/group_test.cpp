#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/ordination/groups/tests.hpp>
#include <encke/ordination/pcoa.hpp>
#include <limits>

namespace encke::ordination {

double GroupTest::p() const {
  if (permutations == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(1 + as_large) / static_cast<double>(1 + permutations);
}

namespace {

/// Ways to part the samples into groups of these sizes, up to the names of groups of one size; as a
/// real number, for there are many.
double different_orders(std::vector<Index> sizes) {
  double orders = 1;
  double taken = 0;
  for (const Index size : sizes) {
    for (double k = 1; k <= static_cast<double>(size); ++k) orders *= ++taken / k;
  }
  std::sort(sizes.begin(), sizes.end());
  double alike = 1;
  for (std::size_t g = 1; g < sizes.size(); ++g) {
    alike = sizes[g] == sizes[g - 1] ? alike + 1 : 1;
    orders /= alike;
  }
  return std::round(orders);
}

}  // namespace

std::vector<std::string> remarks_on_orders(const std::vector<GroupTest>& tests,
                                           const Grouping& grouping) {
  std::vector<std::string> remarks;
  const double orders = different_orders(grouping.sizes);
  for (const GroupTest& test : tests) {
    if (test.permutations == 0) continue;
    const auto tried = static_cast<double>(test.permutations) + 1;
    if (orders < tried) {
      remarks.push_back(
          fmt::format("groups of these sizes have {} different {}: no p-value is much below {:.3g}",
                      orders, orders == 1 ? "order" : "orders", 1 / orders));
      break;
    }
    if (test.as_large > 0) continue;
    remarks.push_back(fmt::format(
        "{}: p = {:.3g} is the smallest that {} can give: 1 / {}", title(test.method), test.p(),
        counted(test.permutations, "permutation"), grouped(test.permutations + 1)));
  }
  return remarks;
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
  const std::string by =
      grouping.title.empty() ? "" : "by the column " + in_quotes(grouping.title) + " ";
  if (grouping.groups() < 2) {
    throw Error(Failure::inconsistent, fmt::format("{}{} found, at least 2 groups expected", by,
                                                   counted(grouping.groups(), "group")));
  }
  if (grouping.groups() == distances.samples()) {
    throw Error(Failure::inconsistent, by + "every sample is a group of its own, a group of 2 "
                                            "samples or more expected");
  }
  if (method == GroupMethod::permanova) return detail::permanova(distances, grouping, options);
  if (method == GroupMethod::anosim) return detail::anosim(distances, grouping, options);
  return detail::permdisp(distances, grouping, options);
}

}  // namespace encke::ordination
