#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <encke/schedule/tile.hpp>
#include <functional>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "support/domains.hpp"

namespace encke::test::domain_test {
namespace {

using domains::all_kinds;
using domains::for_each_tuple;
using domains::Given;
using domains::numbers;
using encke::Array;
using encke::Domain;
using encke::Error;
using encke::Failure;
using encke::Index;
using encke::Partition;
using encke::Range;
using encke::Tile;
using encke::Window;

template <class Way>
class DomainOf : public ::testing::Test {};
using Ways = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(DomainOf, Ways);

constexpr Index several(int way) { return way == 2 ? 150 : 70; }

TYPED_TEST(DomainOf, has_the_tuples_of_its_definition) {
  constexpr int way = TypeParam::value;
  for (const Given& given : all_kinds(way, several(way))) {
    const Domain domain = given.domain();
    domain.check(way, given.vectors);
    Index count = 0;
    for_each_tuple<way>(given.vectors, [&](const Array<Index, way>& tuple) {
      ASSERT_EQ(domain.contains(tuple), given.contains<way>(tuple)) << given.name;
      count += domain.contains(tuple) ? 1 : 0;
    });
    EXPECT_EQ(domain.tuples(way, given.vectors), count) << given.name;
    EXPECT_EQ(domain.everything(), given.name == "all");
  }
}

TYPED_TEST(DomainOf, has_the_tuples_of_small_problems) {
  constexpr int way = TypeParam::value;
  for (Index vectors = 0; vectors < 6; ++vectors) {
    for (int bits = 0; bits < 1 << (2 * vectors); ++bits) {
      std::vector<std::vector<Index>> sets(way);
      for (Index v = 0; v < vectors; ++v) {
        if ((bits >> v & 1) != 0) sets[0].push_back(v);
        if ((bits >> (v + vectors) & 1) != 0) sets[1].push_back(v);
      }
      if (way == 3) sets[2] = sets[0];
      const Given given{"", vectors, sets, {}, 0, {}};
      const Domain domain = given.domain();
      Index count = 0;
      for_each_tuple<way>(vectors, [&](const Array<Index, way>& tuple) {
        ASSERT_EQ(domain.contains(tuple), given.contains<way>(tuple)) << vectors << " " << bits;
        count += given.contains<way>(tuple) ? 1 : 0;
      });
      ASSERT_EQ(domain.tuples(way, vectors), count) << vectors << " " << bits;
    }
  }
}

template <int Way>
bool lies_in(const Array<Index, Way>& tuple, const Array<Range, Way>& ranges) {
  for (int v = 0; v < Way; ++v) {
    if (!ranges[v].contains(tuple[v])) return false;
  }
  return true;
}

/// Expects of one tile what a brute force finds; returns its tuples.
template <int Way>
Index expect_tile(const Given& given, const Domain& domain, const Tile<Way>& tile) {
  const Tile<Way> part = domain.trimmed(tile);
  EXPECT_EQ(part.id, tile.id);
  EXPECT_EQ(part.shape, tile.shape);
  for (int v = 0; v < Way; ++v) {
    const Range range = part.ranges[v];
    EXPECT_LE(tile.ranges[v].begin, range.begin);
    EXPECT_LE(range.begin, range.end);
    EXPECT_LE(range.end, tile.ranges[v].end);
    EXPECT_EQ(range.begin % Partition::granule, 0);
    EXPECT_TRUE(range.end % Partition::granule == 0 || range.end == tile.ranges[v].end);
    for (int w = 0; w < v; ++w) {
      EXPECT_TRUE(tile.blocks[w] != tile.blocks[v] || part.ranges[w] == range);
    }
  }
  Index count = 0;
  for_each_tuple<Way>(given.vectors, [&](const Array<Index, Way>& tuple) {
    if (!lies_in(tuple, tile.ranges) || !given.contains<Way>(tuple)) return;
    ++count;
    ASSERT_TRUE(lies_in(tuple, part.ranges)) << given.name << " tile " << tile.id;
  });
  EXPECT_EQ(domain.tuples(tile.ranges), count) << given.name << " tile " << tile.id;
  EXPECT_EQ(domain.tuples(part.ranges), count) << given.name << " tile " << tile.id;
  EXPECT_TRUE(count == 0 || domain.may_have(tile.ranges)) << given.name << " tile " << tile.id;
  return count;
}

TYPED_TEST(DomainOf, divides_its_tuples_among_tiles) {
  constexpr int way = TypeParam::value;
  for (const Given& given : all_kinds(way, several(way))) {
    const Domain domain = given.domain();
    for (const Index block : {16, 48}) {
      const Partition partition(given.vectors, block);
      Index sum = 0;
      for (Index id = 0; id < encke::tile_count<way>(partition); ++id) {
        sum += expect_tile(given, domain, encke::tile_from_id<way>(partition, id));
        if (this->HasFatalFailure()) return;
      }
      EXPECT_EQ(sum, domain.tuples(way, given.vectors)) << given.name;
    }
  }
}

TEST(Domain, tells_which_columns_of_a_row_are_in) {
  for (const Given& given : all_kinds(2, several(2))) {
    const Domain domain = given.domain();
    for_each_tuple<2>(given.vectors, [&](const Array<Index, 2>& pair) {
      ASSERT_EQ(domain.row(pair[0]).has(pair[1]), given.contains<2>(pair)) << given.name;
    });
  }
  for (const Given& given : all_kinds(3, several(3))) {
    const Domain domain = given.domain();
    for_each_tuple<3>(given.vectors, [&](const Array<Index, 3>& triple) {
      ASSERT_EQ(domain.row(triple[0], triple[1]).has(triple[2]), given.contains<3>(triple))
          << given.name;
    });
  }
}

TYPED_TEST(DomainOf, never_denies_tuples_of_any_rectangle) {
  constexpr int way = TypeParam::value;
  const Index vectors = way == 2 ? 60 : 30;
  for (const Given& given : all_kinds(way, vectors)) {
    const Domain domain = given.domain();
    for_each_tuple<way>(vectors, [&](const Array<Index, way>& tuple) {
      if (!given.contains<way>(tuple)) return;
      for (const Index size : {1, 4, 17}) {
        Array<Range, way> ranges{};
        for (int v = 0; v < way; ++v) {
          ranges[v] = {tuple[v] / size * size, std::min((tuple[v] / size + 1) * size, vectors)};
        }
        ASSERT_TRUE(domain.may_have(ranges)) << given.name;
      }
    });
  }
}

TEST(Domain, denies_what_is_far_away) {
  const Domain narrow = Domain::of_window(Window::within_places(1'000'000, 50));
  EXPECT_TRUE(narrow.may_have<2>({Range{0, 4096}, Range{4096, 8192}}));
  EXPECT_FALSE(narrow.may_have<2>({Range{0, 4096}, Range{8192, 12288}}));
  EXPECT_FALSE(narrow.may_have<2>({Range{0, 64}, Range{192, 384}}));
  const Domain sets = Domain::of_sets(1000, {numbers(0, 100), numbers(500, 1000)});
  EXPECT_TRUE(sets.may_have<2>({Range{0, 64}, Range{448, 512}}));
  EXPECT_FALSE(sets.may_have<2>({Range{0, 64}, Range{128, 192}}));
  EXPECT_FALSE(sets.may_have<2>({Range{128, 192}, Range{512, 576}}));
}

TEST(Domain, counts_tuples_of_large_problems) {
  // pairs that are at most w places apart: w (n - w) and, at the end, w (w - 1) / 2
  const Index n = 3'000'000, w = 1000;
  const Domain window = Domain::of_window(Window::within_places(n, w));
  EXPECT_EQ(window.tuples(2, n), w * (n - w) + w * (w - 1) / 2);
  const Domain sets = Domain::of_sets(n, {numbers(0, 1000), numbers(0, n)});
  EXPECT_EQ(sets.tuples(2, n), 1000 * (n - 1000) + 1000 * 999 / 2);
  const auto all = numbers(0, n);
  EXPECT_EQ(Domain::of_sets(n, {all, all, all}).tuples(3, n), encke::tuple_count(3, n));
  EXPECT_EQ(Domain::of_window(Window::within_places(n, n)).tuples(3, n), encke::tuple_count(3, n));
}

TEST(Domain, trims_a_corner_of_a_window_to_what_it_needs) {
  const Domain narrow = Domain::of_window(Window::within_places(8192, 50));
  const auto corner = encke::make_tile<2>(Partition(8192, 4096), {0, 1});
  const auto part = narrow.trimmed(corner);
  EXPECT_EQ(part.ranges[0], (Range{4032, 4096}));  // 4046 is the first that meets 4096
  EXPECT_EQ(part.ranges[1], (Range{4096, 4160}));  // 4145 is the last that 4095 meets
}

TEST(Domain, trims_a_tile_beyond_a_window_to_what_it_needs) {
  const Domain far = Domain().beyond(Window::within_places(8192, 5000));
  const auto tile = far.trimmed(encke::make_tile<2>(Partition(8192, 4096), {0, 1}));
  EXPECT_EQ(tile.ranges[0], (Range{0, 3200}));  // 8191 is the first that 3190 does not meet
  EXPECT_EQ(tile.ranges[1], (Range{4992, 8192}));
}

TEST(Domain, is_a_value) {
  const auto first = numbers(0, 3), last = numbers(2, 8);
  EXPECT_EQ(Domain(), Domain());
  EXPECT_EQ(Domain::of_sets(8, {first, last}), Domain::of_sets(8, {last, first}));
  EXPECT_EQ(Domain::of_sets(8, {{2, 1, 1, 0}, last}), Domain::of_sets(8, {first, last}));
  EXPECT_NE(Domain::of_sets(8, {first, last}), Domain::of_sets(8, {first, first}));
  EXPECT_NE(Domain::of_sets(8, {first, last}), Domain::of_sets(9, {first, last}));
  EXPECT_NE(Domain::of_sets(8, {first, last}), Domain());
  const Window window = Window::within_places(8, 2);
  EXPECT_EQ(Domain().within(window), Domain::of_window(window));
  EXPECT_NE(Domain::of_sets(8, {first, last}).within(window), Domain::of_sets(8, {first, last}));
  EXPECT_EQ(Domain().within(window).within(Window::within_places(8, 5)), Domain().within(window));
}

TEST(Domain, tells_its_memory) {
  const Index n = 64'000;
  const Domain sets = Domain::of_sets(n, {numbers(0, 9), numbers(0, n)});
  const Domain window = Domain::of_window(Window::within_places(n, 7));
  EXPECT_EQ(Domain().bytes(), 0);
  EXPECT_EQ(sets.bytes(), n + (n / 64 + 1) * 32);
  EXPECT_EQ(window.bytes(), 4 * n);
  EXPECT_EQ(sets.within(Window::within_places(n, 7)).bytes(), sets.bytes() + window.bytes());
}

TEST(Domain, has_a_text_of_its_own) {
  const auto first = numbers(0, 3), last = numbers(2, 8);
  const Domain sets = Domain::of_sets(8, {first, last});
  const Window window = Window::within_places(8, 2);
  EXPECT_EQ(Domain().text(), "all");
  std::set<std::string> texts{"all"};
  for (const Domain& domain :
       {sets, Domain::of_sets(8, {first, first}), Domain::of_sets(9, {first, last}),
        Domain::of_sets(8, {first, last, last}), Domain::of_window(window), sets.within(window),
        Domain().beyond(window), sets.beyond(window),
        Domain::of_window(Window::within_places(8, 3))}) {
    EXPECT_TRUE(texts.insert(domain.text()).second) << domain.text();
  }
  EXPECT_EQ(Domain::of_sets(8, {last, first}).text(), sets.text());
}

TYPED_TEST(DomainOf, is_the_same_after_it_was_stored) {
  constexpr int way = TypeParam::value;
  for (const Given& given : all_kinds(way, several(way))) {
    const Domain domain = given.domain();
    const Domain again = Domain::from_stored(domain.stored());
    EXPECT_EQ(again, domain) << given.name;
    EXPECT_EQ(again.text(), domain.text()) << given.name;
    EXPECT_EQ(again.tuples(way, given.vectors), domain.tuples(way, given.vectors)) << given.name;
  }
}

TEST(Domain, is_not_made_of_bytes_of_another_kind) {
  const auto refuses = [](const std::string& bytes) {
    try {
      Domain::from_stored(bytes);
    } catch (const Error& error) {
      return error.failure() == Failure::checksum;
    }
    return false;
  };
  const Domain sets = Domain::of_sets(70, {numbers(0, 9), numbers(3, 70)});
  const std::string bytes = sets.within(Window::within_places(70, 5)).stored();
  EXPECT_FALSE(refuses(bytes));
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    ASSERT_TRUE(refuses(bytes.substr(0, size))) << size;
  }
  EXPECT_TRUE(refuses(bytes + "x"));
  for (std::size_t at = 0; at < bytes.size(); ++at) {  // the top bit makes every number wrong
    std::string other = bytes;
    other[at] = static_cast<char>(other[at] ^ 0x80);
    ASSERT_TRUE(refuses(other)) << at;
  }
}

void expect_refused(const std::function<void()>& act, const std::string& part) {
  try {
    act();
    FAIL() << "expected an error with: " << part;
  } catch (const Error& error) {
    EXPECT_EQ(error.failure(), Failure::inconsistent);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Domain, refuses_what_does_not_fit) {
  const auto all = numbers(0, 4);
  expect_refused([&] { Domain::of_sets(4, {all}); }, "1 sets");
  expect_refused([&] { Domain::of_sets(4, {all, all, all, all}); }, "4 sets");
  expect_refused([&] { Domain::of_sets(4, {all, {4}}); }, "set 2 has vector 4");
  expect_refused([&] { Domain::of_sets(4, {{-1}, all}); }, "set 1 has vector -1");
  const Domain pairs = Domain::of_sets(4, {all, all});
  expect_refused([&] { pairs.check(3, 4); }, "2 sets were given for 3-way");
  expect_refused([&] { pairs.check(2, 5); }, "of 4 vectors, but there are 5");
  expect_refused([&] { pairs.within(Window::within_places(5, 1)); }, "5 vectors");
  const Window near = Window::within_places(4, 1);
  expect_refused([&] { pairs.beyond(Window::within_places(5, 1)); }, "5 vectors");
  expect_refused([&] { pairs.beyond(near).within(near); }, "beyond a window");
  expect_refused([&] { pairs.within(near).beyond(near); }, "of a window");
  Domain().check(2, 5);
  Domain::of_window(Window::within_places(5, 1)).check(3, 5);
}

}  // namespace
}  // namespace encke::test::domain_test
