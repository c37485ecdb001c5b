#pragma once

#include "arranged.hpp"
#include "cuda/kernels/bit_tile.hpp"

// One tile of pairs of complete genotypes by products of warpgroups, written over an Exec as
// BitTile is. The Exec also has
//   product<c>(sums, warp, left, right)   registers c … of a warp's 16 rows by 128 columns += popc(
//                                         row & column) of 256 bits, of core matrices in shared
//                                         memory: the warpgroup's rows from `left` on; later
//   begin_products(sums), end_products()  around those that are started together
//   wait_products<n>(sums)                until all but the last n such groups are done
//   publish()                             what this thread has copied may be read by products

namespace encke::cuda {

struct WarpgroupShape {
  static constexpr int rows = 128, cols = 128;
  static constexpr int warps_of_group = 4, rows_of_group = 64;  ///< of a warpgroup
  static constexpr int groups = (rows + cols) / core_vectors;
  static constexpr int pairs = stage_words / words_of_core;  ///< of words of a stage
  static constexpr int plane_bytes = groups * pairs * core_bytes;
  static constexpr int stage_bytes = arranged_planes * plane_bytes;
  static constexpr int stages = 6;
  static constexpr int shared_bytes = stages * stage_bytes;  ///< of 227 KiB
  static constexpr int sums = rows_of_group * cols / (warps_of_group * lanes_of_warp);
  static constexpr int registers = 2 * sums;
  static_assert(padding % rows == 0 && padding % cols == 0);

  /// Byte of a group's pair of words in a stage's plane; rows come before columns.
  ENCKE_FUNCTION static constexpr int offset(int group, int pair) {
    return (group * pairs + pair) * core_bytes;
  }
};

// Lists of tiles and the places of what they keep are made for these, see tile_extent().
static_assert(WarpgroupShape::rows == BitShape<Complete>::rows &&
              WarpgroupShape::cols == BitShape<Complete>::cols);

/// Which entries of the tile a lane holds: those of 2 rows and 32 columns.
struct WarpgroupEntries {
  static constexpr int rows = 2, cols = 32;
  static constexpr int together = 2;  ///< columns that lie side by side
  int first_row;
  int first_col;

  ENCKE_FUNCTION WarpgroupEntries(int warp, int lane)
      : first_row(warp * 16 + quad_of(lane)), first_col(2 * in_quad(lane)) {}
  ENCKE_FUNCTION int row(int i) const { return first_row + 8 * i; }
  ENCKE_FUNCTION int col(int j) const { return first_col + j / 2 * 8 + j % 2; }
  ENCKE_FUNCTION static constexpr int register_of(int i, int j) {
    return j / 2 * 4 + 2 * i + j % 2;
  }
};

/// Sums of pp + nn and of pn + np; their difference is sum x_i x_j, their sum that of |x_i x_j|:
/// one product, or both (`matches`). By three products as Complete has them a plane more would have
/// to be read.
template <bool matches, class Executor>
class WarpgroupTile {
 public:
  using Exec = Executor;
  using Job = WarpgroupJob;
  using Shape = WarpgroupShape;
  using Entries = WarpgroupEntries;
  static constexpr int products = matches ? 2 : 1;
  using Accumulators = typename Exec::template Lanes<Registers<Shape::registers>>;
  using Sums = typename Exec::template PerWarp<Accumulators>;

  ENCKE_FUNCTION WarpgroupTile(Exec& exec, const WarpgroupJob& job, Index first_row,
                               Index first_col)
      : exec_(exec),
        job_(job),
        group_row_((first_row - job.first_row) / core_vectors),
        group_col_((first_col - job.first_col) / core_vectors) {}

  /// See BitTile::multiply().
  template <class Ends>
  ENCKE_FUNCTION bool multiply(Sums& sums, int asked, const Ends& ends) {
    start_from_zero<Shape::registers>(exec_, sums);
    const int steps = static_cast<int>(divide_up(job_.pairs, Index{Shape::pairs}));
    constexpr int ahead = Shape::stages - 2;  // one stage is multiplied, and perhaps the last one
    Sources sources;
    start_sources(sources);
    for (int s = 0; s < ahead; ++s) {
      if (s < steps) copy_stage(sources, s, s);
      exec_.commit();
    }
    int stage = 0, free = ahead;
    for (int s = 0; s < steps; ++s) {
      exec_.template wait<ahead - 1>();
      exec_.publish();
      exec_.sync();  // all copies of this stage have come; products of the last stage but one ended
      multiply_stage(stage, sums);
      exec_.template wait_products<1>(sums);
      if (s + ahead < steps) copy_stage(sources, s + ahead, free);
      exec_.commit();
      stage = next(stage);
      free = next(free);
      if (s + 1 != asked) continue;
      exec_.template wait_products<0>(sums);
      if (!ends()) continue;
      exec_.template wait<0>();  // what is on its way to shared memory has to come before the end
      return false;
    }
    exec_.template wait_products<0>(sums);
    return true;
  }

  template <int i, int j>
  ENCKE_FUNCTION static void finish(const Registers<Shape::registers>& lane,
                                    std::int32_t (&out)[products]) {
    constexpr int r = Entries::register_of(i, j);
    out[0] = lane.r[r] - lane.r[Shape::sums + r];
    if constexpr (matches) out[1] = lane.r[r] + lane.r[Shape::sums + r];
  }

 private:
  /// Where a thread's next chunk of its first group of each side comes from.
  struct Source {
    const std::byte* left;
    const std::byte* right;
  };
  using Sources = typename Exec::template PerThread<Source>;

  ENCKE_FUNCTION static int next(int stage) { return stage + 1 == Shape::stages ? 0 : stage + 1; }

  /// A thread copies the same vector, plane and pair of words of every fourth group.
  ENCKE_FUNCTION static int vector_of(int thread) { return thread % core_vectors; }
  ENCKE_FUNCTION static int plane_of(int thread) { return thread / core_vectors % arranged_planes; }
  ENCKE_FUNCTION static int pair_of(int thread) { return thread / 16 % Shape::pairs; }
  ENCKE_FUNCTION static int group_of(int thread) { return thread / (16 * Shape::pairs); }
  static constexpr int groups_at_once = threads_of_block / (16 * Shape::pairs);
  static_assert(core_vectors * arranged_planes == 16);

  ENCKE_FUNCTION Index group_bytes() const { return job_.pairs * arranged_planes * core_bytes; }

  ENCKE_FUNCTION void start_sources(Sources& sources) {
    exec_.threads([&](int thread) {
      const Index in_group = (pair_of(thread) * arranged_planes + plane_of(thread)) * core_bytes +
                             vector_of(thread) * chunk_bytes;
      sources[thread] = {job_.left + (group_row_ + group_of(thread)) * group_bytes() + in_group,
                         job_.right + (group_col_ + group_of(thread)) * group_bytes() + in_group};
    });
  }

  /// Beyond the last pair of words come zeros.
  ENCKE_FUNCTION void copy_stage(Sources& sources, int step, int stage) {
    exec_.threads([&](int thread) {
      const bool valid = Index{step} * Shape::pairs + pair_of(thread) < job_.pairs;
      const int to = stage * Shape::stage_bytes + plane_of(thread) * Shape::plane_bytes +
                     Shape::offset(group_of(thread), pair_of(thread)) +
                     vector_of(thread) * chunk_bytes;
      Source& source = sources[thread];
      unrolled<Shape::rows / core_vectors / groups_at_once>([&](auto i) {
        constexpr int group = decltype(i)::value * groups_at_once;
        exec_.copy16(to + Shape::offset(group, 0), source.left + group * group_bytes(), valid);
        exec_.copy16(to + Shape::offset(Shape::rows / core_vectors + group, 0),
                     source.right + group * group_bytes(), valid);
      });
      source.left += Shape::pairs * arranged_planes * core_bytes;
      source.right += Shape::pairs * arranged_planes * core_bytes;
    });
  }

  ENCKE_FUNCTION void multiply_stage(int stage, Sums& sums) {
    exec_.warps([&](int warp) {
      exec_.begin_products(sums[warp]);
      constexpr int groups = Shape::rows_of_group / core_vectors;
      const int at = stage * Shape::stage_bytes;
      const int rows = at + Shape::offset(warp / Shape::warps_of_group * groups, 0);
      const int cols = at + Shape::offset(Shape::rows / core_vectors, 0);
      unrolled<stage_words / mma_words>([&](auto k) {
        constexpr int from = Shape::offset(0, decltype(k)::value * mma_words / words_of_core);
        constexpr int p = from, n = from + Shape::plane_bytes;
        exec_.template product<0>(sums[warp], warp, rows + p, cols + p);
        exec_.template product<0>(sums[warp], warp, rows + n, cols + n);
        exec_.template product<Shape::sums>(sums[warp], warp, rows + p, cols + n);
        exec_.template product<Shape::sums>(sums[warp], warp, rows + n, cols + p);
      });
      exec_.end_products(sums[warp]);
    });
  }

  Exec& exec_;
  const WarpgroupJob& job_;
  Index group_row_;
  Index group_col_;
};

}  // namespace encke::cuda
