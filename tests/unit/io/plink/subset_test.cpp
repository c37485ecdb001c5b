#include <encke/io/plink/plink.hpp>
#include <encke/pack/packers.hpp>
#include <limits>
#include <string>

#include "support/files.hpp"

namespace encke::io {
namespace {

using namespace std::string_literals;

// 6 samples, 5 variants. Codes of A1 copies, '.' missing:
//   v1 210000   v2 1.1.1.   v3 000000   v4 222221   v5 ......
class SubsetTest : public testing::Test {
 protected:
  SubsetTest() {
    files.write(
        "set.fam",
        "fa a 0 0 1 1\nfa b 0 0 1 1\nfc c 0 0 1 1\nfc d 0 0 1 1\nfe e 0 0 1 1\nff a 0 0 1 1\n");
    files.write("set.bim",
                "1 v1 0 1 A C\n1 v2 0 2 A C\n1 v3 0 3 A C\n1 v4 0 4 A C\n1 v5 0 5 A C\n");
    std::string bed = "\x6c\x1b\x01";
    for (const char* row : {"210000", "1.1.1.", "000000", "222221", "......"}) {
      std::string bytes(2, '\0');
      for (std::size_t s = 0; s < 6; ++s) {
        const int code = row[s] == '2' ? 0 : row[s] == '.' ? 1 : row[s] == '1' ? 2 : 3;
        bytes[s / 4] |= static_cast<char>(code << (2 * (s % 4)));
      }
      bed += bytes;
    }
    files.write("set.bed", bed);
  }

  Dataset read(const Subset& subset) const { return read_plink(files.path("set"), subset); }

  // Vectors and names, as "v1 210000,v2 ..."
  std::string text(const Subset& subset) const {
    const Dataset data = read(subset);
    std::string s;
    for (Index v = 0; v < data.vectors.vectors(); ++v) {
      s += (v == 0 ? "" : ",") + data.names[static_cast<std::size_t>(v)] + " ";
      for (Index f = 0; f < data.vectors.fields(); ++f)
        s += "012."[pack::genotype(data.vectors, v, f)];
    }
    return s;
  }

  TemporaryFiles files;
};

TEST_F(SubsetTest, KeepsAllWithoutFilters) {
  EXPECT_EQ(text({}), "v1 210000,v2 1.1.1.,v3 000000,v4 222221,v5 ......");
}

TEST_F(SubsetTest, KeepTakesFamilyAndIndividualInTheOrderOfTheFam) {
  const auto keep = files.write("keep", "fe\te\nfa a more columns\r\n\n");

  EXPECT_EQ(text({.keep = keep}), "v1 20,v2 11,v3 00,v4 22,v5 ..");
}

TEST_F(SubsetTest, KeepTakesTheIndividualAloneInAnyFamily) {
  const auto keep = files.write("keep", "a\n");

  EXPECT_EQ(text({.keep = keep}), "v1 20,v2 1.,v3 00,v4 21,v5 ..");
}

TEST_F(SubsetTest, KeepKnowsTheHeadersOfPlink2) {
  const auto iid = files.write("iid", "#IID SEX\nb 1\nd 2\n");
  const auto fid = files.write("fid", "#FID IID\nfa b\nfc d\n");

  EXPECT_EQ(text({.keep = iid}), "v1 10,v2 ..,v3 00,v4 22,v5 ..");
  EXPECT_EQ(text({.keep = fid}), text({.keep = iid}));
}

TEST_F(SubsetTest, RemoveAppliesAfterKeep) {
  const auto keep = files.write("keep", "a\nb\nc\n");
  const auto remove = files.write("remove", "fa a\n");

  const Dataset data = read({.keep = keep, .remove = remove});

  EXPECT_EQ(data.vectors.fields(), 3);
  EXPECT_EQ(data.fields_in_file, 6);
  EXPECT_EQ(data.remarks[0], "--keep " + keep + ": 2 of 6 samples left out");
  EXPECT_EQ(data.remarks[1], "--remove " + remove + ": 1 of 4 samples left out");
}

TEST_F(SubsetTest, ExtractAndExcludeTakeIdsSeparatedByAnything) {
  const auto extract = files.write("extract", "v5 v1\tv3\r\n\n v2");
  const auto exclude = files.write("exclude", "v3\nv4\n");

  const Dataset data = read({.extract = extract, .exclude = exclude});

  EXPECT_EQ(data.names, (std::vector<std::string>{"v1", "v2", "v5"}));
  EXPECT_EQ(data.vectors_in_file, 5);
  EXPECT_EQ(data.remarks[0], "--extract " + extract + ": 1 of 5 variants left out");
  EXPECT_EQ(data.remarks[1], "--exclude " + exclude + ": 1 of 4 variants left out");
}

TEST_F(SubsetTest, UnknownIdsAreRemarkedOnWithTheirNumber) {
  const auto keep = files.write("keep", "fa a\nxx a\nyy\n");
  const auto exclude = files.write("exclude", "v3 w1 w2 w3 w1\n");

  const Dataset data = read({.keep = keep, .exclude = exclude});

  EXPECT_EQ(data.remarks[1], "--keep " + keep + ": ids that match none of the samples: 2");
  EXPECT_EQ(data.remarks[3], "--exclude " + exclude + ": ids that match none of the variants: 3");
}

TEST_F(SubsetTest, ListsAreAmongTheRecordedFiles) {
  const auto keep = files.write("keep", "fa a\n");

  const Dataset data = read({.keep = keep});

  ASSERT_EQ(data.files.size(), 4u);
  EXPECT_EQ(data.files[2].path, keep);
  EXPECT_EQ(data.files[2].bytes, 5);
}

TEST_F(SubsetTest, GenoKeepsARateThatEqualsTheLimit) {
  EXPECT_EQ(text({.geno = 0.5}), "v1 210000,v2 1.1.1.,v3 000000,v4 222221");
  EXPECT_EQ(text({.geno = 0.49}), "v1 210000,v3 000000,v4 222221");
  EXPECT_EQ(text({.geno = 0}), "v1 210000,v3 000000,v4 222221");
}

TEST_F(SubsetTest, MafKeepsAFrequencyThatEqualsTheLimit) {
  // rarer alleles: v1 3/12, v2 3/6, v3 0, v4 1/12
  const std::string v5 = ",v5 ......";  // without genotypes it is 0.5, as in PLINK 2
  EXPECT_EQ(text({.maf = 0.25}), "v1 210000,v2 1.1.1." + v5);
  EXPECT_EQ(text({.maf = 1.0 / 12}), "v1 210000,v2 1.1.1.,v4 222221" + v5);
  EXPECT_EQ(text({.maf = 0.5}), "v2 1.1.1." + v5);
}

TEST_F(SubsetTest, RatesAreThoseOfTheSamplesKept) {
  const auto keep = files.write("keep", "fa a\nfc c\nfe e\n");  // v1 200, v2 111, v4 222

  const Dataset data = read({.keep = keep, .geno = 0.1, .maf = 0.3});

  EXPECT_EQ(data.names, (std::vector<std::string>{"v1", "v2"}));
  EXPECT_EQ(data.remarks[1], "--geno 0.1: 1 of 5 variants left out");
  EXPECT_EQ(data.remarks[2], "--maf 0.3: 2 of 4 variants left out");
}

TEST_F(SubsetTest, NothingLeftIsInconsistent) {
  const auto nobody = files.write("nobody", "xx yy\n");
  const auto nothing = files.write("nothing", "");
  const auto everybody = files.write("everybody", "a\nb\nc\nd\ne\n");
  const auto all = files.write("all", "v1 v2 v3 v4 v5");
  const auto only = files.write("only", "v5");

  expect_error([&] { read({.keep = nobody}); }, Failure::inconsistent,
               {"--keep " + nobody + ": none of 6 samples left"});
  expect_error([&] { read({.extract = nothing}); }, Failure::inconsistent,
               {"--extract " + nothing + ": none of 5 variants left"});
  expect_error([&] { read({.exclude = all}); }, Failure::inconsistent,
               {"--exclude " + all + ": none of 5 variants left"});
  expect_error([&] { read({.extract = only, .maf = 0.01, .mac = 1}); }, Failure::inconsistent,
               {"--maf 0.01, --mac 1: none of 1 variants left"});
  expect_error([&] { read({.remove = everybody}); }, Failure::inconsistent,
               {"--remove " + everybody + ": none of 6 samples left"});
}

TEST_F(SubsetTest, RatesOutOfRangeAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double rate : {-0.01, 1.01, nan}) {
    expect_error([&] { read({.geno = rate}); }, Failure::command_line, {"--geno ", "[0, 1]"});
  }
  for (const double rate : {-0.01, 0.51, nan}) {
    expect_error([&] { read({.maf = rate}); }, Failure::command_line, {"--maf ", "[0, 0.5]"});
  }
}

TEST_F(SubsetTest, KeepsFoundersOnly) {
  files.write(
      "set.fam",
      "fa a 0 0 1 1\nfa b x 0 1 1\nfc c 0 y 1 1\nfc d 0 0 1 1\nfe e 0 0 1 1\nff a 0 0 1 1\n");

  const Dataset data = read({.founders = true});

  EXPECT_EQ(data.vectors.fields(), 4);
  EXPECT_EQ(data.remarks[0], "founders only: 2 of 6 samples left out");
}

TEST_F(SubsetTest, FrequenciesAreThoseOfFounders) {
  files.write(
      "set.fam",
      "fa a x 0 1 1\nfa b 0 0 1 1\nfc c 0 0 1 1\nfc d 0 0 1 1\nfe e 0 0 1 1\nff a 0 0 1 1\n");

  // v1 210000 has 1 of 10 without its first sample, 3 of 12 with it
  EXPECT_EQ(text({.maf = 0.11}), "v2 1.1.1.,v5 ......");
  EXPECT_EQ(text({.maf = 0.11, .nonfounders = true}), "v1 210000,v2 1.1.1.,v5 ......");
  const Dataset data = read({.maf = 0.11});
  EXPECT_EQ(
      data.remarks[0],
      "frequencies and --hwe count founders alone: 5 of 6 samples (--nonfounders counts all)");
  files.write(
      "set.fam",
      "fa a x 0 1 1\nfa b x 0 1 1\nfc c x 0 1 1\nfc d x 0 1 1\nfe e x 0 1 1\nff a x 0 1 1\n");
  expect_error([&] { read({.mac = 1}); }, Failure::inconsistent,
               {"--mac 1: none of 6 samples is a founder", "--nonfounders"});
}

TEST_F(SubsetTest, MacAndMaxMafAreLimitsOfTheRarerAllele) {
  EXPECT_EQ(text({.mac = 3}), "v1 210000,v2 1.1.1.");
  EXPECT_EQ(text({.mac = 1}), "v1 210000,v2 1.1.1.,v4 222221");
  EXPECT_EQ(text({.max_maf = 0.25}), "v1 210000,v3 000000,v4 222221");
  EXPECT_EQ(text({.max_maf = 0}), "v3 000000");
  const Dataset data = read({.geno = 0.9, .maf = 0.01, .mac = 2, .max_maf = 0.4});
  ASSERT_EQ(data.remarks.size(), 4u);
  EXPECT_EQ(data.remarks[0], "--geno 0.9: 1 of 5 variants left out");
  EXPECT_EQ(data.remarks[1], "--maf 0.01: 1 of 4 variants left out");
  EXPECT_EQ(data.remarks[2], "--mac 2: 1 of 3 variants left out");
  EXPECT_EQ(data.remarks[3], "--max-maf 0.4: 1 of 2 variants left out");
}

TEST_F(SubsetTest, MindLeavesOutSamplesBeforeRatesAreCounted) {
  // samples b, d and the second a lack 2 of 5, the others one
  const Dataset data = read({.mind = 0.2, .geno = 0, .maf = 0.3});

  EXPECT_EQ(data.names, (std::vector<std::string>{"v1", "v2"}));
  EXPECT_EQ(data.vectors.fields(), 3);
  EXPECT_EQ(data.remarks[0], "--mind 0.2: 3 of 6 samples left out");
  EXPECT_EQ(data.remarks[1], "--geno 0: 1 of 5 variants left out");
  EXPECT_EQ(data.remarks[2], "--maf 0.3: 2 of 4 variants left out");
  const auto exclude = files.write("exclude", "v5");  // of what other filters leave
  EXPECT_EQ(read({.exclude = exclude, .mind = 0.25}).vectors.fields(), 6);
  expect_error([&] { read({.mind = 0.1}); }, Failure::inconsistent,
               {"--mind 0.1: 0 of 6 samples left"});
}

TEST_F(SubsetTest, MindLeavesBothClasses) {
  files.write(
      "set.fam",
      "fa a 0 0 1 1\nfa b 0 0 1 2\nfc c 0 0 1 2\nfc d 0 0 1 2\nfe e 0 0 1 1\nff a 0 0 1 2\n");
  const auto left = [&](double mind) {
    return read_plink(files.path("set"), {.mind = mind}, MissingCode::missing,
                      Element::case_control)
        .vectors.fields();
  };
  EXPECT_EQ(left(0.2), 3);
  files.write(
      "set.fam",
      "fa a 0 0 1 1\nfa b 0 0 1 2\nfc c 0 0 1 1\nfc d 0 0 1 2\nfe e 0 0 1 1\nff a 0 0 1 2\n");
  expect_error([&] { left(0.2); }, Failure::inconsistent, {"--mind 0.2", "at least one of each"});
}

TEST_F(SubsetTest, TakesChromosomesAndPositions) {
  files.write("set.bim",
              "chr1 v1 0 10 A C\nchr1 v2 0 20 A C\n2 v3 0 10 A C\nX v4 0 40 A C\n0 v5 0 1 A C\n");
  const auto names = [&](const Subset& subset) {
    std::string all;
    for (const auto& name : read(subset).names) all += name;
    return all;
  };
  EXPECT_EQ(names({.chr = "1"}), "v1v2");
  EXPECT_EQ(names({.chr = "2-X"}), "v3v4");
  EXPECT_EQ(names({.not_chr = "chr1,23"}), "v3v5");
  EXPECT_EQ(names({.autosome = true}), "v1v2v3");
  EXPECT_EQ(names({.chr = "1", .from_bp = 11}), "v2");
  EXPECT_EQ(names({.chr = "1", .from_bp = 10, .to_bp = 20}), "v1v2");
  EXPECT_EQ(names({.chr = "chrX", .to_bp = 40}), "v4");
  const auto ranges = files.write("ranges", "1 11 30\n23 1 40 name\n");
  EXPECT_EQ(names({.extract_range = ranges}), "v2v4");
  EXPECT_EQ(names({.exclude_range = ranges}), "v1v3v5");
  const auto v1 = files.write("v1", "v1 v2 v4");
  const Dataset data = read({.chr = "1,2", .exclude_range = ranges, .extract = v1});
  ASSERT_EQ(data.remarks.size(), 3u);
  EXPECT_EQ(data.remarks[0], "--chr 1,2: 2 of 5 variants left out");
  EXPECT_EQ(data.remarks[1], "--exclude-range " + ranges + ": 1 of 3 variants left out");
  EXPECT_EQ(data.remarks[2], "--extract " + v1 + ": 1 of 2 variants left out");
  EXPECT_EQ(data.files[2].path, ranges);
}

TEST_F(SubsetTest, RefusesPlacesThatCannotBe) {
  expect_error([&] { read({.from_bp = 1}); }, Failure::command_line, {"--chr with one"});
  expect_error([&] { read({.chr = "1,2", .to_bp = 1}); }, Failure::command_line,
               {"--chr with one"});
  expect_error([&] { read({.chr = "1", .from_bp = 5, .to_bp = 4}); }, Failure::command_line,
               {"--to-bp 4", "--from-bp 5"});
  expect_error([&] { read({.chr = "4-1"}); }, Failure::command_line, {"--chr '4-1'"});
  expect_error([&] { read({.chr = "7"}); }, Failure::inconsistent,
               {"--chr 7: none of 5 variants left"});
}

TEST_F(SubsetTest, ListsThatAreAbsentCannotBeOpened) {
  const auto absent = files.path("absent");

  expect_error([&] { read({.keep = absent}); }, Failure::open, {absent, "cannot open"});
  expect_error([&] { read({.remove = absent}); }, Failure::open, {absent, "cannot open"});
  expect_error([&] { read({.extract = absent}); }, Failure::open, {absent, "cannot open"});
  expect_error([&] { read({.exclude = absent}); }, Failure::open, {absent, "cannot open"});
}

}  // namespace
}  // namespace encke::io
