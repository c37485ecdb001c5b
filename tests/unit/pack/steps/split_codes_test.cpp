#include <gtest/gtest.h>

#include <encke/pack/steps/split_codes.hpp>
#include <random>
#include <vector>

// The plain form is checked against decoding by the tests of PackedVectors on machines without
// wide registers; here every form must give its bits.

namespace encke {
namespace {

struct Split {
  std::vector<std::uint64_t> signs, mask;
  std::vector<Index> counts;

  Split(SplitCodes form, const std::vector<std::uint8_t>& codes, Index fields, GenotypeCode code)
      : signs(static_cast<std::size_t>(divide_up(fields, 64) * 16)),
        mask(static_cast<std::size_t>(divide_up(fields, 64) * 8)) {
    CodeRows rows{{}, fields, code};
    for (Index v = 0; v < 8; ++v) rows.row[v] = codes.data() + v * divide_up(fields, 4);
    CodePlanes planes{signs.data(), mask.data()};
    form(rows, planes);
    for (int v = 0; v < 8; ++v) {
      counts.insert(counts.end(), {planes.nonzero[v], planes.negative[v], planes.missing[v]});
    }
  }
  friend bool operator==(const Split&, const Split&) = default;
};

TEST(SplitCodes, every_form_that_this_cpu_runs_gives_the_same_bits_and_counts) {
  std::mt19937 random(5);
  const auto forms = split_codes_forms();
  for (const Index fields : {1, 3, 4, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 4096}) {
    std::vector<std::uint8_t> codes(static_cast<std::size_t>(8 * divide_up(fields, 4)));
    for (auto& byte : codes) byte = static_cast<std::uint8_t>(random());
    for (const auto code : {GenotypeCode::bed, GenotypeCode::packed}) {
      const Split plain(forms.front(), codes, fields, code);
      for (const auto form : forms) EXPECT_EQ(Split(form, codes, fields, code), plain) << fields;
    }
  }
}

TEST(SplitCodes, a_plain_form_decodes_each_code_as_its_meaning_says) {
  const std::vector<std::uint8_t> codes(8, 0b11'10'01'00);  // codes 0, 1, 2, 3
  const Split bed(split_codes_forms().front(), codes, 4, GenotypeCode::bed);
  EXPECT_EQ(bed.signs[0], 0b1001u);  // x != 0: both homozygotes
  EXPECT_EQ(bed.signs[8], 0b1000u);  // x < 0: 11, two copies of A2
  EXPECT_EQ(bed.mask[0], 0b1101u);   // 01 is missing
  const Split packed(split_codes_forms().front(), codes, 4, GenotypeCode::packed);
  EXPECT_EQ(packed.signs[0], 0b1001u);
  EXPECT_EQ(packed.signs[8], 0b0001u);  // x < 0: 00, two copies of allele 0
  EXPECT_EQ(packed.mask[0], 0b1011u);   // 10 is missing
}

}  // namespace
}  // namespace encke
