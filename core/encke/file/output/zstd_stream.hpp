#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace encke::sink {

/// True if this Encke can compress (it was built with Zstandard).
bool has_zstd();

/// Compresses a stream of bytes into one Zstandard frame with a checksum (RFC 8878), piece by
/// piece. Of a long text several pieces are compressed at the same time, by as many threads as
/// host_workers() says when it begins; the same text gives the same bytes for any number of them.
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

  /// Memory that so many threads take, about, in bytes.
  static std::int64_t memory(int workers);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace encke::sink
