#include <gtest/gtest.h>

#include <encke/base/text/text_hash.hpp>
#include <set>
#include <string>
#include <vector>

namespace {

using encke::sip_hash;

constexpr std::array<std::uint64_t, 2> key = {0x0706050403020100ULL, 0x0f0e0d0c0b0a0908ULL};

std::string counted(int size) {
  std::string text;
  for (int i = 0; i < size; ++i) text += static_cast<char>(i);
  return text;
}

TEST(SipHash, has_the_values_that_its_authors_published) {
  EXPECT_EQ((sip_hash<2, 4>("", key)), 0x726fdb47dd0e0e31ULL);
  EXPECT_EQ((sip_hash<2, 4>(counted(1), key)), 0x74f839c593dc67fdULL);
  EXPECT_EQ((sip_hash<2, 4>(counted(8), key)), 0x93f5f5799a932462ULL);
  EXPECT_EQ((sip_hash<2, 4>(counted(15), key)), 0xa129ca6149be45e5ULL);
}

TEST(SipHash, depends_on_key_length_and_every_byte) {
  std::vector<std::uint64_t> seen = {sip_hash<1, 3>(counted(20), {key[1], key[0]})};
  for (int size = 0; size < 40; ++size) seen.push_back(sip_hash<1, 3>(counted(size), key));
  for (std::size_t i = 0; i < 20; ++i) {
    std::string text = counted(20);
    text[i] ^= static_cast<char>(0x80);
    seen.push_back(sip_hash<1, 3>(text, key));
  }
  EXPECT_EQ(std::set<std::uint64_t>(seen.begin(), seen.end()).size(), seen.size());
}

TEST(TextHash, is_the_same_as_long_as_the_process_runs_and_keyed) {
  EXPECT_EQ(encke::TextHash()("rs1"), encke::TextHash()("rs1"));
  EXPECT_NE(encke::TextHash()("rs1"), (sip_hash<1, 3>("rs1", {0, 0})));
}

}  // namespace
