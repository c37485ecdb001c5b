#include <encke/sink/format/hit_sorter.hpp>

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::Hit;
using encke::sink::HitSorter;
using encke::sink::SortLimits;
using encke::test::all_hits;
using encke::test::failure_of;
using encke::test::FullDisk;
using encke::test::shuffled;

constexpr std::int64_t hit_bytes = sizeof(Hit<2>);

class HitSorterTest : public encke::test::Scratch {
 protected:
  template <int Way>
  std::vector<Hit<Way>> sorted(const std::vector<Hit<Way>>& hits, const SortLimits& limits,
                               std::size_t batch) {
    HitSorter<Way> sorter(path("s"), limits);
    for (std::size_t first = 0; first < hits.size(); first += batch) {
      sorter.add(std::span(hits).subspan(first, std::min(batch, hits.size() - first)));
    }
    std::vector<Hit<Way>> result;
    sorter.drain([&](std::span<const Hit<Way>> part) {
      EXPECT_FALSE(part.empty());
      result.insert(result.end(), part.begin(), part.end());
    });
    return result;
  }
};

TEST_F(HitSorterTest, of_nothing_passes_nothing_on) { EXPECT_TRUE(sorted<2>({}, {}, 1).empty()); }

TEST_F(HitSorterTest, sorts_in_memory_what_fits) {
  const auto hits = all_hits<2>(20, 4);
  EXPECT_EQ(sorted(shuffled(hits), {}, 7), hits);
  EXPECT_TRUE(files().empty());
}

TEST_F(HitSorterTest, sorts_through_any_number_of_spilled_runs) {
  const auto hits = all_hits<3>(14, 8);  // 2912 hits
  for (const std::int64_t held : {8, 9, 100, 1456, 2911, 2912, 2913}) {
    EXPECT_EQ(sorted(shuffled(hits), {held * hit_bytes, 256}, 100), hits) << held;
  }
}

TEST_F(HitSorterTest, merges_in_several_passes_where_runs_exceed_the_fan_in) {
  const auto hits = all_hits<2>(60, 4);  // 7080 hits: 885 runs of 8
  for (const int fan_in : {2, 3, 4, 29, 30}) {
    EXPECT_EQ(sorted(shuffled(hits), {8 * hit_bytes, fan_in}, 50), hits) << fan_in;
    EXPECT_EQ(sorted(shuffled(hits), {100 * hit_bytes, fan_in}, 50), hits) << fan_in;
  }
}

TEST_F(HitSorterTest, takes_limits_below_the_least_for_the_least) {
  const auto hits = all_hits<2>(10, 1);
  EXPECT_EQ(sorted(shuffled(hits), {0, 0}, 3), hits);
  EXPECT_EQ(sorted(shuffled(hits), {-1, -1}, 3), hits);
}

TEST_F(HitSorterTest, can_be_used_again_after_a_drain) {
  HitSorter<2> sorter(path("s"), {8 * hit_bytes, 2});
  const auto hits = all_hits<2>(10, 1);
  for (int repeat = 0; repeat < 2; ++repeat) {
    std::vector<Hit<2>> result;
    sorter.add(hits);
    sorter.drain([&](auto part) { result.insert(result.end(), part.begin(), part.end()); });
    EXPECT_EQ(result, hits);
  }
}

TEST_F(HitSorterTest, keeps_no_name_of_a_temporary_file_while_it_spills) {
  HitSorter<2> sorter(path("s"), {8 * hit_bytes, 2});
  sorter.add(all_hits<2>(10, 4));
  EXPECT_TRUE(files().empty());
}

TEST_F(HitSorterTest, a_directory_that_takes_no_spill_is_an_open_error) {
  HitSorter<2> sorter(path("none/s"), {8 * hit_bytes, 2});
  const auto [failure, message] = failure_of([&] { sorter.add(all_hits<2>(10, 4)); });
  EXPECT_EQ(failure, Failure::open);
  EXPECT_NE(message.find("none/s.spill"), std::string::npos) << message;
}

TEST_F(HitSorterTest, a_full_disk_is_a_write_error) {
  const FullDisk full(20 * hit_bytes);
  HitSorter<2> sorter(path("s"), {8 * hit_bytes, 2});
  const auto [failure, message] = failure_of([&] { sorter.add(all_hits<2>(10, 4)); });
  EXPECT_EQ(failure, Failure::write);
  EXPECT_NE(message.find("s.spill"), std::string::npos) << message;
}

}  // namespace
