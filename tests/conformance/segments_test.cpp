#include <gtest/gtest.h>

#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/metric/builtin.hpp>

#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// Sums of reals over more fields than one segment (Minima): every backend adds up the segments in
// the same order, which is the definition's.

namespace {

using encke::Element;
using encke::Index;
using encke::Minima;
using encke::PackedVectors;
using encke::Ps;
using encke::test::all_engines;
using encke::test::Engine;
using encke::test::pack;
using encke::test::plan_for;
using encke::test::report_of;
using encke::test::values_of;

using Profile = std::vector<double>;

/// Profiles of large and small values, so that any other order of summation shows.
std::vector<Profile> uneven_reals(Index vectors, Index fields) {
  auto reals = encke::test::random_reals(vectors, fields, 21);
  for (std::size_t v = 0; v < reals.size(); ++v) {
    for (std::size_t f = 0; f < reals[v].size(); ++f) reals[v][f] *= (f / 100) % 3 == 0 ? 1e4 : 0.1;
  }
  return reals;
}

/// The definition: sum of segments, each of chunks of T.
template <class T>
double definition(const Profile& values, std::size_t segment) {
  const std::size_t chunk = sizeof(T) == 4 ? std::size_t{Minima::chunk} : segment;
  double sum = 0;
  for (std::size_t s = 0; s < values.size(); s += segment) {
    double sum_of_segment = 0;
    const std::size_t end = std::min(s + segment, values.size());
    for (std::size_t c = s; c < end; c += chunk) {
      T sum_of_chunk = 0;
      for (std::size_t f = c; f < std::min(c + chunk, end); ++f) {
        sum_of_chunk += static_cast<T>(values[f]);
      }
      sum_of_segment += static_cast<double>(sum_of_chunk);
    }
    sum += sum_of_segment;
  }
  return sum;
}

Profile minima(const std::vector<const Profile*>& of) {
  Profile least = *of[0];
  for (const Profile* other : of) {
    for (std::size_t f = 0; f < least.size(); ++f) least[f] = std::min(least[f], (*other)[f]);
  }
  return least;
}

/// A metric that shows the sum itself.
struct JointMinimum {
  using contraction = Minima;
  template <int Way>
  static constexpr int cells = 1;
  template <int Way>
  double value(const encke::Evidence<Minima, Way>& seen, int) const {
    return seen.joint[0];
  }
};

class Segments : public testing::TestWithParam<Index> {};

template <class T>
void expect_the_definition(const std::vector<Profile>& reals, Element element) {
  const auto packed = pack(element, static_cast<Index>(reals[0].size()), reals);
  const auto sum = [](const Profile& values) {
    return definition<T>(values, std::size_t{Minima::segment});
  };
  for (std::size_t v = 0; v < reals.size(); ++v) {
    EXPECT_EQ(packed.sum(static_cast<Index>(v)), sum(reals[v]));
  }
  for (const Engine& engine : all_engines()) {
    for (const auto& hit : values_of<2>(JointMinimum{}, packed, plan_for(2, engine))) {
      const auto& i = hit.index;
      ASSERT_EQ(hit.value, sum(minima({&reals[i[0]], &reals[i[1]]}))) << engine.level;
    }
    for (const auto& hit : values_of<3>(JointMinimum{}, packed, plan_for(3, engine))) {
      const auto& i = hit.index;
      ASSERT_EQ(hit.value, sum(minima({&reals[i[0]], &reals[i[1]], &reals[i[2]]}))) << engine.level;
    }
  }
}

TEST_P(Segments, are_summed_one_after_the_other) {
  const auto reals = uneven_reals(4, GetParam());
  expect_the_definition<float>(reals, Element::float32);
  expect_the_definition<double>(reals, Element::float64);
}

TEST_P(Segments, have_an_order_that_shows_in_the_sum) {
  const auto reals = uneven_reals(20, GetParam());
  const auto whole = static_cast<std::size_t>(GetParam());
  const bool differs = std::any_of(reals.begin(), reals.end(), [&](const Profile& values) {
    return definition<double>(values, whole) != definition<double>(values, Minima::segment);
  });
  EXPECT_EQ(differs, GetParam() > Minima::segment + 1);  // one field more is added alike
}

/// Tiles of more than one register tile and blocks, and the pair sums that 3-way PS needs.
TEST_P(Segments, give_the_same_bits_on_every_backend) {
  auto number = static_cast<std::size_t>(GetParam());  // a short run takes blocks in turns
  for (const auto& [way, vectors] : {std::pair{2, 35}, std::pair{3, 10}}) {
    const auto reals = uneven_reals(vectors, GetParam());
    for (const Element element : {Element::float32, Element::float64}) {
      const auto packed = pack(element, GetParam(), reals);
      const auto expected = report_of(Ps{}, packed, plan_for(way, {"reference", "auto"})).digest;
      for (const Engine& engine : all_engines()) {
        if (engine.backend == "reference") continue;
        std::size_t turn = number++;
        for (const Index block : {0, 16}) {
          if (block >= vectors || !encke::test::has_turn(turn++, vectors > 16 ? 2 : 1)) continue;
          auto plan = plan_for(way, engine);
          plan.block = block;
          EXPECT_EQ(report_of(Ps{}, packed, plan).digest, expected)
              << engine.level << ", " << way << "-way, block " << block;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AroundSegments, Segments,
                         testing::Values(4095, 4096, 4097, 8192, 8193, 10000));

}  // namespace
