#pragma once

#include "bit_job.hpp"
#include "products.hpp"
#include "shared_layout.hpp"
#include "unrolled.hpp"

// One tile of the 1-bit kernel: what a block of threads does, written once over an Exec that runs
// it, a GPU or an emulation. An Exec has
//   Lanes<T>, PerWarp<T>, PerThread<T>   a T for each lane of a warp, warp and thread of the block
//   warps(f), lanes(f), threads(f)       f(warp), f(lane), f(thread), each by all that there are
//   sync()                               a barrier for the block
//   copy16(offset, from, valid)          starts a copy of 16 bytes to shared memory (zeros if not)
//   commit(), wait<n>()                  closes a group of copies; waits for all but the last n
//   load16(offset, to)                   16 bytes from shared memory
//   mma<c, a, b>(acc, left, right)       one instruction, on registers c…, a… and b… of each lane
//   shared_counter(), add(p, n)          a counter of the block; atomic addition
//   any(votes)                           true if a lane votes so; a barrier for the block

namespace encke::cuda {

inline constexpr int warps_down = 2, warps_across = 4, warps_of_block = warps_down * warps_across;
inline constexpr int threads_of_block = warps_of_block * lanes_of_warp;

template <class List>
struct BitShape {
  static constexpr int rows = warps_down * List::row_tiles * 16;
  static constexpr int cols = warps_across * List::col_pairs * 16;
  static constexpr int left_rows = List::left_planes * rows / 8;  ///< of shared memory
  static constexpr int right_rows = List::right_planes * cols / 8;
  static constexpr int stage_chunks = (left_rows + right_rows) * stage_words * chunks_of_word;
  static constexpr int stage_bytes = stage_chunks * chunk_bytes;
  static constexpr int stages =
      most_stages * stage_bytes <= most_shared_bytes ? most_stages : most_stages - 1;
  static constexpr int shared_bytes = stages * stage_bytes;
  static_assert(shared_bytes <= most_shared_bytes);
  static_assert(padding % rows == 0 && padding % cols == 0);
  /// Lines of shared memory, a group's words of a plane, that all threads copy at once.
  static constexpr int lines_at_once = threads_of_block / (stage_words * chunks_of_word);
  static constexpr int tiles = List::row_tiles * List::col_pairs * 2;
  static constexpr int registers = List::accumulators * tiles * 4;

  /// Accumulator register `r` of an instruction's tile.
  ENCKE_FUNCTION static constexpr int at(int accumulator, int row_tile, int col_pair, int half,
                                         int r) {
    return (((accumulator * List::row_tiles + row_tile) * List::col_pairs + col_pair) * 2 + half) *
               4 +
           r;
  }
};

template <int n>
struct Registers {
  std::int32_t r[n];
};
template <int n>
struct Words {
  std::uint32_t r[n];
};

/// Which entries of the tile a lane holds: those of some rows, two by two side by side, and of some
/// columns, four by four.
template <class List>
struct BitEntries {
  static constexpr int rows = List::row_tiles * 2, cols = List::col_pairs * 4;
  static constexpr int together = 4;  ///< columns that lie side by side
  int first_row;
  int first_col;

  ENCKE_FUNCTION BitEntries(int warp, int lane)
      : first_row(warp / warps_across * List::row_tiles * 16 + 2 * quad_of(lane)),
        first_col(warp % warps_across * List::col_pairs * 16 + 4 * in_quad(lane)) {}
  ENCKE_FUNCTION int row(int i) const { return first_row + i / 2 * 16 + i % 2; }
  ENCKE_FUNCTION int col(int j) const { return first_col + j / 4 * 16 + j % 4; }

  /// Which instruction of a pair, and which of its registers, has row i % 2 and column j % 4.
  ENCKE_FUNCTION static constexpr int half_of(int j) { return j % 2; }
  ENCKE_FUNCTION static constexpr int register_of(int i, int j) { return i % 2 * 2 + j % 4 / 2; }
};

/// Sets the accumulators of all lanes to 0.
template <int registers, class Exec, class Sums>
ENCKE_FUNCTION void start_from_zero(Exec& exec, Sums& sums) {
  exec.warps([&](int warp) {
    exec.lanes(
        [&](int lane) { unrolled<registers>([&](auto i) { sums[warp][lane].r[i.value] = 0; }); });
  });
}

template <class List, class Executor>
class BitTile {
 public:
  using Exec = Executor;
  using Job = BitJob;
  using Shape = BitShape<List>;
  using Entries = BitEntries<List>;
  static constexpr int products = List::products;
  using Accumulators = typename Exec::template Lanes<Registers<Shape::registers>>;
  using Sums = typename Exec::template PerWarp<Accumulators>;

  ENCKE_FUNCTION BitTile(Exec& exec, const BitJob& job, Index first_row, Index first_col)
      : exec_(exec), job_(job), group_row_(first_row / 8), group_col_(first_col / 8) {}

  /// All the accumulators of the tile; but after `asked` stages, if that is not 0, ends(), by all
  /// threads of the block, tells whether to give the tile up. True if it was not.
  template <class Ends>
  ENCKE_FUNCTION bool multiply(Sums& sums, int asked, const Ends& ends) {
    start_from_zero<Shape::registers>(exec_, sums);
    const int steps = static_cast<int>(divide_up(job_.words, stage_words));
    constexpr int stages = Shape::stages;
    Sources sources;
    start_sources(sources);
    for (int s = 0; s < stages - 1; ++s) {
      if (s < steps) copy_stage(sources, s, s);
      exec_.commit();
    }
    int stage = 0, free = stages - 1;
    for (int s = 0; s < steps; ++s) {
      exec_.template wait<stages - 2>();
      exec_.sync();  // all copies of this stage have come, and all have done with the last one
      if (s + stages - 1 < steps) copy_stage(sources, s + stages - 1, free);
      exec_.commit();
      exec_.warps([&](int warp) { multiply_stage(warp, stage, sums[warp]); });
      free = stage;
      stage = stage + 1 == stages ? 0 : stage + 1;
      if (s + 1 != asked || !ends()) continue;
      exec_.template wait<0>();  // what is on its way to shared memory has to come before the end
      return false;
    }
    return true;
  }

  /// The products of row i and column j of a lane.
  template <int i, int j>
  ENCKE_FUNCTION static void finish(const Registers<Shape::registers>& lane,
                                    std::int32_t (&out)[products]) {
    std::int32_t sums[List::accumulators];
    for (int a = 0; a < List::accumulators; ++a) {
      sums[a] = lane.r[Shape::at(a, i / 2, j / 4, Entries::half_of(j), Entries::register_of(i, j))];
    }
    List::finish(sums, out);
  }

 private:
  /// Where a thread's next chunk of its first line of each plane comes from.
  struct Source {
    const std::byte* left[List::left_planes];
    const std::byte* right[List::right_planes];
  };
  using Sources = typename Exec::template PerThread<Source>;

  /// A thread copies the same word and chunk of every line that is its own.
  ENCKE_FUNCTION static int chunk_of(int thread) { return thread % chunks_of_word; }
  ENCKE_FUNCTION static int word_of(int thread) { return thread / chunks_of_word % stage_words; }
  ENCKE_FUNCTION static int line_of(int thread) { return thread / (chunks_of_word * stage_words); }

  ENCKE_FUNCTION void start_sources(Sources& sources) {
    exec_.threads([&](int thread) {
      const auto first = [&](const PlaneSet& from, int plane, Index group) {
        return from.plane[plane] + group * from.group_stride[plane] +  // of its first line
               (job_.first_word + word_of(thread)) * from.word_stride[plane] +
               chunk_of(thread) * chunk_bytes;
      };
      unrolled<List::left_planes>([&](auto p) {
        sources[thread].left[p.value] =
            first(job_.left, p.value, group_row_ + line_of(thread) % (Shape::rows / 8));
      });
      unrolled<List::right_planes>([&](auto p) {
        sources[thread].right[p.value] =
            first(job_.right, p.value, group_col_ + line_of(thread) % (Shape::cols / 8));
      });
    });
  }

  /// Starts the copies of a step's words to a stage, all threads together; beyond the last word
  /// come zeros. Addresses cost as little as can be: they were most of this kernel's time.
  ENCKE_FUNCTION void copy_stage(Sources& sources, int step, int stage) {
    exec_.threads([&](int thread) {
      const bool valid = Index{step} * stage_words + word_of(thread) < job_.words;
      const int to = stage * Shape::stage_bytes +
                     shared_offset(line_of(thread), word_of(thread), chunk_of(thread));
      Source& source = sources[thread];
      copy_side<Shape::left_rows, Shape::rows / 8>(thread, to, valid, job_.left, source.left);
      copy_side<Shape::right_rows, Shape::cols / 8>(
          thread, to + shared_offset(Shape::left_rows, 0, 0), valid, job_.right, source.right);
    });
  }

  ENCKE_FUNCTION static constexpr int smaller(int a, int b) { return a < b ? a : b; }

  /// Lines are the groups of one plane, then those of the next.
  template <int lines, int groups, int planes>
  ENCKE_FUNCTION void copy_side(int thread, int to, bool valid, const PlaneSet& from,
                                const std::byte* (&source)[planes]) {
    constexpr int at_once = Shape::lines_at_once;
    static_assert(groups % at_once == 0 || at_once % groups == 0);
    unrolled<(lines + at_once - 1) / at_once>([&](auto i) {
      constexpr int line = decltype(i)::value * at_once, plane = line / groups;
      const int at = to + shared_offset(line, 0, 0);
      if constexpr (groups >= at_once) {
        exec_.copy16(at, source[plane] + line % groups * from.group_stride[plane], valid);
      } else {  // lines of several planes
        unrolled<smaller(at_once / groups, planes - plane)>([&](auto p) {
          if (line_of(thread) / groups != p.value) return;
          exec_.copy16(at, source[plane + decltype(p)::value], valid);
        });
      }
    });
    unrolled<planes>([&](auto p) { source[p.value] += stage_words * from.word_stride[p.value]; });
  }

  ENCKE_FUNCTION void multiply_stage(int warp, int stage, Accumulators& sums) {
    const int from = stage * Shape::stage_bytes;
    const int left_group = warp / warps_across * List::row_tiles * 2;
    const int right_group = warp % warps_across * List::col_pairs * 2;
    for (int word = 0; word < stage_words; word += mma_words) {
      typename Exec::template Lanes<Words<List::Left::terms * List::row_tiles * 4>> left;
      typename Exec::template Lanes<Words<List::Right::terms * List::col_pairs * 4>> right;
      exec_.lanes([&](int lane) {
        load<typename List::Left, List::left_planes, List::row_tiles, true>(
            lane, from, Shape::rows / 8, left_group, word, left[lane].r);
        load<typename List::Right, List::right_planes, List::col_pairs, false>(
            lane, from + Shape::left_rows * stage_words * chunks_of_word * chunk_bytes,
            Shape::cols / 8, right_group, word, right[lane].r);
      });
      unrolled<List::steps>([&](auto s) {
        unrolled<List::row_tiles>([&](auto row) {
          unrolled<List::col_pairs * 2>([&](auto col) {
            constexpr Step step = List::step[decltype(s)::value];
            constexpr int row_tile = decltype(row)::value;
            constexpr int pair = decltype(col)::value / 2, half = decltype(col)::value % 2;
            constexpr int c = Shape::at(step.accumulator, row_tile, pair, half, 0);
            constexpr int a = (step.left * List::row_tiles + row_tile) * 4;
            constexpr int b = (step.right * List::col_pairs + pair) * 4 + half * 2;
            exec_.template mma<c, a, b>(sums, left, right);
          });
        });
      });
    }
  }

  /// A lane's registers of `tiles` times sixteen vectors, all terms.
  template <class Terms, int planes, int tiles, bool of_a, int size>
  ENCKE_FUNCTION void load(int lane, int from, int groups, int first_group, int word,
                           std::uint32_t (&out)[size]) {
    const FragmentPlace place = fragment_place(lane);
    unrolled<tiles>([&](auto tile) {
      std::uint32_t quarter[4][planes];
      unrolled<planes>([&](auto p) {
        std::uint32_t four[4];
        const int row = p.value * groups + first_group + tile.value * 2 + place.group;
        exec_.load16(from + shared_offset(row, word + place.word, place.chunk), four);
        unrolled<4>([&](auto q) { quarter[q.value][p.value] = four[q.value]; });
      });
      unrolled<Terms::terms>([&](auto term) {
        unrolled<4>([&](auto r) {
          constexpr int i = decltype(r)::value;
          constexpr int q = of_a ? quarter_of_a(i) : quarter_of_b(i / 2, i % 2);
          out[(term.value * tiles + tile.value) * 4 + r.value] =
              Terms::template of<decltype(term)::value>(quarter[q]);
        });
      });
    });
  }

  Exec& exec_;
  const BitJob& job_;
  Index group_row_;
  Index group_col_;
};

}  // namespace encke::cuda
