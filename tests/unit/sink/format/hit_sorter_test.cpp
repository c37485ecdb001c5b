#include <encke/sink/format/hit_sorter.hpp>
#include <encke/sink/format/sorted_runs.hpp>
#include <random>

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::Hit;
using encke::sink::HitSorter;
using encke::sink::SortedRuns;
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

/// The runs of hits `first[r]` to `first[r + 1]` - 1 of a file, in stretches.
template <int Way>
void expect_stretches(const encke::PosixFile& file, const std::vector<encke::Index>& first,
                      const std::vector<Hit<Way>>& expected, encke::Index room) {
  std::vector<encke::Index> begin, count;
  for (std::size_t r = 0; r + 1 < first.size(); ++r) {
    begin.push_back(first[r]);
    count.push_back(first[r + 1] - first[r]);
  }
  SortedRuns<Way> rest(file, begin, count);
  std::vector<Hit<Way>> all, stretch;
  while (rest.left() > 0) {
    const auto left = rest.left();
    rest.take(room, stretch, 2);
    ASSERT_LE(std::ssize(stretch), room);
    ASSERT_GE(std::ssize(stretch), std::min(left, room / 4));
    std::sort(stretch.begin(), stretch.end(), encke::precedes);
    all.insert(all.end(), stretch.begin(), stretch.end());
  }
  ASSERT_EQ(all, expected) << room;
}

/// Runs that are alike, that lie one behind the other, and of which one has nearly everything.
TEST_F(HitSorterTest, cuts_stretches_that_fit_from_runs_of_any_kind) {
  const auto hits = all_hits<2>(50, 4);  // 4900
  std::mt19937 random(3);
  for (int kind = 0; kind < 3; ++kind) {
    constexpr std::size_t runs = 7;
    std::vector<std::vector<Hit<2>>> of_run(runs);
    for (std::size_t h = 0; h < hits.size(); ++h) {
      const std::size_t choice[] = {random() % runs, h * runs / hits.size(),
                                    random() % 50 == 0 ? random() % runs : 3};
      of_run[choice[kind]].push_back(hits[h]);
    }
    auto file = encke::PosixFile::create_new(path("runs" + std::to_string(kind)));
    std::vector<encke::Index> first = {0};
    for (const auto& run : of_run) {
      file.write(std::as_bytes(std::span(run)));
      first.push_back(first.back() + std::ssize(run));
    }
    for (const encke::Index room : {14, 15, 100, 1000, 4899, 4900}) {
      expect_stretches(file, first, hits, room);
    }
  }
}

TEST_F(HitSorterTest, gives_the_same_with_several_workers) {
  const auto hits = all_hits<2>(300, 4);  // 179,400, enough for slices
  HitSorter<2> sorter(path("s"), {std::int64_t{1} << 20, 256});
  for (int repeat = 0; repeat < 2; ++repeat) {  // the second time runs are ordered by several, too
    sorter.add(shuffled(hits));
    std::vector<Hit<2>> result;
    sorter.drain([&](auto part) { result.insert(result.end(), part.begin(), part.end()); }, 3);
    EXPECT_EQ(result, hits) << repeat;
  }
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
