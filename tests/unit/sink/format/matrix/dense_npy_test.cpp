#include <cstring>
#include <encke/file/npy_header.hpp>
#include <encke/sink/format/matrix/dense_npy.hpp>

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::Hit;
using encke::Index;
using encke::SinkInfo;
using encke::sink::DenseNpy;
using encke::test::all_hits;
using encke::test::failure_of;
using encke::test::FullDisk;
using encke::test::run;
using encke::test::shuffled;

class DenseNpyTest : public encke::test::Scratch {
 protected:
  template <int Way>
  std::string file(const SinkInfo& info, const std::vector<Hit<Way>>& hits,
                   std::size_t buffer = DenseNpy::default_buffer) {
    DenseNpy dense(path("out"), buffer);
    run(dense, info, hits);
    EXPECT_EQ(files(), std::vector<std::string>{"out.npy"});
    return bytes_of(dense.path());
  }

  /// Header and values as they should be: `hits` in file order.
  template <class T, int Way>
  static std::string expected(const char* dtype, std::vector<Index> shape,
                              const std::vector<Hit<Way>>& hits) {
    std::string bytes = encke::io::npy_header(dtype, shape);
    for (const auto& hit : hits) {
      const T value = static_cast<T>(hit.value);
      char raw[sizeof(T)];
      std::memcpy(raw, &value, sizeof(T));
      bytes.append(raw, sizeof(T));
    }
    return bytes;
  }
};

TEST_F(DenseNpyTest, holds_one_value_of_each_pair_in_condensed_order) {
  const auto hits = all_hits<2>(7, 1);
  EXPECT_EQ(file({2, 1, 7, true}, hits), expected<double>("<f8", {21}, hits));
}

TEST_F(DenseNpyTest, holds_the_cells_of_each_triple_as_columns) {
  const auto hits = all_hits<3>(6, 8);
  EXPECT_EQ(file({3, 8, 6, true}, hits), expected<double>("<f8", {20, 8}, hits));
}

TEST_F(DenseNpyTest, has_the_names_of_the_vectors_beside_it) {
  const auto ids = std::make_shared<const std::vector<std::string>>(
      std::vector<std::string>{"b", "a 1", "two\nlines"});
  const auto hits = all_hits<2>(3, 1);
  DenseNpy dense(path("out"), DenseNpy::default_buffer, ids);
  run(dense, {2, 1, 3, true}, hits);
  EXPECT_EQ(bytes_of(path("out.ids")), "b\na 1\ntwo\\nlines\n");
  EXPECT_EQ(files(), (std::vector<std::string>{"out.ids", "out.npy"}));
}

TEST_F(DenseNpyTest, holds_float32_where_values_are_exact_in_it) {
  auto hits = all_hits<2>(9, 4);
  for (auto& hit : hits) hit.value = static_cast<double>(static_cast<float>(hit.value));
  EXPECT_EQ(file({2, 4, 9, true, true}, hits), expected<float>("<f4", {36, 4}, hits));
}

TEST_F(DenseNpyTest, is_the_same_in_any_order_of_arrival_and_with_any_buffer) {
  const auto hits = all_hits<3>(12, 8);
  const std::string whole = expected<double>("<f8", {220, 8}, hits);
  for (const std::size_t buffer : {1, 80, 1000, 1 << 20}) {
    EXPECT_EQ(file({3, 8, 12, true}, hits, buffer), whole) << buffer;
    EXPECT_EQ(file({3, 8, 12, true}, shuffled(hits), buffer), whole) << buffer;
  }
}

TEST_F(DenseNpyTest, of_too_few_vectors_is_an_empty_array) {
  EXPECT_EQ(file<2>({2, 1, 1, true}, {}), encke::io::npy_header("<f8", std::vector<Index>{0}));
}

TEST_F(DenseNpyTest, refuses_a_run_with_a_threshold) {
  DenseNpy dense(path("out"));
  const auto [failure, message] = failure_of([&] { dense.begin({2, 1, 7, false}); });
  EXPECT_EQ(failure, Failure::inconsistent);
  EXPECT_NE(message.find("npy holds every value and takes no threshold"), std::string::npos)
      << message;
}

TEST_F(DenseNpyTest, refuses_what_the_file_system_cannot_hold_and_says_how_much_it_is) {
  {
    DenseNpy dense(path("out"));
    const auto [failure, message] = failure_of([&] { dense.begin({3, 8, 3'000'000, true}); });
    EXPECT_EQ(failure, Failure::write);
    // 4499995500001000000 triples of 64 bytes
    EXPECT_NE(message.find("needs 2746579"), std::string::npos) << message;
    EXPECT_NE(message.find("MiB free"), std::string::npos) << message;
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(DenseNpyTest, leaves_nothing_where_the_disk_is_full) {
  const auto [failure, message] = failure_of([&] {
    const FullDisk full(1000);
    file({2, 4, 20, true}, all_hits<2>(20, 4));
  });
  EXPECT_EQ(failure, Failure::write);
  EXPECT_NE(message.find("out.npy"), std::string::npos) << message;
  EXPECT_TRUE(files().empty());
}

TEST_F(DenseNpyTest, leaves_nothing_where_values_are_missing) {
  auto hits = all_hits<2>(7, 1);
  hits.pop_back();
  {
    DenseNpy dense(path("out"));
    const auto [failure, message] = failure_of([&] { run(dense, {2, 1, 7, true}, hits); });
    EXPECT_EQ(failure, Failure::internal);
    EXPECT_NE(message.find("20 values came, 21 were announced"), std::string::npos) << message;
  }
  EXPECT_TRUE(files().empty());
}

}  // namespace
