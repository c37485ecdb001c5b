#include <gtest/gtest.h>

#include <encke/base/byte_hash.hpp>
#include <set>
#include <string>

namespace encke {
namespace {

std::string digest(std::string_view bytes) {
  ByteHash hash;
  hash.add(std::as_bytes(std::span(bytes)));
  return hash.text();
}

TEST(ByteHash, DoesNotDependOnThePieces) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(i * i);

  for (std::size_t piece = 1; piece < 200; ++piece) {
    ByteHash hash;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      hash.add(std::as_bytes(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at))));
    }
    EXPECT_EQ(hash.text(), digest(bytes)) << "pieces of " << piece;
  }
}

TEST(ByteHash, TellsLengthsOfZerosApart) {
  std::set<std::string> digests;
  for (std::size_t length = 0; length < 300; ++length)
    digests.insert(digest(std::string(length, '\0')));

  EXPECT_EQ(digests.size(), 300u);
}

TEST(ByteHash, ChangesWithEachBitAndWithTheOrder) {
  const std::string bytes = "The quick brown fox jumps over the lazy dog, and again, and again.";
  std::set<std::string> digests = {digest(bytes)};
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string changed = bytes;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    digests.insert(digest(changed));
  }
  for (std::size_t word = 8; word + 8 <= bytes.size(); word += 8) {  // swap with the first word
    std::string changed = bytes;
    std::swap_ranges(changed.begin(), changed.begin() + 8,
                     changed.begin() + static_cast<std::ptrdiff_t>(word));
    digests.insert(digest(changed));
  }

  EXPECT_EQ(digests.size(), 1 + 8 * bytes.size() + bytes.size() / 8 - 1);
}

TEST(ByteHash, StaysWhatItWas) {
  // A digest is quoted in logs and compared between versions.
  EXPECT_EQ(digest(""), "646a4f4558a1c76c");
  EXPECT_EQ(digest("6c1b01"), "6c4a988290a40328");
}

}  // namespace
}  // namespace encke
