#pragma once

#include <string.h>

#include "minima_sums.hpp"
#include "steps_ahead.hpp"

// One tile of sums of minima: reals in the order that <encke/contraction/minima.hpp> defines, so
// that results are the same bits everywhere, and counts of 8 and 16 bits. Written over an Exec, see
// bit_tile.hpp; here it also has PerThread<T>.

namespace encke::cuda {

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
    copy_steps_ahead(
        exec_, steps, [&](int step) { copy_step(step); },
        [&](int thread, int step) { add_step(thread, step, sums[thread]); });
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
      exec_.load16(from + offset_of(vector / lanes, word, vector % lanes / in_chunk + k.value),
                   four);
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
    } else {
      sums.close_pairs();
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
    const Index row =
        first_row_ + thread / Shape::across * Shape::rows_of_thread + i / Shape::cols_of_thread;
    const Index col =
        first_col_ + thread % Shape::across * Shape::cols_of_thread + i % Shape::cols_of_thread;
    return out_.data[row * out_.row_stride + col];
  }

  Exec& exec_;
  const MinimaJob& job_;
  const TallyPlane<Tally>& out_;
  Index first_row_;
  Index first_col_;
};

}  // namespace encke::cuda
