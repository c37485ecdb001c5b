#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/combine/regression/fit/linear.hpp>
#include <encke/combine/regression/fit/logistic.hpp>
#include <encke/combine/regression/pair_regression.hpp>

namespace encke {

using namespace regression;

namespace {

Eigen::ArrayXXd matrix_of(const RegressionSamples& samples) {
  return Eigen::Map<const Eigen::ArrayXXd>(samples.covariates.data(), samples.size(),
                                           samples.columns());
}

}  // namespace

std::string_view code_text(RegressionCode code) {
  static constexpr std::string_view texts[] = {".",         "FIRTH",     "FEW",
                                               "ONE_CLASS", "COLLINEAR", "NOT_CONVERGED"};
  return texts[static_cast<std::size_t>(code)];
}

class PairRegression::Fit {
 public:
  Fit(const RegressionSamples& samples, RegressionModel model)
      : samples_(samples),
        model_(model),
        covariates_(matrix_of(samples)),
        logistic_(samples.size(), genotype_columns + samples.columns()),
        linear_(samples.size(), genotype_columns + samples.columns()),
        cell_(idx(samples.size())) {
    sorted_.trait.resize(samples.size());
    sorted_.covariates.resize(samples.size(), samples.columns());
    if (model == RegressionModel::logistic && samples.size() > 0) find_start();
  }

  PairEffect run(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second) {
    sort(first, second);
    if (sorted_.size <= sorted_.columns()) return no_effect(sorted_, RegressionCode::few_samples);
    const auto trait = sorted_.trait.head(sorted_.size);
    if (trait.minCoeff() == trait.maxCoeff()) return no_effect(sorted_, RegressionCode::one_class);
    if (model_ == RegressionModel::linear) return linear_.least_squares(sorted_);
    const PairEffect effect = logistic_.maximum_likelihood(sorted_, start_);
    if (effect.code != RegressionCode::not_converged) return effect;
    return logistic_.penalised(sorted_);
  }

 private:
  void find_start() {
    sorted_.size = samples_.size();
    std::fill(sorted_.begin + 1, std::end(sorted_.begin), sorted_.size);
    std::copy(samples_.trait.begin(), samples_.trait.end(), sorted_.trait.begin());
    sorted_.covariates = covariates_;
    start_ = Vector::Zero(sorted_.columns());
    if (sorted_.trait.minCoeff() == sorted_.trait.maxCoeff()) return;
    start_ = logistic_.without_genotypes(sorted_);
  }

  void sort(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second) {
    constexpr std::uint8_t missing = 3;
    constexpr std::uint8_t none = cells;
    Index count[cells + 1] = {};
    for (std::size_t s = 0; s < cell_.size(); ++s) {
      const std::uint8_t g = first[idx(samples_.fields[s])];
      const std::uint8_t h = second[idx(samples_.fields[s])];
      const bool left_out = g == missing || h == missing;
      cell_[s] = left_out ? none : static_cast<std::uint8_t>(3 * g + h);
      ++count[cell_[s]];
    }
    for (int c = 0; c < cells; ++c) sorted_.begin[c + 1] = sorted_.begin[c] + count[c];
    sorted_.size = sorted_.begin[cells];
    Index next[cells + 1];
    std::copy(std::begin(sorted_.begin), std::end(sorted_.begin), next);
    order_.resize(cell_.size());  // those that are left out come last
    for (std::size_t s = 0; s < cell_.size(); ++s) {
      order_[idx(next[cell_[s]]++)] = static_cast<Index>(s);
    }
    std::fill(std::begin(sorted_.sum), std::end(sorted_.sum), 0);
    for (Index s = 0; s < sorted_.size; ++s) {
      const double trait = samples_.trait[idx(order_[idx(s)])];
      sorted_.trait[s] = trait;
      sorted_.sum[cell_[idx(order_[idx(s)])]] += trait;
    }
    for (Index k = 0; k < covariates_.cols(); ++k) {
      for (Index s = 0; s < sorted_.size; ++s) {
        sorted_.covariates(s, k) = covariates_(order_[idx(s)], k);
      }
    }
  }

  const RegressionSamples& samples_;
  RegressionModel model_;
  Eigen::ArrayXXd covariates_;
  LogisticFit logistic_;
  LinearFit linear_;
  Vector start_;
  SortedSamples sorted_;
  std::vector<std::uint8_t> cell_;  ///< of each sample, or `cells`
  std::vector<Index> order_;
};

PairRegression::PairRegression(const RegressionSamples& samples, RegressionModel model)
    : fit_(std::make_unique<Fit>(samples, model)) {}
PairRegression::PairRegression(PairRegression&&) noexcept = default;
PairRegression& PairRegression::operator=(PairRegression&&) noexcept = default;
PairRegression::~PairRegression() = default;

PairEffect PairRegression::operator()(std::span<const std::uint8_t> first,
                                      std::span<const std::uint8_t> second) {
  return fit_->run(first, second);
}

}  // namespace encke
