#include <encke/io/plink/plink.hpp>
#include <encke/pack/packers.hpp>
#include <string>

#include "support/files.hpp"

namespace encke::io::plink_test {
namespace {

using namespace std::string_literals;

// A data set of 5 samples and 3 variants; columns: f1 to f5.
//   rs1: hom A1, missing, het, hom A2, hom A2     rs2: all hom A2     rs3: het, het, hom A1 * 3
const std::string fam_lines =
    "f1 i1 0 0 1 1\nf2 i2 0 0 2 1\nf3 i3 0 0 1 2\nf4 i4 0 0 2 2\nf5 i5 0 0 1 -9\n";
const std::string bim_lines = "1\trs1\t0\t10\tA\tC\n1\trs2\t0\t20\tG\tT\n1\trs3\t0\t30\tA\tT\n";
const std::string bed_bytes = "\x6c\x1b\x01"s + "\xe4\x03" + "\xff\x03" + "\x0a\x00"s;

std::string write_set(const TemporaryFiles& files, const std::string& bed = bed_bytes,
                      const std::string& bim = bim_lines, const std::string& fam = fam_lines) {
  files.write("set.bed", bed);
  files.write("set.bim", bim);
  files.write("set.fam", fam);
  return files.path("set");
}

// Copies of allele 1 in each sample, '.' where missing; one line for each vector.
std::string text(const PackedVectors& vectors) {
  std::string s;
  for (Index v = 0; v < vectors.vectors(); ++v) {
    for (Index f = 0; f < vectors.fields(); ++f) s += "012."[pack::genotype(vectors, v, f)];
    s += '\n';
  }
  return s;
}

TEST(ReadPlink, GivesVariantsAsVectorsAndCopiesOfA1) {
  const TemporaryFiles files;

  const Dataset data = read_plink(write_set(files));

  EXPECT_EQ(text(data.vectors), "2.100\n00000\n11222\n");
  EXPECT_EQ(data.names, (std::vector<std::string>{"rs1", "rs2", "rs3"}));
  EXPECT_EQ(data.vectors_in_file, 3);
  EXPECT_EQ(data.fields_in_file, 5);
  EXPECT_EQ(data.vectors.missing(), 1);
  EXPECT_EQ(data.monomorphic, 1);
  EXPECT_EQ(data.duplicate_names, 0);
}

TEST(ReadPlink, RecordsItsFilesWithSizeAndDigest) {
  const TemporaryFiles files;

  const Dataset data = read_plink(write_set(files));

  ASSERT_EQ(data.files.size(), 3u);
  EXPECT_EQ(data.files[0].path, files.path("set.fam"));
  EXPECT_EQ(data.files[1].path, files.path("set.bim"));
  EXPECT_EQ(data.files[2].path, files.path("set.bed"));
  EXPECT_EQ(data.files[2].bytes, 9);
  EXPECT_EQ(data.files[2].digest.size(), 16u);
}

TEST(ReadPlink, TakesThePrefixWithExtensionToo) {
  const TemporaryFiles files;

  const Dataset data = read_plink(write_set(files) + ".bed");

  EXPECT_EQ(data.names.size(), 3u);
}

TEST(ReadPlink, CountsMissingAsHetOnRequest) {
  const TemporaryFiles files;

  const Dataset data = read_plink(write_set(files), {}, MissingCode::het);

  EXPECT_EQ(text(data.vectors), "21100\n00000\n11222\n");
}

TEST(ReadPlink, ToleratesCrlfBlanksTabsAndBlankLines) {
  const TemporaryFiles files;
  const std::string bim =
      "1 rs1 0 10  A C\r\n\r\n 1\trs2\t0 20 G T more\r\n1 rs3 0 30 A T\r\n  \r\n";
  const std::string fam =
      "f1\ti1\t0\t0\t1\t1\r\nf2 i2 0 0 2 1\nf3 i3 0 0 1 2\nf4 i4 0 0 2 2\nf5 i5 0 0 1 -9";

  const Dataset data = read_plink(write_set(files, bed_bytes, bim, fam));

  EXPECT_EQ(data.names, (std::vector<std::string>{"rs1", "rs2", "rs3"}));
  EXPECT_EQ(data.fields_in_file, 5);
}

TEST(ReadPlink, LeavesOutTheByteOrderMarkOfUtf8) {
  const TemporaryFiles files;
  const std::string mark = "\xef\xbb\xbf";
  const std::string keep = files.write("keep.txt", mark + "f1 i1\nf3 i3\n");
  const std::string prefix = write_set(files, bed_bytes, mark + bim_lines, mark + fam_lines);

  const Dataset data = read_plink(prefix, {.keep = keep});

  EXPECT_EQ(data.names, (std::vector<std::string>{"rs1", "rs2", "rs3"}));
  EXPECT_EQ(data.vectors.fields(), 2);
}

TEST(ReadPlink, RemarksOnceOnDuplicateIds) {
  const TemporaryFiles files;
  const std::string bim = "1 rs7 0 1 A C\n1 rs7 0 1 A C\n1 rs7 0 3 A C\n";
  const std::string fam =
      "f i 0 0 1 1\nf i 0 0 2 1\nf3 i3 0 0 1 2\nf4 i4 0 0 2 2\nf5 i5 0 0 1 -9\n";

  const Dataset data = read_plink(write_set(files, bed_bytes, bim, fam));

  EXPECT_EQ(data.names, (std::vector<std::string>{"1:1:C:A", "1:1:C:A", "1:3:C:A"}));
  EXPECT_EQ(data.duplicate_names, 1);
  EXPECT_EQ(data.remarks,
            (std::vector<std::string>{
                files.path("set.fam") +
                    ": samples whose FID and IID an earlier sample has: 1 (the first: f i)",
                "variants whose id was . or that of another one, and now is made of chromosome, "
                "position and alleles: 3 (the first: 1:1:C:A)",
                "variants whose id an earlier variant has: 1 (the first: 1:1:C:A)",
                "variants with less than two alleles: 1"}));
}

// Genotypes of a set that is larger than a piece of the reader, by a formula.
int code_of(Index variant, Index sample) {
  return static_cast<int>((variant * 7 + sample * 3 + variant * sample % 11) % 4);
}

TEST(ReadPlink, ReadsSetsLargerThanOnePiece) {
  constexpr Index variants = 20'003;
  constexpr Index samples = 1'001;  // 5 MB in rows of 251 bytes
  std::string bed = "\x6c\x1b\x01";
  std::string bim;
  std::string fam;
  for (Index v = 0; v < variants; ++v) {
    std::string row(251, '\0');
    for (Index s = 0; s < samples; ++s) {
      row[static_cast<std::size_t>(s / 4)] |= static_cast<char>(code_of(v, s) << (2 * (s % 4)));
    }
    bed += row;
    bim += "1 v" + std::to_string(v) + " 0 1 A C\n";
  }
  for (Index s = 0; s < samples; ++s) fam += "f i" + std::to_string(s) + " 0 0 1 1\n";
  const TemporaryFiles files;

  const Dataset data = read_plink(write_set(files, bed, bim, fam));

  ASSERT_EQ(data.vectors.vectors(), variants);
  for (Index v = 0; v < variants; v += v < 19'000 ? 997 : 1) {
    for (Index s = 0; s < samples; ++s) {
      ASSERT_EQ(pack::genotype(data.vectors, v, s), "\2\3\1\0"[code_of(v, s)]) << v << ", " << s;
    }
  }
}

struct Malformed {
  std::string name;
  std::string bed;
  std::string bim;
  std::string fam;
  std::vector<std::string_view> words;
};

std::vector<Malformed> malformed_sets() {
  const std::string_view no_bed = "set.bed: byte 0: not a variant-major .bed: 6c 1b 01 expected";
  const std::string_view all_sizes =
      "9 expected for the 3 variants of the .bim and the 5 samples of the .fam";
  return {
      {"EmptyBed", "", bim_lines, fam_lines, {"set.bed: the file is empty"}},
      {"EmptyBim", bed_bytes, "", fam_lines, {"set.bim: the file is empty"}},
      {"EmptyFam", bed_bytes, bim_lines, "", {"set.fam: the file is empty"}},
      {"BlankFam", bed_bytes, bim_lines, " \n\t\n", {"set.fam: the file is empty"}},
      {"BedOfOneByte", "\x6c", bim_lines, fam_lines, {no_bed, "6c found"}},
      {"OtherMagic", "\x89PNG and more", bim_lines, fam_lines, {no_bed, "89 50 4e found"}},
      {"Plink2Pgen", "\x6c\x1b\x10......", bim_lines, fam_lines, {no_bed, "6c 1b 10 found"}},
      {"SampleMajor",
       "\x6c\x1b\x00"s + bed_bytes.substr(3),
       bim_lines,
       fam_lines,
       {"set.bed: byte 2: the .bed is sample-major (6c 1b 00), variant-major (6c 1b 01) expected"}},
      {"MagicOnly", bed_bytes.substr(0, 3), bim_lines, fam_lines, {"3 bytes found", all_sizes}},
      {"TruncatedBed", bed_bytes.substr(0, 8), bim_lines, fam_lines, {"8 bytes found", all_sizes}},
      {"TooLongBed", bed_bytes + "x", bim_lines, fam_lines, {"10 bytes found", all_sizes}},
      {"BimOfFewerVariants",
       bed_bytes,
       bim_lines.substr(0, bim_lines.find('\n')),
       fam_lines,
       {"9 bytes found, 5 expected for the 1 variants"}},
      {"ShortBimLine",
       bed_bytes,
       "1 rs1 0 10 A C\n1 rs2 0 20 G\n1 rs3 0 30 A T\n",
       fam_lines,
       {"set.bim:2: 5 columns found, 6 expected (chromosome id cM position A1 A2)"}},
      {"ShortCrlfBimLine",
       bed_bytes,
       "1 rs1 0 10 A C\r\n1 rs2 0 20 G \r\n",
       fam_lines,
       {"set.bim:2: 5 columns found"}},
      {"ShortBimLineAfterABlankOne", bed_bytes, "\n1 rs1\n", fam_lines, {"set.bim:2: 2 columns"}},
      {"ShortFamLine",
       bed_bytes,
       bim_lines,
       "f1 i1 0 0 1\n",
       {"set.fam:1: 5 columns found, 6 expected (FID IID father mother sex phenotype)"}},
      {"BinaryFam", bed_bytes, bim_lines, bed_bytes, {"set.fam:1: 1 columns found"}},
  };
}

class PlinkMalformed : public testing::TestWithParam<Malformed> {};

TEST_P(PlinkMalformed, IsRefusedWithThePlaceAndWhatWasFound) {
  const TemporaryFiles files;
  const auto& [name, bed, bim, fam, words] = GetParam();
  const std::string prefix = write_set(files, bed, bim, fam);

  for (const std::string_view word : words) {
    expect_error([&] { read_plink(prefix); }, Failure::malformed, {word});
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, PlinkMalformed, testing::ValuesIn(malformed_sets()),
                         [](const auto& test) { return test.param.name; });

TEST(ReadPlink, NamesTheFileThatIsAbsent) {
  for (const std::string extension : {".bed", ".bim", ".fam"}) {
    const TemporaryFiles files;
    const std::string prefix = write_set(files);
    std::filesystem::remove(prefix + extension);

    expect_error([&] { read_plink(prefix); }, Failure::open,
                 {prefix + extension + ": cannot open: No such file"});
  }
}

TEST(ReadPlink, RefusesAPipeWithoutWaitingForItsWriter) {
  for (const std::string extension : {".bed", ".bim", ".fam"}) {
    const TemporaryFiles files;
    const std::string prefix = write_set(files);
    std::filesystem::remove(prefix + extension);
    files.make_pipe("set" + extension);

    expect_error([&] { read_plink(prefix); }, Failure::open,
                 {prefix + extension + ": cannot open: a pipe or device"});
  }
}

}  // namespace
}  // namespace encke::io::plink_test
