// Counts on every engine: their tallies against sums made here, their values against those of the
// same numbers as float64.

#include "support/counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/metric/builtin.hpp>

#include "support/genotypes.hpp"
#include "support/tally_record.hpp"
#include "support/values.hpp"

namespace {

using encke::Array;
using encke::CountMinima;
using encke::CountPs;
using encke::Element;
using encke::Index;
using encke::Operand;
using encke::PackedVectors;
using encke::Ps;
using encke::test::all_engines;
using encke::test::count_elements;
using encke::test::Counts;
using encke::test::pack;
using encke::test::pack_as_float64;
using encke::test::plan_for;
using encke::test::random_counts;
using encke::test::values_of;

std::int64_t shared(const Counts& counts, std::initializer_list<Index> vectors) {
  std::int64_t sum = 0;
  for (std::size_t f = 0; f < counts[0].size(); ++f) {
    std::uint16_t least = 65535;
    for (const Index v : vectors) least = std::min(least, counts[static_cast<std::size_t>(v)][f]);
    sum += least;
  }
  return sum;
}

template <int Way>
auto tallies_of(const PackedVectors& vectors, const encke::test::Engine& engine) {
  const auto backend = encke::make_backend(engine.backend, {engine.level});
  encke::test::TallyRecord<CountMinima, Way> record(encke::test::margins_of<CountMinima>(vectors));
  Array<Operand, Way> blocks;
  for (Operand& block : blocks) block = {&vectors, {0, vectors.vectors()}, 0};
  backend->contract(blocks, nullptr, record);
  return record.values();
}

void expect_sums(Element element, const Counts& counts) {
  const auto fields = static_cast<Index>(counts[0].size());
  const auto vectors = pack(element, fields, counts);
  for (const auto& engine : all_engines()) {
    SCOPED_TRACE(testing::Message() << engine.backend << " " << engine.level << ", up to "
                                    << element.largest_count() << ", " << fields << " fields");
    for (const auto& [v, sums] : tallies_of<2>(vectors, engine)) {
      ASSERT_EQ(sums.at(0), shared(counts, {v[0], v[1]})) << v[0] << " " << v[1];
    }
    for (const auto& [v, sums] : tallies_of<3>(vectors, engine)) {
      const std::vector<std::int64_t> expected{
          shared(counts, {v[0], v[1], v[2]}), shared(counts, {v[0], v[1]}),
          shared(counts, {v[0], v[2]}), shared(counts, {v[1], v[2]})};
      ASSERT_EQ(sums, expected) << v[0] << " " << v[1] << " " << v[2];
    }
  }
}

TEST(Counts, have_the_sums_of_minima_at_lengths_around_words) {
  std::uint64_t seed = 0;
  for (const Element element : count_elements) {
    for (const Index fields : {1, 3, 4, 5, 7, 8, 9, 63, 64, 65, 127, 129, 600}) {
      expect_sums(element, random_counts(11, fields, element.largest_count(), ++seed));
    }
  }
}

TEST(Counts, have_the_sums_of_minima_of_long_vectors) {
  for (const Element element : count_elements) {
    for (const Index fields : {4095, 4096, 4097}) {
      expect_sums(element, random_counts(4, fields, element.largest_count(), 7));
    }
    expect_sums(element, Counts(4, std::vector<std::uint16_t>(
                                       4097, static_cast<std::uint16_t>(element.largest_count()))));
  }
}

TEST(Counts, of_two_and_three_bits_are_right_for_all_pairs_and_triples_of_numbers) {
  for (const int most : {3, 7}) {
    Counts counts(3);
    for (int i = 0; i < (most + 1) * (most + 1) * (most + 1); ++i) {
      counts[0].push_back(static_cast<std::uint16_t>(i % (most + 1)));
      counts[1].push_back(static_cast<std::uint16_t>(i / (most + 1) % (most + 1)));
      counts[2].push_back(static_cast<std::uint16_t>(i / (most + 1) / (most + 1)));
    }
    expect_sums(most == 3 ? Element::count2 : Element::count3, counts);
    if (HasFatalFailure()) return;
    // Each alone, so that errors do not cancel: three vectors of one field for each number have all
    // pairs and triples of numbers in every order.
    Counts alone;
    for (int i = 0; i < 3 * (most + 1); ++i) {
      alone.push_back({static_cast<std::uint16_t>(i % (most + 1))});
    }
    expect_sums(most == 3 ? Element::count2 : Element::count3, alone);
    if (HasFatalFailure()) return;
  }
}

template <int Way>
void expect_values_of_float64(Element element, const Counts& counts, double threshold) {
  const auto fields = static_cast<Index>(counts[0].size());
  auto plan = plan_for(Way, {"reference", "auto"});
  if (threshold >= 0) plan.threshold = encke::above(threshold);
  const auto expected = values_of<Way>(Ps{.empty = 1}, pack_as_float64(fields, counts), plan);
  const auto vectors = pack(element, fields, counts);
  for (const auto& engine : all_engines()) {
    plan.backend = engine.backend;
    plan.backend_options.level = engine.level;
    ASSERT_EQ(values_of<Way>(CountPs{.empty = 1}, vectors, plan), expected)
        << engine.backend << " " << engine.level << ", above " << threshold;
  }
}

TEST(CountPs, has_the_bits_of_float64_with_and_without_a_threshold) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const Element element = count_elements[seed % 4];
    const auto fields = static_cast<Index>(1 + seed * 97 % 700);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << fields << " fields");
    auto counts =
        random_counts(static_cast<Index>(3 + seed), fields, element.largest_count(), seed);
    std::fill(counts[1].begin(), counts[1].end(), 0);  // empty vectors
    std::fill(counts[2].begin(), counts[2].end(), 0);
    const double threshold = seed % 3 == 0 ? -1 : 0.5 + 0.01 * static_cast<double>(seed % 24);
    expect_values_of_float64<2>(element, counts, threshold);
    expect_values_of_float64<3>(element, counts, threshold);
    if (HasFatalFailure()) return;
  }
}

TEST(CountPs, of_more_vectors_than_a_tile_has_the_bits_of_float64) {
  for (const Element element : count_elements) {
    const auto counts = random_counts(211, 130, element.largest_count(), 3);
    const auto plan = plan_for(2);
    EXPECT_EQ(values_of<2>(CountPs{}, pack(element, 130, counts), plan),
              values_of<2>(Ps{}, pack_as_float64(130, counts), plan));
  }
}

TEST(CountPs, refuses_reals_and_sums_that_could_overflow) {
  const auto reals = pack_as_float64(3, random_counts(4, 3, 3, 1));
  const auto error =
      encke::test::error_of([&] { encke::test::report_of(CountPs{}, reals, plan_for(2)); });
  EXPECT_EQ(error.failure(), encke::Failure::inconsistent);
  EXPECT_STREQ(error.what(), "this metric compares counts, not reals");
}

}  // namespace
