#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/mix.hpp>
#include <encke/eigen/largest_eigenpairs.hpp>
#include <encke/network/spectral/eigenpairs.hpp>
#include <encke/sparse/products.hpp>
#include <optional>
#include <string>
#include <utility>

namespace encke::network {

namespace {

/// Products with vectors. Both engines add the entries of a row in one order, the diagonal first.
class ProductOf {
 public:
  ProductOf(const LaplacianOf& laplacian, Engine engine) : laplacian_(laplacian) {
    if (engine != Engine::spgemm) return;
    rows_ = laplacian.rows();
    product_.emplace(sparse::MatrixRows{rows_.begin, rows_.column, rows_.value}, laplacian.nodes());
  }

  void multiply_shifted(const double* x, double* y) const {
    if (product_) {
      product_->multiply(x, y);
    } else {
      laplacian_.multiply(x, y);
    }
    laplacian_.shift(x, y);
  }

 private:
  const LaplacianOf& laplacian_;
  LaplacianOf::Rows rows_;
  std::optional<sparse::Spmv> product_;
};

}  // namespace

bool embeds_large() { return eigen::has_lanczos(); }

Eigenpairs lanczos_eigenpairs(const LaplacianOf& laplacian, Index count, Engine engine) {
  constexpr Index most_restarts = 3000;
  constexpr double tolerance = 1e-11;
  const Index nodes = laplacian.nodes();
  if (!embeds_large()) {
    throw Error(Failure::inconsistent,
                "--embed: a component has " + std::to_string(nodes) +
                    " nodes; this Encke was built without Spectra, which components of more than " +
                    std::to_string(most_dense_nodes) + " nodes need");
  }
  const Index kept = std::min(nodes, std::max<Index>(4 * count, 2 * count + 20));
  std::vector<double> start(static_cast<std::size_t>(nodes));
  for (std::size_t n = 0; n < start.size(); ++n) {
    start[n] = static_cast<double>(mix(n + 1) >> 11) * 0x1p-53 - 0.5;
  }
  const ProductOf product(laplacian, engine);
  eigen::LanczosPairs found = eigen::largest_eigenpairs(
      start, [&](const double* x, double* y) { product.multiply_shifted(x, y); }, count,
      {.vectors = kept, .restarts = most_restarts, .tolerance = tolerance});
  Eigenpairs pairs{std::move(found.values), std::move(found.vectors)};
  for (double& value : pairs.values) value = laplacian.largest() - value;
  return pairs;
}

}  // namespace encke::network
