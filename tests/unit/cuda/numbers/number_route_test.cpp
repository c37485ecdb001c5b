#include "cuda/numbers/number_route.hpp"

#include <gtest/gtest.h>

#include <encke/metric/builtin.hpp>

#include "support/classes.hpp"
#include "support/counts.hpp"
#include "support/genotypes.hpp"
#include "unit/cuda/emulated/run.hpp"

// Products of floats are made in steps so short, and become integers so often, that all sums are
// exact, on a device that adds up in no more bits than is needed for that.

namespace {

using encke::Element;
using encke::Index;
using encke::PackedVectors;
using encke::Plan;
using encke::cuda::Numbers;
using encke::cuda::Pipeline;
using encke::test::EmulatedDevice;
using encke::test::pack;
using encke::test::random_genotypes;
using encke::test::small_limits;

constexpr Numbers of_floats[] = {Numbers::fp8, Numbers::fp4};

/// All sums stay below 2^`sum_bits` in a product, below 2^`result_bits` in its results.
struct Device {
  int sum_bits;
  int result_bits;

  std::unique_ptr<EmulatedDevice> make() const {
    auto device = std::make_unique<EmulatedDevice>();
    device->sum_bits = sum_bits;
    device->result_bits = result_bits;
    return device;
  }
};

/// The digest of all values on such a device.
template <int Way, class Metric>
std::string digest_on(const Device& device, const Metric& metric, const PackedVectors& vectors,
                      const Pipeline::Limits& limits) {
  Plan plan = encke::test::plan_for(Way, {"reference", "auto"});
  plan.digest_all = true;
  encke::sink::Collect sink;
  return encke::test::run_emulated<Way>(metric, vectors, plan, sink, 0, limits, device.make())
      .report.digest.text();
}

template <int Way, class Metric>
std::string digest_of_reference(const Metric& metric, const PackedVectors& vectors) {
  Plan plan = encke::test::plan_for(Way, {"reference", "auto"});
  plan.digest_all = true;
  return encke::test::report_of(metric, vectors, plan).digest.text();
}

/// Steps of 128 fields; results become integers before they reach 1,024.
Pipeline::Limits short_steps(Numbers numbers) {
  auto limits = small_limits;
  limits.numbers = numbers;
  limits.floats = {.step = 128, .exact = 1 << 10, .tested = 16};
  return limits;
}
constexpr Device narrow{8, 10};

template <int Way, class Metric>
void expect_exact(const Metric& metric, const PackedVectors& vectors, const char* what) {
  const std::string expected = digest_of_reference<Way>(metric, vectors);
  for (const Numbers numbers : of_floats) {
    EXPECT_EQ(digest_on<Way>(narrow, metric, vectors, short_steps(numbers)), expected)
        << what << ", " << Way << "-way, " << vectors.fields() << " fields";
  }
}

TEST(CudaNumberRoute, of_floats_is_exact_around_the_ends_of_steps_and_of_float32) {
  for (const Index fields : {127, 128, 129, 1023, 1024, 1025, 1153, 2500}) {
    for (const double rate : {0.0, 0.1}) {
      expect_exact<2>(encke::Ccc{}, pack(random_genotypes(9, fields, rate, 1)), "genotypes");
    }
  }
}

/// All fields are 1, so sums are as large as they can be.
TEST(CudaNumberRoute, of_floats_is_exact_for_the_largest_sums) {
  for (const Index fields : {1024, 1025, 3000}) {
    auto genotypes = random_genotypes(6, fields, 0, 2);
    for (Index v = 0; v < 6; ++v) {
      for (Index f = 0; f < fields; ++f) genotypes.at(v, f) = v % 2 == 0 ? 2 : 0;
    }
    expect_exact<2>(encke::Ccc{}, pack(genotypes), "all 2, or 0");
    expect_exact<3>(encke::Ccc{}, pack(genotypes), "all 2, or 0");
    expect_exact<2>(encke::RSquared{}, pack_moments(genotypes), "all 2, or 0");
  }
}

/// Seven products are added to one result of counts of three bits.
TEST(CudaNumberRoute, of_floats_is_exact_for_counts_tables_and_matches) {
  for (const Index fields : {150, 1100}) {
    for (const Element element : {Element::count2, Element::count3}) {
      const int most = element.largest_count();
      auto counts = encke::test::random_counts(5, fields, most, 3);
      counts[0] = counts[1] = std::vector(counts[0].size(), static_cast<std::uint16_t>(most));
      expect_exact<2>(encke::CountPs{}, encke::test::pack(element, fields, counts), "counts");
    }
    const auto genotypes = random_genotypes(7, fields, 0.1, 4);
    expect_exact<2>(encke::King{}, pack_matches(genotypes), "matches");
    expect_exact<2>(encke::Duo{}, pack_bits(genotypes), "bits");
    const auto status = encke::test::interleaved(fields, 3);
    expect_exact<2>(encke::K2(fields), pack(genotypes, status), "tables");
    expect_exact<3>(encke::Ccc{}, pack(random_genotypes(4, fields, 0.1, 5)), "genotypes");
  }
}

/// A device that sums in 14 bits, as GPUs are said to, and 20,000 samples.
TEST(CudaNumberRoute, of_floats_is_exact_with_its_own_limits) {
  auto genotypes = random_genotypes(4, 20000, 0, 6);
  for (Index f = 0; f < 20000; ++f) genotypes.at(0, f) = genotypes.at(1, f) = 2;
  const PackedVectors vectors = pack(genotypes);
  const std::string expected = digest_of_reference<2>(encke::Ccc{}, vectors);
  auto limits = small_limits;
  for (const Numbers numbers : of_floats) {
    limits.numbers = numbers;
    EXPECT_EQ(digest_on<2>({14, 24}, encke::Ccc{}, vectors, limits), expected);
  }
  EXPECT_EQ(limits.floats.step, 8192);
}

/// The same run goes wrong, but for the test of ones, where steps are too long for a device.
TEST(CudaNumberRoute, of_floats_needs_its_steps) {
  auto genotypes = random_genotypes(4, 3001, 0, 7);
  for (Index f = 0; f < 3001; ++f) genotypes.at(0, f) = genotypes.at(1, f) = 2;
  const PackedVectors vectors = pack(genotypes);
  const std::string expected = digest_of_reference<2>(encke::Ccc{}, vectors);
  auto limits = short_steps(Numbers::fp8);
  limits.floats.tested = 0;
  EXPECT_EQ(digest_on<2>(narrow, encke::Ccc{}, vectors, limits), expected);
  limits.floats.step = 512;
  EXPECT_NE(digest_on<2>(narrow, encke::Ccc{}, vectors, limits), expected);
  limits.floats = {.step = 128, .exact = 1 << 12, .tested = 0};
  EXPECT_NE(digest_on<2>(narrow, encke::Ccc{}, vectors, limits), expected);
}

TEST(CudaNumberRoute, cuts_products_of_floats_alone) {
  const PackedVectors vectors = pack(random_genotypes(4, 20000, 0, 8));
  Plan plan = encke::test::plan_for(2, {"reference", "auto"});
  for (const Numbers numbers : {Numbers::int8, Numbers::fp8, Numbers::fp4}) {
    auto limits = small_limits;
    limits.numbers = numbers;
    auto device = std::make_unique<EmulatedDevice>();
    EmulatedDevice& seen = *device;
    encke::cuda::CudaBackend backend(std::move(device), limits);
    seen.longest_product = 0;  // that of the test of ones
    encke::sink::Collect sink;
    const encke::Partition partition(4, 16);
    encke::detail::run_way<2>(encke::Ccc{}, encke::RankVectors::whole(vectors, partition), plan,
                              encke::Grid(), sink, backend, [](Index) {});
    EXPECT_EQ(seen.longest_product, numbers == Numbers::int8 ? 20032 : 8192);
  }
}

}  // namespace
