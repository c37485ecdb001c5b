#include <encke/base/error.hpp>
#include <encke/sparse/blocks.hpp>
#include <encke/sparse/products.hpp>
#include <string>

#if defined(ENCKE_HAS_KOKKOS_KERNELS)
#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <KokkosSparse_spmv.hpp>
#include <Kokkos_Core.hpp>
#include <vector>
#endif

namespace encke::sparse {

void require_products(std::string_view what) {
  if (has_products()) return;
  throw Error(Failure::inconsistent, std::string(what) +
                                         ": this Encke was built without Kokkos Kernels "
                                         "(ENCKE_KOKKOS_KERNELS), which sparse products need");
}

#if defined(ENCKE_HAS_KOKKOS_KERNELS)

namespace {

#if KOKKOS_VERSION >= 40600  // releases of both go together
namespace calls = KokkosSparse;
#else
namespace calls = KokkosSparse::Experimental;
#endif

using Space = Kokkos::DefaultExecutionSpace;

void require_runtime() {
  if (Kokkos::is_initialized()) return;
  throw Error(Failure::internal, "sparse products need a Runtime");
}

/// Numbers of the host where kernels of the space can read them: themselves, or a copy.
template <class Number>
class SpaceArray {
 public:
  using Memory = Space::memory_space;
  using View = Kokkos::View<const Number*, Space::array_layout, Kokkos::Device<Space, Memory>,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  explicit SpaceArray(std::span<const Number> numbers) {
    if constexpr (Kokkos::SpaceAccessibility<Space, Kokkos::HostSpace>::accessible) {
      view_ = View(numbers.data(), numbers.size());
    } else {
      using Host =
          Kokkos::View<const Number*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
      copy_ = Copy(Kokkos::view_alloc("numbers of the host", Kokkos::WithoutInitializing),
                   numbers.size());
      Kokkos::deep_copy(copy_, Host(numbers.data(), numbers.size()));
      view_ = View(copy_.data(), numbers.size());
    }
  }

  const View& view() const { return view_; }

 private:
  using Copy = Kokkos::View<Number*, Space::array_layout, Kokkos::Device<Space, Memory>>;
  Copy copy_;
  View view_;
};

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

template <class Number>
using Array = Kokkos::View<Number*, Space>;

auto without_zeros(const char* label) {
  return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
}

/// Itself where the host can read it.
template <class Number>
auto on_host(const Array<Number>& array) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), array);
}

}  // namespace

bool has_products() { return true; }

class Spgemm::OnSpace {
 public:
  OnSpace(const MatrixRows& right, Index columns)
      : rows_(static_cast<int>(right.rows())),
        columns_(static_cast<int>(columns)),
        right_(right),
        begin_(right.begin),
        column_(right.column),
        value_(right.value) {}

  MatrixRows multiply(const MatrixRows& left) {
    check_rows(left);
    const std::size_t first = left.begin.front();
    const std::size_t entries = left.begin.back() - first;
    from_zero_.clear();
    for (const std::size_t at : left.begin) from_zero_.push_back(at - first);
    const SpaceArray<std::size_t> begin(from_zero_);
    const SpaceArray<int> column(left.column.subspan(first, entries));
    const SpaceArray<double> value(left.value.subspan(first, entries));
    const int rows = static_cast<int>(left.rows());

    drop_product();
    made_begin_ = Array<std::size_t>("rows of a product", left.begin.size());
    Handle handle;
    // By its name: the default on CPUs is one of a single thread.
    handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
    calls::spgemm_symbolic(&handle, rows, rows_, columns_, begin.view(), column.view(), false,
                           begin_.view(), column_.view(), false, made_begin_);
    const std::size_t size = handle.get_spgemm_handle()->get_c_nnz();
    made_column_ = Array<int>(without_zeros("columns of a product"), size);
    made_value_ = Array<double>(without_zeros("values of a product"), size);
    if (size > 0) {
      calls::spgemm_numeric(&handle, rows, rows_, columns_, begin.view(), column.view(),
                            value.view(), false, begin_.view(), column_.view(), value_.view(),
                            false, made_begin_, made_column_, made_value_);
    }
    handle.destroy_spgemm_handle();
    Space().fence();
    host_begin_ = on_host(made_begin_);
    host_column_ = on_host(made_column_);
    host_value_ = on_host(made_value_);
    return {{host_begin_.data(), left.begin.size()},
            {host_column_.data(), size},
            {host_value_.data(), size}};
  }

 private:
  using Memory = Space::memory_space;
  using Handle = KokkosKernels::Experimental::KokkosKernelsHandle<std::size_t, int, double, Space,
                                                                  Memory, Memory>;

  template <class Number>
  using HostArray = decltype(on_host(Array<Number>()));

  /// The kernel counts the multiplications of a row in 32 bits.
  void check_rows(const MatrixRows& left) const {
    for (std::size_t row = 0; row < left.rows(); ++row) {
      if (multiplications(left, row, right_) > most_multiplications) {
        throw Error(Failure::inconsistent,
                    "a row of a product of sparse matrices takes more than " +
                        std::to_string(most_multiplications) + " multiplications");
      }
    }
  }
  /// Before the next one is made.
  void drop_product() {
    host_begin_ = {};
    host_column_ = {};
    host_value_ = {};
    made_begin_ = {};
    made_column_ = {};
    made_value_ = {};
  }

  int rows_;
  int columns_;
  MatrixRows right_;
  SpaceArray<std::size_t> begin_;
  SpaceArray<int> column_;
  SpaceArray<double> value_;
  std::vector<std::size_t> from_zero_;
  Array<std::size_t> made_begin_;
  Array<int> made_column_;
  Array<double> made_value_;
  HostArray<std::size_t> host_begin_;
  HostArray<int> host_column_;
  HostArray<double> host_value_;
};

Spgemm::Spgemm(const MatrixRows& right, Index columns) {
  require_runtime();
  on_space_ = std::make_unique<OnSpace>(right, columns);
}

MatrixRows Spgemm::multiply(const MatrixRows& left) { return on_space_->multiply(left); }

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

bool has_products() { return false; }

class Spgemm::OnSpace {};

Spgemm::Spgemm(const MatrixRows& /*right*/, Index /*columns*/) {
  require_products("a product of matrices");
}

MatrixRows Spgemm::multiply(const MatrixRows& left) { return left; }  // there is no Spgemm

class Spmv::OnSpace {};

Spmv::Spmv(const MatrixRows& /*matrix*/, Index /*columns*/) {
  require_products("a product with a vector");
}

void Spmv::multiply(const double* /*x*/, double* /*y*/) const {}  // there is no Spmv

#endif

Spgemm::~Spgemm() = default;
Spmv::~Spmv() = default;

}  // namespace encke::sparse
