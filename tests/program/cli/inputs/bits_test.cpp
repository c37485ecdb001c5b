// DUO and Sorenson from every input, compared with their definitions.
#include <gtest/gtest.h>

#include <array>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test::bits_test {
namespace {

using Bits = std::vector<std::vector<int>>;  // -1: missing

constexpr const char* pair_header = "#ID1\tID2\tA1\tA2\tVALUE";

/// Bits of the genotypes that have allele 1 at all.
Bits bits_of(const GenotypeRows& genotypes, int missing) {
  Bits bits = genotypes;
  for (auto& row : bits) {
    for (int& x : row) x = x < 0 ? missing : x > 0 ? 1 : 0;
  }
  return bits;
}

double duo_of(const std::vector<int>& u, const std::vector<int>& v, int a, int b) {
  double joint = 0, both = 0;
  std::array<double, 2> own{}, present{};
  for (std::size_t f = 0; f < u.size(); ++f) {
    if (u[f] >= 0) present[0] += 1;
    if (v[f] >= 0) present[1] += 1;
    if (u[f] == a) own[0] += 1;
    if (v[f] == b) own[1] += 1;
    if (u[f] >= 0 && v[f] >= 0) both += 1;
    if (u[f] == a && v[f] == b) joint += 1;
  }
  return 4 * joint / both * (1 - 2. / 3 * own[0] / present[0]) * (1 - 2. / 3 * own[1] / present[1]);
}

double sorenson_of(const std::vector<int>& u, const std::vector<int>& v) {
  double shared = 0, all = 0;
  for (std::size_t f = 0; f < u.size(); ++f) {
    shared += u[f] * v[f];
    all += u[f] + v[f];
  }
  return 2 * shared / all;
}

class BitMetrics : public Program {
 protected:
  void write_plink(const GenotypeRows& genotypes) const {
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim_text(genotypes.size()));
    write("x.fam", fam_text(genotypes[0].size()));
  }

  void write_table(const Bits& bits, const std::string& missing) const {
    std::string text = "#";
    for (std::size_t f = 0; f < bits[0].size(); ++f) text += "\tf" + std::to_string(f);
    for (std::size_t v = 0; v < bits.size(); ++v) {
      text += "\nrs" + std::to_string(v);
      for (const int x : bits[v]) text += '\t' + (x < 0 ? missing : std::to_string(x));
    }
    write("t.tsv", text + '\n');
  }

  void expect_duo(const Bits& bits, const std::string& stem) const {
    const auto lines = lines_of(read("encke.edges.tsv"));
    ASSERT_EQ(lines.size(), 1 + bits.size() * (bits.size() - 1) / 2 * 4);
    EXPECT_EQ(lines[0], pair_header);
    std::size_t l = 1;
    for (std::size_t u = 0; u < bits.size(); ++u) {
      for (std::size_t v = u + 1; v < bits.size(); ++v) {
        for (int cell = 0; cell < 4; ++cell) {
          const auto cells = cells_of(lines[l++]);
          EXPECT_EQ(cells[0], stem + std::to_string(u));
          EXPECT_EQ(cells[1], stem + std::to_string(v));
          EXPECT_NEAR(std::stod(cells[4]), duo_of(bits[u], bits[v], cell / 2, cell % 2), 1e-14);
        }
      }
    }
  }
};

TEST_F(BitMetrics, DuoOfAPlinkSetIsThatOfItsPresenceOfAllele1) {
  write_plink(incomplete_genotypes());
  succeed("duo --bfile x --columns ids");
  expect_duo(bits_of(incomplete_genotypes(), -1), "rs");
  succeed("duo --bfile x --columns ids --missing none");
  expect_duo(bits_of(incomplete_genotypes(), 0), "rs");
}

TEST_F(BitMetrics, DuoOfAPackedFileIsThatOfThePlinkSet) {
  write("g.bin", packed_genotype_bytes(incomplete_genotypes()));
  succeed("duo --packed g.bin --num-vectors 5 --num-fields 6");
  expect_duo(bits_of(incomplete_genotypes(), -1), "");
}

TEST_F(BitMetrics, DuoOfATableTakesNaAndEmptyCellsForMissing) {
  const Bits bits = bits_of(incomplete_genotypes(), -1);
  for (const char* missing : {"NA", ""}) {
    write_table(bits, missing);
    succeed("duo --table t.tsv");
    expect_duo(bits, "rs");
  }
}

TEST_F(BitMetrics, SorensonIsThatOfTheDefinition) {
  const Bits bits = bits_of(complete_genotypes(), 0);
  write_plink(complete_genotypes());
  write_table(bits, "NA");
  for (const char* input : {"--bfile x", "--table t.tsv"}) {
    succeed(std::string("sorenson ") + input);
    const auto lines = lines_of(read("encke.edges.tsv"));
    ASSERT_EQ(lines.size(), 11U);
    EXPECT_NEAR(std::stod(cells_of(lines[1])[2]), sorenson_of(bits[0], bits[1]), 1e-15);
    EXPECT_NEAR(std::stod(cells_of(lines[10])[2]), sorenson_of(bits[3], bits[4]), 1e-15);
  }
}

TEST_F(BitMetrics, SorensonRefusesMissingSamples) {
  write_plink(incomplete_genotypes());
  write_table(bits_of(incomplete_genotypes(), -1), "NA");
  refuse("sorenson --bfile x", inconsistent, {"3 samples missing", "--missing none"});
  refuse("sorenson --table t.tsv", inconsistent, {"3 samples missing", "Take out what has NA"});
  succeed("sorenson --bfile x --columns ids --missing none");
  refuse("duo --table t.tsv --missing none", command_line, {"--missing none", "--table"});
}

TEST_F(BitMetrics, EmptySetsHaveTheValueAskedFor) {
  write_table({{0, 0, 0}, {0, 0, 0}, {1, 0, 1}}, "NA");
  succeed("sorenson --table t.tsv --empty-pair same");
  EXPECT_EQ(lines_of(read("encke.edges.tsv"))[1], "rs0\trs1\t1");
  EXPECT_NE(read("encke.log").find("vectors without content: 2 (rs0, rs1)"), std::string::npos);
  refuse("sorenson --table t.tsv --empty-pair error --out other", inconsistent, {"rs0, rs1"});
}

TEST_F(BitMetrics, CellsThatAreNoBitsAreRefusedWithTheirPlace) {
  write("t.tsv", "#\ta\tb\nx\t1\t0\ny\t0\t2\n");
  refuse("duo --table t.tsv", malformed, {"t.tsv", "3", "0 or 1 expected"});
  write("t.tsv", "#\ta\tb\nx\t1\t0\ny\t0\tN\n");
  refuse("sorenson --table t.tsv", malformed, {"t.tsv", "'N' found"});
  write("t.npy", npy_bytes(small_profiles()));
  refuse("duo --table t.npy", malformed, {"t.npy", "0 or 1 expected"});
}

TEST_F(BitMetrics, SyntheticProblemsHaveCoMetsChecksums) {
  const std::string size = "--synthetic random --num-vectors 200 --num-fields 1000 --checksum";
  EXPECT_NE(succeed("duo " + size).out.find("0-499460550869402-10221954499174306"),
            std::string::npos);
}

TEST_F(BitMetrics, PlanTellsOfEveryInput) {
  write_plink(incomplete_genotypes());
  write_table(bits_of(incomplete_genotypes(), -1), "NA");
  for (const char* input :
       {"--bfile x", "--table t.tsv", "--synthetic random --num-vectors 5 --num-fields 6"}) {
    EXPECT_NE(succeed(std::string("plan duo ") + input).out.find("10 pairs, 40 values"),
              std::string::npos)
        << input;
  }
}

}  // namespace
}  // namespace encke::test::bits_test
