#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>

#include "kinds.hpp"
#include "support/devices/device_backend.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"

// Packed vectors whose elements lie in the memory of a device.

namespace encke {
namespace {

using test::Kind;
using test::kinds;
using test::on_host;
using test::ScrambledMemory;

void expect_equal(const PackedVectors& is, const PackedVectors& was) {
  const auto a = is.buffers(), b = was.buffers();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t p = 0; p < a.size(); ++p) EXPECT_TRUE(std::ranges::equal(a[p], b[p])) << p;
  EXPECT_EQ(is.missing(), was.missing());
}

TEST(DeviceBuffers, hold_what_is_copied_there) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    ScrambledMemory memory;
    const PackedVectors host = kind.make(21);
    auto there = PackedVectors::allocate_like(host, 21, host.keeps_masks(), &memory);
    EXPECT_TRUE(there.on_device());
    EXPECT_FALSE(host.on_device());
    there.copy_from(host);
    expect_equal(on_host(there, memory), host);
  }
}

TEST(DeviceBuffers, have_elements_and_masks_there_and_all_else_on_the_host) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    ScrambledMemory memory;
    const PackedVectors host = kind.make(16);
    auto there = PackedVectors::allocate_like(host, 16, host.keeps_masks(), &memory);
    there.copy_from(host);
    EXPECT_EQ(memory.allocations(), host.keeps_masks() ? 2U : 1U);
    const Panel panel = there.panel({0, 16});
    EXPECT_TRUE(memory.holds(panel.values.data, 1));
    EXPECT_EQ(panel.values.group_stride, host.panel({0, 16}).values.group_stride);
    EXPECT_EQ(panel.complete(), host.panel({0, 16}).complete());
    EXPECT_EQ(memory.holds(panel.mask.data, 1), !panel.complete());
    for (Index v = 0; v < 16; ++v) EXPECT_EQ(there.has_missing(v), host.has_missing(v));
    if (host.contraction() == ContractionId::minima) {
      EXPECT_EQ(there.sum(5), host.sum(5));
    }
    if (host.contraction() == ContractionId::allele_counts) {
      EXPECT_EQ(there.x_sum(5), host.x_sum(5));
    }
  }
}

TEST(DeviceBuffers, are_used_for_fewer_vectors_and_again_for_more) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    ScrambledMemory memory;
    const PackedVectors like = kind.make(8);
    auto there = PackedVectors::allocate_like(like, 24, like.keeps_masks(), &memory);
    for (const Index vectors : {24, 3, 0, 17, 24}) {
      const PackedVectors host = kind.make(vectors);
      there.use_for(vectors);
      there.copy_from(host);
      expect_equal(on_host(there, memory), host);
    }
  }
}

TEST(DeviceBuffers, give_their_memory_back) {
  ScrambledMemory memory;
  {
    const PackedVectors host = test::pack(test::random_genotypes(8, 9, 0.5, 1));
    auto there = PackedVectors::allocate_like(host, 8, true, &memory);
    const PackedVectors moved = std::move(there);
    EXPECT_EQ(memory.allocations(), 2U);
  }
  EXPECT_EQ(memory.allocations(), 0U);
}

TEST(DeviceBuffers, refuse_vectors_of_another_shape) {
  const PackedVectors complete = test::pack(test::random_genotypes(8, 9, 0, 1));
  const PackedVectors masked = test::pack(test::random_genotypes(8, 9, 0.5, 1));
  const PackedVectors longer = test::pack(test::random_genotypes(8, 90, 0, 1));
  ScrambledMemory memory;
  auto there = PackedVectors::allocate_like(complete, 8, false, &memory);
  for (const PackedVectors* other : {&masked, &longer}) {
    EXPECT_EQ(test::error_of([&] { there.copy_from(*other); }).failure(), Failure::internal);
  }
}

}  // namespace
}  // namespace encke
