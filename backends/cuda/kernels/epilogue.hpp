#pragma once

#include "bit_tile.hpp"

// What becomes of the accumulators of a tile: all products are stored, or only those of candidates.

namespace encke::cuda {

/// body(row_tile, col_pair, high, k), all numbers: the entries of a lane.
template <class List, class F>
ENCKE_FUNCTION void each_entry(const F& body) {
  unrolled<List::row_tiles>([&](auto row_tile) {
    unrolled<List::col_pairs>([&](auto col_pair) {
      unrolled<2>(
          [&](auto high) { unrolled<4>([&](auto k) { body(row_tile, col_pair, high, k); }); });
    });
  });
}

struct alignas(16) FourTallies {
  std::int32_t entry[4];
};

/// The whole kernel of a tile whose products are all stored.
template <class List, class Exec>
ENCKE_FUNCTION void store_tile(Exec& exec, const BitJob& job, const TallyPlanes& out,
                               Index tile_row, Index tile_col) {
  using Shape = BitShape<List>;
  const Index first_row = tile_row * Shape::rows;
  const Index first_col = tile_col * Shape::cols;
  if (first_col + Shape::cols - 1 <= first_row + job.diagonal) return;
  typename BitTile<List, Exec>::OfWarps sums;
  BitTile<List, Exec>(exec, job, first_row, first_col).multiply(sums);
  exec.warps([&](int warp) {
    exec.lanes([&](int lane) {
      const auto& r = sums[warp][lane].r;
      unrolled<List::row_tiles>([&](auto row_tile) {
        unrolled<List::col_pairs>([&](auto col_pair) {
          const LanePlace<List> place(warp, lane, row_tile.value, col_pair.value);
          unrolled<2>([&](auto high) {
            FourTallies line[List::products];
            unrolled<4>([&](auto k) {
              std::int32_t products[List::products];
              finish_entry<List>(r, row_tile.value, col_pair.value, high.value, k.value, products);
              for (int p = 0; p < List::products; ++p) line[p].entry[k.value] = products[p];
            });
            for (int p = 0; p < List::products; ++p) {
              *reinterpret_cast<FourTallies*>(
                  out.at(p, first_row + place.row + high.value, first_col + place.col)) = line[p];
            }
          });
        });
      });
    });
  });
}

/// Candidates of a tile are counted by the lanes, given space by one thread, and then written: in
/// what order does not matter, because each carries its place.
template <class Exec>
ENCKE_FUNCTION void reserve_entries(Exec& exec, const Candidates& out, Index tile) {
  exec.threads([&](int thread) {
    if (thread != 0) return;
    std::int32_t& count = *exec.shared_counter(0);
    std::int32_t first = 0;
    if (count > 0) {
      first = exec.add(out.total, count);
      if (first > out.capacity - count) first = -1;
    }
    out.spans[tile] = {first, count};
    *exec.shared_counter(1) = first;
  });
}

/// True if any wanted pair of the tile may pass yet, after a part of the samples. By all threads.
template <class List, class Test, class Exec, class Sums>
ENCKE_FUNCTION bool any_may_pass(Exec& exec, const BitJob& job, const Test& test, Index first_row,
                                 Index first_col, const Sums& sums) {
  typename Exec::template PerWarp<typename Exec::template Lanes<bool>> votes;
  exec.warps([&](int warp) {
    exec.lanes([&](int lane) {
      const auto& r = sums[warp][lane].r;
      bool may = false;
      each_entry<List>([&](auto row_tile, auto col_pair, auto high, auto k) {
        const LanePlace<List> place(warp, lane, row_tile.value, col_pair.value);
        const Index row = first_row + place.row + high.value;
        const Index col = first_col + place.col + k.value;
        std::int32_t products[List::products];
        finish_entry<List>(r, row_tile.value, col_pair.value, high.value, k.value, products);
        may = may || (row < job.rows && col < job.cols && col > row + job.diagonal &&
                      test.may_pass_yet(static_cast<float>(products[0]), row, col));
      });
      votes[warp][lane] = may;
    });
  });
  return exec.any(votes);
}

/// The products of a tile. With a test after a part of the samples (`parted`) false if none of its
/// pairs can pass any more; then they are not made to their end.
template <class List, bool parted, class Test, class Exec, class Sums>
ENCKE_FUNCTION bool multiply_while_any_may_pass(Exec& exec, const BitJob& job, const Test& test,
                                                Index first_row, Index first_col, Sums& sums) {
  BitTile<List, Exec> tile(exec, job, first_row, first_col);
  if constexpr (parted) {
    return tile.multiply(sums, test.data.part_stages, [&] {
      return !any_may_pass<List>(exec, job, test, first_row, first_col, sums);
    });
  } else {
    tile.multiply(sums);
    return true;
  }
}

/// The entries of a lane that are wanted and pass the test: body(its number). What the test needs
/// of rows and columns is made once for each.
template <class List, class Test, class Lane, class F>
ENCKE_FUNCTION void each_passing_entry(const BitJob& job, const Test& test, Index first_row,
                                       Index first_col, int warp, int lane, const Lane& sums,
                                       const F& body) {
  constexpr int cols = List::col_pairs * 4, all_cols = BitShape<List>::cols;
  typename Test::Col col_part[cols];
  int col_at[cols];  // in the tile; -1: not wanted
  unrolled<cols>([&](auto c) {
    const LanePlace<List> place(warp, lane, 0, c.value / 4);
    const int at = place.col + c.value % 4;
    const Index col = first_col + at;
    col_at[c.value] = col < job.cols ? at : -1;
    col_part[c.value] = test.of_col(col < job.cols ? col : job.cols - 1);
  });
  unrolled<List::row_tiles * 2>([&](auto r) {
    constexpr int row_tile = decltype(r)::value / 2, high = decltype(r)::value % 2;
    const LanePlace<List> place(warp, lane, row_tile, 0);
    const Index row = first_row + place.row + high;
    const Index wanted = row + job.diagonal + 1 - first_col;  // from this column of the tile on
    const int from = row >= job.rows || wanted > all_cols ? all_cols
                     : wanted < 0                         ? 0
                                                          : static_cast<int>(wanted);
    const auto row_part = test.of_row(row < job.rows ? row : job.rows - 1);
    unrolled<cols>([&](auto c) {
      constexpr int col_pair = decltype(c)::value / 4, k = decltype(c)::value % 4;
      std::int32_t products[List::products];
      finish_entry<List>(sums.r, row_tile, col_pair, high, k, products);
      const bool may = test(products, row_part, col_part[c.value]);  // first: no branch for each
      if (may && col_at[c.value] >= from) {
        body(Number<((row_tile * List::col_pairs + col_pair) * 2 + high) * 4 + k>{});
      }
    });
  });
}

/// The whole kernel of a tile of which only candidates are kept: see screens/data.hpp.
/// `parted`: the test is made after a part of the samples, too. See TileSpan.
template <class List, bool parted, class Test, class Exec>
ENCKE_FUNCTION void select_tile(Exec& exec, const BitJob& job, const Test& test,
                                const Candidates& out, Index tile_row, Index tile_col) {
  using Shape = BitShape<List>;
  const Index tile = tile_row * divide_up(job.cols, Shape::cols) + tile_col;
  const Index first_row = tile_row * Shape::rows;
  const Index first_col = tile_col * Shape::cols;
  if (first_col + Shape::cols - 1 <= first_row + job.diagonal) {
    exec.threads([&](int thread) {
      if (thread == 0) out.spans[tile] = {0, 0};
    });
    return;
  }
  exec.threads([&](int thread) {
    if (thread == 0) *exec.shared_counter(0) = 0;
  });
  typename BitTile<List, Exec>::OfWarps sums;
  if (!multiply_while_any_may_pass<List, parted>(exec, job, test, first_row, first_col, sums)) {
    exec.threads([&](int thread) {
      if (thread == 0) out.spans[tile] = {0, TileSpan::ended};
    });
    return;
  }
  constexpr int entries = List::row_tiles * List::col_pairs * 8;
  constexpr int mark_words = (entries + 31) / 32;
  typename Exec::template PerWarp<typename Exec::template Lanes<Words<mark_words>>> marks;
  typename Exec::template PerWarp<typename Exec::template Lanes<std::int32_t>> place_of;
  exec.sync();  // the counter is 0, also where there was no word
  exec.warps([&](int warp) {
    exec.lanes([&](int lane) {
      auto& mark = marks[warp][lane].r;
      unrolled<mark_words>([&](auto w) { mark[w.value] = 0; });
      std::int32_t count = 0;
      each_passing_entry<List>(job, test, first_row, first_col, warp, lane, sums[warp][lane],
                               [&](auto i) {
                                 mark[i.value / 32] |= std::uint32_t{1} << i.value % 32;
                                 ++count;
                               });
      place_of[warp][lane] = count > 0 ? exec.add(exec.shared_counter(0), count) : 0;
    });
  });
  exec.sync();
  reserve_entries(exec, out, tile);
  exec.sync();
  const std::int32_t first = *exec.shared_counter(1);
  if (first < 0) return;
  exec.warps([&](int warp) {
    exec.lanes([&](int lane) {
      std::uint32_t any = 0;
      unrolled<mark_words>([&](auto w) { any |= marks[warp][lane].r[w.value]; });
      if (any == 0) return;
      std::int32_t at = first + place_of[warp][lane];
      each_entry<List>([&](auto row_tile, auto col_pair, auto high, auto k) {
        constexpr int i =
            ((row_tile.value * List::col_pairs + col_pair.value) * 2 + high.value) * 4 + k.value;
        if ((marks[warp][lane].r[i / 32] >> i % 32 & 1) == 0) return;
        const LanePlace<List> place(warp, lane, row_tile.value, col_pair.value);
        std::int32_t products[List::products];
        finish_entry<List>(sums[warp][lane].r, row_tile.value, col_pair.value, high.value, k.value,
                           products);
        std::int32_t* entry = out.entries + Index{at++} * (1 + List::products);
        entry[0] = (place.row + high.value) << 16 | (place.col + k.value);
        for (int p = 0; p < List::products; ++p) entry[1 + p] = products[p];
      });
    });
  });
}

}  // namespace encke::cuda
