#include "bench/kernels/sample_check.hpp"

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/io/comet/random_vectors.hpp>
#include <functional>
#include <string>
#include <vector>

#include "bench/kernels/definition.hpp"

namespace {

using encke::Array;
using encke::Hit;
using encke::Index;
using encke::PackedVectors;
using encke::bench::Case;
using encke::bench::MetricName;
using encke::bench::SampleCheck;

constexpr Index few = 12;

Case few_genotypes() {
  Case what;
  what.vectors = few;
  what.fields = 100;
  what.missing = 0.1;
  return what;
}

PackedVectors make(const Case& what) {
  return encke::io::random_genotypes(what.vectors, what.fields, what.missing, what.seed);
}

/// All values of all pairs, as a right run would send them.
std::vector<Hit<2>> all_hits(const PackedVectors& vectors) {
  std::vector<Hit<2>> hits;
  for (std::uint32_t i = 0; i < vectors.vectors(); ++i) {
    for (std::uint32_t j = i + 1; j < vectors.vectors(); ++j) {
      const auto values =
          encke::bench::values_by_definition<2>(MetricName::ccc, vectors, {Index{i}, Index{j}});
      for (std::uint32_t cell = 0; cell < 4; ++cell) hits.push_back({{i, j}, cell, values[cell]});
    }
  }
  return hits;
}

/// What verify() says of a run that sends these hits: "" where it is content.
std::string verdict(const std::function<void(std::vector<Hit<2>>&)>& spoil) {
  const Case what = few_genotypes();
  const PackedVectors vectors = make(what);
  SampleCheck<2> check(what, vectors);
  check.begin({2, 4, what.vectors, true, false});
  std::vector<Hit<2>> hits = all_hits(vectors);
  spoil(hits);
  try {
    check.take(std::span<const Hit<2>>(hits));
    check.finish();
    check.verify();
    return "";
  } catch (const encke::Error& error) {
    EXPECT_EQ(error.failure(), encke::Failure::internal);
    return error.what();
  }
}

TEST(SampleCheck, is_content_with_the_values_of_the_definition) {
  EXPECT_EQ(verdict([](auto&) {}), "");
}

TEST(SampleCheck, finds_a_wrong_value) {
  const auto message = verdict([](auto& hits) {
    for (auto& hit : hits) hit.value += 1e-6;
  });
  EXPECT_NE(message.find("expected"), std::string::npos) << message;
}

TEST(SampleCheck, finds_alleles_that_are_exchanged) {
  const auto message = verdict([](auto& hits) {
    for (auto& hit : hits) hit.cell = (hit.cell & 1) << 1 | hit.cell >> 1;
  });
  EXPECT_NE(message.find("expected"), std::string::npos) << message;
}

TEST(SampleCheck, finds_values_that_did_not_come) {
  const auto message = verdict([](auto& hits) { hits.resize(hits.size() / 2); });
  EXPECT_NE(message.find("is not a hit"), std::string::npos) << message;
}

TEST(SampleCheck, finds_values_that_came_twice) {
  const auto message = verdict([](auto& hits) {
    const auto copy = hits;
    hits.insert(hits.end(), copy.begin(), copy.end());
  });
  EXPECT_NE(message.find("more than once"), std::string::npos) << message;
}

TEST(SampleCheck, finds_cells_that_do_not_exist) {
  const auto message = verdict([](auto& hits) {
    for (auto& hit : hits) hit.cell += 4;
  });
  EXPECT_NE(message.find("does not exist"), std::string::npos) << message;
}

TEST(SampleCheck, says_how_many_values_it_compared) {
  const Case what = few_genotypes();
  const PackedVectors vectors = make(what);
  SampleCheck<2> check(what, vectors);
  check.begin({2, 4, what.vectors, true, false});
  const auto hits = all_hits(vectors);
  check.take(std::span<const Hit<2>>(hits));
  // all 66 pairs are drawn almost surely; 200 of the 264 hits are compared once more
  EXPECT_GT(check.verify(), 4 * 50 + 200 - 1);
  EXPECT_LE(check.verify(), 4 * 66 + 200);
}

TEST(SampleCheck, asks_for_everything_where_that_is_little_and_for_the_top_where_it_is_much) {
  Case what = few_genotypes();
  const PackedVectors few_vectors = make(what);
  EXPECT_TRUE(SampleCheck<2>(what, few_vectors).threshold().all);

  what.vectors = 4096;  // 34 million values
  what.fields = 20;
  const PackedVectors many = make(what);
  const auto threshold = SampleCheck<2>(what, many).threshold();
  EXPECT_FALSE(threshold.all);
  EXPECT_GT(threshold.floor, 0);
}

TEST(SampleCheck, lets_about_as_many_pass_as_it_wants_where_that_is_a_tiny_share) {
  Case what = few_genotypes();
  what.vectors = 70000;  // 9.8e9 values, of which 2e-4 are wanted
  what.fields = 64;
  const PackedVectors vectors = make(what);
  const double floor = SampleCheck<2>(what, vectors).threshold().floor;
  int passed = 0;
  for (Index i = 0; i < 25000; ++i) {
    for (const double value :
         encke::bench::values_by_definition<2>(MetricName::ccc, vectors, {i, i + 25000})) {
      passed += value > floor ? 1 : 0;
    }
  }
  EXPECT_GE(passed, 4);
  EXPECT_LE(passed, 60) << "20 of these 100,000 are wanted";
}

TEST(SampleCheck, finds_hits_that_are_not_above_the_threshold) {
  Case what = few_genotypes();
  what.vectors = 4096;
  what.fields = 20;
  const PackedVectors vectors = make(what);
  SampleCheck<2> check(what, vectors);
  check.begin({2, 4, what.vectors, false, false});
  std::vector<Hit<2>> hits;
  for (std::uint32_t j = 1; j < what.vectors; ++j) {
    for (std::uint32_t i = 0; i < j; ++i) hits.push_back({{i, j}, 0, -1});
    check.take(std::span<const Hit<2>>(hits));
    hits.clear();
  }
  EXPECT_THROW(check.verify(), encke::Error);
}

TEST(SampleCheck, refuses_hits_of_another_way) {
  const Case what = few_genotypes();
  const PackedVectors vectors = make(what);
  SampleCheck<3> check(what, vectors);
  const std::vector<Hit<2>> hits{{{0, 1}, 0, 0.5}};
  EXPECT_THROW(check.take(std::span<const Hit<2>>(hits)), encke::Error);
}

}  // namespace
