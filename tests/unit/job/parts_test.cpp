#include <gtest/gtest.h>

#include <encke/job/parts.hpp>

#include "support/files.hpp"

namespace encke::job {
namespace {

using io::expect_error;

/// A part of a run of 200 vectors in 7 blocks: 28 tiles of pairs, 84 of triples.
store::RunPart part(const std::string& share, Index less = 0, int way = 2) {
  store::RunPart part{"of-" + share, {}, 0};
  part.identity.add("way", std::to_string(way));
  part.identity.add("num-vectors", "200");
  part.identity.add("blocks", "7");
  part.identity.add("share", share);
  part.tiles = tiles_of(part.identity) - less;
  return part;
}

void expect(const std::vector<store::RunPart>& parts,
            std::initializer_list<std::string_view> words) {
  expect_error([&] { check_parts(parts); }, Failure::inconsistent, words);
}

TEST(Parts, know_how_many_tiles_they_have) {
  EXPECT_EQ(part("all").tiles, 28);
  EXPECT_EQ(part("all", 0, 3).tiles, 84);
  Index sum = 0;
  for (const char* share : {"1-1/4", "2-3/4", "4-4/4"}) sum += part(share).tiles;
  EXPECT_EQ(sum, 28);
  EXPECT_LT(part("1-1/2 1-1/3").tiles, part("1-1/2").tiles);
}

TEST(Parts, that_are_all_there_pass) {
  check_parts({{part("all")}});
  check_parts({{part("3-4/4"), part("1-2/4")}});
  check_parts({{part("2-2/2 1-3/3"), part("1-1/2 2-3/3"), part("1-1/2 1-1/3")}});
}

TEST(Parts, that_are_missing_are_named) {
  expect({part("1-1/7"), part("6-6/7")}, {"parts are missing: 2-5/7, 7/7 of the run", "of-1-1/7"});
  expect({part("2-2/2")}, {"missing: 1/2 of"});
  expect({part("1-1/3 1-1/2"), part("2-2/3 1-2/2")}, {"missing: 1/3 2/2, 3/3 1-2/2 of"});
  expect({part("1-1/100 1-50/50")}, {"2/100 1-50/50, 3/100", "11/100 1-50/50, ... of"});
}

TEST(Parts, that_are_not_complete_are_named_before) {
  expect({part("1-1/4"), part("2-2/4", 2)},
         {"not complete: of-2-2/4 (4 of 6 tiles)", "--resume completes it"});
  expect({part("1-1/4", 1), part("2-2/4", 6)}, {"of-1-1/4 (9 of 10 tiles), of-2-2/4 (0 of 6"});
}

TEST(Parts, of_other_cuts_are_left_to_the_tiles) {
  check_parts({{part("1-1/2"), part("3-4/4")}});
  check_parts({{part("1-1/2"), part("2-2/2 1-2/3")}});
}

}  // namespace
}  // namespace encke::job
