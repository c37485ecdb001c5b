#include <algorithm>
#include <cmath>
#include <encke/io/plink/plink.hpp>
#include <encke/ld/clump.hpp>
#include <encke/ld/haplotype_r2.hpp>
#include <fstream>
#include <random>
#include <set>

#include "support/files.hpp"
#include "support/genotypes.hpp"

namespace encke::ld::clump_test {
namespace {

using io::TemporaryFiles;
using test::Genotypes;

constexpr Index variants = 120;

/// Neighbours are alike; the first 80 variants are on chromosome 1.
Genotypes some_genotypes() {
  Genotypes g = test::random_genotypes(variants, 50, 0.03, 21);
  const Genotypes noise = test::random_genotypes(variants, 50, 0, 22);
  for (Index v = 1; v < variants; ++v) {
    for (Index f = 0; f < g.fields; ++f) {
      if (noise.at(v, f) != 1 && v % 6 != 0) g.at(v, f) = g.at(v - 1, f);
    }
  }
  return g;
}

Index position_of(Index variant) { return 1000 * variant + variant % 7 * 100; }

std::unique_ptr<io::Source> open_set(const TemporaryFiles& files, const Genotypes& g) {
  const auto codes = encode(g, 0, g.vectors, GenotypeCode::bed);
  files.write("set.bed", "\x6c\x1b\x01" + std::string(codes.begin(), codes.end()));
  std::string bim, fam;
  for (Index v = 0; v < g.vectors; ++v) {
    bim += std::string(v < 80 ? "1" : "2") + " rs" + std::to_string(v) + " 0 " +
           std::to_string(position_of(v)) + " A C\n";
  }
  for (Index s = 0; s < g.fields; ++s) fam += "f i" + std::to_string(s) + " 0 0 0 -9\n";
  files.write("set.bim", bim);
  files.write("set.fam", fam);
  return io::open_plink(files.path("set"), {}, MissingCode::missing, Element::genotype_moments);
}

Association some_association() {
  std::mt19937_64 random(5);
  Association association;
  association.p_values.resize(variants);
  for (auto& p_values : association.p_values) {
    if (random() % 5 == 0) continue;
    p_values.push_back(std::pow(10, -static_cast<double>(random() % 60) / 10));
    if (random() % 8 == 0) p_values.push_back(0.03);
  }
  return association;
}

double r2_of(const Genotypes& g, Index i, Index j) {
  GenotypePairs pairs;
  for (Index f = 0; f < g.fields; ++f) {
    if (g.at(i, f) != 3 && g.at(j, f) != 3) ++pairs.count[g.at(i, f)][g.at(j, f)];
  }
  return haplotype_r2(pairs);
}

TEST(Clump, is_that_of_the_definition) {
  const TemporaryFiles files;
  const Genotypes g = some_genotypes();
  const auto source = open_set(files, g);
  const Association association = some_association();
  for (const ClumpRequest& request : std::vector<ClumpRequest>{
           {}, {.p1 = 0.01, .p2 = 0.05, .r2 = 0.2, .base_pairs = 8300}, {.p1 = 1, .r2 = 0.8}}) {
    int asked = 0;
    const auto clumps = clump(*source, association, request, [&] { ++asked; });
    EXPECT_EQ(asked, std::ssize(clumps));
    std::set<Index> taken;
    const auto least = [&](Index v) {
      const auto& p = association.p_values[static_cast<std::size_t>(v)];
      return p.empty() ? 2 : *std::min_element(p.begin(), p.end());
    };
    std::size_t next = 0;
    for (;; ++next) {
      Index index = -1;  // the most significant one that is in no clump
      for (Index v = 0; v < variants; ++v) {
        if (taken.count(v) != 0 || least(v) > request.p1) continue;
        if (index < 0 || least(v) < least(index)) index = v;
      }
      if (index < 0) break;
      ASSERT_LT(next, clumps.size());
      const Clump& found = clumps[next];
      ASSERT_EQ(found.variant, index);
      EXPECT_EQ(found.p_value, least(index));
      Index total = 0;
      std::set<Index> listed;
      for (Index v = 0; v < variants; ++v) {
        const bool near = (v < 80) == (index < 80) &&
                          std::abs(position_of(v) - position_of(index)) < request.base_pairs;
        if (least(v) > 1 || taken.count(v) != 0 || !near) continue;
        if (v != index && !(r2_of(g, index, v) > request.r2)) continue;
        taken.insert(v);
        total += std::ssize(association.p_values[static_cast<std::size_t>(v)]);
        if (v != index && least(v) < request.p2) listed.insert(v);
      }
      EXPECT_EQ(
          found.others[0] + found.others[1] + found.others[2] + found.others[3] + found.others[4],
          total - 1);
      std::set<Index> others(found.listed.begin(), found.listed.end());
      others.erase(index);  // its other result
      EXPECT_EQ(others, listed);
    }
    EXPECT_EQ(next, clumps.size());
    EXPECT_GT(clumps.size(), 3u);
  }
}

TEST(ReadAssociation, finds_its_columns) {
  const TemporaryFiles files;
  const auto source = open_set(files, some_genotypes());
  files.write("a",
              " CHR  SNP   BP  P\n 1 rs3 7 1e-8\n\n 1 rs9 8 NA\n 1 other 9 0.5\n 1 rs3 7 0.25\n");
  const Association found = read_association(files.path("a"), {}, *source);
  EXPECT_EQ(found.p_values[3], (std::vector<double>{1e-8, 0.25}));
  EXPECT_TRUE(found.p_values[9].empty());
  EXPECT_EQ(found.lines, 3);
  EXPECT_EQ(found.without, 1);
  EXPECT_EQ(found.unknown, 1);
  files.write("b", "#ID\tPVALUE\nrs1\t0\n");
  const Association other = read_association(files.path("b"), {"ID", "PVALUE"}, *source);
  EXPECT_EQ(other.p_values[1], std::vector<double>{0});
}

TEST(ReadAssociation, refuses_what_is_no_report) {
  const TemporaryFiles files;
  const auto source = open_set(files, some_genotypes());
  const auto refused = [&](std::string_view text, std::initializer_list<std::string_view> words) {
    files.write("a", text);
    io::expect_error([&] { read_association(files.path("a"), {}, *source); }, Failure::malformed,
                     words);
  };
  refused("", {"empty"});
  refused("SNP Q\n", {"no column 'P'"});
  refused("#CHROM ID P\n", {"no column 'SNP'", "there is ID: --clump-snp-field ID"});
  refused("SNP LOG10_P\n", {"no column 'P'", "LOG10_P has logarithms"});
  refused("SNP NEG_LOG10_P\n", {"no column 'P'", "NEG_LOG10_P has logarithms"});
  refused("snp P\n", {"no column 'SNP'", "there is 'snp', and capitals count"});
  files.write("a", "SNP P LOG10P\nrs1 0.1 -1\n");
  io::expect_error(
      [&] {
        read_association(files.path("a"), {"SNP", "p"}, *source);
      },
      Failure::malformed, {"no column 'p'", "there is 'P', and capitals count"});
  io::expect_error(
      [&] {
        read_association(files.path("a"), {"SNP", "LOG10P"}, *source);
      },
      Failure::malformed, {":1", "'LOG10P' has logarithms, p-values expected"});
  refused("SNP P\nrs1\n", {":2", "1 columns found, 2 expected"});
  refused("SNP P\nrs1 0.5\nrs1 1.5\n", {":3", "p-value 1.5"});
}

TEST(WriteClumps, writes_plinks_columns) {
  const TemporaryFiles files;
  const auto source = open_set(files, some_genotypes());
  sink::OutputSet set;
  write_clumps(files.path("t"), *source,
               {{.variant = 3, .p_value = 1e-8, .others = {1, 0, 2, 0, 1}, .listed = {4, 90}},
                {.variant = 81, .p_value = 0.00002}},
               set);
  set.commit();
  std::ifstream in(files.path("t.clumped"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}),
            "CHR\tF\tSNP\tBP\tP\tTOTAL\tNSIG\tS05\tS01\tS001\tS0001\tSP2\n"
            "1\t1\trs3\t3300\t1e-08\t4\t1\t0\t2\t0\t1\trs4(1),rs90(1)\n"
            "2\t1\trs81\t81400\t2e-05\t0\t0\t0\t0\t0\t0\tNONE\n");
}

}  // namespace
}  // namespace encke::ld::clump_test
