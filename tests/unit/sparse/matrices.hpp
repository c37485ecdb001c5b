#pragma once

#include <gtest/gtest.h>

#include <encke/sparse/matrix_rows.hpp>
#include <map>
#include <random>
#include <vector>

namespace encke::sparse::test {

struct Matrix {
  std::vector<std::size_t> begin = {0};
  std::vector<std::int32_t> column;
  std::vector<double> value;

  MatrixRows rows() const { return {begin, column, value}; }
};

inline Matrix random_matrix(int rows, int columns, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> chance;
  Matrix matrix;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      if (chance(random) >= density) continue;
      matrix.column.push_back(c);
      matrix.value.push_back(chance(random) + 0.1);
    }
    matrix.begin.push_back(matrix.column.size());
  }
  return matrix;
}

/// The rows of left · right, by columns, with sums in the order of the left row.
inline std::vector<std::map<int, double>> product_of(const MatrixRows& left,
                                                     const MatrixRows& right) {
  std::vector<std::map<int, double>> product(left.rows());
  for (std::size_t r = 0; r < left.rows(); ++r) {
    for (std::size_t e = 0; e < left.size(r); ++e) {
      const auto k = static_cast<std::size_t>(left.columns(r)[e]);
      for (std::size_t f = 0; f < right.size(k); ++f) {
        product[r][right.columns(k)[f]] += left.values(r)[e] * right.values(k)[f];
      }
    }
  }
  return product;
}

inline std::vector<std::map<int, double>> by_columns(const MatrixRows& rows) {
  std::vector<std::map<int, double>> all(rows.rows());
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    for (std::size_t e = 0; e < rows.size(r); ++e) {
      EXPECT_TRUE(all[r].emplace(rows.columns(r)[e], rows.values(r)[e]).second);
    }
  }
  return all;
}

}  // namespace encke::sparse::test
