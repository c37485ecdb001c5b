#include <encke/combine/regression/fit/cell_sums.hpp>

namespace encke::regression {

void predict(const SortedSamples& samples, const Vector& beta, Column& eta) {
  const Index n = samples.rows();
  for (int c = 0; c < cells; ++c) {
    const Index begin = samples.begin[c];
    eta.segment(begin, samples.begin[c + 1] - begin)
        .setConstant(beta.head<genotype_columns>().dot(columns_of(c)));
  }
  for (Index k = 0; k < samples.covariates.cols(); ++k) {
    eta.head(n) += beta[genotype_columns + k] * samples.covariates.col(k).head(n);
  }
}

void project(const SortedSamples& samples, const Column& residual, Vector& to) {
  const Index n = samples.rows();
  to.setZero();
  for (int c = 0; c < cells; ++c) {
    const Index begin = samples.begin[c];
    to.head<genotype_columns>() +=
        residual.segment(begin, samples.begin[c + 1] - begin).sum() * columns_of(c);
  }
  for (Index k = 0; k < samples.covariates.cols(); ++k) {
    to[genotype_columns + k] =
        residual.head(n).matrix().dot(samples.covariates.col(k).head(n).matrix());
  }
}

void add_products(const SortedSamples& samples, Matrix& to) {
  const Index n = samples.rows();
  to.setZero();
  for (int c = 0; c < cells; ++c) {
    const Eigen::Vector4d x = columns_of(c);
    to.topLeftCorner<genotype_columns, genotype_columns>() +=
        static_cast<double>(samples.count[c]) * x * x.transpose();
  }
  for (Index k = 0; k < samples.covariates.cols(); ++k) {
    const auto column = samples.covariates.col(k).head(n);
    const Index row = genotype_columns + k;
    for (int c = 0; c < cells; ++c) {
      const Index begin = samples.begin[c];
      const double sum = column.segment(begin, samples.begin[c + 1] - begin).sum();
      to.block<1, genotype_columns>(row, 0) += sum * columns_of(c).transpose();
    }
    for (Index l = 0; l <= k; ++l) {
      to(row, genotype_columns + l) =
          column.matrix().dot(samples.covariates.col(l).head(n).matrix());
    }
  }
}

}  // namespace encke::regression
