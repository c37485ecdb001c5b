// Genotypes of X and Y that cannot be, through every way to read rows.
#include <encke/io/pgen/pgen.hpp>
#include <encke/io/plink/plink.hpp>
#include <encke/io/plink/tped.hpp>
#include <encke/pack/packers.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

/// Rows of samples male, male, female, female, unknown: 0 to 2 copies of A1, '.' missing.
class Haploid : public testing::Test {
 protected:
  Haploid() {
    const std::string fam = "f a 0 0 1 1\nf b 0 0 1 2\nf c 0 0 2 1\nf d 0 0 2 2\nf e 0 0 0 1\n";
    const std::string bim =
        "1 v1 0 1 A C\nX v2 0 1 A C\nX v3 0 2 A C\nY v4 0 1 A C\nMT v5 0 1 A C\n";
    for (const char* const name : {"x.fam", "x.tfam", "x.psam"}) files_.write(name, fam);
    for (const char* const name : {"x.bim", "x.pvar"}) files_.write(name, bim);
    std::string bed = "\x6c\x1b\x01", tped;
    std::size_t line = 0;
    for (const std::string row : {"11210", "11101", "2.012", "12010", "12010"}) {
      std::string bytes(2, '\0');
      const std::size_t end = bim.find('\n', line);
      tped += bim.substr(line, end - line - 4);
      line = end + 1;
      for (std::size_t s = 0; s < row.size(); ++s) {
        const int code = row[s] == '2' ? 0 : row[s] == '.' ? 1 : row[s] == '1' ? 2 : 3;
        bytes[s / 4] |= static_cast<char>(code << (2 * (s % 4)));
        tped += row[s] == '2' ? " A A" : row[s] == '.' ? " 0 0" : row[s] == '1' ? " A C" : " C C";
      }
      bed += bytes;
      tped += '\n';
    }
    for (const char* const name : {"x.bed", "x.pgen"}) files_.write(name, bed);
    files_.write("x.tped", tped);
  }

  static std::string text(Source& source, const ReadRange& part) {
    const PackedVectors vectors = source.read(part);
    std::string s;
    for (Index v = 0; v < vectors.vectors(); ++v) {
      for (Index f = 0; f < vectors.fields(); ++f) s += "012."[pack::genotype(vectors, v, f)];
      s += ' ';
    }
    return s;
  }
  static std::string text(std::unique_ptr<Source> source) { return text(*source, source->whole()); }

  TemporaryFiles files_;
};

TEST_F(Haploid, genotypes_that_cannot_be_are_missing) {
  const auto source = open_plink(files_.path("x"));

  EXPECT_EQ(text(*source, source->whole()), "11210 ..101 2.012 .2..0 12010 ");
  EXPECT_EQ(text(*source, {{1, 5}, {1, 5}}), ".101 .012 2..0 2010 ");
  EXPECT_EQ(text(*source, {{3, 4}, {4, 5}}), "0 ");
  ASSERT_EQ(source->remarks().size(), 2u);
  EXPECT_EQ(
      source->remarks()[0],
      "variants on X: 2, Y: 1, MT: 1, compared as all others; samples: 2 males, 2 females, 1 of "
      "unknown sex");
  EXPECT_EQ(
      source->remarks()[1],
      "genotypes that cannot be, read as missing (--het-haploid keep reads them as they are): 2 "
      "of males heterozygous on X, 1 heterozygous on Y, 2 of females on Y");
}

TEST_F(Haploid, may_stay_as_they_are) {
  const auto source = open_plink(files_.path("x"), {.keep_het_haploid = true});

  EXPECT_EQ(text(*source, source->whole()), "11210 11101 2.012 12010 12010 ");
  ASSERT_EQ(source->remarks().size(), 1u);
}

TEST_F(Haploid, of_selected_samples_and_variants) {
  const auto keep = files_.write("keep", "b\ne\n");
  const auto exclude = files_.write("exclude", "v2\n");
  const Subset subset{.keep = keep, .exclude = exclude};
  const auto source = open_plink(files_.path("x"), subset);

  EXPECT_EQ(text(*source, source->whole()), "10 .2 20 20 ");
  EXPECT_EQ(source->remarks().size(), 3u);  // none is changed
}

TEST_F(Haploid, of_classes) {
  const auto source = open_plink(files_.path("x"), {}, MissingCode::missing, Element::case_control);
  // Controls are samples 1, 3 and 5, cases 2 and 4.
  const PackedVectors vectors = source->read(source->whole());
  std::string s;
  for (Index f = 0; f < vectors.fields(); ++f) s += "012."[pack::genotype(vectors, 3, f)];
  EXPECT_EQ(s, "..02.");
}

TEST_F(Haploid, of_other_formats) {
  const std::string all = text(open_plink(files_.path("x")));

  EXPECT_EQ(text(open_pgen(pgen_files(files_.path("x")))), all);
  // A1 of a .tped is the rarer allele.
  EXPECT_EQ(text(open_tped(files_.path("x"), {.keep_het_haploid = true})),
            "11012 11101 0.210 10212 12010 ");
  EXPECT_EQ(text(open_tped(files_.path("x"))), "11012 ..101 0.210 .0..2 12010 ");
}

TEST_F(Haploid, rates_count_what_is_there) {
  // As plink2 has it: a genotype that cannot be is not missing for --geno and --mind.
  EXPECT_EQ(open_plink(files_.path("x"), {.geno = 0})->vectors(), 4);
  EXPECT_EQ(open_plink(files_.path("x"), {.mind = 0})->fields(), 4);
}

}  // namespace
}  // namespace encke::io
