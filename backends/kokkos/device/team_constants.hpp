#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "team_units.hpp"

// What products of genotypes with missing samples lack, see forms::PairMissing and
// forms::TripleMissing: counts of samples in which x is positive, of one vector or of two.

namespace encke::kokkos {

/// Tallies of rows by columns in the memory of `Exec`.
struct TeamTallies {
  std::int32_t* data;
  Index plane_stride;
  Index row_stride;
  Index rows;
  Index cols;

  KOKKOS_FUNCTION void add(int plane, Index row, Index col, std::int32_t count) const {
    data[plane * plane_stride + row * row_stride + col] += count;
  }
};

/// body(row, column) of all entries, on `Exec`.
template <class Exec, class Body>
struct EachTally {
  Body body;
  Index cols;

  static void run(const TeamTallies& tallies, const Body& body) {
    Kokkos::parallel_for(
        "encke::constants",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(0, tallies.rows * tallies.cols),
        EachTally{body, tallies.cols});
  }
  KOKKOS_FUNCTION void operator()(Index item) const { body(item / cols, item % cols); }
};

/// Pairs: the samples in which the row is positive, and those in which the column is.
struct PairConstants {
  TeamTallies tallies;
  const std::int32_t* of_row;
  const std::int32_t* of_col;

  KOKKOS_FUNCTION void operator()(Index row, Index col) const {
    tallies.add(1, row, col, of_row[row]);
    tallies.add(2, row, col, of_col[col]);
  }
};

/// Those of a pivot's triples.
struct TripleConstants {
  TeamTallies tallies;
  const std::int32_t* pivot_row;  ///< samples in which the product of pivot and row is positive
  const std::int32_t* pivot_col;
  const std::int32_t* row_col;
  Index row_col_stride;
  const std::int32_t* of_col;       ///< … in which the column is
  const std::int32_t* pivot_alone;  ///< … the pivot, and the row is present
  const std::int32_t* row_alone;    ///< … the row, and the pivot is present

  KOKKOS_FUNCTION void operator()(Index row, Index col) const {
    tallies.add(1, row, col, pivot_row[row]);
    tallies.add(2, row, col, pivot_col[col]);
    tallies.add(3, row, col, pivot_alone[row]);
    tallies.add(4, row, col, row_col[row * row_col_stride + col]);
    tallies.add(5, row, col, row_alone[row]);
    tallies.add(6, row, col, of_col[col]);
  }
};

/// Counts for each row the samples that TripleConstants calls pivot_alone and row_alone.
struct CountAlone {
  const std::byte* pivot;       ///< the pivot's words in its group, two planes 64 bytes apart
  const std::byte* pivot_mask;  ///< and in that of its mask
  Stream values;
  Stream mask;
  Index words;
  std::int32_t* pivot_alone;
  std::int32_t* row_alone;

  template <class Exec>
  void run(Index rows) const {
    Kokkos::parallel_for("encke::count alone",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(0, rows), *this);
  }
  KOKKOS_FUNCTION void operator()(Index row) const {
    const std::byte* const own = values.group(row / 8) + row % 8 * 8;
    const std::byte* const own_mask = mask.group(row / 8) + row % 8 * 8;
    std::uint32_t first = 0, second = 0;
    for (Index w = 0; w < words; ++w) {
      const std::uint64_t here = word(pivot_mask, w * 64), there = word(own_mask, w * 64);
      first += count_bits(word(pivot, w * 128) & ~word(pivot, w * 128 + 64) & there);
      second += count_bits(word(own, w * 128) & ~word(own, w * 128 + 64) & here);
    }
    pivot_alone[row] = static_cast<std::int32_t>(first);
    row_alone[row] = static_cast<std::int32_t>(second);
  }

 private:
  KOKKOS_FUNCTION static std::uint64_t word(const std::byte* from, Index offset) {
    return *reinterpret_cast<const std::uint64_t*>(from + offset);
  }
};

}  // namespace encke::kokkos
