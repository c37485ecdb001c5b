#include <encke/io/plink/plink.hpp>
#include <encke/io/samples/sample_packer.hpp>
#include <encke/io/samples/sample_source.hpp>
#include <encke/io/samples/transpose_bits.hpp>
#include <encke/pack/packers.hpp>
#include <numeric>
#include <random>

#include "support/files.hpp"
#include "support/genotypes.hpp"

// Samples as vectors: what is packed from variants is what is packed from the transposed table.

namespace encke::io {
namespace {

using test::Genotypes;
using test::pack_bits;
using test::pack_matches;
using test::random_genotypes;

Genotypes transposed(const Genotypes& g) {
  Genotypes t(g.fields, g.vectors);
  for (Index v = 0; v < g.vectors; ++v) {
    for (Index f = 0; f < g.fields; ++f) t.at(f, v) = g.at(v, f);
  }
  return t;
}

Genotypes vectors_of(const Genotypes& g, Range range) {
  std::vector<Index> some(static_cast<std::size_t>(range.size()));
  std::iota(some.begin(), some.end(), range.begin);
  return with_vectors(g, some);
}

std::vector<Index> all_of(Index count) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

void expect_equal(const PackedVectors& found, const PackedVectors& expected) {
  ASSERT_EQ(found.vectors(), expected.vectors());
  ASSERT_EQ(found.fields(), expected.fields());
  EXPECT_EQ(found.missing(), expected.missing());
  for (Index v = 0; v < found.vectors(); ++v) {
    EXPECT_EQ(found.present_count(v), expected.present_count(v)) << v;
    EXPECT_EQ(found.positive_count(v), expected.positive_count(v)) << v;
    EXPECT_EQ(found.x_sum(v), expected.x_sum(v)) << v;
  }
  const auto ours = found.buffers(), theirs = expected.buffers();
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t p = 0; p < ours.size(); ++p) {  // padding too
    ASSERT_TRUE(std::ranges::equal(ours[p], theirs[p])) << "piece " << p;
  }
}

TEST(TransposeBits, exchanges_rows_and_bits) {
  std::mt19937_64 random(1);
  for (auto* const form : {&transpose_bits, &transpose_bits_plain}) {
    BitSquare before, after;
    for (int r = 0; r < 64; ++r) before.row(r) = random();
    after = before;
    form(after);
    for (int r = 0; r < 64; ++r) {
      for (int b = 0; b < 64; ++b) ASSERT_EQ(after.row(b) >> r & 1, before.row(r) >> b & 1);
    }
  }
}

TEST(SamplePacker, makes_what_packing_the_samples_makes) {
  for (const Index samples : {1, 7, 8, 63, 64, 65, 130}) {
    for (const Index variants : {1, 63, 64, 65, 511, 512, 513, 1100}) {
      for (const double rate : {0.0, 0.1}) {
        SCOPED_TRACE(testing::Message() << samples << " x " << variants << ", missing " << rate);
        const Genotypes g = random_genotypes(variants, samples, rate, 5);
        PackedVectors packed(Element::genotype_matches, samples, variants);
        SamplePacker packer(packed);
        packer.add(pack_matches(g), all_of(variants));
        packer.finish();
        expect_equal(packed, pack_matches(transposed(g)));
      }
    }
  }
}

TEST(SamplePacker, takes_pieces_of_any_size_of_which_some_miss_nothing) {
  Genotypes g = random_genotypes(700, 70, 0.1, 6);
  for (Index v = 0; v < 300; ++v) {
    for (Index f = 0; f < g.fields; ++f) {
      if (g.at(v, f) == 3) g.at(v, f) = 1;
    }
  }
  PackedVectors packed(Element::genotype_matches, 70, 700);
  SamplePacker packer(packed);
  Index begin = 0;
  for (const Index size : {1, 64, 130, 105, 3, 397}) {
    packer.add(pack_matches(vectors_of(g, {begin, begin + size})), all_of(size));
    begin += size;
  }
  packer.finish();
  expect_equal(packed, pack_matches(transposed(g)));
}

TEST(SamplePacker, packs_bits) {
  const Genotypes g = random_genotypes(100, 70, 0.1, 7);
  PackedVectors packed(Element::bit, 70, 100);
  SamplePacker packer(packed);
  packer.add(pack_bits(g), all_of(100));
  packer.finish();
  expect_equal(packed, pack_bits(transposed(g)));
}

TEST(SamplePacker, refuses_variants_of_other_samples_and_too_few) {
  PackedVectors packed(Element::genotype_matches, 70, 100);
  SamplePacker packer(packed);
  EXPECT_THROW(packer.add(pack_matches(random_genotypes(5, 71, 0, 1)), {0}), Error);
  EXPECT_THROW(packer.finish(), Error);
}

/// A data set whose variant v is on chromosome chromosomes[v].
std::unique_ptr<Source> open_set(const TemporaryFiles& files, const Genotypes& g,
                                 const std::vector<std::string>& chromosomes) {
  const auto codes = encode(g, 0, g.vectors, GenotypeCode::bed);
  files.write("set.bed", "\x6c\x1b\x01" + std::string(codes.begin(), codes.end()));
  std::string bim, fam;
  for (Index v = 0; v < g.vectors; ++v) {
    const auto number = std::to_string(v);
    bim += chromosomes[static_cast<std::size_t>(v)] + " rs" + number + " 0 " + number + " A C\n";
  }
  for (Index s = 0; s < g.fields; ++s) {
    fam += "F" + std::to_string(s / 2) + " I" + std::to_string(s) + " 0 0 0 -9\n";
  }
  files.write("set.bim", bim);
  files.write("set.fam", fam);
  return open_plink(files.path("set"), {}, MissingCode::missing, Element::genotype_matches);
}

TEST(OpenSamples, has_the_samples_of_the_autosomes) {
  const Genotypes g = random_genotypes(90, 13, 0.1, 8);
  std::vector<std::string> chromosomes(90, "chr22");
  std::vector<Index> kept;
  for (Index v = 0; v < 90; ++v) {
    if (v % 3 == 1) chromosomes[static_cast<std::size_t>(v)] = v % 2 == 0 ? "X" : "23";
    if (v % 30 == 0) chromosomes[static_cast<std::size_t>(v)] = "0";
    if (v % 3 != 1) kept.push_back(v);
  }
  const TemporaryFiles files;

  const auto samples = open_samples(open_set(files, g, chromosomes));

  EXPECT_EQ(samples->vectors(), 13);
  EXPECT_EQ(samples->fields(), 60);
  EXPECT_EQ(samples->vectors_in_file(), 13);
  EXPECT_EQ(samples->fields_in_file(), 90);
  EXPECT_EQ(samples->names()[3], "F1 I3");
  EXPECT_EQ(samples->remarks().back(),
            "autosomes only: 30 of 90 variants left out, on X, Y, MT and others");
  const Genotypes expected = transposed(with_vectors(g, kept));
  expect_equal(samples->read(samples->whole()), pack_matches(expected));
  const auto part = samples->read({{3, 12}, {5, 50}});
  expect_equal(
      part,
      pack_matches(transposed(vectors_of(transposed(vectors_of(expected, {3, 12})), {5, 50}))));
  EXPECT_EQ(samples->files().size(), 3u);
}

TEST(OpenSamples, has_all_chromosomes_where_that_is_asked_for) {
  const Genotypes g = random_genotypes(9, 13, 0.1, 8);
  const TemporaryFiles files;
  const auto samples =
      open_samples(open_set(files, g, std::vector<std::string>(9, "MT")), FieldsOfSamples::all);
  for (const std::string& remark : samples->remarks()) {
    EXPECT_EQ(remark.find("autosomes"), std::string::npos) << remark;
  }
  expect_equal(samples->read(samples->whole()), pack_matches(transposed(g)));
}

TEST(OpenSamples, refuses_inputs_without_autosomes_and_without_planes_of_bits) {
  const Genotypes g = random_genotypes(9, 13, 0.1, 8);
  const TemporaryFiles files;
  auto others = open_set(files, g, std::vector<std::string>(9, "26"));
  EXPECT_THROW(open_samples(std::move(others)), Error);
  auto classes = open_plink(files.path("set"), {}, MissingCode::missing, Element::genotype);
  EXPECT_THROW(open_samples(std::move(classes)), Error);
}

}  // namespace
}  // namespace encke::io
