#include <gtest/gtest.h>

#include <algorithm>
#include <encke/metric/builtin.hpp>
#include <utility>

#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// Every backend that was built, at every instruction-set level that this CPU runs, gives the
// same values to the bit as the definitions of the reference backend.

namespace {

using encke::Ccc;
using encke::Duo;
using encke::Element;
using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::Ps;
using encke::Sorenson;
using encke::test::Engine;
using encke::test::Genotypes;
using encke::test::pack;
using encke::test::pack_bits;
using encke::test::random_genotypes;
using encke::test::report_of;

const Engine reference{"reference", "auto"};

/// A problem: how many vectors are compared depends on the length, to keep the oracle affordable.
struct Size {
  Index fields;
  std::vector<Index> pairs;    ///< numbers of vectors of 2-way problems
  std::vector<Index> triples;  ///< and of 3-way ones
};

std::ostream& operator<<(std::ostream& out, const Size& size) {
  return out << size.fields << " fields";
}

class Conformance : public testing::TestWithParam<Size> {
 protected:
  /// All engines, in blocks of several sizes, give the digest over all values of the reference. A
  /// short run takes the sizes in turns, others for the next problem or engine. Where there are
  /// more vectors than a tile has, it always takes them as one block.
  template <class Metric>
  void expect_conforms(const Metric& metric, const PackedVectors& vectors, int way,
                       const std::string& what) {
    Plan plan = encke::test::plan_for(way, reference);
    plan.digest_all = true;
    const auto expected = report_of(metric, vectors, plan);
    const bool more_than_a_tile = vectors.vectors() > (way == 2 ? 64 : 32);
    const std::size_t all_sizes = vectors.vectors() > 48 ? 3 : vectors.vectors() > 16 ? 2 : 1;
    const std::size_t sizes = more_than_a_tile ? all_sizes - 1 : all_sizes;
    std::size_t number = problems_++;
    for (const Engine& engine : encke::test::engines_to_compare()) {
      std::size_t turn = number++;
      for (const Index block : {0, 16, 48}) {
        if (block > 0 && vectors.vectors() <= block) continue;
        const bool always = block == 0 && more_than_a_tile;
        if (!always && !encke::test::has_turn(turn++, sizes)) continue;
        plan = encke::test::plan_for(way, engine);
        plan.digest_all = true;
        plan.block = block;
        const auto report = report_of(metric, vectors, plan);
        EXPECT_EQ(report.digest.text(), expected.digest.text())
            << what << ", " << way << "-way, " << vectors.vectors() << " vectors of "
            << vectors.fields() << ", " << engine.backend << " " << engine.level << ", block "
            << block;
        EXPECT_EQ(report.hits, expected.hits);
        EXPECT_EQ(report.tuples, encke::tuple_count(way, vectors.vectors()));
      }
    }
  }

  /// The first of `n` vectors, one in the middle, and the last: a short run takes one of them,
  /// another for each size.
  std::vector<Index> some_of(Index n) {
    std::vector<Index> some;
    std::size_t turn = sizes_++;
    for (const Index which : {Index{0}, n / 2, n - 1}) {
      if (encke::test::has_turn(turn++, 3) && which >= 0 && which < n) some.push_back(which);
    }
    return some;
  }

  template <class Action>
  void for_all_sizes(const Action& action) {
    for (const Index n : GetParam().pairs) action(2, n);
    for (const Index n : GetParam().triples) action(3, n);
  }

 private:
  std::size_t problems_ = static_cast<std::size_t>(GetParam().fields);
  std::size_t sizes_ = static_cast<std::size_t>(GetParam().fields);
};

TEST_P(Conformance, of_genotypes_without_missing_samples) {
  for_all_sizes([&](int way, Index n) {
    const auto vectors = pack(random_genotypes(n, GetParam().fields, 0, 1));
    expect_conforms(Ccc{}, vectors, way, "complete");
    expect_conforms(Ccc{.missing = false}, vectors, way, "complete, dense formula");
  });
}

TEST_P(Conformance, of_genotypes_of_which_some_or_most_are_missing) {
  for_all_sizes([&](int way, Index n) {
    for (const double rate : {0.02, 0.5}) {
      const auto vectors = pack(random_genotypes(n, GetParam().fields, rate, 2));
      expect_conforms(Ccc{}, vectors, way, "missing " + std::to_string(rate));
    }
  });
}

TEST_P(Conformance, of_genotypes_that_are_all_missing) {
  for_all_sizes([&](int way, Index n) {
    expect_conforms(Ccc{}, pack(random_genotypes(n, GetParam().fields, 1, 3)), way, "all missing");
  });
}

TEST_P(Conformance, of_one_incomplete_vector_among_complete_ones) {
  for_all_sizes([&](int way, Index n) {
    for (const Index which : some_of(n)) {
      auto g = random_genotypes(n, GetParam().fields, 0, 4);
      g.at(which, GetParam().fields - 1) = 3;
      expect_conforms(Ccc{}, pack(g), way, "only vector " + std::to_string(which));
    }
  });
}

TEST_P(Conformance, of_equal_vectors) {
  for_all_sizes([&](int way, Index n) {
    for (const double rate : {0.0, 0.1}) {
      const auto one = random_genotypes(1, GetParam().fields, rate, 5);
      const std::vector<Index> same(static_cast<std::size_t>(n), 0);
      expect_conforms(Ccc{}, pack(with_vectors(one, same)), way, "equal");
    }
  });
}

TEST_P(Conformance, of_profiles_in_either_precision) {
  for_all_sizes([&](int way, Index n) {
    const auto reals = encke::test::random_reals(n, GetParam().fields, 6);
    for (const Element element : {Element::float32, Element::float64}) {
      expect_conforms(Ps{}, pack(element, GetParam().fields, reals), way,
                      element == Element::float32 ? "float32" : "float64");
    }
  });
}

TEST_P(Conformance, of_bits_without_missing_samples) {
  for_all_sizes([&](int way, Index n) {
    const auto vectors = pack_bits(random_genotypes(n, GetParam().fields, 0, 11));
    expect_conforms(Duo{}, vectors, way, "complete bits");
    expect_conforms(Duo{.missing = false}, vectors, way, "complete bits, dense formula");
    expect_conforms(Sorenson{}, vectors, way, "sorenson");
  });
}

TEST_P(Conformance, of_bits_of_which_some_most_or_all_are_missing) {
  auto size = static_cast<std::size_t>(GetParam().fields);  // a short run takes rates in turns
  for_all_sizes([&](int way, Index n) {
    std::size_t turn = size++;
    for (const double rate : {0.02, 0.5, 1.0}) {
      if (!encke::test::has_turn(turn++, 2)) continue;
      const auto vectors = pack_bits(random_genotypes(n, GetParam().fields, rate, 12));
      expect_conforms(Duo{}, vectors, way, "missing bits " + std::to_string(rate));
    }
  });
}

TEST_P(Conformance, of_one_incomplete_vector_of_bits_among_complete_ones) {
  for_all_sizes([&](int way, Index n) {
    for (const Index which : some_of(n)) {
      auto g = random_genotypes(n, GetParam().fields, 0, 14);
      g.at(which, GetParam().fields - 1) = 3;
      expect_conforms(Duo{}, pack_bits(g), way, "only vector " + std::to_string(which));
    }
  });
}

// One group of lanes, a register tile, a tile (64 x 192 pairs, 32 x 384 triples) plus or minus one.
INSTANTIATE_TEST_SUITE_P(
    AwkwardSizes, Conformance,
    testing::Values(Size{1, {0, 1, 2, 3, 5, 47, 48, 49, 63, 64, 65, 193}, {0, 2, 3, 5, 31, 33}},
                    Size{2, {2, 9, 65, 129}, {3, 17}},  //
                    Size{3, {2, 9, 65}, {3, 34}},       //
                    Size{31, {3, 17, 49}, {5, 17}},     //
                    Size{32, {3, 16, 64}, {4, 16}},     //
                    Size{33, {3, 48, 65}, {9, 17}},     //
                    Size{63, {5, 47, 65}, {3, 18}},     //
                    Size{64, {5, 48, 64}, {4, 17}},     //
                    Size{65, {5, 49, 63}, {5, 19}},     //
                    Size{127, {2, 33}, {3, 12}},        //
                    Size{128, {7, 32}, {4, 11}},        //
                    Size{129, {8, 31}, {5, 10}},        //
                    Size{255, {3, 17}, {3, 9}},         //
                    Size{256, {3, 18}, {4, 8}},         //
                    Size{257, {3, 19}, {5, 7}},         //
                    Size{511, {2, 17}, {3, 7}},         //
                    Size{512, {3, 16}, {4, 6}},         //
                    Size{513, {5, 15}, {3, 7}},         //
                    Size{1000, {9}, {6}}, Size{4095, {3, 5}, {4}}, Size{4096, {4}, {3}},
                    Size{4097, {2, 6}, {5}}));

/// Fields beyond one panel of the micro-kernel (512 words of samples, 256 reals) and beyond what a
/// fold buffer holds; the oracle computes one pair and one triple. A short run takes the longest
/// for every other engine, the others where the other way or rate is.
TEST(ConformanceOfLongVectors, holds_beyond_every_buffer) {
  for (const Index fields : {32767, 32769, 262209}) {
    for (const double rate : {0.0, 0.02}) {
      const auto vectors = pack(random_genotypes(3, fields, rate, 7));
      for (const int way : {2, 3}) {
        Plan plan = encke::test::plan_for(way, reference);
        const auto expected = report_of(Ccc{}, vectors, plan).digest;
        std::size_t turn = static_cast<std::size_t>(way) + (rate > 0 ? 1 : 0);
        for (const Engine& engine : encke::test::engines_to_compare()) {
          if (!encke::test::has_turn(turn++, fields > 100'000 ? 2 : 1)) continue;
          plan = encke::test::plan_for(way, engine);
          EXPECT_EQ(report_of(Ccc{}, vectors, plan).digest, expected)
              << fields << " fields, missing " << rate << ", " << way << "-way, " << engine.level;
        }
      }
    }
  }
}

TEST(ConformanceOfLongVectors, holds_where_sums_are_as_large_as_they_can_be) {
  for (const Index fields : {255, 32256, 32257}) {
    auto genotypes = random_genotypes(5, fields, 0, 19);
    for (Index f = 0; f < 4 * fields; ++f) {  // 0 and 2 copies: products of 1 and -1 only
      genotypes.at(f / fields, f % fields) = f < 2 * fields ? 0 : 2;
    }
    const auto vectors = pack(genotypes), bits = pack_bits(genotypes);
    for (const int way : {2, 3}) {
      const Plan plan = encke::test::plan_for(way, reference);
      const auto expected = report_of(Ccc{}, vectors, plan).digest;
      const auto expected_of_bits = report_of(Sorenson{}, bits, plan).digest;
      for (const Engine& engine : encke::test::engines_to_compare()) {
        const Plan with = encke::test::plan_for(way, engine);
        EXPECT_EQ(report_of(Ccc{}, vectors, with).digest, expected)
            << fields << " fields, " << way << "-way, " << engine.level;
        EXPECT_EQ(report_of(Sorenson{}, bits, with).digest, expected_of_bits)
            << fields << " fields, " << way << "-way, " << engine.level;
      }
    }
  }
}

TEST(ConformanceOfLongVectors, holds_for_bits) {
  for (const Index fields : {32769, 262209}) {
    for (const double rate : {0.0, 0.02}) {
      const auto vectors = pack_bits(random_genotypes(3, fields, rate, 17));
      for (const int way : {2, 3}) {
        const auto expected =
            report_of(Duo{}, vectors, encke::test::plan_for(way, reference)).digest;
        std::size_t turn = static_cast<std::size_t>(way) + (rate > 0 ? 0 : 1);
        for (const Engine& engine : encke::test::engines_to_compare()) {
          if (!encke::test::has_turn(turn++, fields > 100'000 ? 2 : 1)) continue;
          EXPECT_EQ(report_of(Duo{}, vectors, encke::test::plan_for(way, engine)).digest, expected)
              << fields << " fields, missing " << rate << ", " << way << "-way, " << engine.level;
        }
      }
    }
  }
}

TEST(ConformanceOfLongVectors, holds_for_profiles) {
  const Index fields = 9001;
  for (const Element element : {Element::float32, Element::float64}) {
    const auto vectors = pack(element, fields, encke::test::random_reals(4, fields, 8));
    for (const int way : {2, 3}) {
      const auto expected = report_of(Ps{}, vectors, encke::test::plan_for(way, reference)).digest;
      for (const Engine& engine : encke::test::engines_to_compare()) {
        EXPECT_EQ(report_of(Ps{}, vectors, encke::test::plan_for(way, engine)).digest, expected)
            << way << "-way, " << engine.level;
      }
    }
  }
}

}  // namespace
