#include <algorithm>
#include <cmath>
#include <encke/combine/regression/fit/logistic.hpp>
#include <limits>

namespace encke::regression {
namespace {

constexpr double enough = 1e-8;  // change of the deviance
/// A sample's linear predictor: the classes are separated where it goes beyond.
constexpr double largest_predictor = 15;
constexpr Index product_column = genotype_columns - 1;

}  // namespace

PairEffect no_effect(const SortedSamples& samples, RegressionCode code) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  return {nan, nan, samples.size, samples.size - samples.columns(), code};
}

LogisticFit::LogisticFit(Index rows, Index columns)
    : look_(rows, columns - genotype_columns),
      leverage_(rows),
      score_(columns),
      products_(columns, columns) {}

Vector LogisticFit::without_genotypes(const SortedSamples& samples) {
  constexpr int steps = 10;  // what is left is for the fits that begin there
  Vector beta = Vector::Zero(samples.columns());
  const double mean = samples.trait.head(samples.rows()).sum() / static_cast<double>(samples.size);
  beta[0] = std::log(mean / (1 - mean));
  for (int i = 0; i < steps && samples.covariates.cols() > 0; ++i) {
    look_at_samples(samples, beta);
    for (Index g = 1; g < genotype_columns; ++g) products_(g, g) = 1;  // they stay 0
    if (!information_.take(products_)) break;
    const Vector step = information_.solve(score_);
    if (!(step.cwiseAbs().maxCoeff() < largest_predictor)) break;
    beta += step;
  }
  return beta;
}

void LogisticFit::look(const SortedSamples& samples, const Vector& beta) {
  if (samples.covariates.cols() == 0) {
    look_at_cells(samples, beta);
  } else {
    look_at_samples(samples, beta);
  }
}

void LogisticFit::look_at_cells(const SortedSamples& samples, const Vector& beta) {
  deviance_ = 0;
  largest_eta_ = 0;
  score_.setZero();
  products_.setZero();
  for (int c = 0; c < cells; ++c) {
    const auto n = static_cast<double>(samples.count[c]);
    if (n == 0) continue;
    const Eigen::Vector4d x = columns_of(c);
    const double eta = beta.dot(x);
    largest_eta_ = std::max(largest_eta_, std::abs(eta));
    const double p = 1 / (1 + std::exp(-eta));
    const double q = 1 / (1 + std::exp(eta));
    const double cases = samples.sum[c];
    // ln p = -ln(1 + e^-eta), which does not lose what is small
    const double lost = eta > 0 ? std::log1p(std::exp(-eta)) : std::log1p(std::exp(eta)) - eta;
    deviance_ += 2 * (cases * lost + (n - cases) * (lost + eta));
    score_ += (cases - n * p) * x;
    products_ += n * p * q * x * x.transpose();
  }
}

void LogisticFit::look_at_samples(const SortedSamples& samples, const Vector& beta) {
  look_.take(samples, beta);
  deviance_ = look_.deviance();
  largest_eta_ = look_.largest_predictor();
  look_.score(score_);
  look_.products(products_);
}

bool LogisticFit::begin(const SortedSamples& samples, Vector& beta) {
  look(samples, beta);
  if (information_.take(products_)) return true;
  beta.setZero();  // a covariate may separate the classes: there no sample has weight
  look(samples, beta);
  return information_.take(products_);
}

PairEffect LogisticFit::maximum_likelihood(const SortedSamples& samples, Vector beta) {
  constexpr int most_steps = 25;
  constexpr int most_halves = 10;
  if (!begin(samples, beta)) return no_effect(samples, RegressionCode::collinear);
  for (int i = 0; i < most_steps; ++i) {
    const double before = deviance_;
    Vector step = information_.solve(score_);
    beta += step;
    look(samples, beta);
    for (int half = 0; half < most_halves && !(deviance_ <= before + enough); ++half) {
      step /= 2;
      beta -= step;
      look(samples, beta);
    }
    const bool separated = !(largest_eta_ <= largest_predictor);
    if (separated || !information_.take(products_)) break;
    if (std::abs(before - deviance_) < enough) {
      beta += information_.solve(score_);
      return effect_of(samples, beta);
    }
  }
  return no_effect(samples, RegressionCode::not_converged);
}

PairEffect LogisticFit::penalised(const SortedSamples& samples) {
  constexpr int most_steps = 200;
  constexpr int most_halves = 20;
  constexpr double longest = 5;
  constexpr double small = 1e-9;  // a step, of nine digits that are printed
  Vector beta = Vector::Zero(samples.columns());
  Vector before_it = beta;
  double damping = 1;
  look_at_samples(samples, beta);
  if (!information_.take(products_)) return no_effect(samples, RegressionCode::collinear);
  for (int i = 0; i < most_steps; ++i) {
    const double before = penalised_deviance();
    add_penalty(samples);
    const Vector whole = information_.solve(score_);
    // Steps that turn back go too far: the penalty curves the likelihood more than `products_` say.
    const bool turns = whole.dot(products_.selfadjointView<Eigen::Lower>() * before_it) < 0;
    damping = turns ? std::max(damping / 2, 0.05) : std::min(damping * 1.3, 1.0);
    before_it = whole;
    const double length = damping * whole.cwiseAbs().maxCoeff();
    Vector step = whole * (length > longest ? damping * longest / length : damping);
    beta += step;
    const auto improves = [&] {
      look_at_samples(samples, beta);
      return information_.take(products_) && penalised_deviance() <= before + enough;
    };
    int halves = 0;
    while (!improves() && ++halves <= most_halves) {
      step /= 2;
      beta -= step;
    }
    if (halves > most_halves) break;
    if (whole.cwiseAbs().maxCoeff() < small) {
      PairEffect effect = effect_of(samples, beta);
      effect.code = RegressionCode::firth;
      return effect;
    }
  }
  return no_effect(samples, RegressionCode::not_converged);
}

void LogisticFit::add_penalty(const SortedSamples& samples) {
  const Matrix inverse = information_.inverse();
  const Index n = samples.rows();
  const Index k = samples.covariates.cols();
  const auto x = samples.covariates.topRows(n).matrix();
  const Eigen::Map<const Column> weight(look_.weight(), n), residual(look_.residual(), n);
  auto leverage = leverage_.head(n);
  leverage = ((x * inverse.bottomRightCorner(k, k)).array() * x.array()).rowwise().sum();
  for (int c = 0; c < cells; ++c) {
    const Index begin = samples.begin[c];
    const Index size = samples.begin[c + 1] - begin;
    if (size == 0) continue;
    const Eigen::Vector4d g = columns_of(c);
    const double own = g.dot(inverse.topLeftCorner<genotype_columns, genotype_columns>() * g);
    const Vector both = 2 * inverse.bottomLeftCorner(k, genotype_columns) * g;
    leverage.segment(begin, size) += own + (x.middleRows(begin, size) * both).array();
  }
  // The probability of class 1 is the trait less the residual.
  leverage *= weight * (0.5 - (samples.trait.head(n) - residual));
  leverage += residual;
  project(samples, leverage_, score_);
}

PairEffect LogisticFit::effect_of(const SortedSamples& samples, const Vector& beta) const {
  return {beta[product_column], std::sqrt(information_.inverse(product_column)), samples.size,
          samples.size - samples.columns(), RegressionCode::converged};
}

}  // namespace encke::regression
