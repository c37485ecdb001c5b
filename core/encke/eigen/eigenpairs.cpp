// What instantiates Eigen's large templates: in one file, for reading them takes a compiler
// seconds.
#define EIGEN_DONT_PARALLELIZE
#if defined(ENCKE_HAS_SPECTRA)
#include <Spectra/SymEigsSolver.h>
#endif

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/eigen/largest_eigenpairs.hpp>
#include <encke/eigen/symmetric_eigenpairs.hpp>
#include <stdexcept>

namespace encke::eigen {

#if defined(ENCKE_HAS_SPECTRA)

namespace {

/// What Spectra asks of a matrix; the names are its own.
class Product {
 public:
  using Scalar = double;
  Product(Eigen::Index rows, const std::function<void(const double*, double*)>& multiply)
      : rows_(rows), multiply_(multiply) {}
  Eigen::Index rows() const { return rows_; }
  Eigen::Index cols() const { return rows_; }
  void perform_op(const double* x, double* y) const { multiply_(x, y); }

 private:
  Eigen::Index rows_;
  const std::function<void(const double*, double*)>& multiply_;
};

}  // namespace

bool has_lanczos() { return true; }

LanczosPairs largest_eigenpairs(std::span<const double> first,
                                const std::function<void(const double*, double*)>& multiply,
                                Index count, const LanczosOptions& options) {
  Product product(static_cast<Eigen::Index>(first.size()), multiply);
  Spectra::SymEigsSolver<Product> solver(product, count, options.vectors);
  solver.init(first.data());
  try {
    solver.compute(Spectra::SortRule::LargestAlge, options.restarts, options.tolerance,
                   Spectra::SortRule::LargestAlge);
  } catch (const Error&) {  // of multiply()
    throw;
  } catch (const std::runtime_error&) {  // "eigen decomposition failed"
    return {.products = solver.num_operations()};
  }
  const Eigen::VectorXd values = solver.eigenvalues();
  const Eigen::MatrixXd vectors = solver.eigenvectors();
  return {{values.begin(), values.end()},
          {vectors.data(), vectors.data() + vectors.size()},
          solver.num_operations()};
}

#else

bool has_lanczos() { return false; }

LanczosPairs largest_eigenpairs(std::span<const double> /*first*/,
                                const std::function<void(const double*, double*)>& /*multiply*/,
                                Index /*count*/, const LanczosOptions& /*options*/) {
  throw Error(Failure::internal, "this build has no Lanczos method: it was made without Spectra");
}

#endif

std::optional<SymmetricPairs> symmetric_eigenpairs(std::span<const double> matrix, Index rows,
                                                   Range wanted) {
  const Eigen::Map<const Eigen::MatrixXd> map(matrix.data(), rows, rows);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      map, wanted.size() > 0 ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) return std::nullopt;
  SymmetricPairs pairs;
  pairs.values.assign(solver.eigenvalues().begin(), solver.eigenvalues().end());
  if (wanted.size() > 0) {
    const double* const vectors = solver.eigenvectors().data();
    pairs.vectors.assign(vectors + wanted.begin * rows, vectors + wanted.end * rows);
  }
  return pairs;
}

std::vector<double> centred(std::span<const double> numbers) {
  Eigen::VectorXd vector(static_cast<Eigen::Index>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), vector.data());
  const Eigen::VectorXd without = vector.array() - vector.mean();
  return {without.begin(), without.end()};
}

}  // namespace encke::eigen
