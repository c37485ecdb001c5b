// The checksums that CoMet printed, on any number of ranks. It ran on 1 to 6 of them and got the
// same ones; the sum does not depend on how a problem is cut.

#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>
#include <encke/sink/checksum.hpp>
#include <map>
#include <string>

#include "program/known_answers/predecessor.hpp"
#include "solve.hpp"
#include "support/long_run.hpp"
#include "world.hpp"

namespace encke::known_answers_test {
namespace {

using test::Cut;
using test::PredecessorCase;
using test::world;

class KnownAnswers : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::known_answers_folder();
    if (folder_.empty()) GTEST_SKIP() << "ENCKE_SHARED names no folder with known-answers/";
    if (world().size() > 6) GTEST_SKIP() << "CoMet's runs were on 1 to 6 ranks";
  }

  std::string folder_;
};

template <class Visit>
void with_metric(const PredecessorCase& c, const Visit& visit) {
  if (c.metric == "ccc") {
    visit(Ccc{.missing = c.sparse});
  } else if (c.metric == "duo") {
    visit(Duo{.missing = c.sparse});
  } else {
    visit(Ps{});
  }
}

/// The checksum over all values, on the root.
std::string checksum_of(const PredecessorCase& c, const Decomposition& ranks, const Cut& cut) {
  Plan plan{.way = c.way};
  if (c.single) plan.precision = Precision::float32;
  plan.threshold = c.selection();
  const auto source = io::open_synthetic(c.data);
  const Grid grid(world(), ranks);
  sink::Checksum checksum;
  with_metric(c,
              [&](const auto& metric) { test::solve(metric, *source, plan, cut, grid, checksum); });
  return checksum.text();
}

/// The rows of CHECKSUMS.tsv, less those that are of the same problem and differ in how CoMet cut
/// it; all of them must have the same checksum.
std::vector<PredecessorCase> different_cases(const std::string& folder) {
  std::map<std::string, PredecessorCase> different;
  for (const PredecessorCase& c : test::cases_with_checksums(folder)) {
    const std::string key = c.metric + " " + std::to_string(c.sparse) + std::to_string(c.way) +
                            std::to_string(c.single) + " " + c.threshold;
    const auto& first = different.emplace(key, c).first->second;
    EXPECT_EQ(first.checksum, c.checksum) << c.name;
  }
  std::vector<PredecessorCase> cases;
  for (const auto& entry : different) cases.push_back(entry.second);
  return cases;
}

TEST_F(KnownAnswers, are_the_checksums_on_every_number_of_ranks) {
  const bool all = test::long_run();
  const auto cases = different_cases(folder_);
  EXPECT_GE(cases.size(), 28U);
  const auto grids = test::factorisations(world().size());
  const Cut cuts[] = {{16, 1, 1}, {48, 1, 2}, {32, 2, 1}, {16, 4, 2}};
  std::size_t number = 0;
  for (const PredecessorCase& c : cases) {
    for (std::size_t i = 0; i < (all ? grids.size() : 1); ++i, ++number) {
      const Decomposition& ranks = grids[number % grids.size()];
      const Cut& cut = cuts[number / grids.size() % std::size(cuts)];
      const std::string found = checksum_of(c, ranks, cut);
      if (!world().is_root()) continue;
      EXPECT_EQ(found, c.checksum) << c.name << ": " << text(ranks, cut);
    }
  }
}

}  // namespace
}  // namespace encke::known_answers_test
