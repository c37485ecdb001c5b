#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

// Numbers as bytes in memory, for records that the same build reads again.
namespace encke::network {

/// Appends numbers.
template <class Number>
void put(std::vector<std::byte>& record, std::span<const Number> numbers) {
  static_assert(std::is_trivially_copyable_v<Number>);
  const std::size_t before = record.size();
  record.resize(before + numbers.size_bytes());
  if (!numbers.empty()) std::memcpy(record.data() + before, numbers.data(), numbers.size_bytes());
}

/// Copies numbers from the front of `bytes`, which it takes off; false where there are too few.
template <class Number>
bool take(std::span<const std::byte>& bytes, std::span<Number> numbers) {
  static_assert(std::is_trivially_copyable_v<Number>);
  if (bytes.size() < numbers.size_bytes()) return false;
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size_bytes());
  bytes = bytes.subspan(numbers.size_bytes());
  return true;
}

}  // namespace encke::network
