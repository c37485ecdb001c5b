#pragma once

#include "device.hpp"

namespace encke::cuda {

/// Complete genotypes on a device that multiplies them by warpgroups: rows and columns are arranged
/// first, in memory of the route, as much as it has at a time.
class WarpgroupRoute {
 public:
  /// Parts of the memory that is free that both queues together may take.
  static constexpr Index share = 8;

  /// Pairs whose products spare the time that arranging a vector takes: by rates of an H200, 3.5
  /// TB/s of its memory, and 6e-16 s that a comparison takes less.
  static constexpr Index pairs_of_vector = 256;

  /// `most`: bytes for arranged vectors; 0: a share of the memory that is free. `pairs`: of fewer
  /// for each row and column nothing is arranged.
  WarpgroupRoute(Device& device, Index most, Index pairs = pairs_of_vector);

  /// As Device::store() and select(); false if nothing was done, because the device, the list or
  /// the memory is not for this.
  bool store(int queue, BitList list, const BitJob& job, const TallyPlanes& out);
  bool select(int queue, BitList list, const BitJob& job, const ScreenJob& screen);

 private:
  /// Memory of one queue for rows and columns.
  struct Room {
    explicit Room(Device& device) : left(device, Memory::device), right(device, Memory::device) {}
    Memory left;
    Memory right;
  };
  /// Rows and columns that are arranged at a time; 0: there is no memory.
  struct Extent {
    Index rows = 0;
    Index cols = 0;
  };
  Extent reserve(int queue, const BitJob& job, Index pairs);
  const std::byte* arrange(int queue, const PlaneSet& from, const BitJob& job, Range vectors,
                           Memory& to);
  template <class F>
  void each_part(int queue, const BitJob& job, Extent extent, const F& body);

  Device& device_;
  Index most_;
  Index least_pairs_;
  Room room_[2];
};

}  // namespace encke::cuda
