#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <encke/host/aligned_buffer.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "kokkos/cpu/levels/levels.hpp"
#include "kokkos/tiles/element_forms.hpp"
#include "support/genotypes.hpp"

// Products of single blocks, of one level against those of another.

namespace encke::test {

/// A level of this build, whether this CPU runs it or not.
inline const cpu::Kernels& level_named(const std::string& name) {
  for (const cpu::Kernels* kernels : cpu::compiled_levels()) {
    if (kernels->level == name) return *kernels;
  }
  throw std::invalid_argument(name);
}

/// A part of some vectors' products: rows from the first vector on, columns from `first_col` on.
struct BlockPart {
  Index rows, cols;
  Index first_col = 0;
  Range words{};
  Index diagonal = -100'000;  ///< none
  bool masks = false;
};

inline BlockPart with_all_words(const PackedVectors& vectors, BlockPart part) {
  part.words = {0, vectors.words()};
  return part;
}

/// Memory that a product is added to: more of each dimension than it has.
struct BlockMemory {
  Index planes, rows, stride;

  explicit BlockMemory(const BlockPart& part)
      : planes(part.masks ? 5 : 2), rows(part.rows + 16), stride(round_up(part.cols, 8) + 24) {}
  Index size() const { return planes * rows * stride; }
};

/// What is in memory before, and where no entry is.
inline std::int32_t number_before(std::size_t i) { return static_cast<std::int32_t>(i % 1009); }

/// What the product leaves in such memory.
inline std::vector<std::int32_t> block_tallies(const cpu::Kernels& kernels,
                                               const PackedVectors& vectors,
                                               const BlockPart& part) {
  const auto& products = (kernels.*kokkos::form_of(vectors.element()).kernels).multiply;
  const BlockMemory memory(part);
  std::vector<std::int32_t> tallies(idx(memory.size()));
  for (std::size_t i = 0; i < tallies.size(); ++i) tallies[i] = number_before(i);
  AlignedBuffer<std::byte> space(products.space);
  cpu::Block b;
  b.left[0] = vectors.panel({0, part.rows}).values;
  b.right[0] = vectors.panel({part.first_col, part.first_col + part.cols}).values;
  if (part.masks) {
    b.left[1] = vectors.mask_panel(0);
    b.right[1] = vectors.mask_panel(part.first_col / 8);
  } else {  // a left stream may begin later, as folded ones do
    b.left_begin = part.words.begin;
    b.left[0].data += part.words.begin * vectors.element().planes() * 64;
  }
  b.rows = part.rows;
  b.cols = part.cols;
  b.words = part.words;
  b.tallies = tallies.data();
  b.plane_stride = memory.rows * memory.stride;
  b.row_stride = memory.stride;
  b.diagonal = part.diagonal;
  b.space = space.data();
  (part.masks ? products.pairs : products.complete)(b);
  return tallies;
}

/// Entries are those of level `portable`; beside them memory is as it was, but for columns up to
/// the end of a group of eight.
inline void expect_block_of_portable(const std::string& level, const PackedVectors& vectors,
                                     const BlockPart& part) {
  SCOPED_TRACE(testing::Message() << part.rows << " x " << part.cols << ", words "
                                  << part.words.begin << " to " << part.words.end << ", diagonal "
                                  << part.diagonal << (part.masks ? ", masks" : "") << ", element "
                                  << vectors.element().row().data);
  const auto expected = block_tallies(level_named("portable"), vectors, part);
  const auto found = block_tallies(level_named(level), vectors, part);
  const BlockMemory memory(part);
  for (Index i = 0; i < memory.size(); ++i) {
    const Index plane = i / (memory.rows * memory.stride);
    const Index row = i / memory.stride % memory.rows, col = i % memory.stride;
    const bool of_rows = row < part.rows && plane < memory.planes - 1;
    const bool entry = of_rows && col < part.cols;
    if (entry && col <= row + part.diagonal) continue;  // not needed
    if (!entry && of_rows && col < round_up(part.cols, 8)) continue;
    const auto right = entry ? expected[idx(i)] : number_before(idx(i));
    if (found[idx(i)] == right) continue;
    FAIL() << "plane " << plane << ", row " << row << ", column " << col << ": " << found[idx(i)]
           << " instead of " << right;
  }
}

}  // namespace encke::test
