#pragma once

#include <encke/contraction/weighted_bits.hpp>

#include "real_job.hpp"
#include "steps_ahead.hpp"

// One tile of sums of weights of shared bits, in the order of
// <encke/contraction/weighted_bits.hpp>. A warp has eight rows, of which a word with no bit set is
// passed over by all of its lanes; a lane has two columns. What four fields add is looked up in
// shared memory: the lanes of a warp look at the same sixteen numbers, so that two of them read
// either the same one or different banks.

namespace encke::cuda {

template <class T>
struct WeightedShape {
  static constexpr int rows_of_warp = 8, cols_of_lane = 2;
  static constexpr int rows = warps_of_block * rows_of_warp, cols = lanes_of_warp * cols_of_lane;
  static constexpr int step_words = 4;  ///< of 64 fields, in shared memory at a time
  static constexpr int sums_of_word = 64 / WeightedBits::group * WeightedBits::entries;
  static constexpr int row_chunks = rows / 8 * step_words * chunks_of_word;
  static constexpr int col_chunks = cols / 8 * step_words * chunks_of_word;
  static constexpr int table_chunks =
      step_words * sums_of_word * static_cast<int>(sizeof(T)) / chunk_bytes;
  static constexpr int stage_chunks = row_chunks + col_chunks + table_chunks;
  static constexpr int shared_bytes = 2 * stage_chunks * chunk_bytes;
  static constexpr Index chunk = WeightedBits::chunk / 64, segment = WeightedBits::segment / 64;
  static_assert(shared_bytes <= most_shared_bytes && chunk % step_words == 0);
  static_assert(padding % rows == 0 && padding % cols == 0 && segment % chunk == 0);
};

template <class T, class Exec>
class WeightedTile {
 public:
  using Shape = WeightedShape<T>;
  static constexpr bool narrow = sizeof(T) == 4;

  ENCKE_FUNCTION WeightedTile(Exec& exec, const RealJob& job, const RealPlanes& out, Index tile_row,
                              Index tile_col)
      : exec_(exec),
        job_(job),
        out_(out),
        first_row_(tile_row * Shape::rows),
        first_col_(tile_col * Shape::cols) {}

  ENCKE_FUNCTION void run() {
    if (first_col_ + Shape::cols - 1 <= first_row_ + job_.diagonal) return;
    typename Exec::template PerThread<Running> sums;
    exec_.threads(
        [&](int thread) { each([&](auto r, auto c) { sums[thread].clear(r.value, c.value); }); });
    const int steps = static_cast<int>(divide_up(job_.words, Shape::step_words));
    copy_steps_ahead(
        exec_, steps, [&](int step) { copy_step(step); },
        [&](int thread, int step) { add_step(thread, step, sums[thread]); });
    if (job_.words % Shape::segment == 0 && steps > 0) return;
    exec_.threads([&](int thread) {
      close_chunk(sums[thread]);
      store_segment(thread, job_.words / Shape::segment == 0, sums[thread]);
    });
  }

 private:
  /// Sums of a thread's entries: over a chunk, and of float32 over a segment.
  struct Running {
    T sum[Shape::rows_of_warp][Shape::cols_of_lane];
    double segment[narrow ? Shape::rows_of_warp : 1][Shape::cols_of_lane];

    ENCKE_FUNCTION void clear(int r, int c) {
      sum[r][c] = 0;
      if constexpr (narrow) segment[r][c] = 0;
    }
  };

  template <class F>
  ENCKE_FUNCTION static void each(const F& body) {
    unrolled<Shape::rows_of_warp>(
        [&](auto r) { unrolled<Shape::cols_of_lane>([&](auto c) { body(r, c); }); });
  }

  ENCKE_FUNCTION void copy_step(int step) {
    const int to = step % 2 * Shape::stage_chunks * chunk_bytes;
    exec_.threads([&](int thread) {
      for (int i = thread; i < Shape::stage_chunks; i += threads_of_block) {
        const bool table = i >= Shape::row_chunks + Shape::col_chunks;
        const bool left = i < Shape::row_chunks;
        const int item = left ? i : i - Shape::row_chunks - (table ? Shape::col_chunks : 0);
        const int of_word =
            table ? Shape::table_chunks / Shape::step_words
                  : (left ? Shape::row_chunks : Shape::col_chunks) / Shape::step_words;
        const Index word = Index{step} * Shape::step_words + item / of_word;
        const bool valid = word < job_.words;
        const std::byte* from = table ? job_.shared : left ? job_.left : job_.right;
        if (valid && table) {
          from += word * (Shape::sums_of_word * Index{sizeof(T)}) + item % of_word * chunk_bytes;
        } else if (valid) {
          const Index group =
              (left ? first_row_ : first_col_) / 8 + item % of_word / chunks_of_word;
          from += group * (left ? job_.left_stride : job_.right_stride) + word * 64 +
                  item % chunks_of_word * chunk_bytes;
        }
        exec_.copy16(to + i * chunk_bytes, from, valid);
      }
    });
  }

  /// A vector's word in shared memory: [word][group][8 vectors].
  template <int chunks>
  ENCKE_FUNCTION std::uint64_t word_of(int from, int vector, int word) {
    return exec_.template load<std::uint64_t>(
        from + word * (chunks / Shape::step_words) * chunk_bytes + vector * 8);
  }

  ENCKE_FUNCTION void add_step(int thread, int step, Running& sums) {
    const int left = step % 2 * Shape::stage_chunks * chunk_bytes;
    const int right = left + Shape::row_chunks * chunk_bytes;
    const int table = right + Shape::col_chunks * chunk_bytes;
    const int row = thread / lanes_of_warp * Shape::rows_of_warp, lane = thread % lanes_of_warp;
    const Index first = Index{step} * Shape::step_words;
    const int words = static_cast<int>(job_.words - first < Shape::step_words ? job_.words - first
                                                                              : Shape::step_words);
    for (int w = 0; w < words; ++w) {
      std::uint64_t v[Shape::cols_of_lane];
      unrolled<Shape::cols_of_lane>([&](auto c) {
        v[c.value] = word_of<Shape::col_chunks>(right, lane + c.value * lanes_of_warp, w);
      });
      unrolled<Shape::rows_of_warp>([&](auto r) {
        const std::uint64_t u = word_of<Shape::row_chunks>(left, row + r.value, w);
        unrolled<2>([&](auto half) {
          const auto of_row = static_cast<std::uint32_t>(u >> 32 * half.value);
          if (of_row == 0) return;  // in all lanes
          unrolled<Shape::cols_of_lane>([&](auto c) {
            const auto both = of_row & static_cast<std::uint32_t>(v[c.value] >> 32 * half.value);
            const int groups = (2 * w + half.value) * (32 / WeightedBits::group);
            sums.sum[r.value][c.value] = look_up(table, groups, both, sums.sum[r.value][c.value]);
          });
        });
      });
    }
    const Index done = first + words;
    if (done % Shape::chunk == 0) close_chunk(sums);
    if (done % Shape::segment == 0) store_segment(thread, done == Shape::segment, sums);
  }

  /// Adds what 32 fields from a group on add, group by group.
  ENCKE_FUNCTION T look_up(int table, int first_group, std::uint32_t bits, T sum) {
    constexpr int item = static_cast<int>(sizeof(T));
    unrolled<32 / WeightedBits::group>([&](auto g) {
      const int entry = static_cast<int>(bits >> (WeightedBits::group * g.value) & 15);
      sum += exec_.template load<T>(
          table + ((first_group + g.value) * WeightedBits::entries + entry) * item);
    });
    return sum;
  }

  ENCKE_FUNCTION void close_chunk(Running& sums) {
    if constexpr (narrow) {
      each([&](auto r, auto c) {
        sums.segment[r.value][c.value] += static_cast<double>(sums.sum[r.value][c.value]);
        sums.sum[r.value][c.value] = 0;
      });
    }
  }

  /// Adds the segment to the sums of those before it, which wait in the tallies.
  ENCKE_FUNCTION void store_segment(int thread, bool first, Running& sums) {
    each([&](auto r, auto c) {
      const Index row = first_row_ + thread / lanes_of_warp * Shape::rows_of_warp + r.value;
      const Index col = first_col_ + thread % lanes_of_warp + c.value * lanes_of_warp;
      double sum;
      if constexpr (narrow) {
        sum = sums.segment[r.value][c.value];
      } else {
        sum = sums.sum[r.value][c.value];
      }
      sums.clear(r.value, c.value);
      double& to = *out_.at(0, row, col);
      to = first ? sum : to + sum;
    });
  }

  Exec& exec_;
  const RealJob& job_;
  const RealPlanes& out_;
  Index first_row_;
  Index first_col_;
};

}  // namespace encke::cuda
