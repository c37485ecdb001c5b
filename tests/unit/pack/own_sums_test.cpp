#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>

#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace {

using encke::Element;
using encke::Index;
using encke::Ps;
using encke::test::engines;
using encke::test::pack;
using encke::test::plan_for;
using encke::test::random_reals;
using encke::test::values_of;

constexpr Index vectors = 12;
constexpr Index fields = 1000;  // of tenths, whose sums are rounded in any order

std::vector<std::vector<double>> tenths() {
  auto reals = random_reals(vectors, fields, 3);
  for (auto& vector : reals) {
    for (double& x : vector) x /= 10;
  }
  return reals;
}

// Chunks of float32 leave buffer in float64: three times such a sum is exact.
template <int Way>
void expect_similarity_of_identical_profiles_is_one(Element element) {
  const auto different = tenths();
  for (const auto& engine : engines()) {
    for (std::size_t v = 0; v < different.size(); ++v) {
      const std::vector<std::vector<double>> same(4, different[v]);
      for (const auto& hit :
           values_of<Way>(Ps{}, pack(element, fields, same), plan_for(Way, engine)))
        ASSERT_EQ(hit.value, 1.0) << engine.backend << ' ' << engine.level << ", vector " << v;
    }
  }
}

TEST(OwnSums, make_the_similarity_of_identical_profiles_exactly_one) {
  expect_similarity_of_identical_profiles_is_one<2>(Element::float32);
  expect_similarity_of_identical_profiles_is_one<3>(Element::float32);
  expect_similarity_of_identical_profiles_is_one<2>(Element::float64);
}

template <int Way>
void expect_no_similarity_above_one(const encke::PackedVectors& packed) {
  for (const auto& engine : engines()) {
    for (const auto& hit : values_of<Way>(Ps{}, packed, plan_for(Way, engine)))
      ASSERT_LE(hit.value, 1.0) << engine.backend << ' ' << engine.level;
  }
}

TEST(OwnSums, keep_the_similarity_of_pairs_that_differ_in_one_field_at_most_one) {
  const auto different = tenths();
  std::vector<std::vector<double>> near(vectors, different[0]);
  for (std::size_t v = 0; v < near.size(); ++v) near[v][83 * v] = different[v][83 * v];
  expect_no_similarity_above_one<2>(pack(Element::float32, fields, near));
  expect_no_similarity_above_one<2>(pack(Element::float64, fields, near));
}

TEST(OwnSums, keep_the_similarity_of_triples_of_which_two_are_identical_at_most_one) {
  auto twice = tenths();
  for (std::size_t v = 0; v < twice.size(); v += 2) twice[v] = twice[v + 1];
  expect_no_similarity_above_one<3>(pack(Element::float32, fields, twice));
}

}  // namespace
