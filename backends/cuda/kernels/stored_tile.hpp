#pragma once

#include "cuda/host/device.hpp"
#include "epilogue.hpp"

namespace encke::cuda {

/// The kernel of a tile of stored tallies of which only candidates are kept.
template <class T, int products, class Test, class Exec>
ENCKE_FUNCTION void select_stored_tile(Exec& exec, const StoredTallies& tallies, const Test& test,
                                       const Candidates& out, Index tile_row, Index tile_col) {
  constexpr int rows_of_thread = screen_rows * screen_cols / threads_of_block;
  constexpr int rows_at_once = threads_of_block / screen_cols;
  constexpr int words = products * static_cast<int>(sizeof(T) / 4);
  const Index first_row = tile_row * screen_rows;
  const Index first_col = tile_col * screen_cols;
  const Index tile = tile_row * divide_up(tallies.cols, screen_cols) + tile_col;
  typename Exec::template PerThread<Words<2>> found;  // marks, place
  const auto stored = [&](int product, Index row, Index col) {
    return static_cast<const T*>(
        tallies.data)[product * tallies.plane_stride + row * tallies.row_stride + col];
  };
  exec.threads([&](int thread) {
    if (thread == 0) *exec.shared_counter(0) = 0;
  });
  exec.sync();
  exec.threads([&](int thread) {
    auto& mine = found[thread].r;
    mine[0] = mine[1] = 0;
    std::int32_t count = 0;
    const Index col = first_col + thread % screen_cols;
    for (int i = 0; i < rows_of_thread; ++i) {
      const Index row = first_row + i * rows_at_once + thread / screen_cols;
      if (row >= tallies.rows || col >= tallies.cols || col <= row + tallies.diagonal) continue;
      T p[products];
      unrolled<products>([&](auto product) { p[product.value] = stored(product.value, row, col); });
      if (!passes(test, p, row, col)) continue;
      mine[0] |= std::uint32_t{1} << i;
      ++count;
    }
    if (count > 0) mine[1] = static_cast<std::uint32_t>(exec.add(exec.shared_counter(0), count));
  });
  exec.sync();
  reserve_entries(exec, out, tile);
  exec.sync();
  const std::int32_t first = *exec.shared_counter(1);
  if (first < 0) return;
  exec.threads([&](int thread) {
    const auto& mine = found[thread].r;
    Index at = first + static_cast<std::int32_t>(mine[1]);
    for (int i = 0; i < rows_of_thread; ++i) {
      if ((mine[0] >> i & 1) == 0) continue;
      const int row = i * rows_at_once + thread / screen_cols;
      const int col = thread % screen_cols;
      std::int32_t* entry = out.entries + at++ * (1 + words);
      entry[0] = row << 16 | col;
      for (int product = 0; product < products; ++product) {
        const T value = stored(product, first_row + row, first_col + col);
        memcpy(entry + 1 + product * (words / products), &value, sizeof value);
      }
    }
  });
}

/// Calls body(Type<T>{}, Number<products>{}, Type<Test>{}) for the test of stored tallies; tells
/// whether there is one.
template <class F>
bool with_stored_test(bool reals, int products, ScreenKind kind, int way, const F& body) {
  const auto with = [&](auto element, auto count) {
    using T = typename decltype(element)::type;
    return with_test<T, decltype(count)::value>(kind, way,
                                                [&](auto test) { body(element, count, test); });
  };
  if (reals) return products == 1 && with(Type<double>{}, Number<1>{});
  switch (products) {
    case 1:
      return with(Type<std::int32_t>{}, Number<1>{});
    case 4:
      return with(Type<std::int32_t>{}, Number<4>{});
    case 6:
      return with(Type<std::int32_t>{}, Number<6>{});
    case 8:
      return with(Type<std::int32_t>{}, Number<8>{});
    case 16:
      return with(Type<std::int32_t>{}, Number<16>{});
    case 18:
      return with(Type<std::int32_t>{}, Number<18>{});
    case 54:
      return with(Type<std::int32_t>{}, Number<54>{});
    default:
      return false;
  }
}

}  // namespace encke::cuda
