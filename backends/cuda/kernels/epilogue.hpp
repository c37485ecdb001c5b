#pragma once

#include <type_traits>

#include "bit_tile.hpp"

// What becomes of the accumulators of a tile: all products are stored, or only those of candidates.

namespace encke::cuda {

/// body(i, j), both numbers: rows and columns of a lane.
template <class Tile, class F>
ENCKE_FUNCTION void each_entry(const F& body) {
  unrolled<Tile::Entries::rows>(
      [&](auto i) { unrolled<Tile::Entries::cols>([&](auto j) { body(i, j); }); });
}

template <int n>
struct alignas(4 * n) SideBySide {
  std::int32_t entry[n];
};

/// All products of a tile.
template <class Tile>
ENCKE_FUNCTION void multiply_all(Tile&& tile, typename std::remove_cvref_t<Tile>::Sums& sums) {
  tile.multiply(sums, 0, [] { return false; });
}

/// The whole kernel of a tile whose products are all stored.
template <class Tile>
ENCKE_FUNCTION void store_tile(typename Tile::Exec& exec, const typename Tile::Job& job,
                               const TallyPlanes& out, Index tile_row, Index tile_col) {
  using Shape = typename Tile::Shape;
  using Entries = typename Tile::Entries;
  const Index first_row = tile_row * Shape::rows;
  const Index first_col = tile_col * Shape::cols;
  if (first_col + Shape::cols - 1 <= first_row + job.diagonal) return;
  typename Tile::Sums sums;
  multiply_all(Tile(exec, job, first_row, first_col), sums);
  exec.warps([&](int warp) {
    exec.lanes([&](int lane) {
      const Entries place(warp, lane);
      constexpr int together = Entries::together;
      unrolled<Entries::rows>([&](auto i) {
        unrolled<Entries::cols / together>([&](auto c) {
          constexpr int first = decltype(c)::value * together;
          SideBySide<together> line[Tile::products];
          unrolled<together>([&](auto k) {
            std::int32_t products[Tile::products];
            Tile::template finish<decltype(i)::value, first + decltype(k)::value>(sums[warp][lane],
                                                                                  products);
            for (int p = 0; p < Tile::products; ++p) line[p].entry[k.value] = products[p];
          });
          for (int p = 0; p < Tile::products; ++p) {
            *reinterpret_cast<SideBySide<together>*>(
                out.at(p, first_row + place.row(i.value), first_col + place.col(first))) = line[p];
          }
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
template <class Tile, class Test>
ENCKE_FUNCTION bool any_may_pass(typename Tile::Exec& exec, const typename Tile::Job& job,
                                 const Test& test, Index first_row, Index first_col,
                                 const typename Tile::Sums& sums) {
  using Exec = typename Tile::Exec;
  typename Exec::template PerWarp<typename Exec::template Lanes<bool>> votes;
  exec.warps([&](int warp) {
    exec.lanes([&](int lane) {
      const typename Tile::Entries place(warp, lane);
      bool may = false;
      each_entry<Tile>([&](auto i, auto j) {
        const Index row = first_row + place.row(i.value);
        const Index col = first_col + place.col(j.value);
        std::int32_t products[Tile::products];
        Tile::template finish<decltype(i)::value, decltype(j)::value>(sums[warp][lane], products);
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
template <class Tile, bool parted, class Test>
ENCKE_FUNCTION bool multiply_while_any_may_pass(typename Tile::Exec& exec,
                                                const typename Tile::Job& job, const Test& test,
                                                Index first_row, Index first_col,
                                                typename Tile::Sums& sums) {
  Tile tile(exec, job, first_row, first_col);
  if constexpr (parted) {
    return tile.multiply(sums, test.data.part_stages, [&] {
      return !any_may_pass<Tile>(exec, job, test, first_row, first_col, sums);
    });
  } else {
    multiply_all(tile, sums);
    return true;
  }
}

/// A lane's rows or columns as far as they are wanted, and what a test needs of them.
template <class Part, int n>
struct LaneParts {
  Part part[n];
  int from[n];  ///< rows: the first column of the tile that is wanted; columns: itself, or -1
};

/// The entries of a lane that are wanted and pass the test: body(its number). What the test needs
/// of the rows or of the columns, of which the lane has fewer, is kept in registers.
template <class Tile, class Test, class F>
ENCKE_FUNCTION void each_passing_entry(const typename Tile::Job& job, const Test& test,
                                       Index first_row, Index first_col, int warp, int lane,
                                       const typename Tile::Accumulators& sums, const F& body) {
  using Entries = typename Tile::Entries;
  const Entries place(warp, lane);
  const auto of_row = [&](int i, typename Test::Row& part) {
    constexpr int cols = Tile::Shape::cols;
    const Index row = first_row + place.row(i);
    part = test.of_row(row < job.rows ? row : job.rows - 1);
    const Index wanted = row + job.diagonal + 1 - first_col;
    return row >= job.rows || wanted > cols ? cols : wanted < 0 ? 0 : static_cast<int>(wanted);
  };
  const auto of_col = [&](int j, typename Test::Col& part) {
    const Index col = first_col + place.col(j);
    part = test.of_col(col < job.cols ? col : job.cols - 1);
    return col < job.cols ? place.col(j) : -1;
  };
  const auto entry = [&](auto i, auto j, const auto& row, int from, const auto& col, int at) {
    std::int32_t products[Tile::products];
    Tile::template finish<decltype(i)::value, decltype(j)::value>(sums[lane], products);
    const bool may = test(products, row, col);  // first: no branch for each
    if (may && at >= from) body(Number<decltype(i)::value * Entries::cols + decltype(j)::value>{});
  };
  if constexpr (Entries::rows < Entries::cols) {
    LaneParts<typename Test::Row, Entries::rows> rows;
    unrolled<Entries::rows>(
        [&](auto i) { rows.from[i.value] = of_row(i.value, rows.part[i.value]); });
    unrolled<Entries::cols>([&](auto j) {
      typename Test::Col part;
      const int at = of_col(j.value, part);
      unrolled<Entries::rows>(
          [&](auto i) { entry(i, j, rows.part[i.value], rows.from[i.value], part, at); });
    });
  } else {
    LaneParts<typename Test::Col, Entries::cols> cols;
    unrolled<Entries::cols>(
        [&](auto j) { cols.from[j.value] = of_col(j.value, cols.part[j.value]); });
    unrolled<Entries::rows>([&](auto i) {
      typename Test::Row part;
      const int from = of_row(i.value, part);
      unrolled<Entries::cols>(
          [&](auto j) { entry(i, j, part, from, cols.part[j.value], cols.from[j.value]); });
    });
  }
}

/// The candidates of a lane, from place `at` of the entries on.
template <class Tile, class Marks>
ENCKE_FUNCTION void write_entries(const Candidates& out, Index at, const Marks& marks, int warp,
                                  int lane, const typename Tile::Accumulators& sums) {
  const typename Tile::Entries place(warp, lane);
  each_entry<Tile>([&](auto i, auto j) {
    constexpr int row = decltype(i)::value, col = decltype(j)::value;
    constexpr int number = row * Tile::Entries::cols + col;
    if ((marks.r[number / 32] >> number % 32 & 1) == 0) return;
    std::int32_t products[Tile::products];
    Tile::template finish<row, col>(sums[lane], products);
    std::int32_t* entry = out.entries + at++ * (1 + Tile::products);
    entry[0] = place.row(row) << 16 | place.col(col);
    for (int p = 0; p < Tile::products; ++p) entry[1 + p] = products[p];
  });
}

/// The whole kernel of a tile of which only candidates are kept: see screens/data.hpp.
/// `parted`: the test is made after a part of the samples, too. See TileSpan.
template <class Tile, bool parted, class Test>
ENCKE_FUNCTION void select_tile(typename Tile::Exec& exec, const typename Tile::Job& job,
                                const Test& test, const Candidates& out, Index tile_row,
                                Index tile_col) {
  using Exec = typename Tile::Exec;
  using Shape = typename Tile::Shape;
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
  typename Tile::Sums sums;
  if (!multiply_while_any_may_pass<Tile, parted>(exec, job, test, first_row, first_col, sums)) {
    exec.threads([&](int thread) {
      if (thread == 0) out.spans[tile] = {0, TileSpan::ended};
    });
    return;
  }
  constexpr int mark_words = (Tile::Entries::rows * Tile::Entries::cols + 31) / 32;
  typename Exec::template PerWarp<typename Exec::template Lanes<Words<mark_words>>> marks;
  typename Exec::template PerWarp<typename Exec::template Lanes<std::int32_t>> place_of;
  exec.sync();  // the counter is 0, also where there was no word
  exec.warps([&](int warp) {
    exec.lanes([&](int lane) {
      auto& mark = marks[warp][lane].r;
      unrolled<mark_words>([&](auto w) { mark[w.value] = 0; });
      std::int32_t count = 0;
      each_passing_entry<Tile>(job, test, first_row, first_col, warp, lane, sums[warp],
                               [&](auto i) {
                                 mark[i.value / 32] |= std::uint32_t{1} << i.value % 32;
                                 ++count;
                               });
      place_of[warp][lane] = count > 0 ? exec.add(exec.shared_counter(0), count) : -1;
    });
  });
  exec.sync();
  reserve_entries(exec, out, tile);
  exec.sync();
  const std::int32_t first = *exec.shared_counter(1);
  if (first < 0) return;
  exec.warps([&](int warp) {
    exec.lanes([&](int lane) {
      const std::int32_t at = place_of[warp][lane];
      if (at >= 0) write_entries<Tile>(out, first + at, marks[warp][lane], warp, lane, sums[warp]);
    });
  });
}

}  // namespace encke::cuda
