#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <encke/base/byte_hash.hpp>
#include <encke/base/index.hpp>
#include <encke/base/mix.hpp>
#include <span>
#include <string>

namespace encke::io {

/// 64-bit digest of a file, for telling files apart; not a cryptographic one. The file is hashed in
/// chunks, keyed by their numbers, and the hashes are added: the digest does not depend on who
/// hashes which chunks, nor on the pieces in which their bytes come.
class FileDigest {
 public:
  static constexpr Index chunk_bytes = 4 << 20;

  /// A digest of the chunks from number `chunk` on.
  explicit FileDigest(Index chunk = 0) : chunk_(chunk) {}

  /// The next bytes.
  void add(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const auto fits = static_cast<std::size_t>(chunk_bytes - filled_);
      const auto taken = bytes.first(std::min(bytes.size(), fits));
      hash_.add(taken);
      filled_ += static_cast<Index>(taken.size());
      bytes = bytes.subspan(taken.size());
      if (filled_ < chunk_bytes) continue;
      sum_ += keyed_hash();
      hash_ = {};
      filled_ = 0;
      ++chunk_;
    }
  }

  /// What the chunks so far add to the sum over the whole file, modulo 2^64. The last chunk of the
  /// file may be short, no other.
  std::uint64_t sum() const { return sum_ + (filled_ > 0 ? keyed_hash() : 0); }

  /// The digest of a file of `bytes` bytes, from the sum over all its chunks: 16 hexadecimal
  /// digits.
  static std::string text(std::uint64_t sum, Index bytes) {
    const std::array<std::uint64_t, 2> words = {sum, static_cast<std::uint64_t>(bytes)};
    ByteHash hash;
    hash.add(std::as_bytes(std::span(words)));
    return hash.text();
  }

 private:
  std::uint64_t keyed_hash() const {
    return mix(hash_.value() ^ mix(static_cast<std::uint64_t>(chunk_) + 1));
  }

  Index chunk_;
  Index filled_ = 0;  // bytes of this chunk
  ByteHash hash_;     // of them
  std::uint64_t sum_ = 0;
};

}  // namespace encke::io
