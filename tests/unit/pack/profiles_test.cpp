#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/pack/packers.hpp>
#include <limits>
#include <utility>

#include "support/genotypes.hpp"
#include "support/values.hpp"

namespace {

using encke::Element;
using encke::Failure;
using encke::Index;
using encke::OutOfMemory;
using encke::PackedVectors;
using encke::test::error_of;
using encke::test::pack;
using encke::test::random_reals;

TEST(PackedProfiles, decode_to_what_was_packed_rounded_to_the_element) {
  for (const Index vectors : {0, 1, 7, 8, 9, 17}) {
    for (const Index fields : {1, 2, 63, 64, 65}) {
      const auto reals = random_reals(vectors, fields, 9);
      const auto narrow = pack(Element::float32, fields, reals);
      const auto wide = pack(Element::float64, fields, reals);
      for (std::size_t v = 0; v < reals.size(); ++v) {
        for (std::size_t f = 0; f < reals[v].size(); ++f) {
          const auto i = static_cast<Index>(v), q = static_cast<Index>(f);
          ASSERT_EQ(encke::pack::real(wide, i, q), reals[v][f]);
          ASSERT_EQ(encke::pack::real(narrow, i, q),
                    static_cast<double>(static_cast<float>(reals[v][f])));
        }
      }
    }
  }
}

TEST(PackedProfiles, keep_sums_in_the_order_of_joint_sums) {
  const Index fields = 1000;
  const auto reals = random_reals(5, fields, 10);
  const auto narrow = pack(Element::float32, fields, reals);
  const auto wide = pack(Element::float64, fields, reals);
  for (std::size_t v = 0; v < reals.size(); ++v) {
    double sum = 0, sum_of_chunks = 0;
    float chunk = 0;
    for (std::size_t f = 0; f < reals[v].size(); ++f) {
      sum += reals[v][f];
      if (f % 256 == 0) sum_of_chunks += static_cast<double>(std::exchange(chunk, 0.0F));
      chunk += static_cast<float>(reals[v][f]);
    }
    sum_of_chunks += static_cast<double>(chunk);
    EXPECT_EQ(wide.sum(static_cast<Index>(v)), sum);
    EXPECT_EQ(narrow.sum(static_cast<Index>(v)), sum_of_chunks);
  }
}

TEST(PackedProfiles, take_floats_as_they_are) {
  const std::vector<float> values{0.1f, 0.2f, 3e10f};
  for (const Element element : {Element::float32, Element::float64}) {
    auto packed = encke::pack::profiles(element, 2, 3);
    encke::pack::set_profile(packed, 1, std::span<const float>(values));
    for (Index f = 0; f < 3; ++f) {
      EXPECT_EQ(encke::pack::real(packed, 1, f),
                static_cast<double>(values[static_cast<std::size_t>(f)]));
      EXPECT_EQ(encke::pack::real(packed, 0, f), 0);
    }
  }
}

TEST(PackedProfiles, have_nothing_missing) {
  const auto packed = pack(Element::float64, 4, random_reals(3, 4, 1));
  EXPECT_EQ(packed.missing(), 0);
  EXPECT_FALSE(packed.has_missing(2));
  EXPECT_EQ(packed.contraction(), encke::ContractionId::minima);
}

TEST(PackedProfiles, refuse_sizes_that_are_not_supported) {
  const auto make = [](Element element, Index vectors, Index fields) {
    return error_of([&] { encke::pack::profiles(element, vectors, fields); }).failure();
  };
  EXPECT_EQ(make(Element::float32, 1, Index{1} << 31), Failure::inconsistent);
  EXPECT_EQ(make(Element::float64, Index{1} << 32, 1), Failure::inconsistent);
  EXPECT_EQ(make(Element::float64, -1, 1), Failure::inconsistent);
  EXPECT_EQ(make(Element::genotype, 1, 1), Failure::internal);
}

TEST(PackedProfiles, that_no_memory_can_hold_are_out_of_memory) {
  const Index vectors = (Index{1} << 32) - 1, fields = (Index{1} << 31) - 1;
  EXPECT_THROW(encke::pack::profiles(Element::float64, vectors, fields), OutOfMemory);
  EXPECT_THROW(encke::pack::profiles(Element::float32, vectors, fields), OutOfMemory);
}

TEST(PackedProfiles, refuse_a_vector_of_another_length_or_that_does_not_exist) {
  auto packed = encke::pack::profiles(Element::float64, 4, 3);
  const std::vector<double> three(3), two(2);
  const auto set = [&](PackedVectors& vectors, Index vector, const std::vector<double>& values) {
    return error_of(
        [&] { encke::pack::set_profile(vectors, vector, std::span<const double>(values)); });
  };
  EXPECT_STREQ(set(packed, 0, two).what(), "a profile of 2 values: expected 3");
  EXPECT_EQ(set(packed, 0, two).failure(), Failure::inconsistent);
  EXPECT_STRNE(set(packed, 4, three).what(), "nothing was thrown");
  EXPECT_STRNE(set(packed, -1, three).what(), "nothing was thrown");
  auto genotypes = encke::pack::genotypes(4, 3);
  EXPECT_STRNE(set(genotypes, 0, three).what(), "nothing was thrown");
  EXPECT_STREQ(set(packed, 3, three).what(), "nothing was thrown");
}

TEST(PackedProfiles, refuse_values_whose_sum_could_overflow_and_stay_as_they_were) {
  const auto refused = [](Element element, double half) {
    auto packed = encke::pack::profiles(element, 4, 2);
    encke::pack::set_profile(packed, 2, std::vector<double>{1, 2});
    const auto error = error_of([&] {
      encke::pack::set_profile(packed, 2, std::vector<double>{half, half});
    });
    EXPECT_EQ(packed.sum(2), error.failure() == Failure::inconsistent ? 3 : 2 * half);
    EXPECT_EQ(encke::pack::real(packed, 2, 0), error.failure() == Failure::inconsistent ? 1 : half);
    return std::string(error.what());
  };
  EXPECT_EQ(refused(Element::float32, 0x1p124),
            "vector 2 (from 0): a sum of 4.253529586511731e+37 found, at most 4.25e+37 is "
            "supported for float32");
  EXPECT_EQ(refused(Element::float64, 1e308),
            "vector 2 (from 0): a sum of inf found, at most 2.25e+307 is supported for float64");
  EXPECT_NE(refused(Element::float64, std::numeric_limits<double>::quiet_NaN()),
            "nothing was thrown");
  EXPECT_EQ(refused(Element::float32, 0x1p123), "nothing was thrown");
  EXPECT_EQ(refused(Element::float64, 1e307), "nothing was thrown");
}

TEST(PackedProfiles, take_the_bytes_that_were_foretold) {
  for (const Element element : {Element::float32, Element::float64}) {
    for (const Index vectors : {0, 1, 8, 9, 16, 17}) {
      const auto packed = pack(element, 33, random_reals(vectors, 33, 1));
      EXPECT_EQ(packed.bytes(), PackedVectors::bytes_for(element, vectors, 33, false));
    }
  }
}

}  // namespace
