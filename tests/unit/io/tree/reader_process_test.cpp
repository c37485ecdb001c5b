// HDF5 files read in a process of their own.
#if defined(ENCKE_HAS_HDF5)

#include <unistd.h>

#include <encke/io/tree/reader_process.hpp>

#include "support/files.hpp"
#include "support/inputs/biom_file.hpp"

namespace encke::io {
namespace {

/// Files are read in this process again when a test has ended.
class ReaderProcess : public ::testing::Test {
 protected:
  ReaderProcess() { encke::test::write_biom(table_, {}); }
  ~ReaderProcess() override { read_hdf5_with(""); }

  /// A program that does what `lines` of the shell say.
  void read_with(const std::string& lines) const {
    const auto program = files_.write("reader", "#!/bin/sh\n" + lines + "\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    read_hdf5_with(program);
  }

  const TemporaryFiles files_;
  const std::string table_ = files_.path("t.biom");
};

TEST_F(ReaderProcess, gives_the_same_table) {
  const auto here = read_biom(table_);
  // To see that it is asked: it leaves a file.
  read_with("touch " + files_.path("asked") + "; exec /proc/" + std::to_string(::getpid()) +
            "/exe \"$@\"");
  const auto apart = read_biom(table_);
  EXPECT_TRUE(std::filesystem::exists(files_.path("asked")));
  EXPECT_EQ(apart.samples, here.samples);
  EXPECT_EQ(apart.observations, here.observations);
  EXPECT_EQ(apart.begin, here.begin);
  EXPECT_EQ(apart.observation, here.observation);
  EXPECT_EQ(apart.count, here.count);
  EXPECT_EQ(apart.file.path, here.file.path);
  EXPECT_EQ(apart.file.bytes, here.file.bytes);
  EXPECT_EQ(apart.file.digest, here.file.digest);
}

TEST_F(ReaderProcess, gives_the_same_errors) {
  read_hdf5_with("/proc/self/exe");
  expect_error([&] { read_biom(table_, 1000); }, Failure::memory, {table_, "MiB needed"});
  std::filesystem::resize_file(table_, std::filesystem::file_size(table_) / 2);
  std::string here;
  try {
    read_biom(table_);
  } catch (const MalformedInput& error) {
    here = error.what();
    EXPECT_EQ(error.place().file, table_);
  }
  EXPECT_EQ(here, table_ + ": a damaged or incomplete HDF5 file");
}

TEST_F(ReaderProcess, that_dies_makes_the_file_a_damaged_one) {
  read_with("printf 'ENCKEH5\\n'; kill -SEGV $$");
  expect_error([&] { read_biom(table_); }, Failure::malformed, {table_, "signal 11"});
  read_with("printf 'ENCKEH5\\n'; kill -XCPU $$");
  expect_error([&] { read_biom(table_); }, Failure::malformed, {table_, "does not end"});
  read_with("printf 'ENCKEH5\\n'; kill -TERM $$");
  expect_error([&] { read_biom(table_); }, Failure::stopped, {table_, "stopped"});
}

TEST_F(ReaderProcess, keeps_what_the_library_does_with_a_damaged_header_away) {
  std::string bytes = bytes_of(table_);
  const auto attribute = bytes.find("shape");
  ASSERT_NE(attribute, std::string::npos);
  bytes[attribute - 3] = '\xff';  // the size of its type: HDF5 1.10.8 reads far behind its header
  files_.write("t.biom", bytes);
  read_hdf5_with("/proc/self/exe");
  expect_error([&] { read_biom(table_); }, Failure::malformed, {table_});
}

TEST_F(ReaderProcess, that_says_nonsense_makes_the_file_a_damaged_one) {
  const std::string zero = "\\0\\0\\0\\0\\0\\0\\0\\0";
  const std::string many = "\\377\\377\\377\\377\\377\\377\\377\\377";
  for (const auto& said : {std::string(), zero, zero + zero + many, many + many,
                           zero + zero + zero + many + "text", zero + zero + zero + zero}) {
    read_with("printf 'ENCKEH5\\n" + said + "'");
    expect_error([&] { read_biom(table_); }, Failure::malformed, {table_, "a damaged HDF5 file"});
  }
}

TEST_F(ReaderProcess, that_is_none_leaves_the_file_to_this_one) {
  read_hdf5_with(files_.path("nothing"));
  EXPECT_EQ(read_biom(table_).samples.size(), 10U);
  read_with("exit 3");
  EXPECT_EQ(read_biom(table_).samples.size(), 10U);
  read_with("echo something else");
  EXPECT_EQ(read_biom(table_).samples.size(), 10U);
}

}  // namespace
}  // namespace encke::io

#endif
