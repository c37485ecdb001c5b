// What is written does not depend on the ranks.
#include <gtest/gtest.h>

#include <encke/io/vcf/variant_file.hpp>

#include "ranked_program.hpp"
#include "support/long_run.hpp"

namespace encke::test {
namespace {

struct Axes {
  int vector, field, replica;
};

class SameOutput : public RankedProgram {
 protected:
  /// Runs the problem without a launcher, and on the ranks of each of `axes`; of `more` in a long
  /// run.
  void expect_same(const std::string& problem, std::vector<Axes> all,
                   const std::vector<Axes>& more = {}) {
    if (long_run()) all.insert(all.end(), more.begin(), more.end());
    on(0);
    succeed(problem + " --out alone");
    int number = 0;
    for (const auto& [vector, field, replica] : all) {
      SCOPED_TRACE(axes(vector, field, replica));
      const std::string out = "run" + std::to_string(++number);
      on(vector * field * replica);
      succeed(problem + axes(vector, field, replica) + "--out " + out);
      expect_same_outputs(out, "alone");
      EXPECT_EQ(summary(out).at("ranks"), vector * field * replica);
      EXPECT_EQ(summary(out).at("num_proc_vector"), vector);
      EXPECT_EQ(summary(out).at("num_proc_field"), field);
      EXPECT_EQ(summary(out).at("num_proc_repl"), replica);
    }
  }
};

TEST_F(SameOutput, of_pairs_of_variants_with_missing_genotypes) {
  write_plink(150, 61, 20);
  expect_same("ccc --bfile x --threshold 0.5 --histogram --checksum --digest all --maf 0.1",
              {{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {3, 1, 1}, {2, 2, 1}, {2, 1, 2}});
}

TEST_F(SameOutput, of_a_network_of_the_values) {
  write_plink(150, 61, 20);
  expect_same(
      "ccc --bfile x --threshold 0.4 --network mcl --embed 2 --sets gmt "
      "--graph graphml --picture network",
      {{1, 1, 1}, {1, 2, 1}, {3, 1, 1}}, {{2, 1, 1}});
}

TEST_F(SameOutput, of_what_genotypes_select) {
  write_plink(150, 61, 20);
  std::string bim = read("x.bim");  // the last ones are on X
  for (auto at = bim.find("1\trs120"); at < bim.size(); at = bim.find('\n', at) + 1) bim[at] = 'X';
  write("x.bim", bim);
  std::string fam;
  for (int s = 0; s < 61; ++s) {
    fam += "F I" + std::to_string(s) + (s % 7 == 0 ? " a" : " 0") + " 0 " + std::to_string(s % 3) +
           " 1\n";
  }
  write("x.fam", fam);
  expect_same(
      "ccc --bfile x --mind 0.06 --hwe 0.01 --mac 9 --max-maf 0.45 --geno 0.1 --threshold 0.3",
      {{1, 2, 1}, {3, 1, 1}}, {{1, 1, 1}, {2, 1, 1}});
}

TEST_F(SameOutput, of_windows_and_sets) {
  write_plink(150, 61, 20);
  write("some", "rs1 rs2 rs3 rs50 rs51 rs77 rs140\n");
  expect_same("r2 --bfile x --window-variants 9 --histogram --digest all",
              {{1, 2, 1}, {3, 1, 1}, {2, 1, 2}}, {{2, 1, 1}, {1, 1, 2}});
  expect_same("ccc --bfile x --extract-first some --threshold 0.3", {{3, 1, 1}, {1, 2, 2}});
  expect_same("ccc --bfile x --window-kb 0.05 --trans --threshold 0.3", {{4, 1, 1}}, {{2, 1, 1}});
}

TEST_F(SameOutput, of_variants_that_one_rank_decodes) {
  write_plink(90, 61, 20);
  expect_same("r2 --bgen x.bgen --bgen-ref last --histogram --maf 0.1 --geno 0.09",
              {{3, 1, 1}, {2, 2, 1}}, {{2, 1, 1}, {1, 2, 1}});
  for (const auto& name : outputs()) EXPECT_EQ(name.find("input"), std::string::npos) << name;
  if (!io::reads_vcf()) GTEST_SKIP() << "built without HTSlib";
  expect_same("ccc --vcf x.vcf --threshold 0.3 --extract x.bim", {{1, 2, 1}, {4, 1, 1}},
              {{2, 1, 1}});
}

TEST_F(SameOutput, of_triples_of_variants) {
  write_plink(50, 61, 0);
  expect_same("ccc --bfile x --way 3 --threshold 0.15 --histogram", {{3, 1, 1}, {1, 2, 2}},
              {{1, 3, 1}, {4, 1, 1}});
}

TEST_F(SameOutput, of_the_largest_values_of_profiles) {
  write_table(40, 30);
  expect_same("ps --table t.tsv --way 3 --top 300 --format abc", {{2, 1, 1}, {1, 1, 3}, {2, 1, 2}});
}

TEST_F(SameOutput, of_all_values_of_profiles_with_fields_of_several_ranks) {
  expect_same("ps --synthetic random --num-vectors 34 --num-fields 10000 --format npy",
              {{1, 2, 1}, {1, 3, 1}, {2, 2, 1}});
}

TEST_F(SameOutput, of_whole_numbers_that_one_rank_alone_would_take_for_narrower_ones) {
  std::string table = "id";
  for (int f = 0; f < 130; ++f) table += "\tf" + std::to_string(f);
  for (int v = 0; v < 40; ++v) {
    table += "\nv" + std::to_string(v);
    for (int f = 0; f < 130; ++f) {
      table += "\t" + std::to_string(v == 39 && f == 7 ? 200 : (v * f + f / 3) % 4);
    }
  }
  write("t.tsv", table + "\n");
  expect_same("ps --table t.tsv --histogram", {{3, 1, 1}, {1, 2, 1}, {2, 1, 2}});
  EXPECT_NE(read("run1.log").find("up to 200: compared as u8"), std::string::npos);
}

TEST_F(SameOutput, of_bits) {
  write_plink(70, 61, 30);
  expect_same("duo --bfile x --threshold 0.5 --format abc", {{1, 1, 3}, {4, 1, 1}, {1, 4, 1}});
}

TEST_F(SameOutput, of_ranks_that_have_no_vectors_of_their_own) {
  expect_same("ccc --synthetic random --num-vectors 20 --num-fields 70", {{4, 1, 1}, {5, 1, 1}});
}

TEST_F(SameOutput, whatever_decomposition_is_chosen) {
  const std::string problem = "ccc --synthetic random --num-vectors 200 --num-fields 50";
  on(0);
  succeed(problem + " --out alone");
  for (const int ranks : {2, 3, 4, 5}) {
    const std::string out = "run" + std::to_string(ranks);
    on(ranks);
    succeed(problem + " --out " + out);
    expect_same_outputs(out, "alone");
    EXPECT_EQ(summary(out).at("ranks"), ranks);
  }
}

TEST_F(SameOutput, with_tallies_that_are_checked) {
  write_plink(90, 61, 20);
  on(0);
  succeed("ccc --bfile x --threshold 0.4 --out alone");
  on(4);
  succeed("ccc --bfile x --threshold 0.4 --check --out checked" + axes(2, 2, 1));
  expect_same_outputs("checked", "alone");
  EXPECT_EQ(summary("checked").at("options").at("check"), true);
}

TEST_F(SameOutput, with_sums_of_whole_numbers_that_are_checked) {
  std::string table = "id";
  for (int f = 0; f < 130; ++f) table += "\tf" + std::to_string(f);
  for (int v = 0; v < 70; ++v) {
    table += "\nv" + std::to_string(v);
    for (int f = 0; f < 130; ++f) table += "\t" + std::to_string((v * f + f / 3) % 200);
  }
  write("t.tsv", table + "\n");
  on(0);
  succeed("ps --table t.tsv --threshold 0.4 --out alone");
  on(4);
  succeed("ps --table t.tsv --threshold 0.4 --check --out checked" + axes(2, 2, 1));
  expect_same_outputs("checked", "alone");
}

}  // namespace
}  // namespace encke::test
