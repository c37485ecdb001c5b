#include <encke/io/select/position_ranges.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

class PositionRangesTest : public testing::Test {
 protected:
  std::string inside(const std::string& text) {
    Sites sites("x.bim");
    for (const char* const chromosome : {"chr1", "X", "3"}) {
      for (const char* const position : {"5", "10", "20", "30"}) {
        sites.add(0, chromosome, position, "A/C");
      }
    }
    const PositionRanges ranges(files_.write("ranges", text));
    std::string all;
    for (Index v = 0; v < sites.size(); ++v) all += ranges.has(sites, v) ? '1' : '0';
    return all;
  }

  TemporaryFiles files_;
};

TEST_F(PositionRangesTest, hold_both_of_their_ends) {
  EXPECT_EQ(inside("1 10 20\n"), "011000000000");
  EXPECT_EQ(inside("#CHR FROM TO\nchrX\t1\t9\tgene\textra\n\n3 30 30\r\n"), "000010000001");
  EXPECT_EQ(inside("1 25 40\n1 1 6\n1 2 3\n"), "100100000000");
  EXPECT_EQ(inside("1 1 40\n1 2 3\n23 0 100"), "111111110000");
  EXPECT_EQ(inside(""), "000000000000");
}

TEST_F(PositionRangesTest, are_refused_with_their_line) {
  expect_error([&] { inside("1 2 3\n1 2\n"); }, Failure::malformed,
               {"ranges:2", "2 columns found, CHR FROM TO expected"});
  expect_error([&] { inside("1 x 3\n"); }, Failure::malformed, {"ranges:1", "'x' found"});
  expect_error([&] { inside("1 3 -4\n"); }, Failure::malformed, {"ranges:1", "'-4' found"});
  expect_error([&] { inside("1 4 3\n"); }, Failure::malformed, {"ranges:1", "from 4 to 3"});
}

}  // namespace
}  // namespace encke::io
