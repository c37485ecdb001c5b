// Whole matrices of distances: text and HDF5.
#include <encke/file/output/leftovers.hpp>
#include <encke/sink/format/matrix/distance_hdf5.hpp>
#include <encke/sink/format/matrix/lsmat.hpp>

#if defined(ENCKE_HAS_HDF5)
#include <hdf5.h>
#endif

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::Hit;
using encke::Index;
using encke::SinkInfo;
using encke::sink::Condensed;
using encke::sink::DistanceHdf5;
using encke::sink::Ids;
using encke::sink::Lsmat;
using encke::test::all_hits;
using encke::test::failure_of;
using encke::test::FullDisk;
using encke::test::run;
using encke::test::shuffled;

Ids ids_of(std::size_t count) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < count; ++i) ids.push_back("S" + std::to_string(i));
  return std::make_shared<const std::vector<std::string>>(ids);
}

std::vector<std::vector<double>> matrix_of(const std::vector<Hit<2>>& hits, std::size_t n) {
  std::vector<std::vector<double>> m(n, std::vector<double>(n, 0));
  for (const auto& h : hits) m[h.index[0]][h.index[1]] = m[h.index[1]][h.index[0]] = h.value;
  return m;
}

class DistancesTest : public encke::test::Scratch {};

TEST_F(DistancesTest, rows_do_not_depend_on_the_order_of_the_pairs_nor_on_the_memory) {
  for (const std::uint32_t n : {1U, 2U, 3U, 17U, 50U}) {
    for (const std::int64_t memory :
         {std::int64_t{1}, std::int64_t{1} << 13, std::int64_t{1} << 20}) {
      const auto hits = all_hits<2>(n, 1);
      Condensed values(path("out"), ids_of(n), memory);
      values.begin({2, 1, n, true});
      values.take(shuffled(hits));
      std::vector<std::vector<double>> rows;
      values.for_each_row([&](Index i, std::span<const double> row) {
        EXPECT_EQ(i, static_cast<Index>(rows.size()));
        rows.emplace_back(row.begin(), row.end());
      });
      EXPECT_EQ(rows, matrix_of(hits, n)) << n << " vectors, " << memory << " bytes";
      EXPECT_TRUE(files().empty());
    }
  }
}

TEST_F(DistancesTest, lsmat_has_ids_and_rows) {
  Lsmat out(path("out"), std::make_shared<const std::vector<std::string>>(
                             std::vector<std::string>{"a", "b c", "d"}));
  run(out, {2, 1, 3, true},
      std::vector<Hit<2>>{{{{1, 2}}, 0, 0.5}, {{{0, 1}}, 0, 0.1}, {{{0, 2}}, 0, NAN}});
  EXPECT_EQ(files(), std::vector<std::string>{"out.lsmat.tsv"});
  EXPECT_EQ(bytes_of(out.path()),
            "\ta\tb c\td\n"
            "a\t0\t0.1\tnan\n"
            "b c\t0.1\t0\t0.5\n"
            "d\tnan\t0.5\t0\n");
}

template <class Matrix>
void expect_refusals(const std::string& prefix) {
  const auto refused = [&](const SinkInfo& info, std::size_t ids) {
    Matrix out(prefix, ids_of(ids));
    return failure_of([&] { out.begin(info); }).first;
  };
  EXPECT_EQ(refused({3, 1, 4, true}, 4), Failure::inconsistent);
  EXPECT_EQ(refused({2, 4, 4, true}, 4), Failure::inconsistent);
  EXPECT_EQ(refused({2, 1, 4, false}, 4), Failure::inconsistent);
  EXPECT_EQ(refused({2, 1, 4, true}, 3), Failure::inconsistent);
  EXPECT_EQ(refused({2, 1, Index{1} << 31, true}, 3), Failure::inconsistent);
  Matrix out(prefix, ids_of(4));
  auto hits = all_hits<2>(4, 1);
  hits.pop_back();
  EXPECT_EQ(failure_of([&] { run(out, {2, 1, 4, true}, hits); }).first, Failure::internal);
}

TEST_F(DistancesTest, lsmat_refuses_runs_that_it_cannot_hold_and_leaves_nothing) {
  expect_refusals<Lsmat>(path("out"));
  const auto ids =
      std::make_shared<const std::vector<std::string>>(std::vector<std::string>{"a\tb", "c"});
  Lsmat out(path("tab"), ids);
  EXPECT_EQ(failure_of([&] { out.begin({2, 1, 2, true}); }).first, Failure::inconsistent);
}

TEST_F(DistancesTest, a_failed_run_leaves_no_file) {
  { expect_refusals<Lsmat>(path("out")); }
  EXPECT_TRUE(files().empty());
}

TEST_F(DistancesTest, values_in_a_file_that_cannot_grow_are_an_error) {
  Lsmat out(path("out"), ids_of(300), 1 << 10);
  const FullDisk full(100'000);
  EXPECT_EQ(failure_of([&] {
              run(out, {2, 1, 300, true}, all_hits<2>(300, 1));
            }).first,
            Failure::write);
}

#if defined(ENCKE_HAS_HDF5)

#if H5_VERSION_GE(1, 12, 0)
using ObjectInfo = H5O_info1_t;
#else
using ObjectInfo = H5O_info_t;
#endif

TEST_F(DistancesTest, hdf5_has_the_same_bytes_for_the_same_values) {
  const auto hits = all_hits<2>(40, 1);
  std::vector<std::string> files;
  for (const std::int64_t memory : {1 << 10, 1 << 20}) {
    DistanceHdf5 out(path("out" + std::to_string(memory)), ids_of(40), memory);
    run(out, {2, 1, 40, true}, memory == 1 << 10 ? hits : shuffled(hits));
    files.push_back(bytes_of(out.path()));
    const hid_t file = H5Fopen(out.path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    for (const char* name : {"matrix", "order", "format", "version"}) {
      ObjectInfo about;  // a time in it would differ from second to second
      H5Oget_info_by_name2(file, name, &about, H5O_INFO_TIME, H5P_DEFAULT);
      EXPECT_EQ(about.mtime, 0) << name;
    }
    H5Fclose(file);
  }
  EXPECT_TRUE(files[0] == files[1]);
}

std::vector<double> read_matrix(const std::string& path, bool& narrow, hsize_t (&extents)[2]) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(file, "matrix", H5P_DEFAULT);
  const hid_t space = H5Dget_space(set);
  const hid_t type = H5Dget_type(set);
  narrow = H5Tget_size(type) == 4;
  H5Sget_simple_extent_dims(space, extents, nullptr);
  std::vector<double> all(extents[0] * extents[1]);
  H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data());
  H5Tclose(type);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  return all;
}

TEST_F(DistancesTest, hdf5_has_the_whole_matrix_in_the_values_own_precision) {
  for (const bool float32 : {false, true}) {
    constexpr std::uint32_t n = 800;  // more than one strip of rows
    auto hits = all_hits<2>(n, 1);
    if (float32) {
      for (auto& hit : hits) hit.value = static_cast<double>(static_cast<float>(hit.value));
    }
    DistanceHdf5 out(path("out"), ids_of(n));
    run(out, {2, 1, n, true, float32}, shuffled(hits));
    EXPECT_EQ(files(), std::vector<std::string>{"out.h5"});
    bool narrow = false;
    hsize_t extents[2];
    const auto found = read_matrix(out.path(), narrow, extents);
    EXPECT_EQ(narrow, float32);
    ASSERT_EQ(extents[0], n);
    ASSERT_EQ(extents[1], n);
    std::vector<double> expected;
    for (const auto& row : matrix_of(hits, n))
      expected.insert(expected.end(), row.begin(), row.end());
    EXPECT_EQ(found, expected);
  }
}

TEST_F(DistancesTest, hdf5_refuses_runs_that_it_cannot_hold_and_a_full_disk_and_leaves_nothing) {
  expect_refusals<DistanceHdf5>(path("out"));
  {
    DistanceHdf5 out(path("out"), ids_of(300));
    const FullDisk full(100'000);
    const auto hits = all_hits<2>(300, 1);
    EXPECT_EQ(failure_of([&] { run(out, {2, 1, 300, true}, hits); }).first, Failure::write);
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(DistancesTest, hdf5_refuses_an_id_that_it_would_cut) {
  const auto ids = std::make_shared<const std::vector<std::string>>(
      std::vector<std::string>{std::string("a\0b", 3), "c"});
  DistanceHdf5 out(path("out"), ids);
  const auto [failure, message] = failure_of([&] { out.begin({2, 1, 2, true}); });
  EXPECT_EQ(failure, Failure::inconsistent);
  EXPECT_NE(message.find("NUL"), std::string::npos) << message;
}

TEST_F(DistancesTest, hdf5_keeps_not_a_number_and_removes_what_a_killed_run_left) {
  std::ofstream(encke::sink::temporary_stem(path("out.h5")) + "-12") << "half a matrix";
  DistanceHdf5 out(path("out"), ids_of(3));
  run(out, {2, 1, 3, true},
      std::vector<Hit<2>>{{{{0, 1}}, 0, NAN}, {{{0, 2}}, 0, -0.0}, {{{1, 2}}, 0, 1.0 / 3}});
  EXPECT_EQ(files(), std::vector<std::string>{"out.h5"});
  bool narrow = false;
  hsize_t extents[2];
  const auto found = read_matrix(out.path(), narrow, extents);
  ASSERT_EQ(found.size(), 9U);
  EXPECT_TRUE(std::isnan(found[1]) && std::isnan(found[3]));
  EXPECT_TRUE(std::signbit(found[2]));
  EXPECT_EQ(found[5], 1.0 / 3);
}

#endif

}  // namespace
