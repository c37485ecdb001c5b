#pragma once

#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <encke/tally/evidence.hpp>

namespace encke {

/// Some columns of one row of products, to be screened: column by column the planes of a tally, as
/// in TallyForm::missing. Every loop is over this fixed number of columns, in arrays of their own,
/// so that the compiler makes vector code of each.
template <class C, int Way>
struct ScreenColumns {
  static constexpr int columns = 64;
  static constexpr int cells = ipow(2, Way);

  std::int32_t product[cells][columns];
  float weight[2][columns];

  /// The first n columns; the others are set to something that is defined.
  template <class T>
  static void copy(T (&to)[columns], const T* from, Index n) {
    for (Index c = 0; c < n; ++c) to[c] = from[c];
    for (Index c = n; c < columns; ++c) to[c] = T{};
  }
  static void fill(std::int32_t (&to)[columns], std::int64_t value) {
    for (auto& entry : to) entry = static_cast<std::int32_t>(value);
  }

  /// out[c] = 1 where some cell of the table may pass, else 0: where its joint count times the
  /// weight of the column's allele is not below bound[the other alleles] times the sum of the
  /// table. Overwrites the products. Integers as in the backends' tallies: below 2^31.
  void mark(const Array<float, cells / 2>& bound, std::uint8_t (&out)[columns]) {
    // the sum of a pair of cells is m, or 2 m where a field adds two to a table
    const std::int32_t cell_sum = 1 + static_cast<std::int32_t>(Products<C>::of_one(0, 1));
    const std::int32_t table_sum = ipow(cell_sum, Way);
    float all[columns];
    for (int c = 0; c < columns; ++c) {
      all[c] = static_cast<float>(table_sum * product[cells - 1][c]);
    }
    for (int bit = 1; bit < cells; bit *= 2) {
      for (int low = 0; low < cells; ++low) {
        if ((low & bit) == 0) expand_columns(product[low], product[low | bit]);
      }
    }
    std::int32_t pass[columns] = {};
    for (int cell = 0; cell < cells; ++cell) {
      const float need = bound[cell / 2];
      for (int c = 0; c < columns; ++c) {
        const float value = static_cast<float>(product[cell][c]) * weight[cell % 2][c];
        pass[c] |= value >= need * all[c] ? 1 : 0;
      }
    }
    for (int c = 0; c < columns; ++c) out[c] = static_cast<std::uint8_t>(pass[c]);
  }

 private:
  /// As expand() of tally/evidence.hpp.
  static void expand_columns(std::int32_t (&zero)[columns], std::int32_t (&one)[columns]) {
    for (int c = 0; c < columns; ++c) {
      const std::int32_t x = zero[c], m = one[c];
      zero[c] = m - x;
      one[c] = static_cast<std::int32_t>(Products<C>::of_one(x, m));
    }
  }
};

}  // namespace encke
