// A .pgen gives the packed vectors of the .bed of the same genotypes.
#include <encke/io/pgen/pgen.hpp>
#include <encke/io/plink/plink.hpp>
#include <random>

#include "support/files.hpp"
#include "support/inputs/packed.hpp"
#include "support/inputs/pgen_file.hpp"

namespace encke::io {
namespace {

using test::Genotypes;
using test::PgenForm;

const std::vector<unsigned> all_types = {0, 2, 3, 1, 2, 2, 4, 3, 6, 2, 7, 0x10, 2, 3, 0x21, 2};

/// As all_types, but for what four bits cannot tell.
const std::vector<unsigned> narrow_types = {0, 2, 3, 1, 2, 2, 4, 3, 6, 2, 7, 2, 3, 1, 3};

class Pgen : public testing::Test {
 protected:
  PgenFiles write(const Genotypes& g, const std::vector<unsigned>& types = narrow_types,
                  const PgenForm& form = {}) const {
    const auto bytes = test::pgen_bytes(g, types, form);
    if (!bytes.index.empty()) files_.write("x.pgen.pgi", bytes.index);
    return {files_.write("x.pgen", bytes.pgen), files_.write("x.pvar", test::pvar_text(g.vectors)),
            files_.write("x.psam", test::psam_text(g.fields))};
  }
  std::string write_bed(const Genotypes& g) const {
    files_.write("x.bed", test::pgen_bytes(g, {}, {.mode = 0x01}).pgen);
    files_.write("x.bim", test::bim_of(g.vectors));
    files_.write("x.fam", test::fam_of(g.fields));
    return files_.path("x");
  }
  std::unique_ptr<Source> pgen(const PgenFiles& files, const Subset& subset = {},
                               Element element = Element::genotype) const {
    return open_pgen(files, subset, Multiallelics::error, MissingCode::missing, element);
  }

  TemporaryFiles files_;
};

void expect_same(const PackedVectors& some, const PackedVectors& expected) {
  ASSERT_EQ(some.vectors(), expected.vectors());
  ASSERT_EQ(some.fields(), expected.fields());
  EXPECT_EQ(some.missing(), expected.missing());
  const auto pieces = some.buffers();
  const auto others = expected.buffers();
  ASSERT_EQ(pieces.size(), others.size());
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    ASSERT_TRUE(std::equal(pieces[p].begin(), pieces[p].end(), others[p].begin(), others[p].end()))
        << "piece " << p;
  }
}

Genotypes related(Index vectors, Index fields, std::uint64_t seed) {
  Genotypes g = test::random_genotypes(vectors, fields, 0.03, seed);
  std::mt19937_64 random(seed);
  for (Index v = 1; v < vectors; ++v) {
    for (Index f = 0; v % 3 != 0 && f < fields; ++f) {
      if (random() % 8 != 0) g.at(v, f) = g.at(v - 1, f);
    }
  }
  return g;
}

TEST_F(Pgen, IsTheBedInEveryFormAndForEveryNumberOfSamples) {
  for (const Index samples : {1, 3, 4, 5, 63, 64, 65, 256, 257}) {
    const Genotypes g = related(61, samples, 5);
    const PackedVectors expected = read_plink(write_bed(g)).vectors;
    for (const PgenForm& form :
         {PgenForm{}, PgenForm{.length_bytes = 1 + (samples > 200 ? 1 : 0)},
          PgenForm{.length_bytes = 4, .reference = 2}, PgenForm{.allele_bytes = 1, .reference = 0},
          PgenForm{.allele_bytes = 3, .reference = 3}, PgenForm{.mode = 0x11},
          PgenForm{.mode = 0x20}, PgenForm{.mode = 0x21, .reference = 3}, PgenForm{.mode = 0x01},
          PgenForm{.mode = 0x02}, PgenForm{.mode = 0x02, .reference = 3}, PgenForm{.mode = 0x03},
          PgenForm{.mode = 0x04}}) {
      SCOPED_TRACE(testing::Message() << samples << " samples, mode " << form.mode);
      const auto source = pgen(write(g, narrow_types, form));
      expect_same(source->read(source->whole()), expected);
    }
    const auto source = pgen(write(g, all_types, {.wide_types = true}));
    expect_same(source->read(source->whole()), expected);
  }
}

TEST_F(Pgen, IsTheBedForEveryElement) {
  const Genotypes g = related(40, 70, 8);
  const std::string bed = write_bed(g);
  const PgenFiles files = write(g);
  for (const Element element :
       {Element::genotype, Element::genotype_moments, Element::bit, Element::case_control}) {
    const auto source = pgen(files, {}, element);
    const auto expected = open_plink(bed, {}, MissingCode::missing, element);
    EXPECT_EQ(source->names(), expected->names());
    expect_same(source->read(source->whole()), expected->read(expected->whole()));
  }
  expect_same(read_all(open_pgen(files, {}, Multiallelics::error, MissingCode::het)).vectors,
              read_plink(bed, {}, MissingCode::het).vectors);
}

TEST_F(Pgen, IsSelectedAsTheBedIs) {
  const Genotypes g = related(120, 90, 9);
  const std::string bed = write_bed(g);
  const PgenFiles files = write(g);
  std::string some, few;
  for (int i = 0; i < 120; ++i) some += i % 7 < 4 ? "rs" + std::to_string(i) + "\n" : "";
  for (int i = 0; i < 90; ++i) few += i % 5 < 3 ? "I" + std::to_string(i) + "\n" : "";
  Subset subset{.keep = files_.write("keep", few), .extract = files_.write("extract", some)};
  for (const auto& [geno, maf] : {std::pair{1.0, 0.0}, {0.03, 0.0}, {1.0, 0.2}, {0.04, 0.1}}) {
    subset.geno = geno;
    subset.maf = maf;
    for (const Element element : {Element::genotype, Element::case_control}) {
      const auto source = pgen(files, subset, element);
      const auto expected = open_plink(bed, subset, MissingCode::missing, element);
      EXPECT_EQ(source->names(), expected->names());
      EXPECT_GT(source->vectors(), 5);
      EXPECT_LT(source->vectors(), 120);
      expect_same(source->read(source->whole()), expected->read(expected->whole()));
    }
  }
}

TEST_F(Pgen, IsReadInPartsThatBeginWithinChains) {
  const Genotypes g = related(33, 21, 4);
  Subset subset{.exclude = files_.write("exclude", "rs0 rs4 rs5 rs6 rs13 rs14 rs32")};
  const auto expected = open_plink(write_bed(g), subset);
  const auto source = pgen(write(g), subset);
  for (Index first = 0; first <= source->vectors(); ++first) {
    for (Index end = first; end <= source->vectors(); ++end) {
      const Index field = (first + end) % 5;
      const ReadRange part = {{first, end}, {field, source->fields() - field / 2}};
      expect_same(source->read(part), expected->read(part));
    }
  }
}

TEST_F(Pgen, HasBlocksOf65536Variants) {
  std::vector<unsigned> types(65536, 2);
  types[0] = 1;
  types[9] = 0;
  types[65530] = 4;
  for (const Index variants : {65536, 65537}) {
    const Genotypes g = related(variants, 3, 6);
    const PackedVectors expected = read_plink(write_bed(g)).vectors;
    const auto source = pgen(write(g, types, {.length_bytes = 1}));
    expect_same(source->read(source->whole()), expected);
    const ReadRange end = {{65528, source->vectors()}, {0, 3}};
    expect_same(source->read(end), open_plink(files_.path("x"))->read(end));
  }
}

TEST_F(Pgen, HasManySamples) {
  for (const Index samples : {65536, 65537}) {
    const Genotypes g = related(8, samples, 6);
    const auto source = pgen(write(g, {0, 2, 1, 3, 4, 6, 7, 2}));
    expect_same(source->read(source->whole()), read_plink(write_bed(g)).vectors);
  }
}

TEST_F(Pgen, TakesCompressedVariants) {
  const Genotypes g = related(50, 9, 1);
  PgenFiles files = write(g);
  const std::string text = test::pvar_text(50);
  const std::string packed =  // two frames, cut within a line
      test::zstd_packed(text.substr(0, 333)) + test::zstd_packed(text.substr(333));
  if (packed.empty()) GTEST_SKIP() << "built without Zstandard";
  files.pvar = files_.write("x.pvar.zst", packed);
  const auto source = pgen(files);
  EXPECT_EQ(source->names().back(), "rs49");
  expect_same(source->read(source->whole()), read_plink(write_bed(g)).vectors);
  std::string damaged = packed;
  damaged[damaged.size() / 2] ^= 0x10;
  for (const std::string& bytes : {damaged, packed.substr(0, packed.size() - 1)}) {
    files_.write("x.pvar.zst", bytes);
    expect_error([&] { pgen(files); }, Failure::malformed, {"x.pvar.zst"});
  }
}

TEST_F(Pgen, IsFoundByItsPrefix) {
  const PgenFiles files = write(related(5, 9, 1));
  for (const std::string& prefix : {files_.path("x"), files_.path("x.pgen")}) {
    EXPECT_EQ(pgen_files(prefix).pgen, files.pgen);
    EXPECT_EQ(pgen_files(prefix).pvar, files.pvar);
    EXPECT_EQ(pgen_files(prefix).psam, files.psam);
  }
  files_.write("y.pvar.zst", "");
  EXPECT_EQ(pgen_files(files_.path("y")).pvar, files_.path("y.pvar.zst"));
  EXPECT_EQ(pgen_files(files_.path("z")).pvar, files_.path("z.pvar"));
}

TEST_F(Pgen, TellsItsFilesAndTheirDigests) {
  const PgenFiles files = write(related(50, 9, 1), narrow_types, {.mode = 0x20});
  for (const bool selected : {false, true}) {
    Subset subset;
    if (selected) subset.exclude = files_.write("exclude", "rs0 rs1 rs2 rs49");
    const auto source = pgen(files, subset);
    source->read({{2, 3}, {0, 9}});
    source->read(source->whole());
    auto records = source->files();
    if (selected) records.erase(records.end() - 2);
    ASSERT_EQ(records.size(), 4U);
    const std::vector<std::string> paths = {files.psam, files.pvar, files.pgen + ".pgi",
                                            files.pgen};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(records[i].path, paths[i]);
      EXPECT_EQ(records[i].digest, InputFile(paths[i]).record().digest);
    }
  }
}

TEST_F(Pgen, RefusesVariantsOfSeveralAllelesUnlessTheyAreLeftOutOrTaken) {
  const Genotypes g = related(12, 30, 2);
  std::vector<unsigned> types(12, 0);
  types[1] = types[3] = types[4] = types[5] = types[8] = 8;
  PgenFiles files = write(g, types);
  std::string pvar = test::pvar_text(12);
  pvar.replace(pvar.rfind("A\n"), 2, "A,T\n");
  files.pvar = files_.write("x.pvar", pvar);
  expect_error([&] { pgen(files); }, Failure::inconsistent,
               {"x.pvar", "6 variants", "rs1, rs3, rs4, rs5, rs8, ...", "bcftools norm -m-",
                "--multiallelics ref"});
  const auto some = pgen(files, {.exclude = files_.write("exclude", "rs1 rs3 rs4 rs5 rs8 rs11")});
  EXPECT_EQ(some->vectors(), 6);
  const auto all = open_pgen(files, {}, Multiallelics::ref);
  expect_same(all->read(all->whole()), read_plink(write_bed(g)).vectors);
  ASSERT_EQ(all->remarks().size(), 1U);
  EXPECT_NE(all->remarks()[0].find("more than two alleles: 6"), std::string::npos);
}

TEST_F(Pgen, SaysThatDosagesAreNotTaken) {
  const auto source = pgen(write(related(30, 9, 1), {0, 0x20, 0x42, 0x10}, {.wide_types = true}));
  ASSERT_EQ(source->remarks().size(), 1U);
  EXPECT_EQ(source->remarks()[0], "variants with dosages: 15; the hard calls are taken");
}

TEST_F(Pgen, SaysHowManyVariantsAreOnXYOrMt) {
  const PgenFiles files = write(related(4, 9, 1));
  files_.write("x.pvar", "X rs0 0 1 A C\nX rs1 0 2 A C\n3 rs2 0 1 A C\nMT rs3 0 1 A C\n");
  const auto source = pgen(files, {.exclude = files_.write("exclude", "rs1")});
  EXPECT_EQ(
      source->remarks().back(),
      "variants on X: 1, Y: 0, MT: 1, compared as all others; samples: 0 males, 0 females, 9 of "
      "unknown sex");
}

}  // namespace
}  // namespace encke::io
