#pragma once

#include <encke/backend/backend.hpp>

#include "device.hpp"

namespace encke::cuda {

/// Rounds up to whole tiles of every kernel.
constexpr Index padded(Index vectors) { return round_up(vectors, padding); }

/// The words of some vectors in the memory of a device, padded with zeros to whole tiles.
class PanelCopy {
 public:
  explicit PanelCopy(Device& device)
      : device_(device), values_(device, Memory::device), mask_(device, Memory::device) {}

  /// Memory of the device that begin() needs.
  static Index bytes_for(const PackedVectors& from, Range range, bool masked);

  /// Makes room for local vectors `range` of `from`; `masked`: and for their presence masks. None
  /// of them is there yet.
  void begin(const PackedVectors& from, Range range, bool masked);
  /// Copies the vectors of begin() up to the `end`th, from the last end on: a multiple of
  /// `padding`, or all. They may be on the device already, but not padded to whole tiles.
  void bring(int queue, const PackedVectors& from, Index end);
  /// Vectors of begin() that have been copied.
  Index brought() const { return brought_; }

  /// Planes of the values, then the mask if it was asked for; from the first vector on.
  Planes planes(bool masked) const;
  const std::byte* values() const { return values_.data(); }
  Index value_stride() const { return value_stride_; }
  Index words() const { return words_; }
  int lanes() const { return lanes_; }
  /// Bytes of the device's memory.
  Index held() const { return values_.size() + mask_.size(); }

 private:
  void copy(int queue, std::byte* to, const Stream& from, Range vectors, bool on_device);

  Device& device_;
  Memory values_;
  Memory mask_;
  Index value_stride_ = 0;
  Index mask_stride_ = 0;
  Index words_ = 0;
  Range range_;
  Index brought_ = 0;
  bool masked_ = false;
  int value_planes_ = 0;
  int lanes_ = 8;
};

/// Planes of the values of an element.
constexpr int value_planes(Element element) {
  switch (element) {
    case Element::genotype:
    case Element::genotype_moments:
    case Element::case_control:
      return 2;
    case Element::count2:
    case Element::count3:
      return count_planes(element);
    default:
      return 1;
  }
}

}  // namespace encke::cuda
