#pragma once

#include <cstdint>
#include <encke/base/stop_flag.hpp>
#include <encke/io/source.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace encke::io {

/// Numbers of vectors in memory, which the caller keeps: field f of vector v is
/// data[v * vector_stride + f * field_stride]. Strides count numbers and may be negative.
template <class T>
struct Matrix {
  const T* data = nullptr;
  Index vectors = 0;
  Index fields = 0;
  Index vector_stride = 0;
  Index field_stride = 0;

  const T& at(Index vector, Index field) const {
    return data[vector * vector_stride + field * field_stride];
  }
};

/// What a row of a matrix is: variants by samples (or samples by features) have vectors as rows,
/// samples by variants as columns.
enum class VectorsAre { rows, columns };

/// A matrix without gaps whose rows lie one after the other. Throws Error(inconsistent) unless
/// there are rows * columns values.
template <class T>
Matrix<std::remove_const_t<T>> matrix_of(std::span<T> values, Index rows, Index columns,
                                         VectorsAre vectors);

/// Any two-dimensional view with extent(), stride() and data() or data_handle(), such as
/// std::mdspan or a Kokkos::View in host memory, whatever its layout.
template <class View>
requires requires(const View& view) {
  view.extent(1);
  view.stride(1);
}
auto matrix_of(const View& view, VectorsAre vectors) {
  const auto data = [&] {
    if constexpr (requires { view.data_handle(); }) {
      return view.data_handle();
    } else {
      return view.data();
    }
  }();
  const int v = vectors == VectorsAre::rows ? 0 : 1;
  const auto size = [&](int r) { return static_cast<Index>(view.extent(r)); };
  const auto stride = [&](int r) { return static_cast<Index>(view.stride(r)); };
  using T = std::remove_cv_t<std::remove_pointer_t<std::remove_const_t<decltype(data)>>>;
  return Matrix<T>{data, size(v), size(1 - v), stride(v), stride(1 - v)};
}

/// The same of a std::vector, which must outlive the matrix.
template <class T, class Allocator>
Matrix<T> matrix_of(const std::vector<T, Allocator>& values, Index rows, Index columns,
                    VectorsAre vectors) {
  static_assert(!std::is_same_v<T, bool>,
                "std::vector<bool> has no numbers in memory: use std::vector<std::uint8_t>");
  return matrix_of(std::span(values), rows, columns, vectors);
}
/// A matrix is read where it lies: that of a temporary would be gone.
template <class T, class Allocator>
void matrix_of(const std::vector<T, Allocator>&& values, Index rows, Index columns,
               VectorsAre vectors) = delete;

/// What the numbers of a matrix are.
struct MatrixElements {
  /// genotype, genotype_moments or case_control: copies of allele 1 (0, 1, 2). bit: 0 or 1.
  /// count2 to count16: whole numbers that fit. float32, float64: reals >= 0.
  Element element = Element::genotype;
  /// Genotypes and bits: the number that stands for a missing sample, besides NaN. None: there is
  /// no such number.
  std::optional<double> missing = {};
  /// Genotypes and bits: so do all numbers below 0, of which array libraries have several.
  bool below_zero_is_missing = false;
  /// case_control: of each field, 1 for a case, 0 for a control. The source keeps a copy.
  std::span<const std::uint8_t> cases = {};
  /// Names of the vectors. None: they are named "0", "1", …
  std::vector<std::string> names = {};
  /// Reading throws Error(stopped) once it is set.
  StopFlag stop = {};
};

/// The vectors of a matrix as a source, which reads numbers only when a part of it is read: the
/// caller keeps them until then, unchanged. For T float, double and the integers of 8 to 64 bits.
/// Throws Error(inconsistent) for extents below 0, for names or cases of another number or value,
/// and for elements that a matrix cannot have. read() throws Error(inconsistent), with vector and
/// field, for a number that is not allowed, and for a vector whose sum is too large.
template <class T>
std::unique_ptr<Source> open_matrix(const Matrix<T>& matrix, const MatrixElements& what);

/// The same, packed at once: read_all() of it.
template <class T>
Dataset read_matrix(const Matrix<T>& matrix, const MatrixElements& what) {
  return read_all(open_matrix(matrix, what));
}

/// Zeroed memory for vectors of these elements, which pack_matrix_into() fills. Throws as
/// PackedVectors(), and Error(inconsistent) for elements that a matrix cannot have.
PackedVectors room_for_matrix(const MatrixElements& what, Index vectors, Index fields);

/// Packs the vectors of a matrix as vectors `first`, first + 1, … of `to`: for data that come in
/// pieces. Genotypes and bits come in groups: `first` and, except at the end, the vectors of the
/// piece are multiples of 8 (Error(inconsistent) otherwise). Throws as read() of open_matrix(),
/// with the number of the vector in `to`, and Error(stopped); names do not count.
template <class T>
void pack_matrix_into(PackedVectors& to, Index first, const Matrix<T>& matrix,
                      const MatrixElements& what);

namespace detail {
/// Throws Error(inconsistent) unless `size` is rows * columns, both at least 0.
void check_size(std::size_t size, Index rows, Index columns);
}  // namespace detail

template <class T>
Matrix<std::remove_const_t<T>> matrix_of(std::span<T> values, Index rows, Index columns,
                                         VectorsAre vectors) {
  detail::check_size(values.size(), rows, columns);
  if (vectors == VectorsAre::rows) return {values.data(), rows, columns, columns, 1};
  return {values.data(), columns, rows, 1, columns};
}

}  // namespace encke::io
