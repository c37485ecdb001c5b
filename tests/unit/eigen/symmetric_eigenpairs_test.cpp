#include <gtest/gtest.h>

#include <cmath>
#include <encke/eigen/symmetric_eigenpairs.hpp>
#include <limits>
#include <numbers>

namespace encke::eigen {
namespace {

constexpr Index rows = 20;

/// The adjacency matrix of a path: eigenvalues 2 cos(k pi / (rows + 1)), k from rows to 1.
/// `above`: what stands above the diagonal.
std::vector<double> path(double above) {
  std::vector<double> matrix(rows * rows);
  for (Index c = 0; c < rows; ++c) {
    for (Index r = 0; r < rows; ++r) {
      matrix[static_cast<std::size_t>(c * rows + r)] = r < c ? above : r == c + 1 ? 1 : 0;
    }
  }
  return matrix;
}

TEST(SymmetricEigenpairs, AreThoseOfAPath) {
  const auto pairs = symmetric_eigenpairs(path(7), rows, {17, 20});
  ASSERT_TRUE(pairs);
  ASSERT_EQ(pairs->values.size(), 20u);
  ASSERT_EQ(pairs->vectors.size(), 60u);
  for (Index k = 0; k < rows; ++k) {
    const double expected = 2 * std::cos((rows - static_cast<double>(k)) * std::numbers::pi / 21);
    EXPECT_NEAR(pairs->values[static_cast<std::size_t>(k)], expected, 1e-12) << k;
  }
  for (Index k = 17; k < 20; ++k) {
    const double* const x = pairs->vectors.data() + (k - 17) * rows;
    for (Index i = 0; i < rows; ++i) {
      const double product = (i > 0 ? x[i - 1] : 0) + (i + 1 < rows ? x[i + 1] : 0);
      EXPECT_NEAR(product, pairs->values[static_cast<std::size_t>(k)] * x[i], 1e-12) << k;
    }
  }
}

TEST(SymmetricEigenpairs, AreValuesAloneWhereNoVectorIsWanted) {
  const auto with = symmetric_eigenpairs(path(0), rows, {0, 1});
  const auto without = symmetric_eigenpairs(path(0), rows, {0, 0});
  ASSERT_TRUE(with && without);
  EXPECT_TRUE(without->vectors.empty());
  for (std::size_t k = 0; k < with->values.size(); ++k) {
    EXPECT_NEAR(with->values[k], without->values[k], 1e-12);
  }
}

TEST(SymmetricEigenpairs, AreNoneOfWhatIsNoNumber) {
  EXPECT_FALSE(symmetric_eigenpairs(std::vector<double>(9, std::nan("")), 3, {0, 3}));
}

TEST(Centred, NumbersHaveTheMeanZero) {
  const std::vector<double> numbers{1, 2, 3, 10};
  EXPECT_EQ(centred(numbers), (std::vector<double>{-3, -2, -1, 6}));
}

}  // namespace
}  // namespace encke::eigen
