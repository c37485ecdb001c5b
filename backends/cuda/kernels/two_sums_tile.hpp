#pragma once

#include <string.h>

#include <encke/contraction/adjusted_sums.hpp>

#include "real_job.hpp"
#include "steps_ahead.hpp"

// One tile of powered or adjusted sums: three planes of reals a side, two sums for each pair, in
// the order of <encke/contraction/minima.hpp>. Written over an Exec, see bit_tile.hpp and
// minima_tile.hpp.

namespace encke::cuda {

template <class T>
struct TwoSumsShape {
  static constexpr int down = 16, across = 16;                            ///< threads
  static constexpr int side = chunk_bytes / static_cast<int>(sizeof(T));  ///< of a thread's entries
  static constexpr int rows = down * side, cols = across * side;
  static constexpr int planes = 3;
  static constexpr int lanes = MinimaOf<T>::lanes;
  static constexpr int step_words = 8;  ///< fields in shared memory at a time
  static constexpr int side_chunks = rows / lanes * step_words * planes * chunks_of_word;
  static constexpr int stage_chunks = 2 * side_chunks;
  static constexpr int shared_bytes = 2 * stage_chunks * chunk_bytes;
  static_assert(down * across == threads_of_block && shared_bytes <= most_shared_bytes);
  static_assert(Minima::chunk % step_words == 0 && padding % rows == 0);
};

/// What a field adds, by the definition of powered sums.
template <class T>
struct PoweredStep {
  using Item = T;
  static constexpr int terms = sizeof(T) == 4 ? PowerSeries::terms32 : PowerSeries::terms64;

  template <int n>
  ENCKE_FUNCTION static void add(const RealJob& job, const T (&u)[3], const T (&v)[3][n],
                                 T (&first)[n], T (&second)[n]) {
    const Powered<T> x{u[0], u[1], u[2]};
    Powered<T> y[n];
    for (int i = 0; i < n; ++i) y[i] = {v[0][i], v[1][i], v[2][i]};
    if constexpr (sizeof(T) == 4) {
      add_powered<terms>(job.series.narrow, x, x.factor * x.value, y, first, second);
    } else {
      add_powered<terms>(job.series.wide, x, x.factor * x.value, y, first, second);
    }
  }
};

/// … of adjusted sums.
template <class T>
struct AdjustedStep {
  using Item = T;

  template <int n>
  ENCKE_FUNCTION static void add(const RealJob&, const T (&u)[3], const T (&v)[3][n], T (&first)[n],
                                 T (&second)[n]) {
    const Adjusted<T> x{u[0], u[1], u[2]};
    Adjusted<T> y[n];
    for (int i = 0; i < n; ++i) y[i] = {v[0][i], v[1][i], v[2][i]};
    add_adjusted<T>(x, y, first, second);
  }
};

/// Both sums of a thread's entries. float32 is summed by itself over a chunk; float64 over a
/// segment, and needs no second place.
template <class T>
struct RunningPairs {
  static constexpr int side = TwoSumsShape<T>::side;
  static constexpr bool narrow = sizeof(T) == 4;
  T sum[side][2][side];
  double segment[narrow ? side : 1][2][side];

  ENCKE_FUNCTION void start() {
    each([&](auto r, auto s, auto c) {
      sum[r.value][s.value][c.value] = 0;
      if constexpr (narrow) segment[r.value][s.value][c.value] = 0;
    });
  }
  ENCKE_FUNCTION void close_chunk() {
    if constexpr (narrow) {
      each([&](auto r, auto s, auto c) {
        T& of_chunk = sum[r.value][s.value][c.value];
        segment[r.value][s.value][c.value] += static_cast<double>(of_chunk);
        of_chunk = 0;
      });
    }
  }
  /// The sum of the segment, of which nothing is left.
  template <int r, int s, int c>
  ENCKE_FUNCTION double take() {
    double of_segment;
    if constexpr (narrow) {
      of_segment = segment[r][s][c];
      segment[r][s][c] = 0;
    } else {
      of_segment = sum[r][s][c];
      sum[r][s][c] = 0;
    }
    return of_segment;
  }
  /// body(row, sum, column) of each, as numbers that are known when the code is compiled.
  template <class F>
  ENCKE_FUNCTION static void each(const F& body) {
    unrolled<side>([&](auto r) {
      unrolled<2>([&](auto s) { unrolled<side>([&](auto c) { body(r, s, c); }); });
    });
  }
};

/// Step: PoweredStep or AdjustedStep.
template <class Step, class Exec>
class TwoSumsTile {
 public:
  using T = typename Step::Item;
  using Shape = TwoSumsShape<T>;
  using Running = RunningPairs<T>;

  ENCKE_FUNCTION TwoSumsTile(Exec& exec, const RealJob& job, const RealPlanes& out, Index tile_row,
                             Index tile_col)
      : exec_(exec),
        job_(job),
        out_(out),
        first_row_(tile_row * Shape::rows),
        first_col_(tile_col * Shape::cols) {}

  ENCKE_FUNCTION void run() {
    if (first_col_ + Shape::cols - 1 <= first_row_ + job_.diagonal) return;
    typename Exec::template PerThread<Running> sums;
    exec_.threads([&](int thread) { sums[thread].start(); });
    const int steps = static_cast<int>(divide_up(job_.words, Shape::step_words));
    copy_steps_ahead(
        exec_, steps, [&](int step) { copy_step(step); },
        [&](int thread, int step) { add_step(thread, step, sums[thread]); });
    if (job_.words % Minima::segment == 0 && steps > 0) return;
    exec_.threads([&](int thread) {
      sums[thread].close_chunk();
      store_segment(thread, job_.words / Minima::segment == 0, sums[thread]);
    });
  }

 private:
  ENCKE_FUNCTION void copy_step(int step) {
    const int to = step % 2 * Shape::stage_chunks * chunk_bytes;
    exec_.threads([&](int thread) {
      for (int i = thread; i < Shape::stage_chunks; i += threads_of_block) {
        const bool left = i < Shape::side_chunks;
        const int item = left ? i : i - Shape::side_chunks;
        const int in_line = item % chunks_of_word;
        const int plane = item / chunks_of_word % Shape::planes;
        const int in_step = item / (chunks_of_word * Shape::planes) % Shape::step_words;
        const int tile_group = item / (chunks_of_word * Shape::planes * Shape::step_words);
        const Index word = Index{step} * Shape::step_words + in_step;
        const Index group = (left ? first_row_ : first_col_) / Shape::lanes + tile_group;
        const std::byte* base = left ? job_.left : job_.right;
        const bool valid = word < job_.words;
        const Index line = word * Shape::planes + plane;
        exec_.copy16(to + (left ? 0 : Shape::side_chunks * chunk_bytes) +
                         offset_of(tile_group, in_step, plane, in_line),
                     valid ? base + group * (left ? job_.left_stride : job_.right_stride) +
                                 line * 64 + in_line * chunk_bytes
                           : base,
                     valid);
      }
    });
  }

  /// Byte of a chunk of a plane of a field of a group. Fields of every second group change places
  /// in pairs: so the threads of a warp that read their columns meet different banks.
  ENCKE_FUNCTION static int offset_of(int group, int word, int plane, int chunk) {
    const int line = (group * Shape::step_words + (word ^ (group & 1))) * Shape::planes + plane;
    return line * 64 + chunk * chunk_bytes;
  }

  /// The planes of a field of the vectors of a thread, which are one chunk.
  ENCKE_FUNCTION void load(int from, int vector, int word, T (&items)[3][Shape::side]) {
    unrolled<Shape::planes>([&](auto plane) {
      std::uint32_t four[4];
      exec_.load16(from + offset_of(vector / Shape::lanes, word, plane.value,
                                    vector % Shape::lanes / Shape::side),
                   four);
      memcpy(items[plane.value], four, sizeof four);
    });
  }

  ENCKE_FUNCTION void add_step(int thread, int step, Running& sums) {
    const int stage = step % 2 * Shape::stage_chunks * chunk_bytes;
    const int row = thread / Shape::across * Shape::side;
    const int col = thread % Shape::across * Shape::side;
    const Index first = Index{step} * Shape::step_words;
    const int words = static_cast<int>(job_.words - first < Shape::step_words ? job_.words - first
                                                                              : Shape::step_words);
    for (int w = 0; w < words; ++w) {
      T u[3][Shape::side], v[3][Shape::side];
      load(stage, row, w, u);
      load(stage + Shape::side_chunks * chunk_bytes, col, w, v);
      unrolled<Shape::side>([&](auto r) {
        const T of_row[3] = {u[0][r.value], u[1][r.value], u[2][r.value]};
        Step::add(job_, of_row, v, sums.sum[r.value][0], sums.sum[r.value][1]);
      });
    }
    const Index done = first + words;
    if (done % Minima::chunk == 0) sums.close_chunk();
    if (done % Minima::segment == 0) store_segment(thread, done == Minima::segment, sums);
  }

  /// Adds the segment to the sums of those before it, which wait in the tallies.
  ENCKE_FUNCTION void store_segment(int thread, bool first, Running& sums) {
    Running::each([&](auto r, auto s, auto c) {
      double& to = *out_.at(s.value, first_row_ + thread / Shape::across * Shape::side + r.value,
                            first_col_ + thread % Shape::across * Shape::side + c.value);
      const double sum = sums.template take<r.value, s.value, c.value>();
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
