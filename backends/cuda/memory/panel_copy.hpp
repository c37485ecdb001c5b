#pragma once

#include <encke/backend/backend.hpp>

#include "cuda/host/device.hpp"

namespace encke::cuda {

/// Rounds up to whole tiles of every kernel.
constexpr Index padded(Index vectors) { return round_up(vectors, padding); }

/// The words of some vectors in the memory of a device, padded with zeros to whole tiles; where
/// they are wanted, beside them the presence masks. The values are the same with masks and without.
class PanelCopy {
 public:
  explicit PanelCopy(Device& device) : device_(device), values_(device), masks_(device) {}

  /// Memory of the device that begin() needs.
  static Index bytes_for(const PackedVectors& from, Range range, bool masked);
  /// Bytes that one vector takes of it.
  static Index bytes_of_vector(const PackedVectors& from, bool masked);

  /// Allocates memory for local vectors `range` of `from`; `masked`: and for their presence masks.
  /// None of them is there yet.
  void begin(const PackedVectors& from, Range range, bool masked);
  /// Allocates memory for the masks of the vectors of begin(), which was without. None of them is
  /// there.
  void add_masks(const PackedVectors& from);
  /// Copies the vectors of begin() up to the `end`th, from the last end on: a multiple of
  /// `padding`, or all. They may be on the device already, but not padded to whole tiles.
  void bring(int queue, const PackedVectors& from, Index end);
  /// Vectors of begin() that have been copied.
  Index brought() const;

  /// True if there is memory for masks.
  bool masked() const { return masked_ && masks_.memory.data() != nullptr; }
  /// True if the memory of begin() has been given up; masks may go alone.
  bool lost() const { return values_.memory.data() == nullptr; }
  /// See Memory.
  void use();
  void leave();
  bool in_use() const { return values_.memory.in_use(); }
  void give_up();

  /// Planes of the values, then the mask if it was asked for; from the first vector on.
  Planes planes(bool masked) const;
  const std::byte* values() const { return values_.memory.data(); }
  Index value_stride() const { return values_.stride; }
  /// What all vectors have in common, see PackedVectors::shared(); it comes with the first of them.
  const std::byte* shared() const { return values_.memory.data() + shared_at(); }
  Index words() const { return words_; }
  int lanes() const { return lanes_; }
  /// Bytes of the device's memory.
  Index held() const { return values_.memory.size() + masks_.memory.size(); }

 private:
  /// Values, or masks.
  struct PanelBuffer {
    explicit PanelBuffer(Device& device) : memory(device, Memory::device) {}
    Memory memory;
    Index stride = 0;   ///< from one group of vectors to the next
    Index brought = 0;  ///< vectors
  };
  void reserve(PanelBuffer& buffer, Index stride, Index more = 0);
  /// Behind the values, in the same memory.
  Index shared_at() const { return padded(range_.size()) / lanes_ * values_.stride; }
  void copy(int queue, std::byte* to, const Stream& from, Range vectors, bool on_device);

  Device& device_;
  PanelBuffer values_;
  PanelBuffer masks_;
  Index words_ = 0;
  Index shared_bytes_ = 0;
  Range range_;
  bool masked_ = false;
  int value_planes_ = 0;
  int lanes_ = 8;
};

}  // namespace encke::cuda
