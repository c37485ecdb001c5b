// r^2 from the command line: values, what has none, parts that make the whole, what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test::r2_test {
namespace {

constexpr std::size_t variants = 70;
constexpr std::size_t samples = 97;

/// Squared correlation over the samples present in both; NaN where one does not vary.
double r2_of(const std::vector<int>& a, const std::vector<int>& b) {
  long n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  for (std::size_t s = 0; s < a.size(); ++s) {
    if (a[s] < 0 || b[s] < 0) continue;
    n += 1;
    x += a[s];
    y += b[s];
    xx += a[s] * a[s];
    yy += b[s] * b[s];
    xy += a[s] * b[s];
  }
  const long both = n * xy - x * y, first = n * xx - x * x, second = n * yy - y * y;
  if (first == 0 || second == 0) return std::nan("");
  return static_cast<double>(both * both) / static_cast<double>(first * second);
}

class R2Cli : public Program {
 protected:
  R2Cli() : genotypes_(variants, std::vector<int>(samples)) {
    std::mt19937 random(3);
    for (auto& row : genotypes_) {
      const unsigned rare = 2 + random() % 9;
      for (int& x : row) {
        x = random() % 31 == 0 ? -1 : (random() % rare == 0 ? 1 : 0) + (random() % rare == 0);
      }
    }
    for (int& x : genotypes_[2]) x = x < 0 ? x : 0;
    for (int& x : genotypes_[5]) x = x < 0 ? x : 1;
    write("x.bed", bed_bytes(genotypes_));
    write("x.bim", bim_text(variants));
    write("x.fam", fam_text(samples));
  }

  double expected(std::size_t i, std::size_t j) const {
    return r2_of(genotypes_[i], genotypes_[j]);
  }

  GenotypeRows genotypes_;
};

const std::string r2 = "r2 --bfile x --progress none --block 16 ";

TEST_F(R2Cli, WritesEveryPairAndNanWhereAVariantDoesNotVary) {
  succeed(r2 + "--columns ids");
  const auto lines = lines_of(read("encke.edges.tsv"));
  ASSERT_EQ(lines.size(), 1 + variants * (variants - 1) / 2);
  EXPECT_EQ(lines[0], "#ID1\tID2\tVALUE");
  std::size_t l = 1;
  for (std::size_t i = 0; i < variants; ++i) {
    for (std::size_t j = i + 1; j < variants; ++j) {
      const auto cells = cells_of(lines[l++]);
      ASSERT_EQ(cells.size(), 3U);
      EXPECT_EQ(cells[0] + cells[1], "rs" + std::to_string(i) + "rs" + std::to_string(j));
      EXPECT_EQ(cells[2] == "nan", std::isnan(expected(i, j)));
      if (cells[2] != "nan") {
        EXPECT_NEAR(std::stod(cells[2]), expected(i, j), 1e-15);
      }
    }
  }
  EXPECT_NE(read("encke.log").find("variants with less than two alleles: 1"), std::string::npos);
}

TEST_F(R2Cli, WithAThresholdLeavesOutWhatHasNoValue) {
  succeed(r2 + "--threshold 0");
  std::size_t above = 0;
  for (std::size_t i = 0; i < variants; ++i) {
    for (std::size_t j = i + 1; j < variants; ++j) above += expected(i, j) > 0 ? 1 : 0;
  }
  const auto lines = lines_of(read("encke.edges.tsv"));
  EXPECT_EQ(lines.size(), 1 + above);
  succeed(r2 + "--top 7 --out top");
  EXPECT_EQ(lines_of(read("top.edges.tsv")).size(), 8U);
  EXPECT_EQ(read("top.edges.tsv").find("nan"), std::string::npos);
}

TEST_F(R2Cli, OfPartsIsThatOfOneRun) {
  const auto expect_same = [&](const std::string& selection, const std::string& format,
                               const std::string& ending) {
    succeed(r2 + selection + format + " --out all");
    std::string parts;
    for (const std::string k : {"1", "2", "3"}) {
      const std::string name = ending.substr(1) + k;
      succeed(r2 + selection + "--shard " + k + "/3 --out " + name);
      parts += ' ' + name;
    }
    succeed("merge " + format + " --out merged" + parts);
    EXPECT_GT(read("all" + ending).size(), 500U);
    EXPECT_TRUE(read("merged" + ending) == read("all" + ending));
    EXPECT_EQ(summary("merged").at("digest"), summary("all").at("digest"));
  };
  expect_same("--threshold 0.01 ", "--format edges", ".edges.tsv");
  expect_same("", "--format npy", ".npy");
}

TEST_F(R2Cli, OfAPackedFileIsThatOfThePlinkSet) {
  write("g.bin", packed_genotype_bytes(genotypes_));
  const std::string digest_of_set = digest(r2 + "--digest all");
  EXPECT_EQ(digest("r2 --packed g.bin --num-vectors 70 --num-fields 97 --digest all"),
            digest_of_set);
}

TEST_F(R2Cli, IsTheSameWithTheCheckOfItsSums) {
  const std::string plain = digest(r2 + "--threshold 0.01");
  EXPECT_EQ(digest(r2 + "--threshold 0.01 --check"), plain);
  EXPECT_GT(summary().at("seconds").at("check"), 0);
  EXPECT_EQ(digest(r2 + "--threshold 0.01 --check --backend reference"), plain);
}

TEST_F(R2Cli, IsOfPairs) {
  refuse(r2 + "--way 3", command_line, {"--way", "r2"});
  refuse(r2 + "--gamma 0.5", command_line, {"--gamma", "r2"});
  refuse(r2 + "--threshold 1", command_line, {"--threshold 1", "below 1"});
  refuse("r2 --table t.tsv", command_line, {"--table"});
}

}  // namespace
}  // namespace encke::test::r2_test
