#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

namespace encke {

/// Asks the system for huge pages in memory that has not been written yet: of a large array that is
/// about to be filled, page faults would take as long as that. A hint.
void prefer_huge_pages(void* data, std::size_t bytes);

/// vector.reserve() with huge pages, also for what the vector has: it moves there after the system
/// has been asked.
template <class T>
void reserve_huge(std::vector<T>& vector, std::size_t size) {
  if (size <= vector.capacity()) return;
  std::vector<T> larger;
  larger.reserve(size);
  prefer_huge_pages(larger.data(), size * sizeof(T));
  larger.insert(larger.end(), std::make_move_iterator(vector.begin()),
                std::make_move_iterator(vector.end()));
  vector.swap(larger);
}

/// Before so many elements are appended one by one: at least doubles what is too small, with huge
/// pages.
template <class T>
void grow_huge(std::vector<T>& vector, std::size_t more) {
  const std::size_t size = vector.size() + more;
  if (size > vector.capacity()) reserve_huge(vector, std::max(size, 2 * vector.capacity()));
}

/// vector.resize() of an empty one with huge pages.
template <class T>
void resize_huge(std::vector<T>& vector, std::size_t size) {
  reserve_huge(vector, size);
  vector.resize(size);
}

}  // namespace encke
