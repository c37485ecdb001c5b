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
  // rarer alleles: v1 3/12, v2 3/6, v3 0, v4 1/12, v5 none at all
  EXPECT_EQ(text({.maf = 0.25}), "v1 210000,v2 1.1.1.");
  EXPECT_EQ(text({.maf = 1.0 / 12}), "v1 210000,v2 1.1.1.,v4 222221");
  EXPECT_EQ(text({.maf = 0.5}), "v2 1.1.1.");
}

TEST_F(SubsetTest, RatesAreThoseOfTheSamplesKept) {
  const auto keep = files.write("keep", "fa a\nfc c\nfe e\n");  // v1 200, v2 111, v4 222

  const Dataset data = read({.keep = keep, .geno = 0.1, .maf = 0.3});

  EXPECT_EQ(data.names, (std::vector<std::string>{"v1", "v2"}));
  EXPECT_EQ(data.remarks[1], "--geno 0.1: 1 variants left out");
  EXPECT_EQ(data.remarks[2], "--maf 0.3: 2 variants left out");
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
  expect_error([&] { read({.extract = only, .maf = 0.01}); }, Failure::inconsistent,
               {"--maf 0.01: none of 1 variants left"});
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

TEST_F(SubsetTest, ListsThatAreAbsentCannotBeOpened) {
  const auto absent = files.path("absent");

  expect_error([&] { read({.keep = absent}); }, Failure::open, {absent, "cannot open"});
  expect_error([&] { read({.remove = absent}); }, Failure::open, {absent, "cannot open"});
  expect_error([&] { read({.extract = absent}); }, Failure::open, {absent, "cannot open"});
  expect_error([&] { read({.exclude = absent}); }, Failure::open, {absent, "cannot open"});
}

}  // namespace
}  // namespace encke::io
