#pragma once

#include <encke/file/plain_bytes.hpp>

namespace encke::io {

class PlainBytes::Decoder {
 public:
  /// What a step took and made.
  struct Step {
    std::size_t taken = 0;
    std::size_t made = 0;
    bool ended = false;             ///< a member or frame is whole
    const char* problem = nullptr;  ///< not null: the bytes are none of the format
  };

  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder() = default;

  virtual const char* name() const = 0;
  /// Decodes some of `in` into `out`, which is not empty.
  virtual Step step(std::span<const std::byte> in, std::span<std::byte> out) = 0;
  /// Forgets what it has of a member or frame.
  virtual void restart() = 0;
  /// Bytes that may stand between members, and after the last.
  virtual bool is_padding(std::byte /*byte*/) const { return false; }

  /// Within a member or frame.
  bool open = false;
};

/// Null where this build does not have the library. Throw OutOfMemory.
std::unique_ptr<PlainBytes::Decoder> make_gzip_decoder(const std::string& path);
std::unique_ptr<PlainBytes::Decoder> make_zstd_decoder(const std::string& path);

}  // namespace encke::io
