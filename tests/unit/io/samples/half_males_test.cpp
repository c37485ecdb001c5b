#include <gtest/gtest.h>

#include <encke/io/plink/plink.hpp>
#include <encke/io/samples/half_males.hpp>
#include <encke/pack/packers.hpp>

#include "support/files.hpp"
#include "support/genotypes.hpp"

// Variants of X, in which males count half: what is packed is what is packed of a table in which
// all others come twice.

namespace encke::io {
namespace {

using test::Genotypes;

/// Chromosome 1, so that no genotype of a male is left out.
std::unique_ptr<Source> opened(const TemporaryFiles& files, const Genotypes& g,
                               const std::vector<int>& sexes, Element element) {
  const auto codes = encode(g, 0, g.vectors, GenotypeCode::bed);
  files.write("x.bed", "\x6c\x1b\x01" + std::string(codes.begin(), codes.end()));
  std::string bim, fam;
  for (Index v = 0; v < g.vectors; ++v) {
    bim += "1 rs" + std::to_string(v) + " 0 " + std::to_string(v + 1) + " A C\n";
  }
  for (std::size_t s = 0; s < sexes.size(); ++s) {
    fam += "f i" + std::to_string(s) + " 0 0 " + std::to_string(sexes[s]) + " -9\n";
  }
  files.write("x.bim", bim);
  files.write("x.fam", fam);
  return open_plink(files.path("x"), {}, MissingCode::missing, element);
}

/// The samples as they are, and behind them those that are not male.
Genotypes doubled(const Genotypes& g, const std::vector<int>& sexes) {
  std::vector<Index> fields;
  for (Index f = 0; f < g.fields; ++f) fields.push_back(f);
  for (Index f = 0; f < g.fields; ++f) {
    if (sexes[static_cast<std::size_t>(f)] != 1) fields.push_back(f);
  }
  Genotypes all(g.vectors, std::ssize(fields));
  for (Index v = 0; v < g.vectors; ++v) {
    for (Index f = 0; f < all.fields; ++f)
      all.at(v, f) = g.at(v, fields[static_cast<std::size_t>(f)]);
  }
  return all;
}

void expect_equal(const PackedVectors& found, const Genotypes& g, Range fields) {
  ASSERT_EQ(found.fields(), fields.size());
  ASSERT_EQ(found.vectors(), g.vectors);
  Index missing = 0;
  for (Index v = 0; v < g.vectors; ++v) {
    Index sum = 0, positive = 0, present = 0;
    for (Index f = 0; f < fields.size(); ++f) {
      const int genotype = g.at(v, fields.begin + f);
      ASSERT_EQ(static_cast<int>(element_of<GenotypeMoments>(found, v, f)), genotype)
          << v << ' ' << f;
      sum += genotype == 3 ? 0 : genotype - 1;
      positive += genotype == 2 ? 1 : 0;
      present += genotype == 3 ? 0 : 1;
    }
    missing += fields.size() - present;
    EXPECT_EQ(found.x_sum(v), sum);
    EXPECT_EQ(found.positive_count(v), positive);
    EXPECT_EQ(found.present_count(v), present);
  }
  EXPECT_EQ(found.missing(), missing);
}

TEST(CountMalesHalf, repeats_all_others) {
  for (const Index samples : {5, 64, 100, 129}) {
    for (const double rate : {0.0, 0.1}) {
      const TemporaryFiles files;
      const Genotypes g = test::random_genotypes(19, samples, rate, 7);
      std::vector<int> sexes;
      for (Index s = 0; s < samples; ++s) sexes.push_back(static_cast<int>(s * s % 5 % 3));
      const auto source = opened(files, g, sexes, Element::genotype_moments);
      ASSERT_TRUE(can_count_males_half(*source));
      const auto half = count_males_half(*source, {3, 19});
      const Genotypes expected = doubled(g, sexes);
      EXPECT_EQ(half->vectors(), 16);
      EXPECT_EQ(half->fields(), expected.fields);
      std::vector<Index> some;
      for (Index v = 3; v < 19; ++v) some.push_back(v);
      const Genotypes of_range = with_vectors(expected, some);
      expect_equal(half->read(half->whole()), of_range, {0, expected.fields});
      const Range part{expected.fields / 3, expected.fields - 1};
      expect_equal(half->read({{0, 16}, part}), of_range, part);
    }
  }
}

TEST(CountMalesHalf, makes_a_difference_only_with_males_and_others) {
  const TemporaryFiles files;
  const Genotypes g = test::random_genotypes(2, 4, 0, 1);
  const auto can = [&](const std::vector<int>& sexes) {
    return can_count_males_half(*opened(files, g, sexes, Element::genotype_moments));
  };
  EXPECT_TRUE(can({1, 2, 2, 0}));
  EXPECT_TRUE(can({1, 1, 1, 0}));
  EXPECT_FALSE(can({1, 1, 1, 1}));
  EXPECT_FALSE(can({0, 2, 2, 0}));
}

/// Variants of X as above; the others have the repeated samples missing the second time.
TEST(CountMalesHalfOnX, leaves_other_variants_as_they_are) {
  const TemporaryFiles files;
  const Genotypes g = test::random_genotypes(12, 70, 0.1, 3);
  std::vector<int> sexes;
  for (int s = 0; s < 70; ++s) sexes.push_back(s % 3);
  opened(files, g, sexes, Element::genotype_moments);
  std::string bim;
  for (Index v = 0; v < g.vectors; ++v) {
    const std::string chromosome = v < 4 ? "1" : v < 9 ? "chrX" : "Y";
    bim += chromosome + " rs" + std::to_string(v) + " 0 " + std::to_string(v + 1) + " A C\n";
  }
  files.write("x.bim", bim);
  const auto open = [&] {
    return open_plink(files.path("x"), {.keep_het_haploid = true}, MissingCode::missing,
                      Element::genotype_moments);
  };
  const auto half = count_males_half_on_x(open());
  Genotypes expected = doubled(g, sexes);
  ASSERT_GT(expected.fields, g.fields);
  for (Index v = 0; v < g.vectors; ++v) {
    for (Index f = g.fields; f < expected.fields; ++f) {
      if (v < 4 || v >= 9) expected.at(v, f) = 3;
    }
  }
  ASSERT_EQ(half->fields(), expected.fields);
  expect_equal(half->read(half->whole()), expected, {0, expected.fields});
  EXPECT_EQ(half->names()[4], "rs4");
  EXPECT_EQ(half->sites().size(), 12);
  ASSERT_FALSE(half->remarks().empty());
  EXPECT_NE(half->remarks().back().find("variants of X: 5"), std::string::npos);
}

TEST(CountMalesHalfOnX, is_the_source_itself_where_nothing_differs) {
  const TemporaryFiles files;
  const Genotypes g = test::random_genotypes(3, 9, 0, 3);
  auto source = opened(files, g, {1, 2, 1, 2, 1, 2, 1, 2, 1}, Element::genotype_moments);
  const Source* const before = source.get();
  EXPECT_EQ(count_males_half_on_x(std::move(source)).get(), before);
}

}  // namespace
}  // namespace encke::io
