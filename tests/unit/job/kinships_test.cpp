// Kinships from a data set to PLINK's table and lists, against their definition.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <encke/job/job.hpp>
#include <encke/job/merge_parts.hpp>
#include <fstream>
#include <sstream>

#include "support/definitions.hpp"
#include "support/scratch.hpp"
#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

using test::Genotypes;
using test::PairOfGenotypes;

constexpr Index samples = 24;
constexpr Index variants = 300;
const std::string header = "#FID1\tIID1\tFID2\tIID2\tNSNP\tHETHET\tIBS0\tKINSHIP\n";

class KingOfFiles : public test::Scratch {
 protected:
  /// Samples as vectors; those on X are left out of it.
  Genotypes autosomes_{samples, variants - 20};

  KingOfFiles() {
    Genotypes of_variants = test::random_genotypes(variants, samples, 0.03, 11);
    for (Index v = 0; v < variants; ++v) {  // 1 is 0 again, 3 shares half with 2, 5 has no het
      of_variants.at(v, 1) = of_variants.at(v, 0);
      if (v % 2 == 0) of_variants.at(v, 3) = of_variants.at(v, 2);
      if (of_variants.at(v, 5) == 1) of_variants.at(v, 5) = 0;
    }
    const auto codes = encode(of_variants, 0, variants, GenotypeCode::bed);
    write("x.bed", "\x6c\x1b\x01" + std::string(codes.begin(), codes.end()));
    std::string bim, fam;
    for (Index v = 0; v < variants; ++v) {
      bim += fmt::format("{} rs{} 0 {} A C\n", v < variants - 20 ? "7" : "X", v, v);
    }
    for (Index s = 0; s < samples; ++s) fam += fmt::format("F{} I{} 0 0 0 -9\n", s / 2, s);
    write("x.bim", bim);
    write("x.fam", fam);
    for (Index s = 0; s < samples; ++s) {
      for (Index v = 0; v < variants - 20; ++v) autosomes_.at(s, v) = of_variants.at(v, s);
    }
  }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }

  Outcome run(std::string line, const std::string& out) const {
    for (auto at = line.find('@'); at != std::string::npos; at = line.find('@')) {
      line.replace(at, 1, path(""));
    }
    Request request = test::requested(line);
    request.out = path(out);
    return perform(request);
  }

  /// The table of all pairs whose kinship is above a limit; NaN is above -1.
  std::string table(double above) const {
    std::string text = header;
    for (Index i = 0; i < samples; ++i) {
      for (Index j = i + 1; j < samples; ++j) {
        const PairOfGenotypes pair(autosomes_, i, j);
        const double kinship = pair.kinship();
        if (!(kinship > above || (std::isnan(kinship) && above < 0))) continue;
        const auto all = static_cast<double>(pair.present());
        text += fmt::format("F{}\tI{}\tF{}\tI{}\t{}\t{:.6g}\t{:.6g}\t{:.6g}\n", j / 2, j, i / 2, i,
                            pair.present(), static_cast<double>(pair.count[1][1]) / all,
                            static_cast<double>(pair.ibs0()) / all, kinship);
      }
    }
    return text;
  }
};

bool has_remark(const Outcome& outcome, const std::string& words) {
  return std::any_of(outcome.remarks.begin(), outcome.remarks.end(),
                     [&](const auto& remark) { return remark.find(words) != std::string::npos; });
}

TEST_F(KingOfFiles, has_the_table_of_the_definition) {
  const Outcome outcome = run("king --bfile @x", "all");
  EXPECT_EQ(bytes_of(path("all.kin0")), table(-1));
  EXPECT_EQ(outcome.report.hits, samples * (samples - 1) / 2);
  EXPECT_EQ(outcome.report.values, samples * (samples - 1) / 2);  // a kinship of each pair
  EXPECT_TRUE(has_remark(outcome, "20 of 300 variants left out"));
  EXPECT_TRUE(has_remark(outcome, "samples without a heterozygous genotype: 1"));
  const Outcome some = run("king --bfile @x --threshold 0.1", "some");
  EXPECT_EQ(bytes_of(path("some.kin0")), table(0.1));
  EXPECT_EQ(some.report.hits, std::ranges::count(table(0.1), '\n') - 1);
}

TEST_F(KingOfFiles, has_one_value_of_a_pair_in_other_formats) {
  const Outcome outcome = run("king --bfile @x --threshold 0.45 --format edges", "one");
  const double kinship = PairOfGenotypes(autosomes_, 0, 1).kinship();
  EXPECT_EQ(bytes_of(path("one.edges.tsv")),
            fmt::format("#ID1\tID2\tVALUE\nI0\tI1\t{:.17g}\n", kinship));
  EXPECT_EQ(outcome.report.hits, 1);
  run("king --bfile @x --top 1", "top");
  EXPECT_EQ(bytes_of(path("top.edges.tsv")), bytes_of(path("one.edges.tsv")));
  run("king --bfile @x --format npy", "array");
  EXPECT_GT(bytes_of(path("array.npy")).size(), 8u * samples * (samples - 1) / 2);
}

TEST_F(KingOfFiles, in_parts_has_the_table_of_the_whole) {
  run("king --bfile @x --threshold 0.01 --block 16", "whole");
  Request merging{.out = path("merged")};
  for (int part = 1; part <= 3; ++part) {
    const std::string out = fmt::format("part{}", part);
    run(fmt::format("king --bfile @x --threshold 0.01 --block 16 --shard {}/3", part), out);
    merging.parts.push_back(path(out));
  }
  merge(merging);
  EXPECT_EQ(bytes_of(path("merged.kin0")), bytes_of(path("whole.kin0")));
}

TEST_F(KingOfFiles, lists_whom_to_leave_out) {
  const Outcome outcome = run("king --bfile @x --king-cutoff 0.2", "cut");
  EXPECT_EQ(bytes_of(path("cut.kin0")), table(0.2));
  const std::string out = bytes_of(path("cut.king.cutoff.out.id"));
  EXPECT_EQ(out.substr(0, 14), "#FID\tIID\nF0\tI1");
  EXPECT_EQ(std::ranges::count(out, '\n') +
                std::ranges::count(bytes_of(path("cut.king.cutoff.in.id")), '\n'),
            samples + 2);
  EXPECT_TRUE(has_remark(outcome, "so that no kinship above it is left"));
  run("king --bfile @x --king-cutoff 0.2 --threshold 0.05", "more");
  EXPECT_EQ(bytes_of(path("more.king.cutoff.out.id")), out);
  EXPECT_EQ(bytes_of(path("more.kin0")), table(0.05));
}

TEST_F(KingOfFiles, also_of_other_chromosomes_where_that_is_asked_for) {
  const Outcome outcome = run("ibs --bfile @x --all-chromosomes", "states");
  EXPECT_EQ(outcome.report.fields, variants);
  const Outcome of_autosomes = run("ibs --bfile @x --threshold 0.99", "equal");
  EXPECT_EQ(of_autosomes.report.fields, variants - 20);
  EXPECT_EQ(bytes_of(path("equal.edges.tsv")), "#ID1\tID2\tVALUE\nI0\tI1\t1\n");
  run("ibs --bfile @x --distance --below --threshold 0.01", "near");
  EXPECT_EQ(bytes_of(path("near.edges.tsv")), "#ID1\tID2\tDISTANCE\nI0\tI1\t0\n");
}

TEST(KingRequest, refuses_what_does_not_go_together) {
  for (const std::string options :
       {"--king-cutoff 0.1 --top 3", "--king-cutoff 0.1 --threshold 0.2", "--king-cutoff 0.6",
        "--king-cutoff 0.1 --shard 1/2", "--king-cutoff 0.1 --extract-first f",
        "--format kin0 --top 3", "--way 3", "--check"}) {
    EXPECT_THROW(test::requested("king --bfile x " + options), Error) << options;
  }
  EXPECT_THROW(test::requested("ibs --bfile x --king-cutoff 0.1"), Error);
  EXPECT_THROW(test::requested("r2 --bfile x --format kin0"), Error);
  EXPECT_EQ(test::requested("king --bfile x --king-cutoff 0.1").threshold, 0.1);
}

}  // namespace
}  // namespace encke::job
