#pragma once

#include <list>
#include <span>

#include "panel_copy.hpp"

namespace encke::cuda {

/// Vectors of blocks in the memory of a device, kept there for as long as there is room: those that
/// were used the longest time ago go first. They are known by what they hold, see
/// PackedVectors::content(), so that vectors that another rank sends into the same room are not
/// taken for those that were there before.
class PanelCache {
 public:
  explicit PanelCache(Device& device) : device_(device) {}

  /// Local vectors `range` of `from`, with masks if these are wanted; null where they are not kept.
  /// Perhaps not all have been brought.
  PanelCopy* find(const PackedVectors& from, Range range, bool masked);
  /// Room for vectors that were not found, of which none has been brought. Vectors are given up
  /// where all together would take more than `most` bytes, or more than there is memory; those of
  /// `in_use` stay. No queue may still use the others. Throws OutOfMemory, Error(gpu).
  PanelCopy& make(const PackedVectors& from, Range range, bool masked, Index most,
                  std::span<const PanelCopy* const> in_use);
  /// Gives up those that take more than `most` bytes, or all of them. No queue may use any.
  void shrink(Index most);
  void clear() noexcept { entries_.clear(); }

  /// Bytes of the device's memory.
  Index held() const;

 private:
  static constexpr std::size_t most_entries = 256;  ///< they are searched one by one

  struct Entry {
    explicit Entry(Device& device) : panel(device) {}
    PanelCopy panel;
    std::uint64_t content = 0;
    Range range;
    bool masked = false;
  };
  using Entries = std::list<Entry>;  // those used last come first

  Entries::iterator oldest(std::span<const PanelCopy* const> in_use);

  Device& device_;
  Entries entries_;
};

}  // namespace encke::cuda
