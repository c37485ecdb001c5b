#include <gtest/gtest.h>

#include <encke/io/vcf/genome_range.hpp>

#include "support/files.hpp"

namespace encke::io::genome_range_test {
namespace {

constexpr Index end = std::numeric_limits<Index>::max();

std::vector<GenomeRange> read(const std::string& text) {
  return read_ranges(text, [](const std::string& name) { return name == "HLA-A*01:01"; });
}

TEST(GenomeRanges, ReadEachForm) {
  EXPECT_EQ(read("chr7"), (std::vector<GenomeRange>{{"chr7", 0, end}}));
  EXPECT_EQ(read("7:5"), (std::vector<GenomeRange>{{"7", 5, 5}}));
  EXPECT_EQ(read("7:5-9"), (std::vector<GenomeRange>{{"7", 5, 9}}));
  EXPECT_EQ(read("7:5-"), (std::vector<GenomeRange>{{"7", 5, end}}));
  EXPECT_EQ(read("7:536870913-600000000"), (std::vector<GenomeRange>{{"7", 536870913, 600000000}}));
}

TEST(GenomeRanges, KnowNamesWithColons) {
  EXPECT_EQ(read("HLA-A*01:01"), (std::vector<GenomeRange>{{"HLA-A*01:01", 0, end}}));
  EXPECT_EQ(read("HLA-A*01:01:5-7"), (std::vector<GenomeRange>{{"HLA-A*01:01", 5, 7}}));
}

TEST(GenomeRanges, ThatTouchAreOne) {
  EXPECT_EQ(read("2:5-9,1,2:10-12,2:20-30,2:21-22,2:14"),
            (std::vector<GenomeRange>{{"2", 5, 12}, {"2", 14, 14}, {"2", 20, 30}, {"1", 0, end}}));
  EXPECT_EQ(read("2,2:7"), (std::vector<GenomeRange>{{"2", 0, end}}));
}

TEST(GenomeRanges, RefuseOtherTexts) {
  for (const std::string wrong : {"", "1,", ",1", "1:", "1:x", "1:5-4", "1:5-x", "1:-5", ":5",
                                  "1:99999999999999999999", "1:5--7"}) {
    expect_error([&] { read(wrong); }, Failure::command_line, {"--region", "CHR:FROM-TO"});
  }
}

}  // namespace
}  // namespace encke::io::genome_range_test
