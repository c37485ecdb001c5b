#include <encke/base/error.hpp>
#include <encke/eigen/largest_eigenpairs.hpp>

#if defined(ENCKE_HAS_SPECTRA)
#define EIGEN_DONT_PARALLELIZE
#include <Spectra/SymEigsSolver.h>

#include <Eigen/Core>
#include <stdexcept>
#endif

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

}  // namespace encke::eigen
