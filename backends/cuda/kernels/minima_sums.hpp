#pragma once

#include <encke/contraction/minima.hpp>

#include "bit_tile.hpp"

// What one thread sums up of minima, and the shape of the tiles of all threads.

namespace encke::cuda {

/// One rectangle of rows by columns over all words. A group is 64 bytes across, see pack/panel.hpp.
struct MinimaJob {
  const std::byte* left = nullptr;
  const std::byte* right = nullptr;
  Index left_stride = 0;  ///< bytes from one group to the next
  Index right_stride = 0;
  Index words = 0;  ///< reals: fields
  Index rows = 0;
  Index cols = 0;
  Index diagonal = 0;  ///< entries with column <= row + diagonal are not wanted
};

template <class Tally>
struct TallyPlane {
  Tally* data = nullptr;
  Index row_stride = 0;
};

/// How elements of type T are summed.
template <class T>
struct MinimaOf {
  using Tally = double;
  static constexpr int lanes = 64 / static_cast<int>(sizeof(T));  ///< vectors of a group
  static constexpr int in_word = 1;
};
template <>
struct MinimaOf<std::uint8_t> {
  using Tally = std::int32_t;
  static constexpr int lanes = 8, in_word = 8;
};
template <>
struct MinimaOf<std::uint16_t> {
  using Tally = std::int32_t;
  static constexpr int lanes = 8, in_word = 4;
};

template <class T>
struct MinimaShape {
  static constexpr int down = 16, across = 16;  ///< threads
  static constexpr int rows_of_thread = sizeof(T) == 4 ? 8 : 4;
  static constexpr int cols_of_thread = 4;
  static constexpr int rows = down * rows_of_thread;
  static constexpr int cols = across * cols_of_thread;
  static constexpr int step_words = 16;  ///< in shared memory at a time
  static constexpr int left_chunks = rows / MinimaOf<T>::lanes * step_words * 4;
  static constexpr int stage_chunks = left_chunks + cols / MinimaOf<T>::lanes * step_words * 4;
  static constexpr int shared_bytes = 2 * stage_chunks * chunk_bytes;
  static_assert(down * across == threads_of_block && shared_bytes <= most_shared_bytes);
  static_assert(Minima::chunk % step_words == 0 && padding % rows == 0 && padding % cols == 0);
};

/// The smaller one of two reals. None is a NaN, and so it is one instruction on a GPU.
template <class T>
ENCKE_FUNCTION T smaller_real(T u, T v) {
#ifdef __CUDA_ARCH__
  if constexpr (sizeof(T) == 4) return fminf(u, v);
#endif
  return u < v ? u : v;
}

/// Running sums of a thread's entries.
template <class T>
struct RunningSums {
  static constexpr int n = MinimaShape<T>::rows_of_thread * MinimaShape<T>::cols_of_thread;
  float chunk[n];
  double segment[n];

  ENCKE_FUNCTION void start() {
    for (int i = 0; i < n; ++i) {
      chunk[i] = 0;
      segment[i] = 0;
    }
  }
  ENCKE_FUNCTION void add(int i, T u, T v) {
    const T least = smaller_real(u, v);
    if constexpr (sizeof(T) == 4) {
      chunk[i] += least;
    } else {
      segment[i] += least;
    }
  }
  /// At the end of a chunk, and of the fields.
  ENCKE_FUNCTION void close_chunk() {
    if constexpr (sizeof(T) == 4) {
      for (int i = 0; i < n; ++i) {
        segment[i] += static_cast<double>(chunk[i]);
        chunk[i] = 0;
      }
    }
  }
  /// What is left at the end belongs to the last segment, which is added to those before it.
  ENCKE_FUNCTION double close_segment(int i, bool first, double before) {
    const double sum = segment[i];
    segment[i] = 0;
    return first ? sum : before + sum;
  }
};

/// sum + the sum of the smaller ones of the counts in two words.
template <class T>
ENCKE_FUNCTION std::int32_t add_smaller(std::int32_t sum, std::uint64_t a, std::uint64_t b) {
#ifdef __CUDA_ARCH__
  for (int half = 0; half < 64; half += 32) {
    const auto u = static_cast<std::uint32_t>(a >> half), v = static_cast<std::uint32_t>(b >> half);
    if constexpr (sizeof(T) == 1) {
      sum = static_cast<std::int32_t>(
          __dp4a(__vminu4(u, v), 0x01010101U, static_cast<std::uint32_t>(sum)));
    } else {
      const std::uint32_t least = __vminu2(u, v);
      sum += static_cast<std::int32_t>((least & 0xffffU) + (least >> 16));
    }
  }
#else
  for (int shift = 0; shift < 64; shift += 8 * static_cast<int>(sizeof(T))) {
    const T u = static_cast<T>(a >> shift), v = static_cast<T>(b >> shift);
    sum += u < v ? u : v;
  }
#endif
  return sum;
}

template <class T>
struct RunningCounts {
  static constexpr int n = MinimaShape<T>::rows_of_thread * MinimaShape<T>::cols_of_thread;
  std::int32_t sum[n];

  ENCKE_FUNCTION void start() {
    for (int i = 0; i < n; ++i) sum[i] = 0;
  }
  /// Adds a whole word of counts.
  ENCKE_FUNCTION void add(int i, std::uint64_t u, std::uint64_t v) {
    sum[i] = add_smaller<T>(sum[i], u, v);
  }
};

}  // namespace encke::cuda
