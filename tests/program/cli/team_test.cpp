// Every metric and score by the kernels of devices, on the host: none is without them, and the
// digest is that of the default. (Of UniFrac's methods unifrac_test.cpp asks the same.)
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "program.hpp"
#include "small_data.hpp"

namespace encke::test::team_test {
namespace {

class TeamCli : public Program {
 protected:
  TeamCli() {
    constexpr std::size_t variants = 40, samples = 90;
    std::mt19937 random(5);
    GenotypeRows genotypes(variants, std::vector<int>(samples));
    for (auto& row : genotypes) {
      for (int& x : row) x = random() % 29 == 0 ? -1 : static_cast<int>(random() % 3);
    }
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim_text(variants));
    std::string fam, trait = "#IID height\n";
    for (std::size_t s = 0; s < samples; ++s) {
      const std::string number = std::to_string(s);
      fam += "F" + number + " I" + number + " 0 0 0 " + (random() % 2 == 0 ? "1\n" : "2\n");
      trait += "I" + number + " " + std::to_string(150 + random() % 50) + "\n";
    }
    write("x.fam", fam);
    write("trait.txt", trait);
  }

  void expect_same(const std::string& problem) {
    const std::string words = problem + " --threads 1 --digest all";
    const std::string expected = digest(words);
    EXPECT_EQ(digest(words + " --level team"), expected) << problem;
  }
};

TEST_F(TeamCli, HasTheDigestsOfEveryMetricOfGenotypes) {
  for (const std::string metric : {"ccc", "ccc --way 3", "r2", "king", "ibs"}) {
    expect_same(metric + " --bfile x");
  }
  expect_same("duo --bfile x");
}

TEST_F(TeamCli, HasTheDigestsOfEveryScoreOfEpistasis) {
  for (const std::string score : {"k2", "mi", "chi2"}) {
    expect_same("epistasis --bfile x --score " + score);
    expect_same("epistasis --bfile x --way 3 --score " + score);
  }
  expect_same("epistasis --bfile x --score boost");
  expect_same("epistasis --bfile x --score linear --pheno trait.txt");
}

TEST_F(TeamCli, HasTheDigestsOfEveryMetricOfBitsAndProfiles) {
  const std::string random = " --synthetic random --num-vectors 60 --num-fields 150";
  for (const std::string metric : {"duo", "sorenson", "jaccard", "cosine"}) {
    expect_same(metric + random);
  }
  expect_same("sorenson --way 3" + random);
  for (const std::string precision : {"f64", "f32"}) {
    expect_same("ps --precision " + precision + random);
    expect_same("ps --way 3 --precision " + precision + random);
  }
}

}  // namespace
}  // namespace encke::test::team_test
