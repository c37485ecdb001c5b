#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <functional>
#include <string>
#include <vector>

#include "support/classes.hpp"
#include "support/counts.hpp"
#include "support/genotypes.hpp"
#include "support/values.hpp"

// Memory for vectors of other processes, used for fewer and more of them in turn.

namespace encke {
namespace {

/// Vectors of one kind, any number of them.
struct Kind {
  std::string name;
  std::function<PackedVectors(Index vectors)> make;
};

std::vector<double> weights(Index fields) {
  std::vector<double> weight;
  for (Index f = 0; f < fields; ++f) weight.push_back(0.5 + static_cast<double>(f % 5));
  return weight;
}

PackedVectors powered(Element element, Index vectors) {
  auto packed = PackedVectors::powered(element, vectors, weights(40), 0.5);
  const auto reals = test::random_reals(vectors, 40, 3);
  for (Index v = 0; v < vectors; ++v) {
    packed.set_powered(v, std::span<const double>(reals[static_cast<std::size_t>(v)]));
  }
  return packed;
}

PackedVectors weighted(Element element, Index vectors) {
  auto packed = PackedVectors::weighted_bits(element, vectors, weights(70));
  for (Index v = 0; v < vectors; ++v) {
    std::vector<std::uint8_t> bits(70);
    for (std::size_t f = 0; f < bits.size(); ++f) bits[f] = (f + std::size_t(v)) % 3 == 0;
    packed.set_bits(v, bits);
  }
  return packed;
}

PackedVectors with_masks(PackedVectors vectors) {
  if (vectors.vectors() > 0) vectors.keep_masks();
  return vectors;
}

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  for (const double rate : {0.0, 0.2}) {
    const auto some = [rate](Index n) { return test::random_genotypes(n, 131, rate, 1); };
    const auto add = [&](const char* name, std::function<PackedVectors(Index)> make) {
      if (rate == 0) return all.push_back({name, std::move(make)});
      all.push_back({std::string(name) + " with masks",
                     [make = std::move(make)](Index n) { return with_masks(make(n)); }});
    };
    add("genotypes", [some](Index n) { return test::pack(some(n)); });
    add("moments", [some](Index n) { return test::pack_moments(some(n)); });
    add("bits", [some](Index n) { return test::pack_bits(some(n)); });
    add("classes", [some](Index n) { return test::pack(some(n), test::interleaved(131, 3)); });
  }
  for (const Element element : test::count_elements) {
    all.push_back({"counts", [element](Index n) {
                     return test::pack(element, 50, test::random_counts(n, 50, 3, 2));
                   }});
  }
  for (const Element element : {Element::float32, Element::float64}) {
    all.push_back({"reals", [element](Index n) {
                     return test::pack(element, 50, test::random_reals(n, 50, 4));
                   }});
  }
  for (const Element element : {Element::powered32, Element::powered64}) {
    all.push_back({"powered", [element](Index n) { return powered(element, n); }});
  }
  for (const Element element : {Element::weighted_bits32, Element::weighted_bits64}) {
    all.push_back({"weighted", [element](Index n) { return weighted(element, n); }});
  }
  return all;
}

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
