#include <encke/sparse/host_product.hpp>

#include "support/common.hpp"
#include "unit/sparse/matrices.hpp"

namespace encke::sparse {
namespace {

using test::by_columns;
using test::Matrix;
using test::product_of;
using test::random_matrix;

/// Every other row by another worker.
RowLoop two_workers() {
  return {.workers = 2, .run = [](std::size_t rows, const RowLoop::Body& body) {
            for (std::size_t row = 0; row < rows; ++row) body(row, row % 2);
          }};
}

TEST(HostProduct, HasTheBitsOfTheDefinition) {
  for (const double density : {0.01, 0.2, 0.9}) {
    for (const int n : {1, 7, 60, 200}) {
      const Matrix left = random_matrix(n, n + 3, density, 1);
      const Matrix right = random_matrix(n + 3, 2 * n, density, 2);
      HostProduct product(right.rows(), 2 * n, two_workers());
      for (int again = 0; again < 2; ++again) {
        EXPECT_EQ(by_columns(product.multiply(left.rows())), product_of(left.rows(), right.rows()))
            << n << ' ' << density;
      }
    }
  }
}

TEST(HostProduct, OfSomeRowsIsThoseRowsInAscendingColumns) {
  const Matrix matrix = random_matrix(50, 50, 0.3, 3);
  const auto expected = product_of(matrix.rows(), matrix.rows());
  HostProduct square(matrix.rows(), 50, two_workers());
  for (const std::size_t first : {0, 20, 40}) {
    const MatrixRows some = square.multiply(matrix.rows().part(first, first + 10));
    EXPECT_EQ(by_columns(some)[3], expected[first + 3]);
    const auto columns = some.columns(3);
    EXPECT_TRUE(std::is_sorted(columns.begin(), columns.end()));
  }
}

TEST(HostProduct, LeavesOutWhatIs0) {
  const Matrix left{{0, 2, 2}, {0, 1}, {1, 1}};
  const Matrix right{{0, 2, 4, 4}, {5, 1, 1, 5}, {2, 3, -3, 1}};
  HostProduct product(right.rows(), 6, two_workers());
  const auto found = by_columns(product.multiply(left.rows()));
  EXPECT_EQ(found, (std::vector<std::map<int, double>>{{{5, 3.0}}, {}}));
}

TEST(HostProduct, PaysOffWhereAnEntryHasManyTerms) {
  const Matrix full = random_matrix(40, 40, 1, 1);
  EXPECT_TRUE(HostProduct(full.rows(), 40, two_workers()).pays_off(full.rows()));
  EXPECT_TRUE(HostProduct(full.rows(), 40, two_workers()).pays_off(full.rows().part(3, 4)));
  const Matrix thin = random_matrix(400, 400, 0.01, 1);
  EXPECT_FALSE(HostProduct(thin.rows(), 400, two_workers()).pays_off(thin.rows()));
  const Matrix none = random_matrix(5, 5, 0, 1);
  EXPECT_FALSE(HostProduct(none.rows(), 5, two_workers()).pays_off(none.rows()));
}

}  // namespace
}  // namespace encke::sparse
