#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <encke/file/npy_header.hpp>
#include <encke/file/plain_bytes.hpp>
#include <encke/io/tree/biom.hpp>
#include <encke/io/tree/reader_process.hpp>
#include <encke/ordination/read_distances.hpp>
#include <encke/sink/format/matrix/distance_hdf5.hpp>

#include "support/files.hpp"
#include "support/inputs/packed.hpp"
#include "support/scratch.hpp"

namespace encke::ordination {
namespace {

using io::expect_error;

const std::string lsmat = "\ta\tb b\tc\na\t0\t1\t2.5\nb b\t1\t0\t1e-3\nc\t2.5\t0.001\t0\n";
const std::vector<double> values = {1, 2.5, 0.001};

class ReadDistances : public ::testing::Test {
 protected:
  Distances read(std::string_view text) { return read_distances(files_.write("d", text)); }
  void refuse(std::string_view text, std::initializer_list<std::string_view> words) {
    expect_error([&] { read(text); }, Failure::malformed, words);
  }
  template <class Number>
  std::string npy(std::vector<Index> shape, const std::vector<Number>& numbers) {
    std::string bytes = io::npy_header(sizeof(Number) == 4 ? "<f4" : "<f8", shape);
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
    return files_.write("d.npy", bytes);
  }
  io::TemporaryFiles files_;
};

TEST_F(ReadDistances, LsmatAsScikitBioWritesIt) {
  const Distances distances = read(lsmat);
  EXPECT_EQ(distances.ids, (std::vector<std::string>{"a", "b b", "c"}));
  EXPECT_EQ(distances.values, values);
  EXPECT_EQ(distances.row(1)[0], 0.001);
  ASSERT_EQ(distances.files.size(), 1U);
  EXPECT_EQ(distances.files[0].bytes, static_cast<std::int64_t>(lsmat.size()));
  EXPECT_EQ(read("# of a program\n\n" + lsmat + "\n").values, values);
}

TEST_F(ReadDistances, LsmatMayBeCompressed) {
  for (const std::string& packed : {test::gzipped(lsmat), test::zstd_packed(lsmat)}) {
    if (!packed.empty()) {
      EXPECT_EQ(read(packed).values, values);
    }
  }
}

TEST_F(ReadDistances, NearlySymmetricIsRounding) {
  EXPECT_EQ(read("\ta\tb\na\t0\t1\nb\t1.0000000000005\t0\n").values, std::vector<double>{1});
  refuse("\ta\tb\na\t0\t1\nb\t1.000000000002\t0\n", {":3:2:", "not symmetric"});
}

TEST_F(ReadDistances, BadTextIsRefusedWithItsPlace) {
  refuse("", {"empty"});
  refuse("a\tb\n", {":1:", "lsmat"});
  refuse("\ta\tb\na\t0\t1\n", {":3:", "'b'", "not square"});
  refuse("\ta\tb\na\t0\t1\nb\t1\t0\nc\t1\t1\n", {":4:", "more rows", "not square"});
  refuse("\ta\tb\na\t0\t1\t2\nb\t1\t0\n", {":2:", "3 values", "2 expected"});
  refuse("\ta\tb\nb\t0\t1\na\t1\t0\n", {":2:1:", "'b'", "'a'"});
  refuse("\ta\ta\na\t0\t1\na\t1\t0\n", {":1:3:", "'a'", "second time"});
  refuse("\ta\t\na\t0\t1\n\t1\t0\n", {":1:3:", "empty id"});
  refuse("\ta\tb\na\t0\t-1\nb\t-1\t0\n", {":2:3:", "-1", "at least 0"});
  refuse("\ta\tb\na\t0\tnan\nb\tnan\t0\n", {":2:3:", "nan"});
  refuse("\ta\tb\na\t0\tinf\nb\tinf\t0\n", {":2:3:", "inf"});
  refuse("\ta\tb\na\t0\t1\nb\t1\t0.5\n", {":3:3:", "0.5", "itself", "--distance"});
  refuse("\ta\tb\na\t0\t1\nb\tx\t0\n", {":3:2:", "'x'", "number"});
  refuse("\ta\tb\na\t0\t\nb\t\t0\n", {":2:3:", "number"});
}

TEST_F(ReadDistances, NpyIsSquareOrCondensed) {
  const std::string ids = files_.write("ids", "a\nb\nc\n");
  const std::vector<double> square = {0, 1, 2.5, 1, 0, 0.001, 2.5, 0.001, 0};
  EXPECT_EQ(read_distances(npy<double>({3, 3}, square), ids).values, values);
  EXPECT_EQ(read_distances(npy<double>({3}, values), ids).values, values);
  const Distances narrow = read_distances(npy<float>({3}, {1, 2.5, 4}), ids);
  EXPECT_EQ(narrow.values, (std::vector<double>{1, 2.5, 4}));
  EXPECT_EQ(narrow.ids, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(narrow.files.size(), 2U);
}

TEST_F(ReadDistances, BadNpyIsRefused) {
  const std::string ids = files_.write("ids", "a\nb\nc\n");
  const auto refuse_npy = [&](const std::string& path, std::initializer_list<std::string_view> w) {
    expect_error([&] { read_distances(path, ids); }, Failure::malformed, w);
  };
  refuse_npy(npy<double>({4}, {1, 2, 3, 4}), {"a shape of 4", "3 x 3 or 3", "3 ids"});
  refuse_npy(npy<double>({3}, {1, 2}), {"2 values", "3 expected"});
  refuse_npy(npy<double>({3}, {1, -2, 3}), {"byte 136", "-2"});
  refuse_npy(npy<double>({3, 3}, {0, 1, 2, 1, 0, 3, 2, 4, 0}), {"byte 184", "not symmetric"});
  expect_error([&] { read_distances(npy<double>({3}, values)); }, Failure::inconsistent,
               {"no ids"});
  expect_error([&] { read_distances(files_.write("d", lsmat), ids); }, Failure::inconsistent,
               {"ids of its own"});
  const std::string twice = files_.write("twice", "a\nb\na\n");
  expect_error([&] { read_distances(npy<double>({3}, values), twice); }, Failure::malformed,
               {"twice:3:", "second time"});
}

TEST_F(ReadDistances, WhatDoesNotFitIsRefused) {
  expect_error([&] { read_distances(files_.write("d", lsmat), "", 10); }, Failure::memory, {"d"});
}

class ReadBdsm : public test::Scratch {
 protected:
  /// As `encke --format hdf5` writes it.
  std::string write(bool float32, std::vector<std::string> ids, double same = 0) {
    const auto n = static_cast<Index>(ids.size());
    sink::DistanceHdf5 sink(path("d"), std::make_shared<const std::vector<std::string>>(ids),
                            sink::Condensed::default_memory, same);
    std::vector<Hit<2>> hits;
    for (std::uint32_t i = 0, k = 0; i < ids.size(); ++i) {
      for (std::uint32_t j = i + 1; j < ids.size(); ++j) hits.push_back({{i, j}, 0, 0.5 * ++k});
    }
    test::run(sink, {2, 1, n, true, float32}, hits);
    return path("d.h5");
  }
};

TEST_F(ReadBdsm, HasWhatTheOutputHas) {
  if (!io::reads_hdf5()) GTEST_SKIP() << "this Encke was built without HDF5";
  for (const bool float32 : {false, true}) {
    const Distances distances = read_distances(write(float32, {"a", "b", "c"}));
    EXPECT_EQ(distances.ids, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(distances.values, (std::vector<double>{0.5, 1, 1.5}));
  }
}

TEST_F(ReadBdsm, BadOnesAreRefused) {
  if (!io::reads_hdf5()) GTEST_SKIP() << "this Encke was built without HDF5";
  expect_error(
      [&] {
        read_distances(write(false, {"a", "a"}));
      },
      Failure::malformed, {"'a'", "second time"});
  expect_error(
      [&] {
        read_distances(write(false, {"a", "b"}, 1));
      },
      Failure::malformed, {":1:1:", "itself", "--distance"});
  expect_error(
      [&] {
        read_distances(write(false, {"a", "b"}), "", 2000);
      },
      Failure::memory, {"d.h5", "MiB needed"});
  const std::string cut = bytes_of(write(false, {"a", "b"})).substr(0, 300);
  std::ofstream(path("cut.h5"), std::ios::binary) << cut;
  expect_error([&] { read_distances(path("cut.h5")); }, Failure::malformed, {"cut.h5"});
}

/// HDF5 is read in another process, of this program or of a script; in this one again when a test
/// has ended.
class ReadBdsmApart : public ReadBdsm {
 protected:
  ReadBdsmApart() { io::read_hdf5_with("/proc/self/exe"); }
  ~ReadBdsmApart() override { io::read_hdf5_with(""); }
  void SetUp() override {
    if (!io::reads_hdf5()) GTEST_SKIP() << "this Encke was built without HDF5";
  }

  /// A program that does what `lines` of the shell say.
  void read_with(const std::string& lines) {
    std::ofstream(path("reader")) << "#!/bin/sh\n" << lines << '\n';
    std::filesystem::permissions(path("reader"), std::filesystem::perms::owner_all);
    io::read_hdf5_with(path("reader"));
  }
};

TEST_F(ReadBdsmApart, GivesTheSame) {
  read_with("touch " + path("asked") + "; exec /proc/" + std::to_string(::getpid()) +
            "/exe \"$@\"");
  const std::string file = write(false, {"a", "b", "c"});
  const Distances apart = read_distances(file);
  EXPECT_TRUE(std::filesystem::exists(path("asked")));
  io::read_hdf5_with("");
  const Distances here = read_distances(file);
  EXPECT_EQ(apart.ids, here.ids);
  EXPECT_EQ(apart.values, here.values);
  ASSERT_EQ(apart.files.size(), 1U);
  EXPECT_EQ(apart.files[0].path, file);
  EXPECT_EQ(apart.files[0].bytes, here.files[0].bytes);
  EXPECT_EQ(apart.files[0].digest, here.files[0].digest);
}

TEST_F(ReadBdsmApart, GivesTheSameErrors) {
  const std::string not_distances = write(false, {"a", "b"}, 1);
  const auto refused = [&](Failure failure, std::initializer_list<std::string_view> words,
                           std::int64_t memory = 0) {
    expect_error([&] { read_distances(path("d.h5"), "", memory); }, failure, words);
  };
  refused(Failure::malformed, {":1:1:", "itself", "--distance"});
  write(false, {"a", "b"});
  refused(Failure::memory, {"d.h5", "MiB needed"}, 1000);
  std::filesystem::resize_file(path("d.h5"), 300);
  refused(Failure::malformed, {path("d.h5") + ": a damaged or incomplete HDF5 file"});
}

/// More rows than a pipe holds are still to come when the first one is refused.
TEST_F(ReadBdsmApart, IsEndedByWhoRefusesItsFirstRow) {
  std::vector<std::string> ids;
  for (int s = 0; s < 200; ++s) ids.push_back("s" + std::to_string(s));
  const std::string file = write(false, ids, 1);
  expect_error([&] { read_distances(file); }, Failure::malformed, {":1:1:", "itself"});
}

TEST_F(ReadBdsmApart, ThatDiesOrSaysNonsenseMakesTheFileADamagedOne) {
  const std::string file = write(false, {"a", "b"});
  const std::string zero = "\\0\\0\\0\\0\\0\\0\\0\\0";
  const std::string many = "\\377\\377\\377\\377\\377\\377\\377\\377";
  for (const std::string& said : {std::string(), zero, zero + zero + many, many + many,
                                  zero + zero + zero + zero + zero + zero}) {
    read_with("printf 'ENCKEH5\\n" + said + "'; kill -SEGV $$");
    expect_error([&] { read_distances(file); }, Failure::malformed, {file, "a damaged HDF5 file"});
  }
  read_with("exit 3");  // none of ours: it is read here
  EXPECT_EQ(read_distances(file).values, std::vector<double>{0.5});
}

}  // namespace
}  // namespace encke::ordination
