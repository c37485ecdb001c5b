#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "kokkos/device/team_products.hpp"

// The team GEMM with more than one member in a team, as on a device: members share the staging of
// words and wait for each other. The backend itself runs one member a team on a host.

namespace {

using encke::Index;
using encke::Range;
using encke::Stream;
using encke::kokkos::Block;
using encke::kokkos::TeamBits;
using encke::kokkos::TeamGemm;
using encke::kokkos::TeamReals;
using Host = Kokkos::DefaultHostExecutionSpace;

constexpr Index size = 128;  ///< rows and columns

/// One stream of planes of 128 vectors of random words, see encke::Stream.
class Words {
 public:
  Words(int planes, Index words, unsigned seed)
      : planes_(planes), words_(words), data_(static_cast<std::size_t>(size * words * planes)) {
    std::mt19937_64 random(seed);
    for (auto& word : data_) word = random();
  }
  Stream stream() const {
    return {reinterpret_cast<const std::byte*>(data_.data()), words_ * planes_ * 64};
  }
  std::uint64_t at(Index vector, Index word, int plane) const {
    const Index group = vector / 8 * words_ + word;
    return data_[static_cast<std::size_t>((group * planes_ + plane) * 8 + vector % 8)];
  }

 private:
  int planes_;
  Index words_;
  std::vector<std::uint64_t> data_;
};

/// Tallies of a product by teams of `Members`, over some of the words.
template <class Form, class Unit, int Members>
std::vector<typename Unit::Cell> product(const Stream (&left)[2], const Stream (&right)[2],
                                         Range words, const void* shared = nullptr) {
  std::vector<typename Unit::Cell> tallies(static_cast<std::size_t>(size * size * Form::products));
  Block block;
  for (int s = 0; s < 2; ++s) {
    block.left[s] = left[s];
    block.right[s] = right[s];
  }
  block.rows = block.cols = block.row_stride = size;
  block.plane_stride = size * size;
  block.diagonal = -size;  // all are needed
  block.words = words;
  block.shared = shared;
  block.tallies = tallies.data();
  TeamGemm<Host, Form, Unit, Members>::run("team gemm", block);
  Kokkos::fence();
  return tallies;
}

class TeamGemmOnHost : public testing::Test {
 protected:
  void SetUp() override {
    // NOLINTNEXTLINE(readability-static-accessed-through-instance)
    if (Host().concurrency() < 2) GTEST_SKIP() << "one thread only: no team of two";
  }
};

TEST_F(TeamGemmOnHost, gives_the_products_of_bits_with_one_member_and_with_two) {
  const Index words = 531;  // more than are summed up at a time, and no multiple of a stage
  const Words b(1, words, 1), m(1, words, 2), c(1, words, 3), n(1, words, 4);
  const Stream left[2] = {b.stream(), m.stream()};
  const Stream right[2] = {c.stream(), n.stream()};
  const Range part{3, words};
  const auto one = product<encke::forms::BitPairMissing, TeamBits, 1>(left, right, part);
  const auto two = product<encke::forms::BitPairMissing, TeamBits, 2>(left, right, part);
  EXPECT_EQ(one, two);
  for (Index i = 0; i < size; i += 7) {
    for (Index j = 0; j < size; j += 5) {
      int expected[4] = {};
      for (Index w = part.begin; w < part.end; ++w) {
        for (int p = 0; p < 4; ++p) {
          const auto x = (p / 2 == 0 ? b : m).at(i, w, 0);
          expected[p] += std::popcount(x & (p % 2 == 0 ? c : n).at(j, w, 0));
        }
      }
      for (int p = 0; p < 4; ++p) {
        ASSERT_EQ(two[static_cast<std::size_t>((p * size + i) * size + j)], expected[p]);
      }
    }
  }
}

TEST_F(TeamGemmOnHost, gives_the_same_with_many_planes) {
  const Index words = 21;
  const Words ij(encke::forms::triple_planes, words, 5), k(2, words, 6), mask(1, words, 7);
  const Stream left[2] = {ij.stream(), {}};
  const Stream right[2] = {k.stream(), mask.stream()};
  using Form = encke::forms::TripleMissing;
  const auto one = product<Form, TeamBits, 1>(left, right, {0, words});
  const auto two = product<Form, TeamBits, 2>(left, right, {0, words});
  EXPECT_EQ(one, two);
  const auto b = ij.at(17, 0, 0);
  EXPECT_NE(b, 0U);  // words are there
  EXPECT_NE(one, std::vector<std::int32_t>(one.size()));
}

TEST_F(TeamGemmOnHost, sums_reals_in_the_same_order) {
  const Index words = 300;  // more than a chunk
  std::vector<double> values(static_cast<std::size_t>(2 * size * words));
  std::mt19937_64 random(8);
  for (auto& value : values) value = std::uniform_real_distribution(0.0, 1e6)(random);
  const auto stream = [&](Index first) {
    const auto* from = values.data() + first * words;
    return Stream{reinterpret_cast<const std::byte*>(from), words * 64};
  };
  const Stream left[2] = {stream(0), {}}, right[2] = {stream(size), {}};
  using Form = encke::forms::Minimum;
  const auto one = product<Form, TeamReals<double>, 1>(left, right, {0, words});
  const auto two = product<Form, TeamReals<double>, 2>(left, right, {0, words});
  EXPECT_EQ(one, two);
  for (const Index i : {0, 63, 64, 127}) {
    for (const Index j : {1, 62, 65, 126}) {
      double sum = 0;
      for (Index w = 0; w < words; ++w) {
        const auto at = [&](Index first, Index v) {
          return values[static_cast<std::size_t>(first * words + (v / 8 * words + w) * 8 + v % 8)];
        };
        sum += std::min(at(0, i), at(size, j));
      }
      ASSERT_EQ(two[static_cast<std::size_t>(i * size + j)], sum);
    }
  }
}

/// Three planes of positive reals of 128 vectors.
template <class T>
class Reals {
 public:
  Reals(Index words, unsigned seed)
      : words_(words), data_(static_cast<std::size_t>(size * words * 3)) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<T> uniform(T{0.125}, T{4});
    for (auto& value : data_) value = random() % 4 == 0 ? T{0.5} : uniform(random);
  }
  Stream stream() const { return {reinterpret_cast<const std::byte*>(data_.data()), words_ * 192}; }
  T at(Index vector, Index word, int plane) const {
    const Index group = vector / lanes * words_ + word;
    return data_[static_cast<std::size_t>((group * 3 + plane) * lanes + vector % lanes)];
  }

 private:
  static constexpr Index lanes = 64 / static_cast<Index>(sizeof(T));
  Index words_;
  std::vector<T> data_;
};

/// By teams of one and of two members, and each entry as add(a, b, first, second) has it.
template <class Form, class T, class Add>
void expect_two_sums(const void* shared, const Add& add) {
  const Index words = 300;  // more than a chunk of float32
  const Reals<T> u(words, 9), v(words, 10);
  const Stream left[2] = {u.stream(), {}}, right[2] = {v.stream(), {}};
  const auto one = product<Form, TeamReals<T>, 1>(left, right, {0, words}, shared);
  const auto two = product<Form, TeamReals<T>, 2>(left, right, {0, words}, shared);
  EXPECT_EQ(one, two);
  for (const Index i : {0, 15, 64, 127}) {
    for (const Index j : {1, 62, 65, 126}) {
      double sum[2] = {};
      T first[1] = {}, second[1] = {};
      for (Index w = 0; w < words; ++w) {
        const T a[3] = {u.at(i, w, 0), u.at(i, w, 1), u.at(i, w, 2)};
        const T b[3] = {v.at(j, w, 0), v.at(j, w, 1), v.at(j, w, 2)};
        add(a, b, first, second);
        if (w + 1 < words && (sizeof(T) == 8 || (w + 1) % 256 != 0)) continue;
        sum[0] += static_cast<double>(std::exchange(first[0], T{0}));
        sum[1] += static_cast<double>(std::exchange(second[0], T{0}));
      }
      const auto at = static_cast<std::size_t>(i * size + j);
      ASSERT_EQ(two[at], sum[0]);
      ASSERT_EQ(two[at + size * size], sum[1]);
    }
  }
}

template <class T>
void expect_powered() {
  using Form = encke::forms::PoweredFields<T>;
  const auto shared = encke::PowerSeries::of(-0.5);
  const Form form = Form::of(&shared);
  expect_two_sums<Form, T>(&shared, [&](const T* a, const T* b, T(&first)[1], T(&second)[1]) {
    const encke::Powered<T> v[1] = {{b[0], b[1], b[2]}};
    encke::add_powered<Form::terms>(form.series, {a[0], a[1], a[2]}, a[1] * a[0], v, first, second);
  });
}

template <class T>
void expect_adjusted() {
  using Form = encke::forms::AdjustedFields<T>;
  expect_two_sums<Form, T>(nullptr, [&](const T* a, const T* b, T(&first)[1], T(&second)[1]) {
    const encke::Adjusted<T> y[1] = {{b[0], b[1], b[2]}};
    encke::add_adjusted<T>({a[0], a[1], a[2]}, y, first, second);
  });
}

TEST_F(TeamGemmOnHost, makes_both_powered_sums) {
  expect_powered<float>();
  expect_powered<double>();
}

TEST_F(TeamGemmOnHost, makes_both_adjusted_sums) {
  expect_adjusted<float>();
  expect_adjusted<double>();
}

}  // namespace
