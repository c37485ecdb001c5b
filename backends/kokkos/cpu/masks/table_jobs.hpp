#pragma once

#include <cstddef>
#include <cstdint>
#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <encke/pack/panel.hpp>

#include "mask_jobs.hpp"

// Tables of genotypes by class from lists of samples, see "Tables by lists" in
// docs/design/kernels.md: planes of up to 512 columns are laid out by samples, and summed over the
// samples that have a genotype in a row. This header is read by files that are compiled for
// different levels, so it holds no function bodies.

namespace encke::cpu {

/// Planes of columns that are laid out by samples: of the values, and the masks where anything is
/// missing.
struct TableLayout {
  Stream values;
  Stream mask;                 ///< no data where nothing is missing
  Index vectors = 0;           ///< at most mask_vectors
  Range words;                 ///< at most mask_samples / 64
  std::byte* lines = nullptr;  ///< of mask_line_bytes, zero for a plane's last sample
};

/// Such planes, summed over lists of each of some rows.
struct TableCount {
  static constexpr int classes = 2;
  /// Lists of a row, of a class: two genotypes, and the missing samples where anything is missing.
  static constexpr int most_lists = 3;

  Stream values;  ///< of the rows
  Stream mask;
  Index rows = 0;
  const std::uint8_t* common = nullptr;  ///< of each row, the genotype that has no list
  Range words[classes];                  ///< of the classes
  Index fields[classes] = {};            ///< samples
  Range laid_out;                        ///< words that the lines hold
  bool last = false;                     ///< no further words come
  const std::byte* lines = nullptr;
  /// [row][class][list][plane][lower, upper byte][64 columns][bit]; upper bytes are left out where
  /// counts need no more than 8 bits. Written from a class's first word on.
  std::uint64_t* counts = nullptr;
  int bits = 8;  ///< that a count needs
};

/// The products of a tile from such sums.
struct TableTallies {
  const std::uint64_t* counts = nullptr;  ///< of the first row
  Index col_word = 0;                     ///< word of a line that has the first columns
  bool wide = false;                      ///< counts are stored in 16 bits
  bool masks = false;                     ///< there are lists, and planes, of missing samples
  const std::uint8_t* common = nullptr;
  Index rows = 0;
  Index cols = 0;
  /// Of each class samples with genotype 0, with genotype 1, and present; whole words of columns.
  const std::int32_t* col_counts[TableCount::classes][3] = {};
  bool complete = false;            ///< the form that is written
  std::int32_t* tallies = nullptr;  ///< whole words of columns are written
  Index plane_stride = 0;
  Index row_stride = 0;
};

/// Null where a level, or an element, has none.
struct TableKernels {
  void (*lay_out)(const TableLayout&) = nullptr;
  void (*count)(const TableCount&) = nullptr;
  void (*tallies)(const TableTallies&) = nullptr;
  /// Cycles of a popcount of one product, for a pair and 64 samples.
  double popcount_of_word = 0.1;
};

}  // namespace encke::cpu
