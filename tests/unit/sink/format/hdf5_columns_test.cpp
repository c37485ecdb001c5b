// Hits as columns of HDF5.
#include <encke/sink/format/hdf5_columns.hpp>

#if defined(ENCKE_HAS_HDF5)
#include <hdf5.h>

#include <cmath>
#include <encke/base/chi_squared_tail.hpp>

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::Hit;
using encke::Index;
using encke::SinkInfo;
using encke::TextColumn;
using encke::sink::Hdf5Columns;
using encke::sink::Ids;
using encke::test::all_hits;
using encke::test::failure_of;
using encke::test::FullDisk;
using encke::test::run;
using encke::test::shuffled;

Ids some_ids(std::size_t count) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back("S" + std::to_string(i));
  return std::make_shared<const std::vector<std::string>>(ids);
}

/// A file that is open to be read.
class Reader {
 public:
  explicit Reader(const std::string& path)
      : file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { H5Fclose(file_); }

  bool has(const char* name) const { return H5Lexists(file_, name, H5P_DEFAULT) > 0; }
  /// As doubles, whatever they are in the file, whose size is `size`.
  std::vector<double> numbers(const char* name, std::size_t size) const {
    const hid_t set = H5Dopen2(file_, name, H5P_DEFAULT);
    std::vector<double> all(points(set));
    const hid_t type = H5Dget_type(set);
    EXPECT_EQ(H5Tget_size(type), size) << name;
    H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data());
    H5Tclose(type);
    H5Dclose(set);
    return all;
  }
  std::vector<std::string> texts(const char* name) const {
    const hid_t set = H5Dopen2(file_, name, H5P_DEFAULT);
    const hid_t type = H5Dget_type(set);
    const hid_t space = H5Dget_space(set);
    std::vector<char*> found(points(set));
    H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data());
    std::vector<std::string> all(found.begin(), found.end());
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, found.data());
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(set);
    return all;
  }

 private:
  static std::size_t points(hid_t set) {
    const hid_t space = H5Dget_space(set);
    const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
    H5Sclose(space);
    return count;
  }

  hid_t file_;
};

class Hdf5ColumnsTest : public encke::test::Scratch {};

TEST_F(Hdf5ColumnsTest, has_a_column_for_each_part_of_a_line) {
  auto sites = std::make_shared<TextColumn>();
  for (const auto* text : {"1\t100\tA/C", "X\t7\tG/T", "2\t3000000000\t."}) sites->add(text);
  Hdf5Columns out(path("out"), some_ids(3), sites);
  run(out, {2, 1, 3},
      std::vector<Hit<2>>{{{{1, 2}}, 0, 0.1}, {{{0, 2}}, 0, NAN}, {{{0, 1}}, 0, -2.5}});
  EXPECT_EQ(files(), std::vector<std::string>{"out.columns.h5"});
  const Reader file(out.path());
  EXPECT_EQ(file.numbers("first", 4), (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(file.numbers("second", 4), (std::vector<double>{1, 2, 2}));
  const auto values = file.numbers("value", 8);
  EXPECT_EQ(values[0], -2.5);
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(values[2], 0.1);
  EXPECT_EQ(file.texts("ids"), *some_ids(3));
  EXPECT_EQ(file.texts("chromosome"), (std::vector<std::string>{"1", "X", "2"}));
  EXPECT_EQ(file.numbers("position", 8), (std::vector<double>{100, 7, 3e9}));
  EXPECT_EQ(file.texts("bases"), (std::vector<std::string>{"A/C", "G/T", "."}));
  for (const char* name : {"third", "allele_first", "df", "p"}) EXPECT_FALSE(file.has(name));
}

TEST_F(Hdf5ColumnsTest, has_alleles_of_triples_and_float32) {
  const auto hits = all_hits<3>(6, 8);
  Hdf5Columns out(path("out"), nullptr, nullptr);
  run(out, {3, 8, 6, false, true}, shuffled(hits));
  const Reader file(out.path());
  const auto third = file.numbers("third", 4);
  const auto alleles = file.numbers("allele_third", 1);
  const auto values = file.numbers("value", 4);
  ASSERT_EQ(third.size(), hits.size());
  for (std::size_t h = 0; h < hits.size(); ++h) {
    ASSERT_EQ(third[h], hits[h].index[2]);
    ASSERT_EQ(alleles[h], hits[h].cell & 1);
    ASSERT_EQ(values[h], static_cast<float>(hits[h].value));
  }
  EXPECT_FALSE(file.has("ids"));
}

TEST_F(Hdf5ColumnsTest, has_degrees_of_freedom_and_p_values) {
  Hdf5Columns out(path("out"), some_ids(2), nullptr);
  run(out, {.cells = 1, .vectors = 2, .chi_squared = true},
      std::vector<Hit<2>>{{{{0, 1}}, 4, 9.5}});
  const Reader file(out.path());
  EXPECT_EQ(file.numbers("df", 1), std::vector<double>{4});
  EXPECT_EQ(file.numbers("p", 8), std::vector<double>{encke::chi_squared_tail(9.5, 4)});
}

TEST_F(Hdf5ColumnsTest, more_rows_than_a_chunk_have_the_same_bytes_in_any_order_and_memory) {
  const auto hits = all_hits<2>(600, 1);  // 179,700
  std::vector<std::string> made;
  for (const std::int64_t bytes : {std::int64_t{1} << 26, std::int64_t{1} << 16}) {
    Hdf5Columns out(path("out" + std::to_string(bytes)), some_ids(600), nullptr, {.bytes = bytes});
    run(out, {2, 1, 600}, made.empty() ? hits : shuffled(hits));
    made.push_back(bytes_of(out.path()));
    const auto values = Reader(out.path()).numbers("value", 8);
    ASSERT_EQ(values.size(), hits.size());
    for (std::size_t h = 0; h < hits.size(); ++h) ASSERT_EQ(values[h], hits[h].value) << h;
  }
  EXPECT_TRUE(made[0] == made[1]);
}

TEST_F(Hdf5ColumnsTest, keeps_the_order_that_is_wanted_and_holds_nothing_at_all) {
  Hdf5Columns out(path("out"), some_ids(3), nullptr, {}, true);
  run(out, {2, 1, 3}, std::vector<Hit<2>>{{{{1, 2}}, 0, 3}, {{{0, 1}}, 0, 2}});
  EXPECT_EQ(Reader(out.path()).numbers("first", 4), (std::vector<double>{1, 0}));
  Hdf5Columns empty(path("none"), some_ids(3), nullptr);
  run(empty, {2, 1, 3}, std::vector<Hit<2>>{});
  EXPECT_TRUE(Reader(empty.path()).numbers("first", 4).empty());
}

TEST_F(Hdf5ColumnsTest, refuses_what_it_cannot_hold_and_a_full_disk_and_leaves_nothing) {
  {
    Hdf5Columns few(path("out"), some_ids(3), nullptr);
    EXPECT_EQ(failure_of([&] { few.begin({2, 1, 4}); }).first, Failure::inconsistent);
    const auto cut = std::make_shared<const std::vector<std::string>>(
        std::vector<std::string>{std::string("a\0b", 3), "c"});
    Hdf5Columns nul(path("nul"), cut, nullptr);
    EXPECT_EQ(failure_of([&] { nul.begin({2, 1, 2}); }).first, Failure::inconsistent);
    Hdf5Columns out(path("full"), some_ids(600), nullptr);
    const FullDisk full(100'000);
    const auto hits = all_hits<2>(600, 1);
    EXPECT_EQ(failure_of([&] { run(out, {2, 1, 600}, hits); }).first, Failure::write);
  }
  EXPECT_TRUE(files().empty());
}

}  // namespace

#endif
