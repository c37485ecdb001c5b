#pragma once

#include <cstdint>
#include <encke/file/posix_file.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace encke {

/// Blocks of packed vectors in a file, so that an input which takes long to read is read once. It
/// is for this machine's kind: what lies in memory is written as it is. A header of 64 bytes, the
/// pieces of memory of each block, and at the end a list of the blocks, each with a hash.
class PackedFile {
 public:
  using Parts = std::vector<PackedVectors>;

  /// Begins a file `path`.tmp-MARK-PID, which goes with this object unless it is kept. `key`: of
  /// what the blocks are made. Throws Error(open, write).
  static PackedFile create(const std::string& path, std::uint64_t key);
  /// The file that keep() has named so; nothing where there is none, where a byte of it is not as
  /// it was written, or where its key or identity is another.
  static std::optional<PackedFile> find(const std::string& path, std::uint64_t key,
                                        std::uint64_t identity);
  /// For reading what another process has made and finished. Throws Error(open, read, checksum).
  static PackedFile open(const std::string& path, std::uint64_t key);

  PackedFile(PackedFile&& other) noexcept;
  PackedFile& operator=(PackedFile&& other) noexcept;
  ~PackedFile();

  /// Appends the block whose first vector is `first`. Throws Error(write).
  void add(Index first, const Parts& parts);
  /// After the last block: from now on it can be opened. `sync`: by processes of other machines,
  /// too. Throws Error(write).
  void finish(bool sync);
  /// The block whose first vector is `first`, of vectors like `like`, part by part. Throws
  /// Error(read); Error(checksum) where a byte is not as it was written; Error(internal) for a
  /// block that is not there.
  Parts read(Index first, std::span<const PackedVectors> like) const;
  /// Gives the file the name `path`, to be found by a later process of the run `identity`. Throws
  /// Error(write).
  void keep(const std::string& path, std::uint64_t identity);

  const std::string& path() const { return file_.path(); }

 private:
  /// A part of a block.
  struct Entry {
    Index first;
    Index vectors;
    Index masks;  ///< 1: it keeps masks
    Index offset;
    Index bytes;
    std::uint64_t hash;
  };
  struct Header;

  PackedFile(PosixFile file, std::uint64_t key) : file_(std::move(file)), key_(key) {}
  void write_header(std::uint64_t identity);
  bool read_list(std::uint64_t key, std::optional<std::uint64_t> identity);
  bool is_as_written(const Entry& entry) const;

  PosixFile file_;
  std::uint64_t key_ = 0;
  std::vector<Entry> entries_;  ///< in the order of their first vectors
  Index bytes_ = 0;             ///< up to the list
  bool named_ = false;          ///< the temporary name is this object's to remove
};

}  // namespace encke
