// Every input and every format of values, compared with the definitions of the metrics.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"

namespace encke::test::values_test {
namespace {

struct Line {
  std::vector<std::string> labels;  ///< ids, then alleles where there are any
  double value;
};

class Values : public Program {
 protected:
  void write_plink(const GenotypeRows& genotypes) const {
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim_text(genotypes.size()));
    write("x.fam", fam_text(genotypes[0].size()));
  }

  void expect_edges(const std::string& header, const std::vector<Line>& expected) const {
    const auto lines = lines_of(read("encke.edges.tsv"));
    ASSERT_EQ(lines.size(), expected.size() + 1);
    EXPECT_EQ(lines[0], header);
    for (std::size_t l = 0; l < expected.size(); ++l) {
      auto cells = cells_of(lines[l + 1]);
      const double value = std::stod(cells.back());
      cells.pop_back();
      EXPECT_EQ(cells, expected[l].labels) << lines[l + 1];
      EXPECT_NEAR(value, expected[l].value, 1e-14) << lines[l + 1];
    }
  }
};

/// Lines of all pairs or triples, ids made of `stem` and a number.
std::vector<Line> all_ccc(const GenotypeRows& g, std::size_t way, const std::string& stem) {
  std::vector<Line> lines;
  std::vector<std::size_t> index;
  const std::function<void(std::size_t)> extend = [&](std::size_t first) {
    if (index.size() < way) {
      for (std::size_t v = first; v < g.size(); ++v) {
        index.push_back(v);
        extend(v + 1);
        index.pop_back();
      }
      return;
    }
    for (int cell = 0; cell < 1 << way; ++cell) {
      Line line;
      GenotypeRows vectors;
      std::vector<int> alleles;
      for (std::size_t v = 0; v < way; ++v) {
        line.labels.push_back(stem + std::to_string(index[v]));
        vectors.push_back(g[index[v]]);
        alleles.push_back(cell >> (way - 1 - v) & 1);
      }
      for (const int allele : alleles) line.labels.push_back(std::to_string(allele));
      line.value = ccc_of(vectors, alleles);
      lines.push_back(line);
    }
  };
  extend(0);
  return lines;
}

std::vector<Line> all_ps_pairs(const std::string& stem) {
  const Profiles& p = small_profiles();
  std::vector<Line> lines;
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = i + 1; j < p.size(); ++j) {
      lines.push_back({{stem + std::to_string(i), stem + std::to_string(j)}, ps_of({p[i], p[j]})});
    }
  }
  return lines;
}

constexpr const char* pair_header = "#ID1\tID2\tA1\tA2\tVALUE";
constexpr const char* triple_header = "#ID1\tID2\tID3\tA1\tA2\tA3\tVALUE";

TEST_F(Values, CccOfPairsOfAPlinkSetAreThoseOfTheDefinition) {
  write_plink(complete_genotypes());
  succeed("ccc --bfile x --columns ids");
  expect_edges(pair_header, all_ccc(complete_genotypes(), 2, "rs"));
}

TEST_F(Values, CccOfTriplesOfAPlinkSetAreThoseOfTheDefinition) {
  write_plink(complete_genotypes());
  succeed("ccc --bfile x --columns ids --way 3");
  expect_edges(triple_header, all_ccc(complete_genotypes(), 3, "rs"));
}

TEST_F(Values, CccWithMissingGenotypesIsOverTheSamplesPresent) {
  write_plink(incomplete_genotypes());
  succeed("ccc --bfile x --columns ids");
  expect_edges(pair_header, all_ccc(incomplete_genotypes(), 2, "rs"));
  EXPECT_EQ(summary().at("num_missing"), 3);
  succeed("ccc --bfile x --columns ids --way 3");
  expect_edges(triple_header, all_ccc(incomplete_genotypes(), 3, "rs"));
}

TEST_F(Values, WithMissingNoneTheMissingCodeIsAHeterozygote) {
  write_plink(incomplete_genotypes());
  GenotypeRows het = incomplete_genotypes();
  for (auto& row : het) {
    for (int& genotype : row) genotype = genotype < 0 ? 1 : genotype;
  }
  succeed("ccc --bfile x --columns ids --missing none");
  expect_edges(pair_header, all_ccc(het, 2, "rs"));
}

TEST_F(Values, PackedGenotypesGiveTheValuesOfThePlinkSet) {
  write("g.bin", packed_genotype_bytes(incomplete_genotypes()));
  succeed("ccc --packed g.bin --num-vectors 5 --num-fields 6");
  expect_edges(pair_header, all_ccc(incomplete_genotypes(), 2, ""));
}

TEST_F(Values, SelectionLeavesTheVariantsAndSamplesNamed) {
  write_plink(complete_genotypes());
  write("variants", "rs4 rs1\n");
  write("samples", "F2 I2\nF5 I5\n");
  succeed("ccc --bfile x --columns ids --extract variants --remove samples");
  const auto without = [](std::vector<int> row) {
    return std::vector<int>{row[0], row[1], row[3], row[4]};
  };
  const GenotypeRows left = {without(complete_genotypes()[1]), without(complete_genotypes()[4])};
  auto expected = all_ccc(left, 2, "");
  for (auto& line : expected) line.labels = {"rs1", "rs4", line.labels[2], line.labels[3]};
  expect_edges(pair_header, expected);
}

TEST_F(Values, AThresholdKeepsTheLinesAboveItInTheirOrder) {
  write_plink(complete_genotypes());
  auto expected = all_ccc(complete_genotypes(), 2, "rs");
  std::erase_if(expected, [](const Line& line) { return line.value <= 0.55; });
  ASSERT_GT(expected.size(), 0U);
  succeed("ccc --bfile x --columns ids --threshold 0.55");
  expect_edges(pair_header, expected);
  EXPECT_EQ(summary().at("written"), expected.size());
}

TEST_F(Values, TopKeepsTheLargestValues) {
  write("t.tsv", table_text(small_profiles()));
  auto expected = all_ps_pairs("p");
  std::sort(expected.begin(), expected.end(),
            [](const Line& a, const Line& b) { return a.value > b.value; });
  expected.resize(2);
  std::sort(expected.begin(), expected.end(),
            [](const Line& a, const Line& b) { return a.labels < b.labels; });
  succeed("ps --table t.tsv --top 2 --checksum");
  expect_edges("#ID1\tID2\tVALUE", expected);
  EXPECT_EQ(summary().at("written"), 2);
}

TEST_F(Values, PsOfATextTableIsThatOfTheDefinition) {
  write("t.tsv", table_text(small_profiles()));
  succeed("ps --table t.tsv");
  expect_edges("#ID1\tID2\tVALUE", all_ps_pairs("p"));
}

TEST_F(Values, PsOfAnArrayAndOfAPackedFileAreThoseOfTheTable) {
  write("t.npy", npy_bytes(small_profiles()));
  succeed("ps --table t.npy");
  expect_edges("#ID1\tID2\tVALUE", all_ps_pairs(""));
  write("p.bin", packed_double_bytes(small_profiles()));
  succeed("ps --packed p.bin --num-fields 5 --num-vectors 4");
  expect_edges("#ID1\tID2\tVALUE", all_ps_pairs(""));
}

TEST_F(Values, PsOfTriplesIsThatOfTheDefinition) {
  write("t.tsv", table_text(small_profiles()));
  succeed("ps --table t.tsv --way 3");
  const Profiles& p = small_profiles();
  expect_edges("#ID1\tID2\tID3\tVALUE", {{{"p0", "p1", "p2"}, ps_of({p[0], p[1], p[2]})},
                                         {{"p0", "p1", "p3"}, ps_of({p[0], p[1], p[3]})},
                                         {{"p0", "p2", "p3"}, ps_of({p[0], p[2], p[3]})},
                                         {{"p1", "p2", "p3"}, ps_of({p[1], p[2], p[3]})}});
}

TEST_F(Values, AbcHasLabelsAndValuesWithoutHeader) {
  write_plink(complete_genotypes());
  succeed("ccc --bfile x --format abc --threshold 0.55 --out net");
  const auto lines = lines_of(read("net.abc"));
  std::vector<std::string> labels;
  for (const auto& line : all_ccc(complete_genotypes(), 2, "rs")) {
    if (line.value > 0.55) {
      labels.push_back(line.labels[0] + ':' + line.labels[2] + '\t' + line.labels[1] + ':' +
                       line.labels[3]);
    }
  }
  ASSERT_GT(labels.size(), 0U);
  ASSERT_EQ(lines.size(), labels.size());
  for (std::size_t l = 0; l < lines.size(); ++l)
    EXPECT_TRUE(lines[l].starts_with(labels[l] + '\t'));
}

TEST_F(Values, NpyHasAllValuesInCondensedOrder) {
  write("t.tsv", table_text(small_profiles()));
  succeed("ps --table t.tsv --format npy");
  const std::string bytes = read("encke.npy");
  const auto expected = all_ps_pairs("p");
  ASSERT_GT(bytes.size(), expected.size() * sizeof(double));
  std::vector<double> values(expected.size());
  const std::size_t data = values.size() * sizeof(double);
  std::memcpy(values.data(), bytes.data() + bytes.size() - data, data);
  for (std::size_t v = 0; v < values.size(); ++v) EXPECT_NEAR(values[v], expected[v].value, 1e-15);
  EXPECT_NE(bytes.find("'<f8'"), std::string::npos);
}

TEST_F(Values, SinglePrecisionPrintsNineDigitsThatReadBackAsFloats) {
  write("t.tsv", table_text(small_profiles()));
  succeed("ps --table t.tsv --precision f32");
  const auto cells = cells_of(lines_of(read("encke.edges.tsv"))[1]);
  const double value = std::stod(cells[2]);
  EXPECT_LE(cells[2].size(), 11U);
  EXPECT_FLOAT_EQ(static_cast<float>(value), static_cast<float>(all_ps_pairs("p")[0].value));
}

TEST_F(Values, GammaAndMultiplierChangeTheValues) {
  write_plink(complete_genotypes());
  succeed("ccc --bfile x --columns ids --gamma 0 --multiplier 1");
  double sum = 0;  // of joint frequencies: 1 for each pair
  for (const auto& line : lines_of(read("encke.edges.tsv"))) {
    if (!line.starts_with("#")) sum += std::stod(cells_of(line).back());
  }
  EXPECT_NEAR(sum, 10, 1e-12);
}

}  // namespace
}  // namespace encke::test::values_test
