// Square matrices of stretches of vectors, as NumPy reads them, and the lists beside them.
#include <cmath>
#include <cstring>
#include <encke/sink/format/matrix/squares.hpp>

#include "support/scratch.hpp"

namespace encke::test::squares_test {
namespace {

using sink::Ids;
using sink::Square;
using sink::Squares;

Ids ids_of(std::size_t count) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back("S" + std::to_string(i));
  return std::make_shared<const std::vector<std::string>>(ids);
}

class SquaresTest : public Scratch {
 protected:
  /// The numbers of a file, after its header, which names their type and number.
  template <class Number>
  std::vector<double> matrix(const std::string& name, const std::string& dtype, std::size_t n) {
    const std::string bytes = bytes_of(path(name));
    const std::string header = bytes.substr(0, 128);
    const std::string shape = "(" + std::to_string(n) + ", " + std::to_string(n) + ")";
    EXPECT_NE(header.find("'" + dtype + "'"), std::string::npos) << header;
    EXPECT_NE(header.find(shape), std::string::npos) << header;
    EXPECT_EQ(bytes.size(), 128 + n * n * sizeof(Number));
    std::vector<Number> numbers(n * n);
    std::memcpy(numbers.data(), bytes.data() + 128, bytes.size() - 128);
    return {numbers.begin(), numbers.end()};
  }

  template <class Number>
  void expect_square(const std::string& name, const std::string& dtype,
                     const std::vector<Hit<2>>& hits, Index first, std::size_t n, double same) {
    std::vector<double> expected(n * n, same);
    for (const auto& h : hits) {
      const Index i = h.index[0] - first, j = h.index[1] - first;
      if (i < 0 || j >= static_cast<Index>(n)) continue;
      const double value = static_cast<Number>(h.value);
      expected[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j)] = value;
      expected[static_cast<std::size_t>(j) * n + static_cast<std::size_t>(i)] = value;
    }
    EXPECT_EQ((matrix<Number>(name, dtype, n)), expected) << name;
  }
};

TEST_F(SquaresTest, have_the_values_of_their_vectors_whatever_their_order_and_the_memory) {
  const std::vector<Square> squares = {
      {"a", {0, 9}}, {"b", {5, 20}}, {"in", {6, 8}}, {"one", {20, 21}}, {"c", {22, 30}}};
  const auto hits = all_hits<2>(30, 1);
  for (const std::int64_t memory : {std::int64_t{1}, std::int64_t{1500}, std::int64_t{1} << 20}) {
    for (const bool float32 : {false, true}) {
      Squares out(path("out"), ids_of(30), nullptr, squares,
                  {.memory = memory, .same = 1, .float32 = float32});
      run(out, {2, 1, 30, true}, shuffled(hits), 37);
      EXPECT_EQ(files().size(), 10U);
      const auto expect = [&](const std::string& name, Index first, std::size_t n) {
        if (float32) {
          expect_square<float>("out." + name + ".square.npy", "<f4", hits, first, n, 1);
        } else {
          expect_square<double>("out." + name + ".square.npy", "<f8", hits, first, n, 1);
        }
      };
      expect("a", 0, 9);
      expect("b", 5, 15);
      expect("in", 6, 2);
      expect("one", 20, 1);
      expect("c", 22, 8);
    }
  }
}

TEST_F(SquaresTest, are_written_as_soon_as_their_pairs_have_come) {
  Squares out(path("out"), ids_of(12), nullptr, {{"a", {0, 6}}, {"b", {6, 12}}},
              {.memory = 1 << 20});
  const auto hits = all_hits<2>(12, 1);
  out.begin({2, 1, 12, true});
  for (std::uint32_t strip = 0; strip < 12; strip += 3) {
    for (const auto& hit : hits) {
      if (hit.index[0] / 3 == strip / 3) out.take(std::span(&hit, 1));
    }
    out.flush_before(strip + 3);
  }
  out.finish();
  expect_square<double>("out.a.square.npy", "<f8", hits, 0, 6, 0);
  expect_square<double>("out.b.square.npy", "<f8", hits, 6, 6, 0);
}

TEST_F(SquaresTest, say_which_allele_is_counted) {
  TextColumn sites;
  sites.add("1\t10\tA/C");
  sites.add("1\t20\t.");
  sites.add("X\t5\tG/TT");
  const auto shared = std::make_shared<const TextColumn>(std::move(sites));
  Squares whole(path("out"), ids_of(3), shared, {{"", {0, 3}}}, {});
  run(whole, {2, 1, 3, true}, all_hits<2>(3, 1));
  EXPECT_EQ(bytes_of(path("out.vars")),
            "ID\tCHROM\tPOS\tCOUNTED\tOTHER\nS0\t1\t10\tA\tC\nS1\t1\t20\t.\t.\nS2\tX\t5\tG\tTT\n");
  Squares bare(path("bare"), ids_of(2), nullptr, {{"n", {0, 2}}}, {});
  run(bare, {2, 1, 2, true}, all_hits<2>(2, 1));
  EXPECT_EQ(bytes_of(path("bare.n.vars")),
            "ID\tCHROM\tPOS\tCOUNTED\tOTHER\nS0\t.\t.\t.\t.\nS1\t.\t.\t.\t.\n");
}

TEST_F(SquaresTest, refuse_runs_that_lack_pairs_and_leave_nothing) {
  const auto refused = [&](const SinkInfo& info) {
    Squares out(path("out"), ids_of(4), nullptr, {{"a", {0, 2}}, {"b", {1, 4}}}, {});
    return failure_of([&] { out.begin(info); });
  };
  EXPECT_EQ(refused({3, 1, 4, true}).first, Failure::inconsistent);
  EXPECT_EQ(refused({2, 4, 4, true}).first, Failure::inconsistent);
  EXPECT_EQ(refused({2, 1, 4, false}).first, Failure::inconsistent);
  EXPECT_EQ(refused({2, 1, 5, true}).first, Failure::inconsistent);
  const auto near = Domain::of_window(Window::within_places(4, 1));
  const auto [failure, message] =
      refused({.way = 2, .cells = 1, .vectors = 4, .all = true, .domain = near});
  EXPECT_EQ(failure, Failure::inconsistent);
  EXPECT_NE(message.find("out.b.square.npy: holds all pairs"), std::string::npos) << message;
  Squares out(path("out"), ids_of(4), nullptr, {{"b", {1, 4}}}, {});
  auto hits = all_hits<2>(4, 1);
  hits.pop_back();
  EXPECT_EQ(failure_of([&] { run(out, {2, 1, 4, true}, hits); }).first, Failure::internal);
}

TEST_F(SquaresTest, leave_no_file_without_the_end) {
  {
    Squares out(path("out"), ids_of(4), nullptr, {{"b", {1, 4}}}, {});
    out.begin({2, 1, 4, true});
  }
  EXPECT_TRUE(files().empty());
}

}  // namespace
}  // namespace encke::test::squares_test
