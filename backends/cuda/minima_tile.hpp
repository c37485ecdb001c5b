#pragma once

#include <string.h>

#include <encke/metric/minima.hpp>

#include "bit_tile.hpp"

// One tile of sums of minima: reals in the order that <encke/metric/minima.hpp> defines, so that
// results are the same bits everywhere, and counts of 8 and 16 bits. Written over an Exec, see
// bit_tile.hpp; here it also has PerThread<T>.

namespace encke::cuda {

/// One rectangle of rows by columns over all words. A group is 64 bytes across, see pack/panel.hpp.
struct MinimaJob {
  const std::byte* left = nullptr;
  const std::byte* right = nullptr;
  Index left_stride = 0;   ///< bytes from one group to the next
  Index right_stride = 0;
  Index words = 0;         ///< reals: fields
  Index rows = 0;
  Index cols = 0;
  Index diagonal = 0;      ///< entries with column <= row + diagonal are not wanted
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
  static_assert(down * across == threads_of_block);
  static_assert(Minima::chunk % step_words == 0 && padding % rows == 0 && padding % cols == 0);
};

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
    const T least = u < v ? u : v;
    if constexpr (sizeof(T) == 4) {
      chunk[i] += least;
    } else {
      segment[i] += least;
    }
  }
  /// At the end of a chunk, and of the fields.
  ENCKE_FUNCTION void close_chunk() {
    if constexpr (sizeof(T) != 4) return;
    for (int i = 0; i < n; ++i) {
      segment[i] += static_cast<double>(chunk[i]);
      chunk[i] = 0;
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
  /// Of a whole word of counts.
  ENCKE_FUNCTION void add(int i, std::uint64_t u, std::uint64_t v) {
    sum[i] = add_smaller<T>(sum[i], u, v);
  }
};

template <class T, class Exec>
class MinimaTile {
 public:
  using Shape = MinimaShape<T>;
  using Of = MinimaOf<T>;
  using Tally = typename Of::Tally;
  static constexpr bool reals = Of::in_word == 1;
  static constexpr int lanes = Of::lanes;

  ENCKE_FUNCTION MinimaTile(Exec& exec, const MinimaJob& job, const TallyPlane<Tally>& out,
                            Index tile_row, Index tile_col)
      : exec_(exec),
        job_(job),
        out_(out),
        first_row_(tile_row * Shape::rows),
        first_col_(tile_col * Shape::cols) {}

  ENCKE_FUNCTION void run() {
    if (first_col_ + Shape::cols - 1 <= first_row_ + job_.diagonal) return;
    using Running = PickRunning<T, reals>;
    typename Exec::template PerThread<typename Running::type> sums;
    exec_.threads([&](int thread) { sums[thread].start(); });
    const int steps = static_cast<int>(divide_up(job_.words, Shape::step_words));
    if (steps > 0) copy_step(0);
    exec_.commit();
    for (int s = 0; s < steps; ++s) {
      if (s + 1 < steps) copy_step(s + 1);
      exec_.commit();
      exec_.template wait<1>();
      exec_.sync();
      exec_.threads([&](int thread) { add_step(thread, s, sums[thread]); });
      exec_.sync();
    }
    exec_.threads([&](int thread) {
      if constexpr (reals) {
        if (job_.words % Minima::segment != 0 || steps == 0) {
          sums[thread].close_chunk();
          store_segment(thread, job_.words / Minima::segment == 0, sums[thread]);
        }
      } else {
        store_counts(thread, sums[thread]);
      }
    });
  }

 private:
  template <class U, bool of_reals>
  struct PickRunning {
    using type = RunningSums<U>;
  };
  template <class U>
  struct PickRunning<U, false> {
    using type = RunningCounts<U>;
  };

  ENCKE_FUNCTION void copy_step(int step) {
    const int to = step % 2 * Shape::stage_chunks * chunk_bytes;
    exec_.threads([&](int thread) {
      for (int i = thread; i < Shape::stage_chunks; i += threads_of_block) {
        const bool left = i < Shape::left_chunks;
        const int chunk = left ? i : i - Shape::left_chunks;
        const int in_step = chunk / 4 % Shape::step_words;
        const int tile_group = chunk / (4 * Shape::step_words);
        const Index word = Index{step} * Shape::step_words + in_step;
        const Index group = (left ? first_row_ : first_col_) / lanes + tile_group;
        const std::byte* base = left ? job_.left : job_.right;
        const bool valid = word < job_.words;
        exec_.copy16(to + (left ? 0 : Shape::left_chunks * chunk_bytes) +
                         offset_of(tile_group, in_step, chunk % 4),
                     valid ? base + group * (left ? job_.left_stride : job_.right_stride) +
                                 word * 64 + chunk % 4 * chunk_bytes
                           : base,
                     valid);
      }
    });
  }

  /// Byte of a chunk of a word of a group: moved about, so that the threads of a warp that read the
  /// columns of their tile meet different banks.
  ENCKE_FUNCTION static int offset_of(int group, int word, int chunk) {
    const int line = group * Shape::step_words + (word ^ (group & 1));
    return line * 64 + (chunk ^ (group >> 1 & 1)) * chunk_bytes;
  }

  /// A word of n vectors that lie side by side in a group.
  template <class Item, int n>
  ENCKE_FUNCTION void load(int from, int vector, int word, Item (&items)[n]) {
    constexpr int in_chunk = chunk_bytes / static_cast<int>(sizeof(Item));
    static_assert(sizeof(Item) * lanes == 64 && n % in_chunk == 0);
    unrolled<n / in_chunk>([&](auto k) {
      std::uint32_t four[4];
      exec_.load16(from + offset_of(vector / lanes, word, vector % lanes / in_chunk + k.value), four);
      memcpy(items + k.value * in_chunk, four, sizeof four);
    });
  }

  /// A thread's vectors lie side by side in its tile: those of one group, or parts of one.
  template <class Running>
  ENCKE_FUNCTION void add_step(int thread, int step, Running& sums) {
    const int stage = step % 2 * Shape::stage_chunks * chunk_bytes;
    const int row = thread / Shape::across * Shape::rows_of_thread;
    const int col = thread % Shape::across * Shape::cols_of_thread;
    const Index first = Index{step} * Shape::step_words;
    const int words = static_cast<int>(job_.words - first < Shape::step_words ? job_.words - first
                                                                             : Shape::step_words);
    using Item = typename ItemOf<T, reals>::type;
    for (int w = 0; w < words; ++w) {
      Item u[Shape::rows_of_thread], v[Shape::cols_of_thread];
      load(stage, row, w, u);
      load(stage + Shape::left_chunks * chunk_bytes, col, w, v);
      unrolled<Shape::rows_of_thread>([&](auto r) {
        unrolled<Shape::cols_of_thread>([&](auto c) {
          constexpr int i = decltype(r)::value * Shape::cols_of_thread + decltype(c)::value;
          sums.add(i, u[decltype(r)::value], v[decltype(c)::value]);
        });
      });
    }
    if constexpr (reals) {
      const Index done = first + words;
      if (done % Minima::chunk == 0) sums.close_chunk();
      if (done % Minima::segment == 0) store_segment(thread, done == Minima::segment, sums);
    }
  }

  template <class U, bool of_reals>
  struct ItemOf {
    using type = U;
  };
  template <class U>
  struct ItemOf<U, false> {
    using type = std::uint64_t;
  };

  /// Adds the segment to the sums of those before it, which wait in the tallies.
  template <class Running>
  ENCKE_FUNCTION void store_segment(int thread, bool first, Running& sums) {
    for (int i = 0; i < Running::n; ++i) {
      Tally& to = entry(thread, i);
      to = sums.close_segment(i, first, first ? 0 : to);
    }
  }
  template <class Running>
  ENCKE_FUNCTION void store_counts(int thread, const Running& sums) {
    for (int i = 0; i < Running::n; ++i) entry(thread, i) = sums.sum[i];
  }
  ENCKE_FUNCTION Tally& entry(int thread, int i) {
    const Index row = first_row_ + thread / Shape::across * Shape::rows_of_thread +
                      i / Shape::cols_of_thread;
    const Index col = first_col_ + thread % Shape::across * Shape::cols_of_thread +
                      i % Shape::cols_of_thread;
    return out_.data[row * out_.row_stride + col];
  }

  Exec& exec_;
  const MinimaJob& job_;
  const TallyPlane<Tally>& out_;
  Index first_row_;
  Index first_col_;
};

}  // namespace encke::cuda
