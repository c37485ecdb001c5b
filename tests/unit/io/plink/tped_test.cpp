#include <encke/io/plink/plink.hpp>
#include <encke/io/plink/tped.hpp>
#include <encke/pack/packers.hpp>
#include <string>

#include "support/files.hpp"

namespace encke::io::tped_test {
namespace {

// Five samples, of which f4 and f5 are no founders; f1 and f3 are male.
const std::string tfam_lines =
    "f1 i1 0 0 1 1\nf2 i2 0 0 2 1\nf3 i3 0 0 1 2\nf4 i4 i1 i2 2 2\nf5 i5 0 i2 1 -9\n";
// rs1: G is rare. rs2: C comes later, as often. rs3: A is rare, but not among the founders.
// rs4: one allele. rs5: none.
const std::string tped_lines =
    "1 rs1 0 10  A A  G A  A A  0 0  G G\n"
    "\n"
    "1\trs2\t0\t20\tT\tC\tT\tC\tT\tC\t.\t.\tT\tC\r\n"
    "2 rs3 0 30 A A A G A G G G G G\n"
    "2 rs4 0 40 T T 0 0 T T T T T T\n"
    "2 rs5 0 50 0 0 0 0 0 0 0 0 0 0";

std::string write_set(const TemporaryFiles& files, const std::string& tped = tped_lines,
                      const std::string& tfam = tfam_lines) {
  files.write("set.tped", tped);
  files.write("set.tfam", tfam);
  return files.path("set");
}

// Copies of A1 in each sample, '.' where missing; one line for each vector.
std::string text(const PackedVectors& vectors) {
  std::string s;
  for (Index v = 0; v < vectors.vectors(); ++v) {
    for (Index f = 0; f < vectors.fields(); ++f) s += "012."[pack::genotype(vectors, v, f)];
    s += '\n';
  }
  return s;
}

TEST(ReadTped, GivesVariantsAsVectorsAndCopiesOfTheRarerAllele) {
  const TemporaryFiles files;

  const Dataset data = read_tped(write_set(files));

  EXPECT_EQ(text(data.vectors), "010.2\n111.1\n01122\n0.000\n.....\n");
  EXPECT_EQ(data.names, (std::vector<std::string>{"rs1", "rs2", "rs3", "rs4", "rs5"}));
  EXPECT_EQ(data.vectors_in_file, 5);
  EXPECT_EQ(data.fields_in_file, 5);
  ASSERT_EQ(data.files.size(), 2u);
  EXPECT_EQ(data.files[0].path, files.path("set.tfam"));
  EXPECT_EQ(data.files[1].path, files.path("set.tped"));
  EXPECT_EQ(data.files[1].bytes, static_cast<Index>(tped_lines.size()));
}

TEST(ReadTped, CountsTheSexChromosomesOfMaleFounders) {
  const TemporaryFiles files;
  // X: of the founders' alleles A 3, G 2, as males have one copy. Y: A 1, G 2, of males alone.
  for (const std::string x : {"23", "X", "x", "chrX", "CHR23"}) {
    EXPECT_EQ(text(read_tped(write_set(files, x + " v 0 1 A A A G G G 0 0 A A\n")).vectors),
              "012.0\n")
        << x;
    EXPECT_EQ(text(read_tped(write_set(files, x + " v 0 1 G G A A 0 0 G G G G\n")).vectors),
              "20.22\n")
        << x;
  }
  for (const std::string y : {"24", "Y", "chry"}) {
    const std::string set = write_set(files, y + " v 0 1 G G A A A G A A A A\n");
    EXPECT_EQ(text(read_tped(set, {.keep_het_haploid = true}).vectors), "02122\n") << y;
    EXPECT_EQ(text(read_tped(set).vectors), "0...2\n") << y;  // two females, a heterozygote
  }
  EXPECT_EQ(text(read_tped(write_set(files, "22 v 0 1 G G A A A G A A A A\n")).vectors), "20100\n");
}

TEST(ReadTped, SelectsAsPlinkDataSetsAreSelected) {
  const TemporaryFiles files;
  const std::string set = write_set(files);
  Subset subset;
  subset.keep = files.write("keep", "f1 i1\nf3 i3\nf5 i5\nf4 i4\n");
  subset.exclude = files.write("exclude", "rs2\n");
  subset.geno = 0.3;
  subset.maf = 0.1;
  subset.nonfounders = true;

  const Dataset data = read_tped(set, subset);

  EXPECT_EQ(text(data.vectors), "00.2\n0122\n");
  EXPECT_EQ(data.names, (std::vector<std::string>{"rs1", "rs3"}));
  EXPECT_EQ(data.files.size(), 4u);
}

TEST(ReadTped, ReadsPartsThatAreThoseOfTheWhole) {
  const TemporaryFiles files;
  Subset subset;
  subset.remove = files.write("remove", "f2 i2\n");
  subset.exclude = files.write("exclude", "rs2\n");
  const auto source = open_tped(write_set(files), subset);
  const PackedVectors whole = source->read(source->whole());
  for (Index first = 0; first <= source->vectors(); ++first) {
    for (Index end = first; end <= source->vectors(); ++end) {
      for (Index field = 0; field <= source->fields(); ++field) {
        const PackedVectors part = source->read({{first, end}, {field, source->fields()}});
        for (Index v = first; v < end; ++v) {
          for (Index f = field; f < source->fields(); ++f) {
            ASSERT_EQ(pack::genotype(part, v - first, f - field), pack::genotype(whole, v, f))
                << v << " " << f;
          }
        }
      }
    }
  }
}

TEST(ReadTped, RefusesMalformedLinesWithTheirNumberAndColumn) {
  const TemporaryFiles files;
  const std::string first = "1 rs1 0 10 A A G A A A 0 0 G G\n\n";
  const auto refuse = [&](const std::string& line, std::initializer_list<std::string_view> words) {
    const std::string set = write_set(files, first + line);
    expect_error([&] { read_tped(set); }, Failure::malformed, words);
  };
  refuse("1 rs2 0\n", {"set.tped:3", "3 columns found"});
  refuse("1 rs2 0 1 A A A A A A A A A\n", {"set.tped:3", "13 columns found, 14 expected"});
  refuse("1 rs2 0 1 A A A A A A A A\n", {":3:", "12 columns found"});
  refuse("1 rs2 0 1 A A A A A A A A A A A\n", {":3:", "15 columns found"});
  refuse("1 rs2 0 1\n", {":3:", "4 columns found"});
  refuse("1 rs2 0 1 A A A 0 A A A A A A\n", {":3:7:", "'A 0'", "missing"});
  refuse("1 rs2 0 1 A A . A A A A A A A\n", {":3:7:", "'. A'"});
  refuse("1 rs2 0 1 A A C C A T A A A A\n", {":3:10:", "third allele 'T'", "'A'"});
}

TEST(ReadTped, RefusesFilesThatAreMissingEmptyOrWithoutSamples) {
  const TemporaryFiles files;
  expect_error([&] { read_tped(files.path("none")); }, Failure::open, {"none.tfam"});
  expect_error([&] { read_tped(write_set(files, "")); }, Failure::malformed, {"set.tped", "empty"});
  expect_error([&] { read_tped(write_set(files, tped_lines, "")); }, Failure::malformed,
               {"set.tfam", "empty"});
  expect_error([&] { read_tped(write_set(files, tped_lines, "f1 i1 0 0 1\n")); },
               Failure::malformed, {"set.tfam:1", "5 columns"});
}

TEST(ReadTped, FindsWhatIsWrongInTheVariantsThatAreKept) {
  const TemporaryFiles files;
  const std::string prefix = write_set(files, tped_lines + "\n3 bad 0 1 A\n");
  expect_error([&] { open_tped(prefix); }, Failure::malformed, {":7:"});
  const auto source = open_tped(prefix, {.exclude = files.write("list", "bad")});
  EXPECT_EQ(text(source->read({{0, 2}, {0, 5}})), "010.2\n111.1\n");
}

TEST(ReadTped, TellsWhereVariantsLieAndWhichAlleleIsA1) {
  const TemporaryFiles files;
  const auto source = open_tped(write_set(files));
  const Sites& sites = source->sites();
  ASSERT_EQ(sites.size(), source->vectors());
  const PackedVectors all = source->read(source->whole());
  for (Index v = 0; v < sites.size(); ++v) {
    const std::string alleles(sites.alleles(v));
    ASSERT_EQ(alleles.size(), 3U) << alleles;
    // copies of A1 are there only if there is an A1
    EXPECT_EQ(alleles[0] == '0', all.x_sum(v) == -all.present_count(v)) << alleles;
  }
}

TEST(ReadTped, DividesCasesAndControls) {
  const TemporaryFiles files;
  const auto source = open_tped(write_set(files), {}, MissingCode::missing, Element::case_control);
  EXPECT_EQ(source->fields(), 4);  // the last has no phenotype
  const auto whole = source->read(source->whole());
  EXPECT_EQ(whole.vectors(), 5);
  for (const Index at : {0, 5}) {  // a rank without vectors
    const auto none = source->read({{at, at}, {0, 4}});
    EXPECT_EQ(none.vectors(), 0);
    EXPECT_EQ(none.contraction(), whole.contraction());
    for (const int c : {0, 1}) EXPECT_EQ(none.class_fields(c).size(), whole.class_fields(c).size());
  }
  expect_error([&] { source->read({{0, 5}, {0, 2}}); }, Failure::inconsistent, {"all"});
}

}  // namespace
}  // namespace encke::io::tped_test
