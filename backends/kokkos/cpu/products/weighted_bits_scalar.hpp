#pragma once

#include "weighted_bits.hpp"

namespace encke::cpu {

/// Eight columns, one after the other. A table is looked at where it is.
template <class Level, class T>
struct ScalarWeighted {
  using Value = T;
  struct Sum {
    T of[8];
  };
  struct Table {
    const T* sums;
    unsigned bits;
  };
  static constexpr Index lanes = 8, registers = 1, bytes = 8;

  [[gnu::always_inline]] static int list(std::uint64_t word, unsigned first, std::uint16_t* out) {
    return list_groups<Level>(word, first, out);
  }
  /// The indices of columns `col` and following in the groups of word w.
  [[gnu::always_inline]] static void lay_out(const Stream& columns, Index col, Index, Index w,
                                             std::byte* out, Index stride) {
    const auto* words = reinterpret_cast<const std::uint64_t*>(columns.group(col / 8) + w * 64);
    for (int c = 0; c < 8; ++c) {
      for (Index k = 0; k < 16; ++k) {
        out[k * stride + c] = static_cast<std::byte>(words[c] >> (4 * k) & 15);
      }
    }
  }
  [[gnu::always_inline]] static Table restrict_to(const T* sums, unsigned bits) {
    return {sums, bits};
  }
  [[gnu::always_inline]] static Sum start(const T* out) {
    Sum sum;
    __builtin_memcpy(&sum, out, sizeof sum);
    return sum;
  }
  [[gnu::always_inline]] static Sum add(Sum sum, const Table& table, const std::byte* index) {
#pragma GCC unroll 8
    for (int c = 0; c < 8; ++c) {
      sum.of[c] += table.sums[static_cast<unsigned>(index[c]) & table.bits];
    }
    return sum;
  }
  [[gnu::always_inline]] static void put(T* out, const Sum& sum) {
    __builtin_memcpy(out, &sum, sizeof sum);
  }
};

}  // namespace encke::cpu
