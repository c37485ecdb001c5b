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
        logistic_(rows_for(samples.size()), genotype_columns + samples.columns()),
        linear_(rows_for(samples.size()), genotype_columns + samples.columns()),
        cell_(idx(samples.size())),
        order_(idx(samples.size())) {
    const Index rows = rows_for(samples.size());
    sorted_.trait.setZero(rows);
    sorted_.present.setZero(rows);
    sorted_.covariates.setZero(rows, samples.columns());
    if (model == RegressionModel::logistic && samples.size() > 0) find_start();
  }

  PairEffect run(std::span<const std::uint8_t> first, std::span<const std::uint8_t> second) {
    sort(first, second);
    if (sorted_.size <= sorted_.columns()) return no_effect(sorted_, RegressionCode::few_samples);
    if (!trait_differs_) return no_effect(sorted_, RegressionCode::one_class);
    if (model_ == RegressionModel::linear) return linear_.least_squares(sorted_);
    const PairEffect effect = logistic_.maximum_likelihood(sorted_, start_);
    if (effect.code != RegressionCode::not_converged) return effect;
    return logistic_.penalised(sorted_);
  }

 private:
  /// All samples are in the first cell.
  void find_start() {
    start_ = Vector::Zero(sorted_.columns());
    const std::vector<std::uint8_t> none(samples_.fields.empty() ? 0 : idx(most_field() + 1));
    sort(none, none);
    if (trait_differs_) start_ = logistic_.without_genotypes(sorted_);
  }

  Index most_field() const {
    return *std::max_element(samples_.fields.begin(), samples_.fields.end());
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
    Index next[cells + 1] = {};  // of order_, which has no empty rows
    sorted_.size = 0;
    for (int c = 0; c < cells; ++c) {
      sorted_.count[c] = count[c];
      sorted_.begin[c + 1] = sorted_.begin[c] + round_up(count[c], row_lanes);
      next[c] = sorted_.size;
      sorted_.size += count[c];
    }
    next[cells] = sorted_.size;  // those that are left out come last
    for (std::size_t s = 0; s < cell_.size(); ++s) {
      order_[idx(next[cell_[s]]++)] = static_cast<Index>(s);
    }
    fill_rows();
  }

  /// Trait and covariates in the order of the cells.
  void fill_rows() {
    trait_differs_ = false;
    for (Index k = 0; k <= covariates_.cols(); ++k) {
      const bool trait = k == covariates_.cols();
      const double* const from = trait ? samples_.trait.data() : covariates_.col(k).data();
      double* const to = trait ? sorted_.trait.data() : sorted_.covariates.col(k).data();
      const Index* order = order_.data();
      for (int c = 0; c < cells; ++c) {
        double* row = to + sorted_.begin[c];
        for (Index s = 0; s < sorted_.count[c]; ++s) *row++ = from[*order++];
        std::fill(row, to + sorted_.begin[c + 1], 0.0);
      }
    }
    const double any = order_.empty() ? 0 : samples_.trait[idx(order_.front())];
    for (int c = 0; c < cells; ++c) {
      const auto rows = [&](Column& column) {
        return column.segment(sorted_.begin[c], sorted_.begin[c + 1] - sorted_.begin[c]);
      };
      rows(sorted_.present).setZero();
      rows(sorted_.present).head(sorted_.count[c]).setOnes();
      const auto trait = rows(sorted_.trait).head(sorted_.count[c]);
      sorted_.sum[c] = trait.sum();
      trait_differs_ = trait_differs_ || (trait != any).any();
    }
  }

  const RegressionSamples& samples_;
  RegressionModel model_;
  Eigen::ArrayXXd covariates_;
  LogisticFit logistic_;
  LinearFit linear_;
  Vector start_;
  SortedSamples sorted_;
  bool trait_differs_ = false;
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
