#include <gtest/gtest.h>

#include <cmath>
#include <encke/combine/regression/fit/sample_look.hpp>
#include <random>

// One pass over samples against plain loops in long double, and against itself without the CPU's
// vector instructions.

namespace encke::regression {
namespace {

struct Row {
  int cell = 0;
  double trait = 0;
  std::vector<double> covariates;
};

std::vector<Row> random_rows(const std::vector<int>& counts, Index covariates, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<Row> rows;
  for (int c = 0; c < cells; ++c) {
    for (int s = 0; s < counts[static_cast<std::size_t>(c)]; ++s) {
      Row& row = rows.emplace_back();
      row.cell = c;
      row.trait = static_cast<double>(random() % 2);
      for (Index k = 0; k < covariates; ++k) row.covariates.push_back(normal(random));
    }
  }
  return rows;
}

SortedSamples sorted(const std::vector<Row>& rows, Index covariates) {
  SortedSamples samples;
  samples.size = std::ssize(rows);
  samples.trait.setZero(rows_for(samples.size));
  samples.present.setZero(rows_for(samples.size));
  samples.covariates.setZero(rows_for(samples.size), covariates);
  auto row = rows.begin();
  for (int c = 0; c < cells; ++c) {
    Index at = samples.begin[c];
    for (; row != rows.end() && row->cell == c; ++row, ++at, ++samples.count[c]) {
      samples.trait[at] = row->trait;
      samples.present[at] = 1;
      samples.sum[c] += row->trait;
      for (Index k = 0; k < covariates; ++k) samples.covariates(at, k) = row->covariates[idx(k)];
    }
    samples.begin[c + 1] = round_up(at, row_lanes);
  }
  return samples;
}

void expect_sums(const std::vector<Row>& rows, const Vector& beta, const SampleLook& look) {
  const Index n = beta.size();
  std::vector<long double> score(idx(n)), products(idx(n * n));
  long double deviance = 0, largest = 0;
  for (const Row& row : rows) {
    std::vector<long double> x(idx(n));
    const Eigen::Vector4d g = columns_of(row.cell);
    for (Index i = 0; i < n; ++i) x[idx(i)] = i < 4 ? g[i] : row.covariates[idx(i - 4)];
    long double eta = 0;
    for (Index i = 0; i < n; ++i) eta += x[idx(i)] * beta[i];
    const long double p = 1 / (1 + std::exp(-eta));
    deviance -= 2 * std::log(row.trait == 1 ? p : 1 - p);
    largest = std::max(largest, std::abs(eta));
    for (Index i = 0; i < n; ++i) {
      score[idx(i)] += (row.trait - p) * x[idx(i)];
      for (Index j = 0; j <= i; ++j)
        products[idx(i * n + j)] += p * (1 - p) * x[idx(i)] * x[idx(j)];
    }
  }
  const double size = static_cast<double>(rows.size());
  EXPECT_NEAR(look.deviance(), static_cast<double>(deviance), 1e-14 * size);
  EXPECT_NEAR(look.largest_predictor(), static_cast<double>(largest), 1e-14);
  Vector found(n);
  Matrix sums(n, n);
  look.score(found);
  look.products(sums);
  for (Index i = 0; i < n; ++i) {
    EXPECT_NEAR(found[i], static_cast<double>(score[idx(i)]), 1e-14 * size) << i;
    for (Index j = 0; j <= i; ++j) {
      EXPECT_NEAR(sums(i, j), static_cast<double>(products[idx(i * n + j)]), 1e-14 * size);
    }
  }
}

TEST(SampleLook, has_the_sums_of_all_samples_with_the_same_bits_on_every_cpu) {
  const std::vector<std::vector<int>> sizes = {
      {3, 0, 1, 4, 5, 0, 0, 7, 2}, {130, 64, 65, 0, 63, 1, 200, 4, 9}, {1, 0, 0, 0, 0, 0, 0, 0, 0}};
  for (const auto& counts : sizes) {
    for (const Index covariates : {0, 1, 2, 5}) {
      const auto rows = random_rows(counts, covariates, 3);
      const SortedSamples samples = sorted(rows, covariates);
      Vector beta = Vector::Random(genotype_columns + covariates);
      beta[0] = -1.5;
      SampleLook look(rows_for(samples.size), covariates),
          plain(rows_for(samples.size), covariates);
      look.take(samples, beta);
      expect_sums(rows, beta, look);
      plain.take_plain(samples, beta);
      Vector a(beta.size()), b(beta.size());
      Matrix c(beta.size(), beta.size()), d = c;
      look.score(a), plain.score(b), look.products(c), plain.products(d);
      EXPECT_EQ(look.deviance(), plain.deviance());
      EXPECT_TRUE((a.array() == b.array()).all());
      EXPECT_TRUE((c.triangularView<Eigen::Lower>().toDenseMatrix().array() ==
                   d.triangularView<Eigen::Lower>().toDenseMatrix().array())
                      .all());
    }
  }
}

TEST(SampleLook, bears_predictors_beyond_the_range_of_exponentials) {
  const auto rows = random_rows({40, 0, 0, 0, 30, 0, 0, 0, 0}, 1, 5);
  const SortedSamples samples = sorted(rows, 1);
  SampleLook look(rows_for(samples.size), 1);
  for (const double large : {1e3, -1e3, 1e300}) {
    look.take(samples, Vector::Constant(5, large));
    EXPECT_GE(look.largest_predictor(), 1e3);
    EXPECT_TRUE(std::isfinite(look.deviance()));
    EXPECT_GT(look.deviance(), 100);  // the classes are random: some are the wrong one
  }
  look.take(samples, Vector::Constant(5, std::nan("")));
  EXPECT_TRUE(std::isnan(look.largest_predictor()));
}

}  // namespace
}  // namespace encke::regression
