#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/comm/communicator.hpp>
#include <numeric>
#include <optional>

#include "mpi/world.hpp"

namespace encke::communicator_test {
namespace {

using test::world;
using Values = std::vector<std::int64_t>;

std::span<std::byte> bytes_of(Values& values) { return std::as_writable_bytes(std::span(values)); }

/// n values that differ from rank to rank and from one `salt` to another.
Values pattern(std::size_t n, int rank, int salt) {
  Values values(n);
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<std::int64_t>(i * 1000003) + 7919 * rank + 104729 * salt;
  }
  return values;
}

// Whole messages, and messages cut into pieces that divide nothing evenly.
std::array<Communicator, 3> cuts() { return {world(), world().cut_at(8), world().cut_at(1001)}; }

TEST(Communicator, ranks_are_numbered) {
  Values mine{world().rank()};
  Values expected(static_cast<std::size_t>(world().size()));
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(world().all_gather(mine), expected);
  EXPECT_EQ(world().is_root(), world().rank() == 0);
}

TEST(Communicator, broadcasts_from_every_rank) {
  for (const Communicator& ranks : cuts()) {
    for (int root = 0; root < ranks.size(); ++root) {
      for (const std::size_t n : {0, 1, 300}) {  // the last are 300 messages, and 3
        Values values = pattern(n, ranks.rank(), root);
        ranks.broadcast(bytes_of(values), root);
        EXPECT_EQ(values, pattern(n, root, root));
      }
    }
  }
}

TEST(Communicator, broadcasts_text_with_any_bytes) {
  const std::string text("a\0b\xff\n", 5);
  for (int root = 0; root < world().size(); ++root) {
    EXPECT_EQ(world().broadcast(world().rank() == root ? text : "longer than that", root), text);
    EXPECT_EQ(world().broadcast(world().rank() == root ? "" : "x", root), "");
  }
}

TEST(Communicator, reduces_element_by_element) {
  const auto p = static_cast<std::int64_t>(world().size());
  const auto r = static_cast<std::int64_t>(world().rank());
  for (const Communicator& ranks : cuts()) {
    for (const std::size_t n : {0, 1, 200}) {
      Values added(n);
      Values highest(n);
      std::vector<std::uint64_t> bits(n);
      for (std::size_t i = 0; i < n; ++i) {
        added[i] = static_cast<std::int64_t>(i) - r;
        highest[i] = -static_cast<std::int64_t>(i) - (p - 1 - r);
        bits[i] = std::uint64_t{1} << (63 - static_cast<std::uint64_t>(r));
      }
      ranks.sum(added);
      ranks.maximum(highest);
      ranks.any(bits);
      for (std::size_t i = 0; i < n; ++i) {
        const auto k = static_cast<std::int64_t>(i);
        ASSERT_EQ(added[i], k * p - p * (p - 1) / 2);
        ASSERT_EQ(highest[i], -k);
        ASSERT_EQ(bits[i], ~std::uint64_t{0} << (64 - static_cast<std::uint64_t>(p)));
      }
    }
  }
}

TEST(Communicator, gathers_texts_of_different_lengths_on_the_root) {
  const auto text_of = [](int rank) {
    return std::string(static_cast<std::size_t>(rank) * 300, static_cast<char>('a' + rank)) + '\0';
  };
  for (const Communicator& ranks : cuts()) {
    for (int root = 0; root < ranks.size(); ++root) {
      const auto texts = ranks.gather(text_of(ranks.rank()), root);
      if (ranks.rank() != root) {
        EXPECT_TRUE(texts.empty());
        continue;
      }
      ASSERT_EQ(texts.size(), static_cast<std::size_t>(ranks.size()));
      for (int r = 0; r < ranks.size(); ++r) {
        EXPECT_EQ(texts[static_cast<std::size_t>(r)], text_of(r));
      }
    }
  }
  const auto nothing = world().gather("", 0);
  EXPECT_EQ(nothing, std::vector<std::string>(world().is_root() ? std::size_t(world().size()) : 0));
}

TEST(Communicator, gathers_uneven_values_everywhere) {
  for (const Communicator& ranks : cuts()) {
    for (const std::size_t unit : {0, 1, 70}) {
      // Rank 1 has none.
      const auto n = [&](int rank) { return rank == 1 ? 0 : unit * (std::size_t(rank) + 1); };
      Values expected;
      for (int r = 0; r < ranks.size(); ++r) {
        const Values part = pattern(n(r), r, 0);
        expected.insert(expected.end(), part.begin(), part.end());
      }
      EXPECT_EQ(ranks.all_gather(pattern(n(ranks.rank()), ranks.rank(), 0)), expected);
    }
  }
}

TEST(Communicator, splits_into_groups_ordered_by_key) {
  const int rank = world().rank();
  const int size = world().size();
  const Communicator part = world().split(rank % 2, -rank);
  Values members;
  for (int r = size - 1; r >= 0; --r) {
    if (r % 2 == rank % 2) members.push_back(r);
  }
  EXPECT_EQ(part.size(), static_cast<int>(members.size()));
  EXPECT_EQ(part.all_gather(Values{rank}), members);
  EXPECT_EQ(members[static_cast<std::size_t>(part.rank())], rank);
  const Communicator alone = part.split(part.rank(), 0);
  EXPECT_EQ(alone.size(), 1);
  EXPECT_EQ(alone.all_gather(Values{rank}), Values{rank});
  const Communicator empty_handed = Communicator();
  EXPECT_EQ(empty_handed.size(), 1);
}

TEST(Communicator, many_groups_may_be_made_and_dropped) {
  // MPICH can have 2048 at once. Its MPI_Comm_split keeps its core while it waits, so that many of
  // them take minutes where ranks share cores.
  const int count = world().size() <= 2 ? 2100 : 60;
  for (int i = 0; i < count; ++i) {
    const Communicator part = world().split(world().rank() < i % 3 ? 0 : 1, 0);
    ASSERT_LE(part.size(), world().size());
  }
}

TEST(Transfer, messages_of_every_size_to_every_rank_and_to_oneself) {
  for (const Communicator& ranks : cuts()) {
    for (const std::size_t n : {0, 1, 125, 126, 1000}) {
      const auto size = static_cast<std::size_t>(ranks.size());
      std::vector<Values> out(size);
      std::vector<Values> in(size, Values(n));
      std::vector<Transfer> transfers;
      for (std::size_t r = 0; r < size; ++r) {
        const int other = static_cast<int>(r);
        out[r] = pattern(n, ranks.rank(), other);
        transfers.push_back(ranks.receive(bytes_of(in[r]), other, 5));
        transfers.push_back(ranks.send(bytes_of(out[r]), other, 5));
      }
      for (Transfer& transfer : transfers) transfer.wait();
      for (std::size_t r = 0; r < size; ++r) {
        EXPECT_EQ(in[r], pattern(n, static_cast<int>(r), ranks.rank()));
      }
    }
  }
}

TEST(Transfer, many_at_once_are_matched_by_tag_and_order) {
  constexpr int count = 300;
  const Communicator ranks = world().cut_at(16);
  const int next = (ranks.rank() + 1) % ranks.size();
  const int previous = (ranks.rank() + ranks.size() - 1) % ranks.size();
  std::vector<Values> out;
  std::vector<Values> in;
  std::vector<Transfer> transfers;
  for (int i = 0; i < count; ++i) {
    out.push_back(pattern(5, ranks.rank(), i));
    in.emplace_back(5);
  }
  for (std::size_t i = 0; i < count; ++i) {
    transfers.push_back(ranks.send(bytes_of(out[i]), next, static_cast<int>(i % 3)));
  }
  // Received tag by tag: another order than that of sending.
  for (std::size_t tag : {2, 0, 1}) {
    for (std::size_t i = tag; i < count; i += 3) {
      transfers.push_back(ranks.receive(bytes_of(in[i]), previous, static_cast<int>(tag)));
    }
  }
  while (!transfers.empty()) std::erase_if(transfers, [](Transfer& t) { return t.done(); });
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ(in[static_cast<std::size_t>(i)], pattern(5, previous, i));
  }
}

TEST(Transfer, groups_do_not_hear_each_other) {
  const Communicator other = world().split(0, world().rank());
  const int next = (world().rank() + 1) % world().size();
  const int previous = (world().rank() + world().size() - 1) % world().size();
  Values first{1};
  Values second{2};
  Values in_world(1);
  Values in_other(1);
  Transfer a = world().send(bytes_of(first), next, 0);
  Transfer b = other.send(bytes_of(second), next, 0);
  other.receive(bytes_of(in_other), previous, 0).wait();
  world().receive(bytes_of(in_world), previous, 0).wait();
  a.wait();
  b.wait();
  EXPECT_EQ(in_world, first);
  EXPECT_EQ(in_other, second);
}

TEST(Transfer, an_unfinished_one_can_be_dropped) {
  static Values never(1);  // MPI may keep it to the end
  { const Transfer dropped = world().receive(bytes_of(never), world().rank(), 17); }
  world().barrier();
  EXPECT_EQ(never, Values(1));
}

TEST(Transfer, sides_that_differ_in_length_are_told) {
  Values longer(2);
  Values shorter(1);
  const int me = world().rank();
  Transfer receive = world().receive(bytes_of(longer), me, 1);
  Transfer send = world().send(bytes_of(shorter), me, 1);
  std::optional<Error> seen;
  try {
    receive.wait();
  } catch (const Error& error) {
    seen = error;
  }
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->failure(), Failure::internal) << seen->what();
}

TEST(Communicator, arguments_out_of_range_are_errors) {
  Values value(1);
  EXPECT_THROW(world().broadcast(bytes_of(value), world().size()), Error);
  EXPECT_THROW(world().send(bytes_of(value), -1, 0), Error);
  EXPECT_THROW(world().receive(bytes_of(value), 0, Communicator::largest_tag + 1), Error);
  EXPECT_THROW(world().split(-1, 0), Error);
  EXPECT_THROW(world().cut_at(7), Error);
}

}  // namespace
}  // namespace encke::communicator_test
