#pragma once

#include <cstddef>
#include <encke/base/index.hpp>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace encke::io {

/// The global heap of an HDF5 file, where texts of variable length lie, read without the HDF5
/// library: that copies as many bytes as an object says it has into a buffer for as many as the
/// text says (1.10). Here both are checked, against each other and the file.
class Hdf5Heap {
 public:
  /// Bytes of an element that refers to a text: its length, its collection's address, its number.
  static constexpr std::size_t reference_bytes = 16;

  /// `file`: all its bytes, which must outlive this.
  Hdf5Heap(std::string path, std::span<const std::byte> file)
      : path_(std::move(path)), file_(file) {}

  /// Bytes of the text that an element refers to, as it says.
  static Index length(std::span<const std::byte, reference_bytes> reference);
  /// The text that an element refers to, up to its first NUL. Throws MalformedInput, naming the
  /// byte.
  std::string text(std::span<const std::byte, reference_bytes> reference);

 private:
  struct Object {
    std::uint32_t number;
    Index begin;
    Index size;
  };
  struct Collection {
    Index end;
    std::vector<Object> objects;  // by number
  };

  const Collection& collection_at(std::uint64_t address);
  Collection read_collection(Index begin) const;
  std::uint64_t number(Index at, int bytes) const;
  [[noreturn]] void refuse(Index at, const std::string& message) const;

  std::string path_;
  std::span<const std::byte> file_;
  std::map<Index, Collection> collections_;  // none overlaps another
  Index taken_ = 0;                          // bytes of texts so far
};

}  // namespace encke::io
