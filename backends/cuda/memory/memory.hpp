#pragma once

#include <algorithm>
#include <cstddef>
#include <encke/base/index.hpp>
#include <vector>

namespace encke::cuda {

class Device;

/// Memory of a device, or of the host for copies to and from it. Only ever grows, until it is given
/// up, because there is too little, while no call uses it; see KeptMemory.
class Memory {
 public:
  enum Kind { device, host };
  Memory(Device& owner, Kind kind);
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory();

  /// At least so many bytes; what was there is lost where it grows. In use from now on. Throws
  /// OutOfMemory, Error(gpu).
  std::byte* reserve(Index bytes);
  /// In use from now on, as it is.
  void use();
  /// Only kept for later, until reserve() or use().
  void leave() { in_use_ = false; }
  /// Waits for all queues, which may still use it, and gives it back. Throws Error(gpu).
  void give_up();

  std::byte* data() const { return data_; }
  Index size() const { return size_; }
  Kind kind() const { return kind_; }
  bool in_use() const { return in_use_; }
  Index last_use() const { return last_use_; }

  /// What reserve() takes at most where it is asked for up to `bytes` at a time.
  static constexpr Index most_for(Index bytes) {
    return std::max(bytes, 2 * std::min(bytes, most_doubled));
  }

 private:
  static constexpr Index most_doubled = Index{1} << 24;

  void release() noexcept;

  Device& owner_;
  Kind kind_;
  std::byte* data_ = nullptr;
  Index size_ = 0;
  bool in_use_ = false;
  Index last_use_ = 0;
};

/// All Memory of a device, by its last use: vectors, what pivots are folded into, tallies, tables.
/// What a call has used stays until its end, unless it has been left; the rest is only kept for
/// later, and goes where an allocation fails.
class KeptMemory {
 public:
  void add(Memory& memory) { all_.push_back(&memory); }
  void remove(Memory& memory) noexcept { std::erase(all_, &memory); }
  /// The number of a use: later ones have larger numbers.
  Index next_use() { return ++uses_; }
  /// What has been used up to now is only kept for later.
  void end_call() { uses_before_call_ = uses_; }
  /// Gives up what is only kept and was used the longest time ago, whatever it was for. Tells
  /// whether there was any. Throws Error(gpu).
  bool give_up_oldest(Memory::Kind kind);

 private:
  bool is_kept(const Memory& memory) const {
    return memory.size() > 0 && (!memory.in_use() || memory.last_use() <= uses_before_call_);
  }

  std::vector<Memory*> all_;
  Index uses_ = 0;
  Index uses_before_call_ = 0;
};

}  // namespace encke::cuda
