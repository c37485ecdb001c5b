#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>

#include "kinds.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"

// Memory for vectors of other processes, used for fewer and more of them in turn.

namespace encke::receive_buffers_test {
namespace {

using test::Kind;
using test::kinds;

/// What is sent arrives in the buffer, byte for byte.
void expect_holds(PackedVectors& buffer, const PackedVectors& sent) {
  buffer.use_for(sent.vectors());
  const auto from = sent.buffers();
  const auto to = buffer.buffers();
  ASSERT_EQ(from.size(), to.size());
  for (std::size_t p = 0; p < from.size(); ++p) {
    ASSERT_EQ(from[p].size(), to[p].size()) << p;
    std::ranges::copy(from[p], to[p].begin());
  }
  buffer.received();
  EXPECT_EQ(buffer.vectors(), sent.vectors());
  EXPECT_EQ(buffer.missing(), sent.missing());
  EXPECT_EQ(buffer.keeps_masks(), sent.keeps_masks());
  EXPECT_EQ(buffer.bytes(), sent.bytes());
  EXPECT_EQ(buffer.class_fields(1), sent.class_fields(1));
  if (sent.vectors() == 0) return;
  const Panel is = buffer.panel({0, buffer.vectors()});
  const Panel was = sent.panel({0, sent.vectors()});
  EXPECT_EQ(is.values.group_stride, was.values.group_stride);
  EXPECT_EQ(is.words, was.words);
  EXPECT_EQ(is.complete(), was.complete());
}

TEST(ReceiveBuffers, of_the_largest_position_hold_the_vectors_of_any) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    const PackedVectors like = kind.make(33);
    PackedVectors buffer = PackedVectors::allocate_like(like, 40, like.keeps_masks());
    for (const Index vectors : {40, 1, 0, 16, 33, 7, 40}) expect_holds(buffer, kind.make(vectors));
  }
}

TEST(ReceiveBuffers, are_used_again_where_they_are) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    const PackedVectors like = kind.make(16);
    PackedVectors buffer = PackedVectors::allocate_like(like, 32, like.keeps_masks());
    const std::byte* const before = buffer.buffers().front().data();
    buffer.use_for(5);
    EXPECT_EQ(buffer.buffers().front().data(), before);
    PackedVectors moved = std::move(buffer);
    moved.use_for(32);
    EXPECT_EQ(moved.buffers().front().data(), before);
  }
}

TEST(ReceiveBuffers, for_no_vectors_have_none) {
  for (const Kind& kind : kinds()) {
    const PackedVectors like = kind.make(8);
    PackedVectors buffer = PackedVectors::allocate_like(like, 0, like.keeps_masks());
    EXPECT_NO_THROW(buffer.use_for(0));
    EXPECT_EQ(buffer.vectors(), 0);
  }
}

TEST(ReceiveBuffers, refuse_more_than_they_were_made_for) {
  const PackedVectors like = test::pack(test::random_genotypes(8, 9, 0, 1));
  PackedVectors buffer = PackedVectors::allocate_like(like, 16, false);
  for (const Index vectors : {-1, 17, 1000}) {
    EXPECT_EQ(test::error_of([&] { buffer.use_for(vectors); }).failure(), Failure::internal);
  }
  EXPECT_EQ(buffer.vectors(), 16);
}

}  // namespace
}  // namespace encke::receive_buffers_test
