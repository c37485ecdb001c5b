#include <encke/base/error.hpp>
#include <encke/sparse/products.hpp>

#if defined(ENCKE_HAS_KOKKOS_KERNELS)
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#include <encke/sparse/space/arrays.hpp>
#endif

namespace encke::sparse {

#if defined(ENCKE_HAS_KOKKOS_KERNELS)

namespace {

/// A vector of the host for kernels of the space: itself, or a copy that stays from call to call.
class SpaceVector {
 public:
  using Device = Kokkos::Device<Space, Space::memory_space>;
  using View =
      Kokkos::View<double*, Space::array_layout, Device, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using ConstView = Kokkos::View<const double*, Space::array_layout, Device,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  explicit SpaceVector(std::size_t size) : size_(size) {
    if constexpr (!shared) copy_ = Copy("vector", size);
  }

  /// With the numbers of `x`.
  ConstView from_host(const double* x) const {
    if constexpr (shared) return ConstView(x, size_);
    Kokkos::deep_copy(copy_, Host<const double>(x, size_));
    return ConstView(copy_.data(), size_);
  }
  /// To be written to; to_host() brings it to `y`.
  View view(double* y) const { return View(shared ? y : copy_.data(), size_); }
  void to_host(double* y) const {
    if constexpr (!shared) Kokkos::deep_copy(Host<double>(y, size_), copy_);
  }

 private:
  static constexpr bool shared = Kokkos::SpaceAccessibility<Space, Kokkos::HostSpace>::accessible;
  template <class Number>
  using Host = Kokkos::View<Number*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using Copy = Kokkos::View<double*, Space::array_layout, Device>;

  std::size_t size_;
  Copy copy_;
};

}  // namespace

class Spmv::OnSpace {
 public:
  OnSpace(const MatrixRows& matrix, Index columns)
      : begin_(matrix.begin),
        column_(matrix.column),
        value_(matrix.value),
        x_(static_cast<std::size_t>(columns)),
        y_(matrix.rows()),
        matrix_("matrix", static_cast<int>(matrix.rows()), static_cast<int>(columns),
                matrix.column.size(), value_.view(), begin_.view(), column_.view()) {}

  void multiply(const double* x, double* y) {
    KokkosSparse::spmv("N", 1.0, matrix_, x_.from_host(x), 0.0, y_.view(y));
    Space().fence();
    y_.to_host(y);
  }

 private:
  using Matrix =
      KokkosSparse::CrsMatrix<const double, const int, Kokkos::Device<Space, Space::memory_space>,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>, const std::size_t>;

  SpaceArray<std::size_t> begin_;
  SpaceArray<int> column_;
  SpaceArray<double> value_;
  SpaceVector x_;
  SpaceVector y_;
  Matrix matrix_;
};

Spmv::Spmv(const MatrixRows& matrix, Index columns) {
  require_runtime();
  on_space_ = std::make_unique<OnSpace>(matrix, columns);
}

void Spmv::multiply(const double* x, double* y) const { on_space_->multiply(x, y); }

#else

class Spmv::OnSpace {};

Spmv::Spmv(const MatrixRows& /*matrix*/, Index /*columns*/) {
  require_products("a product with a vector");
}

void Spmv::multiply(const double* /*x*/, double* /*y*/) const {}  // there is no Spmv

#endif

Spmv::~Spmv() = default;

}  // namespace encke::sparse
