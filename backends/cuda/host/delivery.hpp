#pragma once

#include <vector>

#include "rectangle.hpp"

namespace encke::cuda {

/// Entries of a rectangle that a device has kept, in host memory.
struct Kept {
  TileExtent extent;            ///< of the device's tiles
  const TileSpan* spans;        ///< [tile row][tile column]
  const std::int32_t* entries;  ///< see Candidates
};

/// Hands tallies in host memory to a visitor, on all workers.
class Delivery {
 public:
  explicit Delivery(int workers) : buffers_(static_cast<std::size_t>(workers)) {}

  int workers() const { return static_cast<int>(buffers_.size()); }

  /// All tallies: [plane][row][column].
  void stored(const Rectangle& rectangle, const void* tallies, Index plane_stride, Index row_stride,
              TallyVisitor& visitor);
  /// Candidates alone.
  void kept(const Rectangle& rectangle, const Kept& kept, TallyVisitor& visitor);

  /// Host memory for tiles of up to `planes` tallies of `item` bytes.
  static Index bytes(int workers, int planes, int item);

 private:
  /// What a worker keeps: one tile, of which no entry is marked between visits.
  struct Buffer {
    std::vector<std::byte> tallies;
    std::vector<std::uint8_t> marks;
  };
  void kept_tile(const Rectangle& rectangle, const Kept& kept, Index tile, Buffer& buffer,
                 TallyVisitor& visitor, int worker);
  static void listed_tile(const Rectangle& rectangle, const Kept& kept, Index tile,
                          const Range& rows, const Range& cols, TallyVisitor& visitor, int worker);

  std::vector<Buffer> buffers_;
};

}  // namespace encke::cuda
