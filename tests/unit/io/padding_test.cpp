// What tells that a .fam, or --num-fields, has another number of samples than the rows of codes.
#include <gtest/gtest.h>

#include <encke/io/comet/packed_file.hpp>
#include <encke/io/plink/plink.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

class Padding : public testing::Test {
 protected:
  /// A data set whose rows have codes of 6 samples, as bytes, and a .fam of `samples`.
  std::vector<std::string> remarks_of(const std::vector<std::string>& rows, int samples) {
    std::string bed = "\x6c\x1b\x01", bim, fam;
    for (std::size_t v = 0; v < rows.size(); ++v) {
      bed += rows[v];
      bim += "1 rs" + std::to_string(v) + " 0 1 A C\n";
    }
    for (int s = 0; s < samples; ++s) fam += "F I" + std::to_string(s) + " 0 0 1 1\n";
    files_.write("x.bed", bed);
    files_.write("x.bim", bim);
    files_.write("x.fam", fam);
    const Dataset data = read_plink(files_.path("x"));
    EXPECT_EQ(data.vectors.fields(), samples);
    return data.remarks;
  }

  TemporaryFiles files_;
};

TEST_F(Padding, of_the_right_number_of_samples_is_not_remarked_on) {
  EXPECT_TRUE(remarks_of({"\xe2\x0b", "\x2e\x0e"}, 6).empty());
  EXPECT_TRUE(remarks_of(std::vector<std::string>(100, "\xe2\x0b"), 6).empty());
  EXPECT_TRUE(remarks_of(std::vector<std::string>(100, "\xe2\xeb"), 8).empty());
}

TEST_F(Padding, that_is_not_zero_is_remarked_on) {
  const std::vector<std::string> rows = {"\xe2\x0b", "\x2e\x02", "\x2e\x0e"};
  const auto remarks = remarks_of(rows, 5);
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_NE(remarks[0].find("x.bed: bits after the last of 5 samples are not 0 in 2 of 3 variants"),
            std::string::npos)
      << remarks[0];
}

TEST_F(Padding, that_is_read_as_samples_is_remarked_on) {
  const std::vector<std::string> rows(40, "\xe2\x0b");
  for (const int samples : {7, 8}) {
    const auto remarks = remarks_of(rows, samples);
    ASSERT_EQ(remarks.size(), 1U);
    const std::string words = "the last " + std::to_string(samples - 6) + " of " +
                              std::to_string(samples) + " samples have the code 00 in all of 40";
    EXPECT_NE(remarks[0].find(words), std::string::npos) << remarks[0];
  }
  std::vector<std::string> one = rows;
  one[39] = "\xe2\x8b";  // sample 8 is there
  EXPECT_TRUE(remarks_of(one, 8).empty());
  EXPECT_TRUE(remarks_of({"\xe2\x0b", "\xe2\x0b"}, 8).empty());  // two variants tell nothing
}

TEST_F(Padding, of_many_variants_is_looked_at_in_all_of_the_file) {
  std::vector<std::string> rows(5000, std::string("\xe2\0", 2));
  std::fill(rows.begin() + 4000, rows.end(), "\xe2\x04");
  const auto remarks = remarks_of(rows, 5);
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_NE(remarks[0].find(" of 1024 variants looked at"), std::string::npos) << remarks[0];
}

TEST_F(Padding, of_packed_genotypes_is_looked_at_too) {
  const auto path = files_.write("t.bin", "\xe2\x0b\x2e\x02");
  const auto remarks = [&](Element element, Index fields) {
    return read_packed(path, element, 2, fields, MissingCode::missing).remarks;
  };
  EXPECT_TRUE(remarks(Element::genotype, 6).empty());
  EXPECT_TRUE(remarks(Element::genotype, 8).empty());
  for (const Element element : {Element::genotype, Element::bit}) {
    ASSERT_EQ(remarks(element, 5).size(), 1U);
    EXPECT_NE(remarks(element, 5)[0].find("t.bin: bits after the last of 5 samples are not 0 in 1 "
                                          "of 2 vectors"),
              std::string::npos);
  }
}

TEST_F(Padding, headers_of_fam_and_bim_are_refused) {
  files_.write("x.fam", "#FID IID PAT MAT SEX PHENO\nF I 0 0 1 1\n");
  files_.write("x.bim", "1 rs 0 1 A C\n");
  files_.write("x.bed", "\x6c\x1b\x01\x01");
  const auto read = [&] { read_plink(files_.path("x")); };
  expect_error(read, Failure::malformed, {"x.fam:1: '#FID' found", "no header line"});
  files_.write("x.fam", "F I 0 0 1 1\n#I\n");
  expect_error(read, Failure::malformed, {"x.fam:2: '#I' found"});
  files_.write("x.fam", "F I 0 0 1 1\n");
  read();
  files_.write("x.bim", "#CHROM ID CM POS ALT REF\n1 rs 0 1 A C\n");
  expect_error(read, Failure::malformed, {"x.bim:1: '#CHROM' found"});
}

}  // namespace
}  // namespace encke::io
