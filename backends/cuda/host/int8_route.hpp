#pragma once

#include "rectangle.hpp"

namespace encke::cuda {

/// Stores the tallies of rectangles by products of 8-bit integers. Fields are expanded in steps, so
/// that memory is bounded.
class Int8Route {
 public:
  /// `bytes`: of all expanded terms of one side at a time, at least those of one word.
  Int8Route(Device& device, Index bytes);

  /// Puts it in a queue. Elements by planes only, see by_planes().
  void store(int queue, const Rectangle& rectangle, std::int32_t* tallies, Index plane_stride,
             Index row_stride);

 private:
  void store_part(int queue, const BitJob& job, const Int8List& list, const TallyPlanes& out);
  void expand(int queue, const PlaneSet& from, const Int8Term (&terms)[Int8List::most], int count,
              Range words, Index vectors, std::byte* to);

  Device& device_;
  Index bytes_;
  Memory left_[Device::queues];
  Memory right_[Device::queues];
};

}  // namespace encke::cuda
