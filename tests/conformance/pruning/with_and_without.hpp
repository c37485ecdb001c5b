#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// A run that leaves tuples out, or contracts equal ones once, against one that does not.

namespace encke::test {

/// True if `auto` computes on the CPU. Teams leave nothing out, and the backend for GPUs has larger
/// tiles, of which it leaves out less, and tests of its own. The hits are to be the same all the
/// same.
inline bool leaves_out() {
  static const bool does = [] {
    const auto backend = make_backend("auto", {});
    return backend->name() == "kokkos" && backend->level() != "team";
  }();
  return does;
}

/// What a run is to leave out more than: `count` on the CPU.
inline Index more_than(Index count) { return leaves_out() ? count : -1; }

/// Makes each vector but the first `founders` resemble one of these: a genotype is the founder's
/// with a probability of `copied`, and of one vector of `opposite` the opposite one. What is
/// missing stays so.
inline void copy_founders(Genotypes& g, Index founders, double copied, std::uint64_t opposite,
                          std::mt19937_64& random) {
  std::bernoulli_distribution same(copied);
  for (Index v = founders; v < g.vectors; ++v) {
    const auto from = static_cast<Index>(random() % static_cast<std::uint64_t>(founders));
    const bool flipped = random() % opposite == 0;
    for (Index f = 0; f < g.fields; ++f) {
      if (g.at(v, f) == 3 || g.at(from, f) == 3 || !same(random)) continue;
      const std::uint8_t copy = g.at(from, f);
      g.at(v, f) = flipped ? static_cast<std::uint8_t>(2 - copy) : copy;
    }
  }
}

template <int Way>
struct Results {
  std::vector<Hit<Way>> hits;
  Report report;
};

template <int Way = 2, class Metric>
Results<Way> results(const Metric& metric, const PackedVectors& vectors, Plan plan,
                     Pruning pruning) {
  plan.way = Way;
  plan.pruning = pruning;
  sink::Collect sink;
  const Report report = run(metric, vectors, plan, sink);
  return {hits_of<Way>(sink), report};
}

/// To the bit: some values are none.
template <int Way>
bool same(const Hit<Way>& a, const Hit<Way>& b) {
  return a.index == b.index && a.cell == b.cell &&
         std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

/// Hits, digest and counts of runs with pruning, where it pays and forced, are those of a run
/// without. Returns the report of the forced one.
template <int Way = 2, class Metric>
Report expect_equal(const Metric& metric, const PackedVectors& vectors, const Plan& plan) {
  const Results<Way> off = results<Way>(metric, vectors, plan, Pruning::off);
  EXPECT_EQ(off.report.tuples_left_out + off.report.tuples_left_early, 0);
  EXPECT_EQ(off.report.tuples_of_equal, 0);
  Report report;
  for (const Pruning pruning : {Pruning::where_it_pays, Pruning::forced}) {
    const Results<Way> on = results<Way>(metric, vectors, plan, pruning);
    report = on.report;
    EXPECT_TRUE(std::ranges::equal(on.hits, off.hits, same<Way>))
        << vectors.vectors() << " vectors of " << vectors.fields() << ", above "
        << plan.threshold.floor << ", block " << plan.block << ", " << plan.domain.text();
    EXPECT_EQ(report.digest, off.report.digest);
    EXPECT_EQ(report.histogram.counts, off.report.histogram.counts);
    EXPECT_EQ(report.tuples, off.report.tuples);
    EXPECT_EQ(report.hits, off.report.hits);
    EXPECT_LE(report.tuples_left_out + report.tuples_left_early + report.tuples_of_equal,
              report.tuples);
    EXPECT_GE(report.tuples_spared_early, 0);
    EXPECT_LE(report.tuples_spared_early, static_cast<double>(report.tuples_left_early));
  }
  return report;
}

/// True if threshold number `turn` of a random problem is tried: in few rounds every other one.
inline bool threshold_has_turn(std::uint64_t turn) { return rounds() > 1 || has_turn(turn, 2); }

/// Values that occur, near these places in their order, and the numbers beside them.
template <int Way, class Metric>
std::vector<double> telling_thresholds(const Metric& metric, const PackedVectors& vectors,
                                       std::initializer_list<double> places,
                                       std::mt19937_64& random) {
  auto values = values_of<Way>(metric, vectors, plan_for(Way));
  std::erase_if(values, [](const auto& hit) { return !(hit.value > 0); });
  std::ranges::sort(values, {}, &Hit<Way>::value);
  if (values.empty()) return {0.4};
  std::vector<double> thresholds;
  for (const double place : places) {
    const double shift = static_cast<double>(random() % 1000) / 1e4 * (1 - place);
    const auto at = static_cast<std::size_t>(static_cast<double>(values.size()) * (place - shift));
    const double value = values[std::min(at, values.size() - 1)].value;
    thresholds.insert(thresholds.end(),
                      {value, std::nextafter(value, 0.0), std::nextafter(value, 9.0)});
  }
  thresholds.push_back(values.back().value);
  thresholds.push_back(std::nextafter(values.back().value, 0.0));
  return thresholds;
}

}  // namespace encke::test
