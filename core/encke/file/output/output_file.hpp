#pragma once

#include <cstddef>
#include <encke/file/output/output_set.hpp>
#include <encke/file/output/zstd_stream.hpp>
#include <encke/file/posix_file.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace encke::sink {

/// A file that exists under its final name only when it is whole. It is written under a temporary
/// name beside it (see temporary_stem) and renamed by commit(); without commit() nothing is left,
/// unless the process is killed: the next file of this path then removes what is left.
///
/// A path that ends in ".zst" gets what is written through the buffer compressed, as a Zstandard
/// frame.
///
/// Write through the buffer (write, or prepare and advance), with claim() where several threads
/// write stretches, or else at positions alone (write_at).
class OutputFile {
 public:
  static constexpr std::size_t default_buffer = std::size_t{1} << 20;

  /// Creates the temporary file, so that a directory that cannot be written shows at once.
  /// Throws Error(open), also where `path` is a directory; see ZstdStream() for one that ends in
  /// ".zst".
  explicit OutputFile(std::string path, std::size_t buffer = default_buffer);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Appends `text`. Throws Error(write).
  void write(std::string_view text);
  /// A buffer for the next `bytes` bytes; advance() then says how many of them count. The pointer
  /// is good until the next call of any member. Throws Error(write).
  char* prepare(std::size_t bytes);
  void advance(std::size_t bytes) { used_ += bytes; }

  /// True where what follows may be written by several threads: with claim() and write_at().
  bool takes_stretches() const { return !zstd_; }
  /// The place behind all that has been written, which the next `bytes` bytes are to have: what is
  /// written through the buffer goes on behind these. Throws Error(write).
  Index claim(std::size_t bytes);

  /// For files that are not compressed; on any thread. Throw Error(write).
  void write_at(Index offset, std::span<const std::byte> bytes);
  void resize(Index bytes) { file_.resize(bytes); }

  /// From now on commit() leaves it to `set`, which must outlive this file, to give the name.
  void join(OutputSet& set) { set_ = &set; }

  /// Brings all bytes to the device and gives the file its name, replacing what had it; see
  /// LateSyncs for the first seconds of a run. It gets the permissions of that. Throws
  /// Error(write), and then what had the name has it still, see OutputSet. To be called once, at
  /// the end.
  void commit();

  const std::string& path() const { return path_; }
  /// The name until commit(), for those that must write the file themselves.
  const std::string& temporary_path() const { return file_.path(); }

 private:
  void flush();
  void put(std::span<const std::byte> bytes);
  void append(std::span<const std::byte> bytes);

  std::string path_;
  std::optional<ZstdStream> zstd_;
  /// Before the file, which would stay where there is no memory for this. Not cleared: of most
  /// files a page or two is written.
  std::unique_ptr<char[]> buffer_;
  std::size_t size_;  ///< of the buffer
  PosixFile file_;
  OutputSet* set_ = nullptr;
  std::size_t used_ = 0;
  Index end_ = 0;  ///< of what has been written in order
  bool committed_ = false;
};

}  // namespace encke::sink
