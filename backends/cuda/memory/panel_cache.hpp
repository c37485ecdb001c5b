#pragma once

#include <list>
#include <span>

#include "panel_copy.hpp"

namespace encke::cuda {

/// Vectors of blocks in the memory of a device, kept there for as long as there is memory: those
/// that were used the longest time ago go first. They are known by what they hold, see
/// PackedVectors::content(), so that vectors that another rank sends into the same buffer are not
/// taken for those that were there before. What the device gives up by itself, see KeptMemory, is
/// no longer found.
class PanelCache {
 public:
  explicit PanelCache(Device& device) : device_(device) {}

  /// Local vectors `range` of `from`; null where they are not kept, or without the masks that are
  /// wanted. (Masks that are not wanted do no harm: the values beside them are the same.) Perhaps
  /// not all have been brought. In use from now on.
  PanelCopy* find(const PackedVectors& from, Range range, bool masked);
  /// Memory for vectors that were not found, of which none has been brought; those that are there
  /// without masks get memory for these, so that none is there twice. Vectors that are not in use
  /// are given up where all together would take more than `most` bytes, or more than there is
  /// memory. In use from now on. No queue may still use the others. Throws OutOfMemory, Error(gpu).
  PanelCopy& make(const PackedVectors& from, Range range, bool masked, Index most);
  /// These are in use, and no others. Null ones do not count.
  void use_only(std::span<const PanelCopy* const> panels);
  /// Gives up those that take more than `most` bytes, or all of them. No queue may use any. Throws
  /// Error(gpu).
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
  };
  using Entries = std::list<Entry>;  // those used last come first

  Entries::iterator entry_of(const PackedVectors& from, Range range);
  Entries::iterator oldest();
  void give_up(Entries::iterator entry);
  PanelCopy& add_masks(Entries::iterator entry, const PackedVectors& from, Index most);

  Device& device_;
  Entries entries_;
};

}  // namespace encke::cuda
