#include <encke/network/mcl/expansion.hpp>
#include <random>

#include "support/common.hpp"

namespace encke::network {
namespace {

/// Entries are near the diagonal, `density` of them.
Columns random_columns(std::size_t nodes, std::size_t band, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(0.001F, 1.0F);
  Columns columns;
  for (std::size_t c = 0; c < nodes; ++c) {
    for (std::size_t r = 0; r < nodes; ++r) {
      const std::size_t away = r < c ? c - r : r - c;
      if (r != c && (away > band || static_cast<double>(value(random)) > density)) continue;
      columns.row.push_back(static_cast<std::int32_t>(r));
      columns.value.push_back(value(random));
    }
    columns.end_column();
  }
  return columns;
}

/// The square by its definition, with the same order of sums.
std::vector<float> square(const Columns& columns) {
  const std::size_t n = columns.count();
  std::vector<float> all(n * n);
  std::vector<double> sum(n);
  for (std::size_t c = 0; c < n; ++c) {
    sum.assign(n, 0);
    for (std::size_t e = 0; e < columns.size(c); ++e) {
      const auto k = static_cast<std::size_t>(columns.rows(c)[e]);
      for (std::size_t f = 0; f < columns.size(k); ++f) {
        sum[static_cast<std::size_t>(columns.rows(k)[f])] +=
            static_cast<double>(columns.values(c)[e]) * static_cast<double>(columns.values(k)[f]);
      }
    }
    for (std::size_t r = 0; r < n; ++r) all[c * n + r] = static_cast<float>(sum[r]);
  }
  return all;
}

void expect_square(const Columns& columns) {
  const std::size_t n = columns.count();
  const std::vector<float> expected = square(columns);
  const Expansion expansion(columns);
  ExpansionScratch scratch;
  std::size_t columns_seen = 0;
  for (std::size_t first = 0; first < n; first += Expansion::most_together) {
    const std::size_t last = std::min(first + Expansion::most_together, n);
    expansion.expand(first, last, scratch, [&](const Expanded& found) {
      ASSERT_EQ(found.column, columns_seen++);
      const float* const right = expected.data() + found.column * n;
      std::vector<float> values(n);
      if (found.row.empty()) {
        for (std::size_t r = found.first; r < found.end; ++r) values[r] = found.value[r];
      }
      for (const std::int32_t r : found.row) {
        values[static_cast<std::size_t>(r)] = found.value[static_cast<std::size_t>(r)];
      }
      ASSERT_TRUE(std::equal(values.begin(), values.end(), right));
    });
  }
  EXPECT_EQ(columns_seen, n);
}

TEST(Expansion, OfSmallMatricesIsTheSquare) {
  for (const std::size_t nodes : {1, 2, 3, 9, 33}) {
    expect_square(random_columns(nodes, nodes, 0.4, static_cast<unsigned>(nodes)));
  }
}

TEST(Expansion, OfFullMatricesUsesSlabs) {
  for (const std::size_t nodes : {64, 131, 300}) {
    const Columns columns = random_columns(nodes, nodes, 0.5, 3);
    EXPECT_TRUE(Expansion(columns).uses_slabs());
    expect_square(columns);
  }
}

TEST(Expansion, OfEmptyMatricesListsRows) {
  const Columns columns = random_columns(1500, 3, 0.2, 5);
  EXPECT_FALSE(Expansion(columns).uses_slabs());
  expect_square(columns);
}

// One column joins the two ends of the matrix: its range is all rows, most of them empty.
TEST(Expansion, OfAWideColumnWithFewEntries) {
  Columns columns;
  constexpr std::int32_t nodes = 400;
  for (std::int32_t c = 0; c < nodes; ++c) {
    columns.row.push_back(std::min(c, nodes - 1 - c));
    columns.value.push_back(0.5F);
    if (c != nodes - 1 - c) {
      columns.row.push_back(std::max(c, nodes - 1 - c));
      columns.value.push_back(0.25F);
    }
    columns.end_column();
  }
  expect_square(columns);
}

}  // namespace
}  // namespace encke::network
