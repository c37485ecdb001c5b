#include "support/counts.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <encke/base/error.hpp>
#include <encke/contraction/count_minima.hpp>
#include <encke/pack/packers.hpp>

#include "support/values.hpp"

namespace {

using encke::Element;
using encke::Failure;
using encke::Index;
using encke::PackedVectors;
using encke::test::count_elements;
using encke::test::error_of;
using encke::test::pack;
using encke::test::random_counts;

TEST(CountVectors, keep_every_number_and_the_sums) {
  for (const Element element : count_elements) {
    for (const Index fields : {1, 4, 5, 8, 9, 63, 64, 65, 200}) {
      const auto counts = random_counts(19, fields, element.largest_count(), 5);
      const auto packed = pack(element, fields, counts);
      EXPECT_EQ(packed.missing(), 0);
      EXPECT_TRUE(packed.panel({0, 19}).complete());
      for (Index v = 0; v < 19; ++v) {
        std::int64_t sum = 0;
        for (Index f = 0; f < fields; ++f) {
          const auto expected = counts[static_cast<std::size_t>(v)][static_cast<std::size_t>(f)];
          ASSERT_EQ(encke::pack::count(packed, v, f), expected) << v << " " << f;
          sum += expected;
        }
        EXPECT_EQ(packed.x_sum(v), sum);
      }
    }
  }
}

TEST(CountVectors, take_few_bits_a_number) {
  const Index fields = 6400;
  EXPECT_EQ(PackedVectors::bytes_for(Element::count2, 8, fields, true), 8 * (1600 + 24));
  EXPECT_EQ(PackedVectors::bytes_for(Element::count3, 8, fields, false), 8 * (2400 + 24));
  EXPECT_EQ(PackedVectors::bytes_for(Element::count8, 8, fields, false), 8 * (6400 + 24));
  EXPECT_EQ(PackedVectors::bytes_for(Element::count16, 8, fields, false), 8 * (12800 + 24));
}

TEST(CountVectors, travel_in_buffers) {
  for (const Element element : count_elements) {
    const auto counts = random_counts(10, 70, element.largest_count(), 9);
    const auto from = pack(element, 70, counts);
    auto to = PackedVectors::allocate_like(from, 10, false);
    const auto out = from.buffers();
    const auto in = to.buffers();
    ASSERT_EQ(out.size(), in.size());
    for (std::size_t p = 0; p < out.size(); ++p) {
      ASSERT_EQ(out[p].size(), in[p].size());
      std::memcpy(in[p].data(), out[p].data(), out[p].size());
    }
    to.received();
    for (Index v = 0; v < 10; ++v) {
      EXPECT_EQ(to.x_sum(v), from.x_sum(v));
      for (Index f = 0; f < 70; ++f)
        EXPECT_EQ(encke::pack::count(to, v, f), encke::pack::count(from, v, f));
    }
  }
}

TEST(CountVectors, refuse_what_does_not_fit_and_keep_what_they_had) {
  auto packed = encke::pack::counts(Element::count2, 2, 3);
  const std::uint16_t fit[] = {1, 2, 3}, large[] = {1, 4, 0}, few[] = {1};
  encke::pack::set_counts(packed, 1, fit);
  const auto error = error_of([&] { encke::pack::set_counts(packed, 1, large); });
  EXPECT_EQ(error.failure(), Failure::inconsistent);
  EXPECT_STREQ(error.what(), "4 as a count: at most 3 expected");
  EXPECT_EQ(error_of([&] { encke::pack::set_counts(packed, 1, few); }).failure(),
            Failure::inconsistent);
  EXPECT_EQ(error_of([&] { encke::pack::set_counts(packed, 2, fit); }).failure(),
            Failure::internal);
  EXPECT_EQ(error_of([] { encke::pack::counts(Element::float32, 1, 1); }).failure(),
            Failure::internal);
  EXPECT_EQ(encke::pack::count(packed, 1, 2), 3);
  EXPECT_EQ(packed.x_sum(1), 6);
}

TEST(CountVectors, refuse_sums_whose_tallies_could_overflow) {
  constexpr Index fields = encke::CountMinima::most_sum / 65535;
  auto packed = encke::pack::counts(Element::count16, 1, fields + 1);
  std::vector<std::uint16_t> values(static_cast<std::size_t>(fields + 1), 65535);
  EXPECT_EQ(error_of([&] { encke::pack::set_counts(packed, 0, values); }).failure(),
            Failure::inconsistent);
  values.back() = static_cast<std::uint16_t>(encke::CountMinima::most_sum % 65535);
  encke::pack::set_counts(packed, 0, values);
  EXPECT_EQ(packed.x_sum(0), encke::CountMinima::most_sum);
}

}  // namespace
