#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/combine/regression/pair_regression.hpp>
#include <functional>
#include <random>

// Against the same models in plain loops, in long double, without sorting samples by genotype.

namespace {

using encke::Index;
using encke::PairEffect;
using encke::PairRegression;
using encke::RegressionCode;
using encke::RegressionModel;
using encke::RegressionSamples;
using Real = long double;
using Reals = std::vector<Real>;
using Genotypes = std::vector<std::uint8_t>;

struct Problem {
  RegressionSamples samples;
  Genotypes first, second;

  Index size() const { return samples.size(); }
};

/// Effects of both genotypes, of their product and of covariates; some genotypes are missing.
Problem make_problem(Index samples, Index covariates, RegressionModel model, unsigned seed,
                     double effect = 0.4) {
  std::mt19937 random(seed);
  const auto unit = [&] { return static_cast<double>(random() >> 8) / (1 << 24); };
  Problem problem;
  for (Index c = 0; c < covariates; ++c) {
    std::vector<double> column;
    double mean = 0, squares = 0;
    for (Index s = 0; s < samples; ++s) column.push_back(unit() + unit() + unit());
    for (const double x : column) mean += x / static_cast<double>(samples);
    for (const double x : column) squares += (x - mean) * (x - mean) / static_cast<double>(samples);
    for (const double x : column) {
      problem.samples.covariates.push_back((x - mean) / std::sqrt(squares));
    }
  }
  for (Index s = 0; s < samples; ++s) {
    const auto g = static_cast<std::uint8_t>(random() % 3);
    const auto h = static_cast<std::uint8_t>(random() % 7 % 3);
    double eta = -0.5 + 0.3 * g - 0.2 * h + effect * g * h;
    for (Index c = 0; c < covariates; ++c) {
      eta += 0.3 * problem.samples.covariates[static_cast<std::size_t>(c * samples + s)];
    }
    const bool is_case = unit() < 1 / (1 + std::exp(-eta));
    problem.samples.trait.push_back(model == RegressionModel::linear ? eta + unit() : is_case);
    problem.samples.fields.push_back(s);
    problem.first.push_back(random() % 37 == 0 ? std::uint8_t{3} : g);
    problem.second.push_back(random() % 37 == 0 ? std::uint8_t{3} : h);
  }
  return problem;
}

/// Rows of the model: the columns, then the trait.
std::vector<Reals> rows_of(const Problem& p) {
  std::vector<Reals> rows;
  for (std::size_t s = 0; s < p.samples.fields.size(); ++s) {
    const auto field = static_cast<std::size_t>(p.samples.fields[s]);
    const Real g = p.first[field], h = p.second[field];
    if (g == 3 || h == 3) continue;
    Reals row = {1, g, h, g * h};
    for (Index c = 0; c < p.samples.columns(); ++c) {
      row.push_back(p.samples.covariates[static_cast<std::size_t>(c * p.size()) + s]);
    }
    row.push_back(p.samples.trait[s]);
    rows.push_back(row);
  }
  return rows;
}

/// The inverse by Gauss and Jordan, and the determinant.
std::vector<Reals> inverse_of(std::vector<Reals> a, Real& determinant) {
  const std::size_t n = a.size();
  std::vector<Reals> inverse(n, Reals(n));
  for (std::size_t i = 0; i < n; ++i) inverse[i][i] = 1;
  determinant = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const Real pivot = a[i][i];  // of a positive definite matrix never 0
    determinant *= pivot;
    for (std::size_t j = 0; j < n; ++j) a[i][j] /= pivot, inverse[i][j] /= pivot;
    for (std::size_t k = 0; k < n; ++k) {
      const Real factor = a[k][i];
      for (std::size_t j = 0; k != i && j < n; ++j) {
        a[k][j] -= factor * a[i][j];
        inverse[k][j] -= factor * inverse[i][j];
      }
    }
  }
  return inverse;
}

struct Solution {
  Real beta, error;
};

Real dot(const Reals& row, const Reals& beta) {
  Real sum = 0;
  for (std::size_t c = 0; c < beta.size(); ++c) sum += row[c] * beta[c];
  return sum;
}

/// Newton's method, or of the penalised score: so many steps, of which late ones change nothing.
Solution logistic(const std::vector<Reals>& rows, bool penalised) {
  const std::size_t n = rows.front().size() - 1;
  Reals beta(n);
  std::vector<Reals> inverse;
  for (int step = 0; step < (penalised ? 2000 : 40); ++step) {
    std::vector<Reals> information(n, Reals(n));
    for (const Reals& row : rows) {
      const Real p = 1 / (1 + std::exp(-dot(row, beta)));
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) information[i][j] += p * (1 - p) * row[i] * row[j];
      }
    }
    Real determinant = 0;
    inverse = inverse_of(information, determinant);
    Reals score(n);
    for (const Reals& row : rows) {
      const Real p = 1 / (1 + std::exp(-dot(row, beta)));
      Real leverage = 0;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) leverage += row[i] * inverse[i][j] * row[j];
      }
      leverage *= p * (1 - p);
      const Real residual = row[n] - p + (penalised ? leverage * (Real{0.5} - p) : 0);
      for (std::size_t i = 0; i < n; ++i) score[i] += residual * row[i];
    }
    for (std::size_t i = 0; i < n; ++i) {
      Real change = 0;
      for (std::size_t j = 0; j < n; ++j) change += inverse[i][j] * score[j];
      beta[i] += penalised ? change / 2 : change;
    }
  }
  return {beta[3], std::sqrt(inverse[3][3])};
}

Solution linear(const std::vector<Reals>& rows) {
  const std::size_t n = rows.front().size() - 1;
  std::vector<Reals> products(n, Reals(n));
  Reals right(n), beta(n);
  for (const Reals& row : rows) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) products[i][j] += row[i] * row[j];
      right[i] += row[i] * row[n];
    }
  }
  Real determinant = 0, squares = 0;
  const auto inverse = inverse_of(products, determinant);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) beta[i] += inverse[i][j] * right[j];
  }
  for (const Reals& row : rows) squares += std::pow(row[n] - dot(row, beta), Real{2});
  return {beta[3], std::sqrt(squares / static_cast<Real>(rows.size() - n) * inverse[3][3])};
}

void expect_solution(const PairEffect& found, const Solution& expected, double relative) {
  const auto beta = static_cast<double>(expected.beta);
  const auto error = static_cast<double>(expected.error);
  EXPECT_NEAR(found.beta, beta, relative * std::abs(beta));
  EXPECT_NEAR(found.error, error, relative * error);
}

PairEffect effect_of(const Problem& p, RegressionModel model) {
  return PairRegression(p.samples, model)(p.first, p.second);
}

TEST(PairRegression, of_two_classes_is_the_maximum_of_the_likelihood) {
  for (const Index covariates : {0, 1, 5}) {
    for (const Index samples : {150, 1000}) {
      const auto p = make_problem(samples, covariates, RegressionModel::logistic, 3);
      const auto found = effect_of(p, RegressionModel::logistic);
      const auto rows = rows_of(p);
      EXPECT_EQ(found.code, RegressionCode::converged);
      EXPECT_EQ(found.samples, std::ssize(rows));
      EXPECT_EQ(found.degrees, std::ssize(rows) - 4 - covariates);
      expect_solution(found, logistic(rows, false), 1e-9);
    }
  }
}

TEST(PairRegression, of_numbers_is_that_of_least_squares) {
  for (const Index covariates : {0, 1, 5}) {
    const auto p = make_problem(300, covariates, RegressionModel::linear, 4);
    const auto found = effect_of(p, RegressionModel::linear);
    EXPECT_EQ(found.code, RegressionCode::converged);
    expect_solution(found, linear(rows_of(p)), 1e-10);
  }
}

TEST(PairRegression, of_classes_that_are_separated_is_penalised) {
  for (const Index covariates : {0, 2}) {
    auto p = make_problem(160, covariates, RegressionModel::logistic, 5);
    for (std::size_t s = 0; s < p.first.size(); ++s) {
      if (p.first[s] == 1) p.first[s] = 0;  // of three genotypes the middle one keeps it finite
      if (p.first[s] == 2 && p.second[s] == 2) p.samples.trait[s] = 1;
      if (p.first[s] == 2 && p.second[s] < 2) p.samples.trait[s] = 0;
    }
    const auto found = effect_of(p, RegressionModel::logistic);
    EXPECT_EQ(found.code, RegressionCode::firth);
    expect_solution(found, logistic(rows_of(p), true), 1e-5);
  }
}

/// Samples of which so many controls and cases have genotypes g and h.
struct Cell {
  int g, h, controls, cases;
};
Problem of_cells(const std::vector<Cell>& cells) {
  Problem p = make_problem(1, 0, RegressionModel::logistic, 1);
  p.first.clear();
  p.second.clear();
  p.samples.trait.clear();
  p.samples.fields.clear();
  for (const Cell& cell : cells) {
    for (int s = 0; s < cell.controls + cell.cases; ++s) {
      p.first.push_back(static_cast<std::uint8_t>(cell.g));
      p.second.push_back(static_cast<std::uint8_t>(cell.h));
      p.samples.fields.push_back(std::ssize(p.samples.trait));
      p.samples.trait.push_back(s < cell.controls ? 0 : 1);
    }
  }
  return p;
}

TEST(PairRegression, of_a_cell_of_one_class_far_from_the_others_is_penalised) {
  for (const int g : {1, 2}) {  // of 2, 2 the product is 4, and its effect stays small
    const auto p = of_cells(
        {{0, 0, 20, 20}, {0, 1, 8, 10}, {0, 2, 4, 3}, {1, 0, 11, 9}, {2, 0, 3, 4}, {g, 2, 0, 5}});
    const auto found = effect_of(p, RegressionModel::logistic);
    EXPECT_EQ(found.code, RegressionCode::firth);
    expect_solution(found, logistic(rows_of(p), true), 1e-5);
  }
}

TEST(PairRegression, of_four_cells_adds_half_a_sample_to_each_count) {
  const auto p = of_cells({{0, 0, 9, 8}, {0, 1, 0, 1}, {1, 0, 0, 3}, {1, 1, 0, 3}});
  const auto found = effect_of(p, RegressionModel::logistic);
  EXPECT_EQ(found.code, RegressionCode::firth);
  EXPECT_NEAR(found.beta, std::log(3.5 / 0.5 * 8.5 / 9.5 / (1.5 / 0.5 * 3.5 / 0.5)), 1e-5);
}

TEST(PairRegression, of_classes_that_a_covariate_separates_is_penalised) {
  auto p = make_problem(80, 1, RegressionModel::logistic, 7);
  auto& column = p.samples.covariates;
  double mean = 0, squares = 0;
  for (std::size_t s = 0; s < column.size(); ++s) {
    column[s] = static_cast<double>(30 + s % 7) + 40 * p.samples.trait[s];
    mean += column[s] / static_cast<double>(column.size());
  }
  for (double& x : column) squares += (x - mean) * (x - mean) / static_cast<double>(column.size());
  for (double& x : column) x = (x - mean) / std::sqrt(squares);
  const auto found = effect_of(p, RegressionModel::logistic);
  EXPECT_EQ(found.code, RegressionCode::firth);
  EXPECT_LT(found.error, 10);
}

TEST(PairRegression, does_not_depend_on_the_pairs_before) {
  const auto p = make_problem(200, 2, RegressionModel::logistic, 6);
  auto separated = p;
  for (std::size_t s = 0; s < p.first.size(); ++s) {
    separated.first[s] = static_cast<std::uint8_t>(p.samples.trait[s]);
  }
  PairRegression regression(p.samples, RegressionModel::logistic);
  const auto alone = regression(p.first, p.second);
  regression(separated.first, separated.second);
  const auto again = regression(p.first, p.second);
  EXPECT_EQ(alone.beta, again.beta);
  EXPECT_EQ(alone.error, again.error);
}

TEST(PairRegression, is_of_the_samples_named_alone) {
  auto p = make_problem(240, 0, RegressionModel::logistic, 7);
  auto some = p;
  some.samples = {};
  for (std::size_t s = 0; s < 200; ++s) {
    some.samples.fields.push_back(static_cast<Index>(s + 40));
    some.samples.trait.push_back(p.samples.trait[s + 40]);
  }
  const auto found = effect_of(some, RegressionModel::logistic);
  for (std::size_t s = 0; s < 40; ++s) p.first[s] = 3;
  EXPECT_EQ(found.beta, effect_of(p, RegressionModel::logistic).beta);
}

TEST(PairRegression, says_why_there_is_no_estimate) {
  const auto code = [](const Problem& p, RegressionModel model = RegressionModel::logistic) {
    const auto found = effect_of(p, model);
    EXPECT_TRUE(std::isnan(found.beta));
    EXPECT_TRUE(std::isnan(found.error));
    return code_text(found.code);
  };
  auto p = make_problem(100, 1, RegressionModel::logistic, 8);
  auto few = p;
  for (std::size_t s = 5; s < few.first.size(); ++s) few.first[s] = 3;
  EXPECT_EQ(code(few), "FEW");
  auto missing = p;
  std::fill(missing.second.begin(), missing.second.end(), std::uint8_t{3});
  EXPECT_EQ(code(missing), "FEW");
  auto one = p;
  std::fill(one.samples.trait.begin(), one.samples.trait.end(), 1);
  EXPECT_EQ(code(one), "ONE_CLASS");
  auto constant = p;
  std::fill(constant.first.begin(), constant.first.end(), std::uint8_t{1});
  EXPECT_EQ(code(constant), "COLLINEAR");
  EXPECT_EQ(code(constant, RegressionModel::linear), "COLLINEAR");
  auto never_both = p;  // the product is 0 for all
  for (std::size_t s = 0; s < p.first.size(); ++s) {
    if (p.first[s] != 3 && p.first[s] > 0) never_both.second[s] = 0;
  }
  EXPECT_EQ(code(never_both), "COLLINEAR");
  EXPECT_EQ(code_text(RegressionCode::converged), ".");
  EXPECT_EQ(code_text(RegressionCode::firth), "FIRTH");
  EXPECT_EQ(code_text(RegressionCode::not_converged), "NOT_CONVERGED");
}

}  // namespace
