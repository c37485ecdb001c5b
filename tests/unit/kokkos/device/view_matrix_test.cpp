// A Kokkos::View in host memory, and std::mdspan where the compiler has it, as input: see
// io/matrix.hpp.
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <encke/io/matrix.hpp>
#include <encke/pack/profiles/minima.hpp>
#include <utility>
#include <version>
#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

namespace {

using encke::Element;
using encke::Index;
using encke::io::Matrix;
using encke::io::matrix_of;
using encke::io::VectorsAre;

constexpr Index rows = 5, columns = 7;

/// Numbers that say their place.
float number(Index row, Index column) { return static_cast<float>(10 * row + column + 1); }

void expect_numbers(const Matrix<float>& by_rows, const Matrix<float>& by_columns) {
  for (const bool vectors_are_rows : {true, false}) {
    const Matrix<float>& matrix = vectors_are_rows ? by_rows : by_columns;
    const encke::PackedVectors packed =
        encke::io::read_matrix(matrix, {.element = Element::float32}).vectors;
    ASSERT_EQ(packed.vectors(), vectors_are_rows ? rows : columns);
    ASSERT_EQ(packed.fields(), vectors_are_rows ? columns : rows);
    for (Index v = 0; v < packed.vectors(); ++v) {
      for (Index f = 0; f < packed.fields(); ++f) {
        const float expected = vectors_are_rows ? number(v, f) : number(f, v);
        ASSERT_EQ(encke::pack::real(packed, v, f), expected) << v << " " << f;
      }
    }
  }
}

template <class View>
void fill_and_expect(const View& view) {
  for (Index r = 0; r < rows; ++r) {
    for (Index c = 0; c < columns; ++c) view(r, c) = number(r, c);
  }
  expect_numbers(matrix_of(view, VectorsAre::rows), matrix_of(view, VectorsAre::columns));
}

TEST(ViewMatrix, OfEitherLayout) {
  fill_and_expect(
      Kokkos::View<float**, Kokkos::LayoutRight, Kokkos::HostSpace>("right", rows, columns));
  fill_and_expect(
      Kokkos::View<float**, Kokkos::LayoutLeft, Kokkos::HostSpace>("left", rows, columns));
}

TEST(ViewMatrix, OfAPartOfALargerView) {
  const Kokkos::View<float**, Kokkos::LayoutRight, Kokkos::HostSpace> whole("whole", 9,
                                                                            2 * columns);
  fill_and_expect(Kokkos::subview(whole, std::pair<Index, Index>(3, 3 + rows),
                                  std::pair<Index, Index>(4, 4 + columns)));
}

TEST(ViewMatrix, OfConstantNumbers) {
  const Kokkos::View<float**, Kokkos::LayoutLeft, Kokkos::HostSpace> view("view", rows, columns);
  fill_and_expect(view);
  const Kokkos::View<const float**, Kokkos::LayoutLeft, Kokkos::HostSpace> constant = view;
  expect_numbers(matrix_of(constant, VectorsAre::rows), matrix_of(constant, VectorsAre::columns));
}

#ifdef __cpp_lib_mdspan
TEST(ViewMatrix, OfAnMdspan) {
  std::vector<float> numbers;
  for (Index r = 0; r < rows; ++r) {
    for (Index c = 0; c < columns; ++c) numbers.push_back(number(r, c));
  }
  const std::mdspan view(numbers.data(), rows, columns);
  expect_numbers(matrix_of(view, VectorsAre::rows), matrix_of(view, VectorsAre::columns));
}
#endif

}  // namespace
