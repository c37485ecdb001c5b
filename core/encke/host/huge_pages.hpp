#pragma once

#include <cstddef>
#include <vector>

namespace encke {

/// Asks the system for huge pages in memory that has not been written yet: of a large array that is
/// about to be filled, page faults would take as long as that. A hint.
void prefer_huge_pages(void* data, std::size_t bytes);

/// vector.reserve() with huge pages.
template <class T>
void reserve_huge(std::vector<T>& vector, std::size_t size) {
  if (size <= vector.capacity()) return;
  vector.reserve(size);
  prefer_huge_pages(vector.data() + vector.size(), (size - vector.size()) * sizeof(T));
}

/// vector.resize() of an empty one with huge pages.
template <class T>
void resize_huge(std::vector<T>& vector, std::size_t size) {
  reserve_huge(vector, size);
  vector.resize(size);
}

}  // namespace encke
