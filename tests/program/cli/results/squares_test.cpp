// Matrices of r for fine-mapping: one for each locus, with the alleles that are counted.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test::squares_test {
namespace {

constexpr int variants = 60;

class SquaresCli : public Program {
 protected:
  SquaresCli() {
    std::mt19937 random(9);
    GenotypeRows genotypes(variants, std::vector<int>(53));
    std::string bim;
    for (int v = 0; v < variants; ++v) {
      for (int& x : genotypes[static_cast<std::size_t>(v)]) {
        x = random() % 23 == 0 ? -1 : static_cast<int>(random() % 3);
      }
      bim += std::to_string(1 + v / 40) + " rs" + std::to_string(v) + " 0 " +
             std::to_string(100 * (v % 40 + 1)) + (v % 2 == 0 ? " A C\n" : " G T\n");
    }
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim);
    write("x.fam", fam_text(53));
    write("loci", "2 1 100000 last\n1 501 1500 first\n1 1200 2000\n9 1 2 nowhere\n");
  }

  template <class Number>
  std::vector<double> numbers(const std::string& name) const {
    const std::string bytes = read(name).substr(128);
    std::vector<Number> all(bytes.size() / sizeof(Number));
    std::memcpy(all.data(), bytes.data(), bytes.size());
    return {all.begin(), all.end()};
  }

  /// Rows first … first + n - 1 of the whole matrix, as text has it.
  std::vector<double> expected(int first, int n) const {
    const auto lines = lines_of(read("whole.lsmat.tsv"));
    std::vector<double> all;
    for (int i = first; i < first + n; ++i) {
      const auto cells = cells_of(lines[static_cast<std::size_t>(i + 1)]);
      for (int j = first; j < first + n; ++j) {
        all.push_back(std::stod(cells[static_cast<std::size_t>(j + 1)]));
      }
    }
    return all;
  }

  const std::string run_ = "r2 --bfile x --r --progress none --block 16 ";
};

TEST_F(SquaresCli, are_those_of_the_loci) {
  succeed(run_ + "--inter-chr --format lsmat --out whole");
  succeed(run_ + "--loci loci --format square");
  EXPECT_EQ(numbers<double>("encke.first.square.npy"), expected(5, 10));
  EXPECT_EQ(numbers<double>("encke.1_1200_2000.square.npy"), expected(11, 9));
  EXPECT_EQ(numbers<double>("encke.last.square.npy"), expected(40, 20));
  EXPECT_EQ(lines_of(read("encke.1_1200_2000.vars"))[1], "rs11\t1\t1200\tG\tT");
  EXPECT_EQ(lines_of(read("encke.last.vars")).size(), 21U);
  EXPECT_NE(read("encke.log").find("loci with variants: 3, without: 1"), std::string::npos);
  EXPECT_NE(read("encke.log").find("of one locus"), std::string::npos);
  EXPECT_EQ(outputs().size(), summary().at("outputs").size() + 4 + 3);  // inputs, and the whole one
  succeed(run_ + "--loci loci --format square32 --threads 2 --out narrow");
  auto wide = expected(40, 20);
  for (double& value : wide) value = static_cast<float>(value);
  EXPECT_EQ(numbers<float>("narrow.last.square.npy"), wide);
  EXPECT_EQ(read("narrow.last.vars"), read("encke.last.vars"));
}

TEST_F(SquaresCli, without_loci_are_one) {
  succeed(run_ + "--chr 2 --format lsmat --out part");
  succeed(run_ + "--inter-chr --format lsmat --out whole");
  succeed(run_ + "--chr 2 --format square");
  EXPECT_EQ(numbers<double>("encke.square.npy"), expected(40, 20));
  EXPECT_EQ(lines_of(read("encke.vars")).size(), 21U);
  succeed(run_ + "--chr 2 --shard 1/1 --out p");
  succeed("merge --out joined p --format square");
  EXPECT_EQ(read("joined.square.npy"), read("encke.square.npy"));
  EXPECT_EQ(read("joined.vars"), read("encke.vars"));
}

/// Loci are a window for every format: the lines of all pairs that one locus has.
TEST_F(SquaresCli, loci_go_with_edges) {
  succeed(run_ + "--inter-chr --out all");
  std::string some;
  for (const auto& line : lines_of(read("all.edges.tsv"))) {
    const auto cells = cells_of(line);
    const auto in = [&](int begin, int end) {
      for (const auto& cell : {cells[0], cells[1]}) {
        const int v = std::stoi(cell.substr(2));
        if (v < begin || v >= end) return false;
      }
      return true;
    };
    if (line.starts_with("#") || in(5, 15) || in(11, 20) || in(40, 60)) some += line + '\n';
  }
  succeed(run_ + "--loci loci");
  EXPECT_EQ(read("encke.edges.tsv"), some);
  for (const std::string k : {"1", "2"})
    succeed(run_ + "--loci loci --shard " + k + "/2 --out p" + k);
  succeed("merge --out joined p1 p2");
  EXPECT_EQ(read("joined.edges.tsv"), some);
  succeed("ccc --bfile x --loci loci --threshold 0.2 --progress none --out other");
}

TEST_F(SquaresCli, are_refused_where_pairs_lack) {
  refuse(run_ + "--format square", inconsistent, {"--format square", "--loci"});
  refuse(run_ + "--loci loci --window-kb 1 --format square", inconsistent, {"--format square"});
  refuse(run_ + "--loci loci --threshold 0.5 --format square", command_line,
         {"--format square", "--threshold"});
  refuse(run_ + "--loci loci --inter-chr", command_line, {"--loci", "--inter-chr"});
  write("none", "7 1 2\n");
  refuse(run_ + "--loci none", inconsistent, {"none of its 1 loci"});
  write("bad", "1 1 2 ../a\n");
  refuse(run_ + "--loci bad", malformed, {"bad:1", "the name '../a'"});
  std::string many;
  for (int v = 0; v < 401; ++v) many += "2 1 9999 l" + std::to_string(v) + '\n';
  write("many", many);
  refuse(run_ + "--loci many --format square", inconsistent, {"401 loci", "at most 400"});
}

}  // namespace
}  // namespace encke::test::squares_test
