#include <encke/base/error.hpp>
#include <encke/sparse/blocks.hpp>
#include <encke/sparse/products.hpp>
#include <string>

#if defined(ENCKE_HAS_KOKKOS_KERNELS)
#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_spgemm.hpp>
#include <encke/sparse/host_product.hpp>
#include <encke/sparse/space/arrays.hpp>
#include <optional>
#include <type_traits>
#include <vector>
#endif

namespace encke::sparse {

#if defined(ENCKE_HAS_KOKKOS_KERNELS)

namespace {

#if KOKKOS_VERSION >= 40600  // releases of both go together
namespace calls = KokkosSparse;
#else
namespace calls = KokkosSparse::Experimental;
#endif

template <class Number>
using Array = Kokkos::View<Number*, Space>;

auto without_zeros(const char* label) {
  return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
}

/// Rows by the threads of the host.
RowLoop host_rows() {
  using Host = Kokkos::DefaultHostExecutionSpace;
  return {.workers = static_cast<std::size_t>(Host().concurrency()),
          .run = [](std::size_t rows, const RowLoop::Body& body) {
            const Kokkos::Experimental::UniqueToken<Host> worker;
            const Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>> all(0, rows);
            Kokkos::parallel_for("rows of a product", all, [&](std::size_t row) {
              const auto number = worker.acquire();
              body(row, static_cast<std::size_t>(number));
              worker.release(number);
            });
            Host().fence();
          }};
}

/// Itself where the host can read it.
template <class Number>
auto on_host(const Array<Number>& array) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), array);
}

}  // namespace

class Spgemm::OnSpace {
 public:
  OnSpace(const MatrixRows& right, Index columns)
      : rows_(static_cast<int>(right.rows())),
        columns_(static_cast<int>(columns)),
        right_(right),
        begin_(right.begin),
        column_(right.column),
        value_(right.value) {
    if constexpr (std::is_same_v<Space, Kokkos::DefaultHostExecutionSpace>) {
      on_host_.emplace(right, columns, host_rows());
    }
  }

  MatrixRows multiply(const MatrixRows& left) {
    check_rows(left);
    if (on_host_ && on_host_->pays_off(left)) {
      drop_product();
      return on_host_->multiply(left);
    }
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
    // Chosen by name: the default on CPUs is one of a single thread.
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
  std::optional<HostProduct> on_host_;  ///< where the host computes
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

#else

class Spgemm::OnSpace {};

Spgemm::Spgemm(const MatrixRows& /*right*/, Index /*columns*/) {
  require_products("a product of matrices");
}

MatrixRows Spgemm::multiply(const MatrixRows& left) { return left; }  // there is no Spgemm

#endif

Spgemm::~Spgemm() = default;

}  // namespace encke::sparse
