#include <encke/sparse/products.hpp>

#include "support/common.hpp"
#include "support/files.hpp"
#include "unit/sparse/matrices.hpp"

namespace encke::sparse {
namespace {

using test::by_columns;
using test::Matrix;
using test::product_of;
using test::random_matrix;

class Products : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_products()) GTEST_SKIP() << "this Encke was built without Kokkos Kernels";
  }
};

TEST_F(Products, OfMatricesHaveTheBitsOfTheDefinition) {
  for (const double density : {0.01, 0.2, 0.9}) {
    for (const int n : {1, 7, 60, 300}) {
      const Matrix left = random_matrix(n, n + 3, density, 1);
      const Matrix right = random_matrix(n + 3, 2 * n, density, 2);
      Spgemm product(right.rows(), 2 * n);
      EXPECT_EQ(by_columns(product.multiply(left.rows())), product_of(left.rows(), right.rows()))
          << n << ' ' << density;
    }
  }
}

TEST_F(Products, OfSomeRowsAreThoseRows) {
  const Matrix matrix = random_matrix(50, 50, 0.1, 3);
  const auto expected = product_of(matrix.rows(), matrix.rows());
  Spgemm square(matrix.rows(), 50);
  for (std::size_t first = 0; first < 50; first += 20) {
    const std::size_t last = std::min<std::size_t>(first + 20, 50);
    const auto some = by_columns(square.multiply(matrix.rows().part(first, last)));
    EXPECT_TRUE(std::equal(some.begin(), some.end(),
                           expected.begin() + static_cast<std::ptrdiff_t>(first),
                           expected.begin() + static_cast<std::ptrdiff_t>(last)));
  }
}

TEST_F(Products, OfNothingAreEmpty) {
  const Matrix none = random_matrix(4, 4, 0, 1);
  const Matrix some = random_matrix(4, 4, 0.5, 1);
  for (const auto& [left, right] : {std::pair(&none, &some), std::pair(&some, &none)}) {
    Spgemm product(right->rows(), 4);
    const MatrixRows found = product.multiply(left->rows());
    EXPECT_EQ(found.rows(), 4u);
    EXPECT_TRUE(found.column.empty());
  }
}

TEST_F(Products, OfAVectorHaveTheBitsOfTheDefinition) {
  for (const int n : {1, 5, 1000}) {
    const Matrix matrix = random_matrix(n, n + 1, 0.1, 4);
    std::vector<double> x(static_cast<std::size_t>(n) + 1);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1 / static_cast<double>(i + 1);
    std::vector<double> y(static_cast<std::size_t>(n), -1);
    std::vector<double> expected(y.size());
    for (std::size_t r = 0; r < y.size(); ++r) {
      for (std::size_t e = 0; e < matrix.rows().size(r); ++e) {
        expected[r] +=
            matrix.rows().values(r)[e] * x[static_cast<std::size_t>(matrix.rows().columns(r)[e])];
      }
    }
    const Spmv product(matrix.rows(), n + 1);
    product.multiply(x.data(), y.data());
    EXPECT_EQ(y, expected);
    product.multiply(x.data(), y.data());
    EXPECT_EQ(y, expected);
  }
}

TEST(ProductsOfABuildWithoutKokkosKernels, AreRefused) {
  if (has_products()) GTEST_SKIP() << "this Encke was built with Kokkos Kernels";
  const Matrix matrix = random_matrix(3, 3, 1, 1);
  io::expect_error([&] { require_products("--engine spgemm"); }, Failure::inconsistent,
                   {"--engine spgemm", "Kokkos Kernels"});
  EXPECT_THROW(Spgemm(matrix.rows(), 3), Error);
  EXPECT_THROW(Spmv(matrix.rows(), 3), Error);
}

}  // namespace
}  // namespace encke::sparse
