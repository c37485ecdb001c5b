#pragma once

#include <encke/file/input_file.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// How the bytes of a file are compressed.
enum class Packing { none, gzip, zstd };

/// Told by the file's first bytes, not its name. Throws Error(read).
Packing packing_of(const InputFile& file);

/// True if this Encke reads gzip (it was built with zlib), or Zstandard.
bool reads(Packing packing);

/// The bytes of a file as they are, or decompressed: gzip (RFC 1952, also BGZF) and Zstandard (RFC
/// 8878), any number of members or frames. Memory is bounded by the formats' windows, of Zstandard
/// up to 128 MiB, whatever the file says.
class PlainBytes {
 public:
  /// Most bytes that a text without an end may have where the file is compressed: a small file can
  /// claim any number.
  static constexpr std::size_t most_at_once = std::size_t{1} << 31;

  /// `apart`: what is read is not taken into the file's digest. Throws Error(read);
  /// Error(inconsistent) for a packing that this build does not read; OutOfMemory.
  PlainBytes(InputFile& file, bool apart);
  PlainBytes(PlainBytes&&) noexcept;
  ~PlainBytes();

  /// Reads the next bytes into the front of `out`: fewer than fit only at the end. Returns how
  /// many. Throws Error(read); MalformedInput, with the byte of the file, where what is compressed
  /// is damaged or ends early.
  std::size_t read(std::span<std::byte> out);
  /// read() goes on at plain byte `offset`, or at the end where there are fewer. A compressed file
  /// is read up to there, from its begin where read() has passed it. Throws as read().
  void seek(Index offset);

  bool packed() const { return decoder_ != nullptr; }
  /// Plain bytes before the next one.
  Index position() const { return position_; }
  /// Bytes of the file that have been taken.
  Index taken() const;

  /// What decompresses. Its implementation is in the file of each library.
  class Decoder;

 private:
  std::size_t decode(std::span<std::byte> out);
  bool refill();

  InputFile& file_;
  bool apart_;
  Index position_ = 0;
  Index file_position_ = 0;  // up to where the file is in in_, or was
  std::unique_ptr<Decoder> decoder_;
  std::vector<std::byte> in_;
  std::span<const std::byte> left_;  // of in_, to be decoded
};

/// All bytes of a text file, whose digest takes them in. Throws as PlainBytes::read();
/// MalformedInput where a compressed one holds more than PlainBytes::most_at_once.
std::string read_text(InputFile& file);

}  // namespace encke::io
