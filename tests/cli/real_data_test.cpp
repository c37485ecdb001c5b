// Real data sets, where they are at hand: ENCKE_SHARED names the folder that has data/snp.
#include <gtest/gtest.h>

#include <cstdlib>

#include "cli/program.hpp"

namespace encke::test {
namespace {

class RealData : public Program {
 protected:
  void SetUp() override {
    const char* const shared = std::getenv("ENCKE_SHARED");
    if (shared == nullptr || !std::filesystem::exists(shared + std::string("/data/snp"))) {
      GTEST_SKIP() << "ENCKE_SHARED does not name a folder with data/snp";
    }
    folder_ = shared + std::string("/data/snp/");
  }

  std::string bfile(const std::string& name) const {
    return "ccc --bfile '" + folder_ + name + "' ";
  }

 private:
  std::string folder_;
};

TEST_F(RealData, PairsOfTheEuropeanSamplesAreAboveTheThresholdAndInOrder) {
  succeed(bfile("EUR_test") + "--way 2 --threshold 0.7");
  const auto lines = lines_of(read("encke.edges.tsv"));
  EXPECT_EQ(summary().at("num_vectors"), 2000);
  EXPECT_EQ(summary().at("num_fields"), 379);
  ASSERT_EQ(lines.size(), summary().at("written").get<std::size_t>() + 1);
  ASSERT_GT(lines.size(), 100U);
  for (std::size_t l = 1; l < lines.size(); ++l)
    EXPECT_GT(std::stod(cells_of(lines[l]).back()), 0.7);
}

TEST_F(RealData, TriplesAboveWhatCompleteDataCanGiveAreNone) {
  succeed(bfile("EUR_test") + "--way 3 --threshold 0.9");
  EXPECT_EQ(summary().at("written"), 0);
  EXPECT_EQ(summary().at("tuples"), 1331334000);
  EXPECT_EQ(summary().at("remarks").size(), 1U);
}

TEST_F(RealData, MissingGenotypesAreCountedAndBackendsAgree) {
  const std::string command = bfile("bigsnpr_missing") + "--maf 0.3 --threshold 0.6 ";
  const std::string expected = digest(command);
  EXPECT_GT(summary().at("num_missing"), 0);
  EXPECT_GT(summary().at("written"), 0);
  EXPECT_EQ(digest(command + "--block 256 --threads 1"), expected);
}

}  // namespace
}  // namespace encke::test
