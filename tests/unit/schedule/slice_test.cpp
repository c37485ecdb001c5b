#include <gtest/gtest.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/slice.hpp>
#include <string>

namespace {

using encke::Index;
using encke::Range;
using encke::Slice;

TEST(Slice, shares_are_contiguous_complete_and_within_one_of_each_other) {
  for (Index n = 1; n <= 64; ++n) {
    for (const Index size : {0, 1, 2, 3, 17, 63, 64, 65, 128, 1000}) {
      const Range all{7, 7 + size};
      Index next = all.begin;
      Index least = size;
      Index most = 0;
      for (Index k = 0; k < n; ++k) {
        const Range share = Slice{k, n}.of(all);
        EXPECT_EQ(share.begin, next) << k << " of " << n << " of " << size;
        next = share.end;
        least = std::min(least, share.size());
        most = std::max(most, share.size());
      }
      EXPECT_EQ(next, all.end) << n << " of " << size;
      EXPECT_LE(most - least, 1) << n << " of " << size;
    }
  }
}

TEST(Slice, nested_slices_cover_the_list_once) {
  const Range all{0, 1001};
  Index next = 0;
  for (Index phase = 0; phase < 7; ++phase) {
    for (Index stage = 0; stage < 5; ++stage) {
      const Range share = Slice{stage, 5}.of(Slice{phase, 7}.of(all));
      EXPECT_EQ(share.begin, next);
      next = share.end;
    }
  }
  EXPECT_EQ(next, all.end);
}

TEST(Slice, by_default_is_the_whole_list) { EXPECT_EQ(Slice{}.of(Range{3, 9}), (Range{3, 9})); }

TEST(Slice, does_not_overflow_for_as_many_tiles_as_can_be_numbered) {
  constexpr Index size = 4'000'000'000'000'000'000;
  const Range last = Slice{9999, 10000}.of(Range{0, size});
  EXPECT_EQ(last.end, size);
  EXPECT_EQ(last.size(), size / 10000);
}

TEST(Slice, refuses_a_share_that_does_not_exist) {
  for (const Slice slice : {Slice{-1, 4}, Slice{4, 4}, Slice{0, 0}, Slice{0, -2}}) {
    try {
      slice.of(Range{0, 10});
      FAIL() << "accepted " << slice.k << " of " << slice.n;
    } catch (const encke::Error& error) {
      EXPECT_EQ(error.failure(), encke::Failure::command_line);
      EXPECT_NE(std::string(error.what()).find("share " + std::to_string(slice.k)),
                std::string::npos);
    }
  }
}

}  // namespace
