// Many lines are printed by all ranks.
#include <gtest/gtest.h>

#include "ranked_program.hpp"
#include "support/long_run.hpp"

namespace encke::test {
namespace {

class PrintTogether : public RankedProgram {
 protected:
  void expect_same(const std::string& problem) {
    const std::string alone = "alone" + std::to_string(++problems_);
    on(0);
    succeed(problem + " --out " + alone);
    EXPECT_GE(summary(alone).at("written"), 1 << 16);  // fewer are printed by one
    for (const int ranks : {2, 5}) {
      if (!has_turn(problems_ + static_cast<std::size_t>(ranks), 2)) continue;
      SCOPED_TRACE(problem + ' ' + std::to_string(ranks));
      const std::string out = "run" + std::to_string(problems_) + "on" + std::to_string(ranks);
      on(ranks);
      succeed(problem + axes(ranks, 1, 1) + "--out " + out);
      expect_same_outputs(out, alone);
      for (const auto& name : outputs()) EXPECT_EQ(name.find("tmp"), std::string::npos) << name;
    }
  }

 private:
  std::size_t problems_ = 0;
};

TEST_F(PrintTogether, lines_of_pairs_and_triples) {
  write_plink(220, 61, 0);
  expect_same("ccc --bfile x --threshold 0.1");
  expect_same("ccc --bfile x --threshold 0.1 --format abc --digits 6");
  expect_same("ccc --bfile x --threshold 0.1 --format packed");
  write_plink(42, 61, 0);
  expect_same("ccc --bfile x --way 3 --threshold 0.05");
}

TEST_F(PrintTogether, where_vectors_lie_and_what_more_is_made_of_the_values) {
  write_plink(220, 61, 30);
  expect_same("ccc --bfile x --threshold 0.1 --columns sites");
  expect_same("ccc --bfile x --threshold 0.1 --checksum --histogram");  // by the root alone
}

}  // namespace
}  // namespace encke::test
