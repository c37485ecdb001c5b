#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>

#include "kinds.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"

// Memory for vectors of other processes, used for fewer and more of them in turn.

namespace encke {
namespace {

using test::Kind;
using test::kinds;

/// What is sent arrives in the room, byte for byte.
void expect_holds(PackedVectors& room, const PackedVectors& sent) {
  room.use_for(sent.vectors());
  const auto from = sent.pieces();
  const auto to = room.pieces();
  ASSERT_EQ(from.size(), to.size());
  for (std::size_t p = 0; p < from.size(); ++p) {
    ASSERT_EQ(from[p].size(), to[p].size()) << p;
    std::ranges::copy(from[p], to[p].begin());
  }
  room.received();
  EXPECT_EQ(room.vectors(), sent.vectors());
  EXPECT_EQ(room.missing(), sent.missing());
  EXPECT_EQ(room.keeps_masks(), sent.keeps_masks());
  EXPECT_EQ(room.bytes(), sent.bytes());
  EXPECT_EQ(room.class_fields(1), sent.class_fields(1));
  if (sent.vectors() == 0) return;
  const Panel is = room.panel({0, room.vectors()});
  const Panel was = sent.panel({0, sent.vectors()});
  EXPECT_EQ(is.values.group_stride, was.values.group_stride);
  EXPECT_EQ(is.words, was.words);
  EXPECT_EQ(is.complete(), was.complete());
}

TEST(Rooms, of_the_largest_position_hold_the_vectors_of_any) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    const PackedVectors like = kind.make(33);
    PackedVectors room = PackedVectors::room_like(like, 40, like.keeps_masks());
    for (const Index vectors : {40, 1, 0, 16, 33, 7, 40}) expect_holds(room, kind.make(vectors));
  }
}

TEST(Rooms, are_used_again_where_they_are) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    const PackedVectors like = kind.make(16);
    PackedVectors room = PackedVectors::room_like(like, 32, like.keeps_masks());
    const std::byte* const before = room.pieces().front().data();
    room.use_for(5);
    EXPECT_EQ(room.pieces().front().data(), before);
    PackedVectors moved = std::move(room);
    moved.use_for(32);
    EXPECT_EQ(moved.pieces().front().data(), before);
  }
}

TEST(Rooms, for_no_vectors_have_none) {
  for (const Kind& kind : kinds()) {
    const PackedVectors like = kind.make(8);
    PackedVectors room = PackedVectors::room_like(like, 0, like.keeps_masks());
    EXPECT_NO_THROW(room.use_for(0));
    EXPECT_EQ(room.vectors(), 0);
  }
}

TEST(Rooms, refuse_more_than_they_were_made_for) {
  const PackedVectors like = test::pack(test::random_genotypes(8, 9, 0, 1));
  PackedVectors room = PackedVectors::room_like(like, 16, false);
  for (const Index vectors : {-1, 17, 1000}) {
    EXPECT_EQ(test::error_of([&] { room.use_for(vectors); }).failure(), Failure::internal);
  }
  EXPECT_EQ(room.vectors(), 16);
}

}  // namespace
}  // namespace encke
