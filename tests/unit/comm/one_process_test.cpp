#include <gtest/gtest.h>

#include <array>
#include <encke/base/error.hpp>
#include <encke/comm/communicator.hpp>
#include <numeric>
#include <thread>

namespace encke {
namespace {

using Values = std::vector<std::int64_t>;

std::span<std::byte> bytes_of(Values& values) { return std::as_writable_bytes(std::span(values)); }

Values numbers(std::size_t n) {
  Values values(n);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

TEST(OneProcess, is_rank_0_of_1) {
  const Communicator ranks;
  EXPECT_EQ(ranks.rank(), 0);
  EXPECT_EQ(ranks.size(), 1);
  EXPECT_TRUE(ranks.is_root());
  EXPECT_EQ(ranks.split(3, 7).size(), 1);
}

TEST(OneProcess, collective_functions_leave_its_values_as_they_are) {
  const Communicator ranks;
  ranks.barrier();
  Values values = numbers(100);
  ranks.sum(values);
  ranks.maximum(values);
  ranks.broadcast(bytes_of(values), 0);
  EXPECT_EQ(values, numbers(100));
  std::vector<std::uint64_t> bits{5, 0};
  ranks.any(bits);
  EXPECT_EQ(bits, (std::vector<std::uint64_t>{5, 0}));
  EXPECT_EQ(ranks.broadcast(std::string("a\0b", 3), 0), std::string("a\0b", 3));
  EXPECT_EQ(ranks.gather("text", 0), std::vector<std::string>{"text"});
  EXPECT_EQ(ranks.all_gather(values), values);
  EXPECT_EQ(ranks.cut_at(8).all_gather(values), values);
  EXPECT_TRUE(ranks.all_gather({}).empty());
}

TEST(OneProcess, messages_to_itself_arrive_whichever_side_starts) {
  for (const std::size_t cut : {8, 100, 1 << 20}) {
    const Communicator ranks = Communicator().cut_at(cut);
    for (const std::size_t n : {0, 1, 1000}) {
      Values out = numbers(n);
      Values in(n);
      Transfer send = ranks.send(bytes_of(out), 0, 4);
      Transfer receive = ranks.receive(bytes_of(in), 0, 4);
      receive.wait();
      send.wait();
      EXPECT_EQ(in, out);

      Values again(n);
      receive = ranks.receive(bytes_of(again), 0, 4);
      EXPECT_FALSE(receive.done());
      send = ranks.send(bytes_of(out), 0, 4);
      EXPECT_TRUE(receive.done());
      EXPECT_TRUE(send.done());
      EXPECT_EQ(again, out);
    }
  }
}

TEST(OneProcess, messages_are_matched_by_tag_and_order) {
  const Communicator ranks;
  Values a{1}, b{2}, c{3}, first(1), second(1), third(1);
  std::array transfers{ranks.send(bytes_of(a), 0, 7), ranks.send(bytes_of(b), 0, 8),
                       ranks.send(bytes_of(c), 0, 7)};
  ranks.receive(bytes_of(second), 0, 8).wait();
  ranks.receive(bytes_of(first), 0, 7).wait();
  ranks.receive(bytes_of(third), 0, 7).wait();
  for (Transfer& transfer : transfers) EXPECT_TRUE(transfer.done());
  EXPECT_EQ(first, a);
  EXPECT_EQ(second, b);
  EXPECT_EQ(third, c);
}

TEST(OneProcess, groups_do_not_hear_each_other_and_copies_do) {
  const Communicator ranks;
  const Communicator copy = ranks;
  const Communicator other = ranks.split(0, 0);
  Values out{1}, in(1);
  Transfer send = ranks.send(bytes_of(out), 0, 0);
  EXPECT_THROW(other.receive(bytes_of(in), 0, 0).wait(), Error);
  copy.receive(bytes_of(in), 0, 0).wait();
  EXPECT_EQ(in, out);
}

TEST(OneProcess, an_abandoned_message_is_as_if_never_started) {
  const Communicator ranks;
  Values lost{1}, out{2}, in(1);
  { const Transfer dropped = ranks.send(bytes_of(lost), 0, 0); }
  { const Transfer dropped = ranks.receive(bytes_of(lost), 0, 0); }
  Transfer send = ranks.send(bytes_of(out), 0, 0);
  ranks.receive(bytes_of(in), 0, 0).wait();
  EXPECT_EQ(in, out);
}

TEST(OneProcess, what_can_never_arrive_is_an_error) {
  const Communicator ranks;
  Values value(1), two(2);
  Transfer lonely = ranks.receive(bytes_of(value), 0, 0);
  EXPECT_FALSE(lonely.done());
  EXPECT_THROW(lonely.wait(), Error);
  Transfer longer = ranks.send(bytes_of(two), 0, 0);
  EXPECT_THROW(longer.wait(), Error);
  EXPECT_THROW(lonely.wait(), Error);
}

TEST(OneProcess, arguments_out_of_range_are_errors) {
  const Communicator ranks;
  Values value(1);
  EXPECT_THROW(ranks.send(bytes_of(value), 1, 0), Error);
  EXPECT_THROW(ranks.receive(bytes_of(value), -1, 0), Error);
  EXPECT_THROW(ranks.send(bytes_of(value), 0, -1), Error);
  EXPECT_THROW(ranks.broadcast(bytes_of(value), 1), Error);
  EXPECT_THROW(ranks.gather("", 1), Error);
  EXPECT_THROW(ranks.split(-1, 0), Error);
  EXPECT_THROW(ranks.cut_at((std::size_t{1} << 28) + 1), Error);
}

TEST(OneProcess, threads_may_talk_to_each_other) {
  const Communicator ranks;
  std::thread sender([&] {
    for (std::int64_t i = 0; i < 1000; ++i) {
      Values out{i};
      Transfer send = ranks.send(bytes_of(out), 0, 0);
      while (!send.done()) std::this_thread::yield();
    }
  });
  for (std::int64_t i = 0; i < 1000; ++i) {
    Values in(1);
    Transfer receive = ranks.receive(bytes_of(in), 0, 0);
    while (!receive.done()) std::this_thread::yield();
    ASSERT_EQ(in[0], i);
  }
  sender.join();
}

TEST(OneProcessDeathTest, abort_ends_the_process_with_the_code) {
  EXPECT_EXIT(Communicator().abort(22), ::testing::ExitedWithCode(22), "");
}

}  // namespace
}  // namespace encke
