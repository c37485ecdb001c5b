#pragma once

#include <encke/base/index.hpp>
#include <encke/sparse/matrix_rows.hpp>
#include <memory>
#include <string_view>

namespace encke::sparse {

/// True if this build has the products of this folder: it is made with Kokkos Kernels.
bool has_products();
/// Throws Error(inconsistent) where it has not; `what` asks for them.
void require_products(std::string_view what);

/// Products of sparse matrices with one and the same on their right, by the spgemm of Kokkos
/// Kernels on Kokkos' default execution space; on CPUs by HostProduct where that pays off. On CPUs
/// an entry is the sum over the columns k of the left row, in their order, so that it has the same
/// bits for any number of threads. On devices the order is that of the device.
class Spgemm {
 public:
  /// `right`, of `columns` columns, must outlive this. Its rows are the columns of what is to be on
  /// the left. Throws Error(inconsistent) where the build lacks it; Error(internal) without a
  /// Runtime.
  Spgemm(const MatrixRows& right, Index columns);
  ~Spgemm();
  Spgemm(const Spgemm&) = delete;
  Spgemm& operator=(const Spgemm&) = delete;

  /// left · right, in host memory; in each row columns in any order. Valid until the next call.
  /// Throws Error(inconsistent) where a row takes more than most_multiplications; std::bad_alloc.
  MatrixRows multiply(const MatrixRows& left);

  static constexpr std::size_t most_multiplications = 2'147'483'647;

  /// Most bytes that an entry of the right matrix, and one of a product, take beside it.
  static constexpr Index bytes_of_right = 24;
  static constexpr Index bytes_of_product = 16;

 private:
  class OnSpace;
  std::unique_ptr<OnSpace> on_space_;
};

/// Products of a sparse matrix with vectors, by the spmv of Kokkos Kernels on Kokkos' default
/// execution space. On CPUs an entry of a product is the sum over the entries of a row, in their
/// order, for any number of threads. On devices the order is that of the device.
class Spmv {
 public:
  /// `matrix` must outlive this. Throws as Spgemm.
  Spmv(const MatrixRows& matrix, Index columns);
  ~Spmv();
  Spmv(const Spmv&) = delete;
  Spmv& operator=(const Spmv&) = delete;

  /// y = matrix · x, in host memory.
  void multiply(const double* x, double* y) const;

 private:
  class OnSpace;
  std::unique_ptr<OnSpace> on_space_;
};

}  // namespace encke::sparse
