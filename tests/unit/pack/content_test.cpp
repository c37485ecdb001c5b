#include <gtest/gtest.h>

#include <algorithm>
#include <encke/pack/packers.hpp>
#include <set>
#include <utility>

#include "kinds.hpp"
#include "support/classes.hpp"
#include "support/counts.hpp"
#include "support/genotypes.hpp"

// The number that tells what vectors hold: whoever keeps a copy of them relies on it.

namespace encke {
namespace {

/// The number is another one after the action.
template <class Action>
void expect_changed(PackedVectors& vectors, const char* what, const Action& action) {
  const auto before = vectors.content();
  action();
  EXPECT_NE(vectors.content(), before) << what;
}

TEST(Content, is_of_one_set_of_vectors_alone_and_moves_along) {
  std::set<std::uint64_t> seen;
  std::size_t made = 0;
  for (const auto& kind : test::kinds()) {
    for (const Index vectors : {8, 9}) {
      PackedVectors first = kind.make(vectors);
      const auto content = first.content();
      const PackedVectors second = std::move(first);
      EXPECT_EQ(second.content(), content) << kind.name;
      seen.insert(content);
      ++made;
    }
  }
  EXPECT_EQ(seen.size(), made);
}

TEST(Content, stays_while_vectors_are_read) {
  for (const auto& kind : test::kinds()) {
    const PackedVectors vectors = kind.make(9);
    const auto content = vectors.content();
    const auto panel = vectors.panel({0, 9});
    EXPECT_EQ(panel.vectors, 9);
    EXPECT_FALSE(vectors.buffers().empty());
    EXPECT_EQ(vectors.content(), content) << kind.name;
  }
}

TEST(Content, changes_where_vectors_are_received) {
  for (const auto& kind : test::kinds()) {
    const PackedVectors sent = kind.make(9);
    PackedVectors buffer = PackedVectors::allocate_like(sent, 16, sent.keeps_masks());
    expect_changed(buffer, "use_for", [&] { buffer.use_for(9); });
    expect_changed(buffer, "buffers", [&] { EXPECT_FALSE(buffer.buffers().empty()); });
    expect_changed(buffer, "received", [&] { buffer.received(); });
    expect_changed(buffer, "copy_from", [&] { buffer.copy_from(sent); });
    EXPECT_NE(buffer.content(), sent.content());
  }
}

TEST(Content, changes_with_each_vector_that_is_packed) {
  const auto genotypes = test::random_genotypes(8, 10, 0, 1);
  const auto codes = test::encode(genotypes, 0, 8, GenotypeCode::bed);
  auto packed = test::pack(genotypes);
  expect_changed(packed, "genotypes",
                 [&] { pack::set_genotypes(packed, 0, 8, codes.data(), 3, GenotypeCode::bed); });
  expect_changed(packed, "masks", [&] { packed.keep_masks(); });
  auto bits = test::pack_bits(genotypes);
  expect_changed(bits, "codes", [&] {
    pack::set_codes(bits, 0, 8, codes.data(), 3, GenotypeCode::bed, MissingCode::missing);
  });
  const std::vector<std::uint8_t> ones(10, 1);
  expect_changed(bits, "bits", [&] { pack::set_bits(bits, 3, ones); });
  auto classes = pack::case_control(8, 10, 10);
  const CodeMatrix of{codes.data(), 3};
  expect_changed(classes, "classes", [&] {
    pack::set_classes(classes, 0, 8, {{of, of}}, GenotypeCode::bed);
  });
}

TEST(Content, changes_with_each_vector_of_numbers) {
  auto counts = pack::counts(Element::count8, 2, 3);
  expect_changed(counts, "counts", [&] {
    pack::set_counts(counts, 1, std::vector<std::uint16_t>{1, 2, 3});
  });
  const std::vector<double> reals{1, 2, 3}, weight{1, 1, 1};
  for (const Element element : {Element::float32, Element::float64}) {
    auto profiles = pack::profiles(element, 2, 3);
    expect_changed(profiles, "profiles",
                   [&] { pack::set_profile(profiles, 1, std::span<const double>(reals)); });
  }
  for (const Element element : {Element::powered32, Element::powered64}) {
    auto powered = pack::powered_profiles(element, 2, weight, 0.5);
    expect_changed(powered, "powered", [&] { pack::set_powered(powered, 1, reals); });
  }
  for (const Element element : {Element::adjusted32, Element::adjusted64}) {
    auto adjusted = pack::adjusted_profiles(element, 2, 3);
    expect_changed(adjusted, "adjusted",
                   [&] { pack::set_adjusted(adjusted, 1, reals, weight, 9); });
  }
  auto weighted = pack::weighted_bits(Element::weighted_bits32, 2, weight);
  expect_changed(weighted, "weighted", [&] {
    pack::set_weighted_bits(weighted, 1, std::vector<std::uint8_t>{1, 0, 1});
  });
}

}  // namespace
}  // namespace encke
