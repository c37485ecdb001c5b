#include "memory.hpp"

#include <encke/base/error.hpp>

#include "cuda/host/device.hpp"

namespace encke::cuda {

Memory::Memory(Device& owner, Kind kind) : owner_(owner), kind_(kind) { owner_.kept().add(*this); }

Memory::~Memory() {
  owner_.kept().remove(*this);
  release();
}

void Memory::use() {
  in_use_ = true;
  last_use_ = owner_.kept().next_use();
}

std::byte* Memory::reserve(Index bytes) {
  use();
  if (bytes <= size_) return data_;
  // what is small and grows often must not wait for the device each time
  if (bytes < most_doubled) bytes = std::max(bytes, 2 * size_);
  give_up();
  data_ = owner_.allocate_or_give_up(kind_, bytes);
  size_ = bytes;
  return data_;
}

void Memory::give_up() {
  if (data_ == nullptr) return;
  for (int q = 0; q < Device::queues; ++q) owner_.wait(q);
  release();
}

void Memory::release() noexcept {
  if (data_ == nullptr) return;
  kind_ == device ? owner_.release(data_) : owner_.release_host(data_);
  data_ = nullptr;
  size_ = 0;
}

bool KeptMemory::give_up_oldest(Memory::Kind kind) {
  Memory* oldest = nullptr;
  for (Memory* memory : all_) {
    if (memory->kind() != kind || !is_kept(*memory)) continue;
    if (oldest == nullptr || memory->last_use() < oldest->last_use()) oldest = memory;
  }
  if (oldest == nullptr) return false;
  oldest->give_up();
  return true;
}

std::byte* Device::allocate_or_give_up(Memory::Kind kind, Index bytes) {
  for (;;) {
    try {
      return kind == Memory::device ? allocate(bytes) : allocate_host(bytes);
    } catch (const OutOfMemory&) {
      if (!kept_.give_up_oldest(kind)) throw;
    }
  }
}

}  // namespace encke::cuda
