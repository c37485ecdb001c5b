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

/// The smaller ones of two pairs of 16-bit counts.
ENCKE_FUNCTION std::uint32_t smaller_of_pairs(std::uint32_t a, std::uint32_t b) {
#ifdef __CUDA_ARCH__
  return __vminu2(a, b);
#else
  const std::uint32_t low_a = a & 0xffffU, low_b = b & 0xffffU, high_a = a >> 16, high_b = b >> 16;
  return (high_a < high_b ? high_a : high_b) << 16 | (low_a < low_b ? low_a : low_b);
#endif
}
ENCKE_FUNCTION std::int32_t sum_of_pair(std::uint32_t pair) {
  return static_cast<std::int32_t>((pair & 0xffffU) + (pair >> 16));
}

/// Running sums of minima of counts of 8 or 16 bits. GPUs compare pairs of 16 bits at once (four of
/// 8 bits no longer, since capability 5): of 8 bits pairs of sums are kept, as long as 16 bits hold
/// them.
template <class T>
struct RunningCounts {
  static constexpr int n = MinimaShape<T>::rows_of_thread * MinimaShape<T>::cols_of_thread;
  static constexpr bool paired = sizeof(T) == 1;
  std::int32_t sum[n];
  std::uint32_t pair[paired ? n : 1];

  ENCKE_FUNCTION void start() {
    for (int i = 0; i < n; ++i) sum[i] = 0;
    for (std::uint32_t& p : pair) p = 0;
  }
  /// Adds a whole word of counts.
  ENCKE_FUNCTION void add(int i, std::uint64_t u, std::uint64_t v) {
    unrolled<2>([&](auto half) {
      const auto a = static_cast<std::uint32_t>(u >> 32 * half.value);
      const auto b = static_cast<std::uint32_t>(v >> 32 * half.value);
      if constexpr (paired) {
        constexpr std::uint32_t even = 0x00ff00ffU;
        pair[i] +=
            smaller_of_pairs(a & even, b & even) + smaller_of_pairs(a >> 8 & even, b >> 8 & even);
      } else {
        sum[i] += sum_of_pair(smaller_of_pairs(a, b));
      }
    });
  }
  /// At the end of a step, or before.
  ENCKE_FUNCTION void close_pairs() {
    static_assert(MinimaShape<T>::step_words * 4 * 255 < 1 << 16);
    if constexpr (paired) {
      for (int i = 0; i < n; ++i) {
        sum[i] += sum_of_pair(pair[i]);
        pair[i] = 0;
      }
    }
  }
};

}  // namespace encke::cuda
