#include <encke/base/text/same_text.hpp>
#include <encke/base/text/short_text_hash.hpp>
#include <set>
#include <string>

#include "support/common.hpp"

namespace encke {
namespace {

TEST(SameText, IsEqualityOfAllLengths) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'x');
    EXPECT_TRUE(same_text(text, std::string(size, 'x')));
    EXPECT_FALSE(same_text(text, text + 'x'));
    for (std::size_t at = 0; at < size; ++at) {
      std::string other = text;
      other[at] = 'y';
      EXPECT_FALSE(same_text(text, other)) << size << ' ' << at;
      EXPECT_FALSE(same_text(other, text)) << size << ' ' << at;
    }
  }
}

constexpr std::array<std::uint64_t, 2> key = {0x0123456789abcdefULL, 0xfedcba9876543210ULL};

TEST(ShortTextHash, DependsOnAllBytesTheirNumberAndTheKey) {
  std::set<std::uint64_t> hashes;
  std::size_t texts = 0;
  const auto add = [&](const std::string& text) {
    hashes.insert(short_text_hash(text, key));
    ++texts;
  };
  for (std::size_t size = 0; size < 40; ++size) {
    add(std::string(size, '\0'));
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, '\0');
      text[at] = 'y';
      add(text);
    }
  }
  EXPECT_EQ(hashes.size(), texts);
  EXPECT_NE(short_text_hash("rs1", key), short_text_hash("rs1", {key[0], 1}));
  EXPECT_NE(short_text_hash("rs1", key), short_text_hash("rs1", {1, key[1]}));
}

// Names that differ in a few digits fill the slots of a table as evenly as random numbers.
TEST(ShortTextHash, SpreadsNamesInARow) {
  constexpr int slots = 1 << 12;
  std::vector<int> filled(slots);
  for (int n = 0; n < slots; ++n) {
    ++filled[static_cast<std::size_t>(short_text_hash("rs" + std::to_string(1'000'000 + n), key) >>
                                      52)];
  }
  const auto empty = std::count(filled.begin(), filled.end(), 0);
  EXPECT_NEAR(static_cast<double>(empty) / slots, 0.3679, 0.03);
  EXPECT_LT(*std::max_element(filled.begin(), filled.end()), 9);
}

}  // namespace
}  // namespace encke
