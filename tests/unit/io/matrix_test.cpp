#include <gtest/gtest.h>

#include <atomic>
#include <encke/io/matrix.hpp>
#include <encke/pack/packers.hpp>
#include <limits>
#include <random>

#include "support/values.hpp"

namespace encke::io {
namespace {

using test::error_of;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Numbers in memory with gaps between rows and between columns: more than are looked at.
template <class T>
struct Padded {
  Index rows, columns, row_stride, column_stride;
  std::vector<T> values;

  Padded(Index r, Index c, Index rs, Index cs)
      : rows(r), columns(c), row_stride(rs), column_stride(cs) {
    values.assign(static_cast<std::size_t>(r * rs + c * cs), T{77});
  }
  T& at(Index r, Index c) {
    return values[static_cast<std::size_t>(r * row_stride + c * column_stride)];
  }
  Matrix<T> vectors_as_rows() const {
    return {values.data(), rows, columns, row_stride, column_stride};
  }
  Matrix<T> vectors_as_columns() const {
    return {values.data(), columns, rows, column_stride, row_stride};
  }
};

/// What std::mdspan and Kokkos::View have in common, with the last index first in memory.
struct View {
  const float* numbers;
  int extent(int r) const { return r == 0 ? 3 : 4; }
  int stride(int r) const { return r == 0 ? 1 : 3; }
  const float* data() const { return numbers; }
};
struct Span : View {
  const float* data_handle() const { return numbers; }
};

/// 130 vectors need three blocks; 70 fields an incomplete word and an incomplete byte.
constexpr Index vectors = 130, fields = 70;

template <class T>
void expect_genotypes(Index vector_stride, Index field_stride) {
  Padded<T> m(vectors, fields, vector_stride, field_stride);
  std::mt19937 random(7);
  for (Index v = 0; v < vectors; ++v) {
    for (Index f = 0; f < fields; ++f) m.at(v, f) = static_cast<T>(random() % 4);
  }
  for (const Element element : {Element::genotype, Element::genotype_moments}) {
    const auto source = open_matrix(m.vectors_as_rows(), {.element = element, .missing = 3});
    for (const ReadRange& part :
         {source->whole(), ReadRange{{16, 99}, {5, 68}}, ReadRange{{0, 0}, {0, 70}}}) {
      const PackedVectors packed = source->read(part);
      ASSERT_EQ(packed.element(), element);
      for (Index v = 0; v < part.vectors.size(); ++v) {
        for (Index f = 0; f < part.fields.size(); ++f) {
          const T expected = m.at(part.vectors.begin + v, part.fields.begin + f);
          ASSERT_EQ(pack::genotype(packed, v, f), expected) << v << " " << f;
        }
      }
    }
  }
}

TEST(Matrix, HasGenotypesInEitherOrientationAndAnyType) {
  expect_genotypes<std::int8_t>(fields, 1);
  expect_genotypes<std::uint8_t>(1, vectors);
  expect_genotypes<std::int32_t>(fields + 3, 1);
  expect_genotypes<double>(2, 2 * vectors + 1);
}

TEST(Matrix, StandsOnItsHeadWithNegativeStrides) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6};
  const Matrix<double> m{values.data() + 5, 2, 3, -3, -1};
  const Dataset data = read_matrix(m, {.element = Element::float64});
  EXPECT_EQ(pack::real(data.vectors, 0, 0), 6);
  EXPECT_EQ(pack::real(data.vectors, 1, 2), 1);
  EXPECT_EQ(data.names, (std::vector<std::string>{"0", "1"}));
}

TEST(Matrix, HasReals) {
  Padded<float> m(9, 300, 301, 1);
  for (Index v = 0; v < 9; ++v) {
    for (Index f = 0; f < 300; ++f) m.at(v, f) = static_cast<float>(v) + 0.25F;
  }
  for (const Element element : {Element::float32, Element::float64}) {
    const Dataset rows = read_matrix(m.vectors_as_rows(), {.element = element});
    EXPECT_EQ(rows.vectors.sum(8), 300 * 8.25);
    const Dataset columns = read_matrix(m.vectors_as_columns(), {.element = element});
    ASSERT_EQ(columns.vectors.vectors(), 300);
    EXPECT_EQ(pack::real(columns.vectors, 299, 8), 8.25);
  }
}

TEST(Matrix, HasBitsAndCounts) {
  const std::vector<std::uint16_t> values = {0, 1, 9, 1, 1, 0};
  const auto m = matrix_of(std::span(values), 2, 3, VectorsAre::rows);
  const Dataset bits = read_matrix(m, {.element = Element::bit, .missing = 9});
  EXPECT_EQ(pack::bit(bits.vectors, 0, 1), 1);
  EXPECT_EQ(pack::bit(bits.vectors, 0, 2), 2);
  EXPECT_EQ(bits.vectors.missing(), 1);
  const auto across = matrix_of(std::span(values), 2, 3, VectorsAre::columns);
  const Dataset counts =
      read_matrix(across, {.element = Element::count8, .names = {"a", "b", "c"}});
  ASSERT_EQ(counts.vectors.vectors(), 3);
  EXPECT_EQ(pack::count(counts.vectors, 2, 0), 9);
  EXPECT_EQ(counts.vectors.x_sum(2), 9);
  EXPECT_EQ(counts.names[2], "c");
}

TEST(Matrix, HasCasesAndControls) {
  Padded<std::int8_t> m(11, 9, 9, 1);
  const std::vector<std::uint8_t> cases = {1, 0, 0, 1, 1, 0, 1, 0, 1};
  for (Index v = 0; v < 11; ++v) {
    for (Index f = 0; f < 9; ++f) m.at(v, f) = static_cast<std::int8_t>((v + f) % 4 - 1);
  }
  const Dataset data = read_matrix(
      m.vectors_as_rows(), {.element = Element::case_control, .missing = -1, .cases = cases});
  const Index order[] = {1, 2, 5, 7, 0, 3, 4, 6, 8};  // the controls first
  EXPECT_EQ(data.vectors.class_fields(0).size(), 4);
  for (Index v = 0; v < 11; ++v) {
    for (Index f = 0; f < 9; ++f) {
      const int x = m.at(v, order[f]);
      ASSERT_EQ(pack::genotype(data.vectors, v, f), x < 0 ? 3 : x) << v << " " << f;
    }
  }
}

TEST(Matrix, IsMadeOfAnyViewOfTwoExtents) {
  const std::vector<float> values = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  for (const auto& m : {matrix_of(View{values.data()}, VectorsAre::rows),
                        matrix_of(Span{{values.data()}}, VectorsAre::rows)}) {
    EXPECT_EQ(m.vectors, 3);
    EXPECT_EQ(m.at(2, 1), 5);
  }
  const auto across = matrix_of(View{values.data()}, VectorsAre::columns);
  EXPECT_EQ(across.vectors, 4);
  EXPECT_EQ(across.at(1, 2), 5);
}

TEST(Matrix, NamesTheNumberThatIsNotAllowed) {
  const auto message = [](std::vector<double> values, const MatrixElements& what) {
    const Error error = error_of([&] {
      open_matrix(matrix_of(std::span(values), 2, 2, VectorsAre::rows), what)
          ->read({{0, 2}, {0, 2}});
    });
    EXPECT_EQ(error.failure(), Failure::inconsistent);
    return std::string(error.what());
  };
  EXPECT_EQ(
      message({0, 1, 2, 5}, {.element = Element::genotype, .missing = 9}),
      "a matrix in memory: vector 1, field 1 (from 0): 5 found, 0, 1 or 2 copies of an allele, "
      "or 9 where it is missing, expected");
  EXPECT_EQ(message({0, 1, 2, 1}, {.element = Element::bit}),
            "a matrix in memory: vector 1, field 0 (from 0): 2 found, 0 or 1 expected");
  EXPECT_EQ(
      message({0, -1, 2, 1}, {.element = Element::float64}),
      "a matrix in memory: vector 0, field 1 (from 0): -1 found, a finite number >= 0 expected");
  EXPECT_EQ(message({0, 1, nan, 1}, {.element = Element::count2}),
            "a matrix in memory: vector 1, field 0 (from 0): nan found, a whole number from 0 to 3 "
            "expected");
  EXPECT_EQ(message({0, 1, 1.7e308, 1.7e308}, {.element = Element::float64}).substr(0, 31),
            "a matrix in memory: vector 1 (f");
}

TEST(Matrix, RefusesWhatDoesNotFitTogether) {
  const std::vector<double> values = {0, 1, 1, 0};
  const auto m = matrix_of(std::span(values), 2, 2, VectorsAre::rows);
  const std::vector<std::uint8_t> one = {1}, two = {0, 2};
  const MatrixElements wrong[] = {{.element = Element::powered64},
                                  {.element = Element::adjusted32},
                                  {.element = Element::weighted_bits32},
                                  {.element = Element::float64, .missing = 9},
                                  {.element = Element::genotype, .cases = one},
                                  {.element = Element::case_control},
                                  {.element = Element::case_control, .cases = two},
                                  {.element = Element::genotype, .names = {"a"}}};
  for (const MatrixElements& what : wrong) {
    EXPECT_EQ(error_of([&] { open_matrix(m, what); }).failure(), Failure::inconsistent);
  }
  EXPECT_EQ(error_of([&] { matrix_of(std::span(values), 3, 2, VectorsAre::rows); }).failure(),
            Failure::inconsistent);
  EXPECT_EQ(error_of([&] { matrix_of(std::span(values), -2, -2, VectorsAre::rows); }).failure(),
            Failure::inconsistent);
}

/// Genotypes as most array libraries have them, in bytes: 0, 1, 2, and -1 or less where missing.
std::vector<std::int8_t> bytes_of(Index count) {
  std::vector<std::int8_t> values(static_cast<std::size_t>(count));
  std::mt19937 random(11);
  for (auto& value : values) {
    const auto r = static_cast<int>(random() % 16);
    value = static_cast<std::int8_t>(r < 3 ? -r * 40 - 1 : r % 3);
  }
  return values;
}

TEST(Matrix, BytesThatLieSideBySideGiveTheGenotypesOfOthers) {
  for (const Index n : {1, 7, 8, 9, 63, 64, 65, 200}) {
    const auto bytes = bytes_of(9 * n);
    const std::vector<float> reals(bytes.begin(), bytes.end());
    for (const auto element : {Element::genotype, Element::genotype_moments}) {
      const MatrixElements what{.element = element, .below_zero_is_missing = true};
      for (const auto are : {VectorsAre::rows, VectorsAre::columns}) {
        const Index rows = are == VectorsAre::rows ? 9 : n;
        const auto fast = read_matrix(matrix_of(std::span(bytes), rows, 9 * n / rows, are), what);
        const auto slow = read_matrix(matrix_of(std::span(reals), rows, 9 * n / rows, are), what);
        for (Index v = 0; v < 9; ++v) {
          for (Index f = 0; f < n; ++f) {
            ASSERT_EQ(pack::genotype(fast.vectors, v, f), pack::genotype(slow.vectors, v, f));
          }
        }
        EXPECT_EQ(fast.vectors.missing(), slow.vectors.missing());
      }
    }
  }
}

/// Some vectors are without missing samples, so that masks begin in the middle.
template <class T>
void expect_genotypes_of_both_orders() {
  constexpr Index n = 700, m = 130;
  std::vector<T> rows(n * m), columns(n * m);
  for (Index v = 0; v < n; ++v) {
    for (Index f = 0; f < m; ++f) {
      const bool missing = std::is_signed_v<T> && v > 530 && (v + f) % 11 == 0;
      const T x = missing ? static_cast<T>(-1) : static_cast<T>((v * 7 + f * f) % 3);
      rows[static_cast<std::size_t>(v * m + f)] = columns[static_cast<std::size_t>(f * n + v)] = x;
    }
  }
  const MatrixElements what{.element = Element::genotype_moments, .below_zero_is_missing = true};
  const auto a = read_matrix(matrix_of(std::span(rows), n, m, VectorsAre::rows), what);
  const auto b = read_matrix(matrix_of(std::span(columns), m, n, VectorsAre::columns), what);
  EXPECT_EQ(a.vectors.keeps_masks(), std::is_signed_v<T>);
  for (Index v = 0; v < n; ++v) {
    Index missing = 0;
    for (Index f = 0; f < m; ++f) {
      const T x = rows[static_cast<std::size_t>(v * m + f)];
      const int expected = x < T{0} ? 3 : static_cast<int>(x);
      missing += expected == 3;
      ASSERT_EQ(pack::genotype(a.vectors, v, f), expected) << v << " " << f;
      ASSERT_EQ(pack::genotype(b.vectors, v, f), expected) << v << " " << f;
    }
    ASSERT_EQ(a.vectors.present_count(v), m - missing);
    ASSERT_EQ(a.vectors.x_sum(v), b.vectors.x_sum(v));
  }
}

TEST(Matrix, ManyGenotypesInEitherOrderOfAnyType) {
  expect_genotypes_of_both_orders<std::int8_t>();
  expect_genotypes_of_both_orders<std::uint8_t>();
  expect_genotypes_of_both_orders<std::int64_t>();
  expect_genotypes_of_both_orders<float>();
  expect_genotypes_of_both_orders<double>();
}

TEST(Matrix, ANumberThatStandsForMissingMayBeAnAllele) {
  const std::vector<std::int8_t> values = {0, 1, 2, 1, 0, 2, 2, 1};
  const auto m = matrix_of(std::span(values), 2, 4, VectorsAre::rows);
  const Dataset data = read_matrix(m, {.element = Element::genotype, .missing = 1});
  EXPECT_EQ(data.vectors.missing(), 3);
}

TEST(Matrix, CountsOfWholeNumbersAreThoseOfReals) {
  std::mt19937 random(3);
  for (const auto& [element, most] : {std::pair{Element::count2, 3},
                                      {Element::count3, 7},
                                      {Element::count8, 255},
                                      {Element::count16, 65535}}) {
    for (const Index n : {1, 4, 7, 8, 63, 64, 65, 130}) {
      std::vector<std::int64_t> whole(static_cast<std::size_t>(11 * n));
      for (auto& x : whole) x = static_cast<std::int64_t>(random()) % (most + 1);
      const std::vector<double> reals(whole.begin(), whole.end());
      const auto a =
          read_matrix(matrix_of(std::span(whole), 11, n, VectorsAre::rows), {.element = element});
      const auto b =
          read_matrix(matrix_of(std::span(reals), 11, n, VectorsAre::rows), {.element = element});
      for (Index v = 0; v < 11; ++v) {
        EXPECT_EQ(a.vectors.x_sum(v), b.vectors.x_sum(v));
        for (Index f = 0; f < n; ++f) {
          const auto expected = whole[static_cast<std::size_t>(v * n + f)];
          ASSERT_EQ(pack::count(a.vectors, v, f), expected);
          ASSERT_EQ(pack::count(b.vectors, v, f), expected);
        }
      }
    }
  }
}

TEST(Matrix, NamesTheWholeNumberThatIsNoCount) {
  for (const std::int64_t unfit : {std::int64_t{-1}, std::int64_t{256}, std::int64_t{1} << 40}) {
    const std::vector<std::int64_t> values = {0, 1, 2, unfit};
    const auto m = matrix_of(std::span(values), 2, 2, VectorsAre::rows);
    const auto error = error_of([&] { read_matrix(m, {.element = Element::count8}); });
    EXPECT_EQ(error.failure(), Failure::inconsistent);
    EXPECT_NE(std::string(error.what()).find("vector 1, field 1 (from 0)"), std::string::npos);
  }
}

TEST(Matrix, RefusesBytesThatAreNoGenotypes) {
  for (int value = -128; value < 128; ++value) {
    std::vector<std::int8_t> values(32, 1);
    values[21] = static_cast<std::int8_t>(value);
    const auto m = matrix_of(std::span(values), 2, 16, VectorsAre::rows);
    for (const bool missing : {false, true}) {
      for (const auto element : {Element::genotype, Element::bit}) {
        const MatrixElements what{.element = element, .below_zero_is_missing = missing};
        const int most = element == Element::bit ? 1 : 2;
        if (value <= most && (missing || value >= 0)) {
          EXPECT_EQ(read_matrix(m, what).vectors.missing(), value < 0 ? 1 : 0) << value;
        } else {
          const auto error = error_of([&] { read_matrix(m, what); });
          EXPECT_NE(std::string(error.what()).find("vector 1, field 5"), std::string::npos);
        }
      }
    }
  }
}

TEST(Matrix, PiecesGiveTheWhole) {
  const auto bytes = bytes_of(40 * 30);
  const auto whole = matrix_of(std::span(bytes), 40, 30, VectorsAre::rows);
  const MatrixElements what{.element = Element::genotype, .below_zero_is_missing = true};
  const auto expected = read_matrix(whole, what);
  PackedVectors made = room_for_matrix(what, 40, 30);
  for (const Range piece : {Range{0, 16}, Range{16, 24}, Range{24, 40}}) {
    Matrix<std::int8_t> part = whole;
    part.data += piece.begin * 30;
    part.vectors = piece.size();
    pack_matrix_into(made, piece.begin, part, what);
  }
  for (Index v = 0; v < 40; ++v) {
    for (Index f = 0; f < 30; ++f) {
      ASSERT_EQ(pack::genotype(made, v, f), pack::genotype(expected.vectors, v, f));
    }
  }
  EXPECT_EQ(error_of([&] { pack_matrix_into(made, 16, whole, what); }).failure(),
            Failure::inconsistent);
  Matrix<std::int8_t> odd = whole;
  odd.vectors = 12;
  const Error error = error_of([&] { pack_matrix_into(made, 0, odd, what); });
  EXPECT_EQ(error.failure(), Failure::inconsistent);
  EXPECT_NE(std::string(error.what()).find("groups of 8 vectors"), std::string::npos);
}

TEST(Matrix, OfAVectorOfNumbersNeedsNoSpan) {
  const std::vector<double> values = {1, 2, 3, 4, 5, 6};
  const auto m = matrix_of(values, 2, 3, VectorsAre::columns);
  static_assert(std::is_same_v<decltype(m), const Matrix<double>>);
  EXPECT_EQ(m.vectors, 3);
  EXPECT_EQ(m.at(2, 1), 6);
  EXPECT_EQ(error_of([&] { matrix_of(values, 4, 3, VectorsAre::rows); }).failure(),
            Failure::inconsistent);
}

TEST(Matrix, StopsReading) {
  const std::vector<float> values(64 * 4, 1);
  std::atomic<bool> stop = true;
  for (const auto element : {Element::float32, Element::genotype}) {
    const auto m = matrix_of(std::span(values), 64, 4, VectorsAre::rows);
    const auto error = error_of([&] { read_matrix(m, {.element = element, .stop = stop}); });
    EXPECT_EQ(error.failure(), Failure::stopped);
  }
}

}  // namespace
}  // namespace encke::io
