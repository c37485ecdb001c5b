#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace encke::io {

/// How the genotypes of a BGEN are compressed, as its header has it.
enum class BgenPacking { none, zlib, zstd };

/// Decompresses blocks whose size is known, one after another.
class BlockDecoder {
 public:
  /// Throws Error(inconsistent) where this Encke was built without the library; OutOfMemory.
  static std::unique_ptr<BlockDecoder> make(BgenPacking packing, const std::string& path);

  BlockDecoder() = default;
  BlockDecoder(const BlockDecoder&) = delete;
  BlockDecoder& operator=(const BlockDecoder&) = delete;
  virtual ~BlockDecoder() = default;

  /// Fills `out`; false where `in` is damaged, or is not exactly of `out.size()` bytes.
  virtual bool decode(std::span<const std::byte> in, std::span<std::byte> out) = 0;
};

}  // namespace encke::io
