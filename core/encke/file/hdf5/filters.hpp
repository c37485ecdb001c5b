#pragma once

#include <cstddef>
#include <encke/file/hdf5/library.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace encke::io {

/// What the elements of a chunked data set went through on their way to the file, undone with
/// zlib and here: the HDF5 library (1.10) believes that as much comes out as it needs.
class Hdf5Filters {
 public:
  /// Those of a data set's creation properties; nothing where there is one that only the library
  /// knows: all but shuffle and deflate, each at most once.
  static std::optional<Hdf5Filters> of(hid_t creation);

  bool empty() const { return filters_.empty(); }
  /// True if the chunks that the data set's end cuts are stored as they are.
  bool skip_cut_chunks() const { return skip_cut_chunks_; }

  /// The `expected` bytes of a chunk that is stored as `stored`, without the filters whose bits are
  /// set in `skipped`; nothing where there are more or fewer, or they are damaged.
  std::optional<std::vector<std::byte>> undo(std::vector<std::byte> stored, unsigned skipped,
                                             std::size_t expected) const;

 private:
  struct Filter {
    bool deflate = false;
    std::size_t width = 0;  // of the elements that are shuffled; 0: unknown
  };

  std::vector<Filter> filters_;  // in the order of writing
  bool skip_cut_chunks_ = false;
};

}  // namespace encke::io
