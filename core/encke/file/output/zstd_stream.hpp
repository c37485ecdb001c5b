#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

namespace encke::sink {

/// True if this Encke can compress (it was built with Zstandard).
bool has_zstd();

/// Compresses a stream of bytes into one Zstandard frame with a checksum (RFC 8878), piece by
/// piece.
class ZstdStream {
 public:
  using Consumer = std::function<void(std::span<const std::byte>)>;

  /// `path`: of the file that the bytes are for, for messages.
  /// Throws Error(inconsistent) where this Encke was built without Zstandard, OutOfMemory.
  explicit ZstdStream(std::string path);
  ZstdStream(ZstdStream&&) noexcept;
  ~ZstdStream();

  /// Passes on what is ready. Throws Error(write), and what `consumer` throws.
  void add(std::span<const std::byte> bytes, const Consumer& consumer);
  /// The same for the rest. To be called once, at the end.
  void finish(const Consumer& consumer);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace encke::sink
