#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace encke {

/// SipHash of J.-P. Aumasson and D. J. Bernstein (2012), with `compress` rounds for each word and
/// `finish` at the end: who does not know the key cannot make texts that have the same hash.
template <int compress, int finish>
std::uint64_t sip_hash(std::string_view text, const std::array<std::uint64_t, 2>& key) {
  std::array<std::uint64_t, 4> v = {key[0] ^ 0x736f6d6570736575ULL, key[1] ^ 0x646f72616e646f6dULL,
                                    key[0] ^ 0x6c7967656e657261ULL, key[1] ^ 0x7465646279746573ULL};
  const auto rounds = [&v](int count) {
    for (int round = 0; round < count; ++round) {
      v[0] += v[1], v[2] += v[3];
      v[1] = std::rotl(v[1], 13) ^ v[0], v[3] = std::rotl(v[3], 16) ^ v[2];
      v[0] = std::rotl(v[0], 32);
      v[2] += v[1], v[0] += v[3];
      v[1] = std::rotl(v[1], 17) ^ v[2], v[3] = std::rotl(v[3], 21) ^ v[0];
      v[2] = std::rotl(v[2], 32);
    }
  };
  const auto take = [&](std::uint64_t word) {
    v[3] ^= word;
    rounds(compress);
    v[0] ^= word;
  };
  const std::uint64_t length = text.size();
  for (; text.size() >= 8; text.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    take(word);
  }
  std::uint64_t last = length << 56;
  for (std::size_t i = 0; i < text.size(); ++i) {
    last |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
  }
  take(last);
  v[2] ^= 0xff;
  rounds(finish);
  return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/// Random, and the same as long as the process runs.
const std::array<std::uint64_t, 2>& key_of_process();

/// For hash tables of text that comes from inputs: ids that are made to collide would make those
/// with the standard's hash take quadratic time. Differs from run to run, so no output may depend
/// on the order of such a table.
struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return sip_hash<1, 3>(text, key_of_process());
  }
};

/// A set of texts that lie elsewhere.
using TextSet = std::unordered_set<std::string_view, TextHash, std::equal_to<>>;
/// A map and a set with text of their own.
template <class Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

}  // namespace encke
