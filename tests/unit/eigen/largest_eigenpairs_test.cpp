#include <cmath>
#include <encke/eigen/largest_eigenpairs.hpp>
#include <numbers>

#include "support/common.hpp"
#include "support/files.hpp"

namespace encke::eigen {
namespace {

/// The adjacency matrix of a path: eigenvalues 2 cos(k pi / (n + 1)).
void path_product(std::size_t n, const double* x, double* y) {
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = (i > 0 ? x[i - 1] : 0) + (i + 1 < n ? x[i + 1] : 0);
  }
}

TEST(LargestEigenpairs, AreThoseOfAPath) {
  if (!has_lanczos()) GTEST_SKIP() << "this Encke was built without Spectra";
  constexpr std::size_t n = 60;
  std::vector<double> first(n);
  for (std::size_t i = 0; i < n; ++i) first[i] = 1 + 0.01 * static_cast<double>(i * i % 17);
  const LanczosPairs pairs =
      largest_eigenpairs(first, [](const double* x, double* y) { path_product(n, x, y); }, 3,
                         {.vectors = 30, .restarts = 1000, .tolerance = 1e-12});
  ASSERT_EQ(pairs.values.size(), 3u);
  ASSERT_EQ(pairs.vectors.size(), 3 * n);
  EXPECT_GT(pairs.products, 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const double expected = 2 * std::cos(static_cast<double>(k + 1) * std::numbers::pi / (n + 1));
    EXPECT_NEAR(pairs.values[k], expected, 1e-10);
    std::vector<double> product(n);
    const double* const vector = pairs.vectors.data() + k * n;
    path_product(n, vector, product.data());
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(product[i], expected * vector[i], 1e-9);
  }
}

TEST(LargestEigenpairs, AreMissingInABuildWithoutSpectra) {
  if (has_lanczos()) GTEST_SKIP() << "this Encke was built with Spectra";
  const std::vector<double> first(5, 1);
  io::expect_error([&] { largest_eigenpairs(first, {}, 1, {}); }, Failure::internal, {"Spectra"});
}

}  // namespace
}  // namespace encke::eigen
