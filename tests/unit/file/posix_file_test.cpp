#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <encke/base/error.hpp>
#include <encke/file/posix_file.hpp>
#include <filesystem>
#include <utility>

namespace {

using encke::Error;
using encke::Failure;
using encke::PosixFile;

/// A file of ten bytes, 0 to 9, that is removed at the end.
class PosixFileTest : public ::testing::Test {
 protected:
  PosixFileTest() : file_(PosixFile::create_unique(::testing::TempDir() + "/encke-posix-file")) {
    std::array<std::byte, 10> digits{};
    for (std::size_t i = 0; i < digits.size(); ++i) digits[i] = static_cast<std::byte>(i);
    file_.write(digits);
  }
  ~PosixFileTest() override { ::unlink(file_.path().c_str()); }

  PosixFile file_;
};

TEST_F(PosixFileTest, reads_back_what_was_written_at_any_place) {
  const std::array<std::byte, 2> patch{std::byte{77}, std::byte{78}};
  file_.write_at(4, patch);
  std::array<std::byte, 4> got{};
  PosixFile::open_to_read(file_.path()).read_at(3, got);
  const std::array<std::byte, 4> expected{std::byte{3}, std::byte{77}, std::byte{78}, std::byte{6}};
  EXPECT_EQ(got, expected);
  EXPECT_EQ(file_.size(), 10);
}

TEST_F(PosixFileTest, what_is_at_a_path_is_told_or_refused) {
  EXPECT_TRUE(encke::exists(file_.path()));
  EXPECT_FALSE(encke::is_directory(file_.path()));
  EXPECT_TRUE(encke::is_directory(::testing::TempDir()));
  for (const std::string& none : {file_.path() + ".none", file_.path() + "/in-a-file"}) {
    EXPECT_FALSE(encke::exists(none));
    EXPECT_FALSE(encke::is_directory(none));
  }
  const std::string loop = file_.path() + ".loop";
  ASSERT_EQ(::symlink(loop.c_str(), loop.c_str()), 0);
  for (const std::string& path : {loop, loop + "/inside", std::string(300, 'x')}) {
    try {
      encke::exists(path);
      ADD_FAILURE() << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.failure(), Failure::open);
      EXPECT_TRUE(std::string(error.what()).starts_with(path)) << error.what();
    }
  }
  ::unlink(loop.c_str());
}

TEST_F(PosixFileTest, a_read_beyond_the_end_says_where_the_file_ends) {
  std::array<std::byte, 4> got{};
  try {
    file_.read_at(8, got);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.failure(), Failure::read);
    EXPECT_EQ(error.what(), file_.path() + ": the file ends at byte 10, expected at least 12");
  }
}

TEST_F(PosixFileTest, resize_fills_with_zeros) {
  file_.resize(12);
  std::array<std::byte, 2> got{std::byte{1}, std::byte{1}};
  file_.read_at(10, got);
  EXPECT_EQ(got, (std::array<std::byte, 2>{}));
}

TEST_F(PosixFileTest, two_files_of_one_stem_have_different_names) {
  const PosixFile other = PosixFile::create_unique(::testing::TempDir() + "/encke-posix-file");
  EXPECT_NE(other.path(), file_.path());
  ::unlink(other.path().c_str());
}

TEST_F(PosixFileTest, moving_leaves_the_source_closed) {
  PosixFile moved = std::move(file_);
  EXPECT_TRUE(moved.is_open());
  EXPECT_FALSE(file_.is_open());
  file_ = std::move(moved);
  EXPECT_EQ(file_.size(), 10);
}

TEST_F(PosixFileTest, writing_to_a_file_opened_to_read_is_a_write_error) {
  PosixFile file = PosixFile::open_to_read(file_.path());
  try {
    file.write(std::array<std::byte, 1>{});
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.failure(), Failure::write);
  }
}

TEST_F(PosixFileTest, rename_replaces_the_target) {
  const PosixFile target = PosixFile::create_unique(::testing::TempDir() + "/encke-posix-target");
  encke::rename_durably(file_.path(), target.path());
  EXPECT_FALSE(std::filesystem::exists(file_.path()));
  EXPECT_EQ(std::filesystem::file_size(target.path()), 10u);
  encke::rename_durably(target.path(), file_.path());
}

TEST(PosixFile, a_file_that_is_not_there_is_an_open_error_with_name_and_reason) {
  try {
    PosixFile::open_to_read("/no/such/file");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.failure(), Failure::open);
    EXPECT_STREQ(error.what(), "/no/such/file: cannot open: No such file or directory");
  }
}

TEST(PosixFile, the_directory_of_a_path_ends_at_its_last_slash) {
  EXPECT_EQ(encke::directory_of("a"), ".");
  EXPECT_EQ(encke::directory_of("/a"), "/");
  EXPECT_EQ(encke::directory_of("b/a"), "b");
  EXPECT_EQ(encke::directory_of("/c/b/a"), "/c/b");
}

TEST(PosixFile, free_bytes_of_a_directory_that_is_not_there_is_an_error) {
  EXPECT_GT(encke::free_bytes(::testing::TempDir()), 0);
  EXPECT_THROW(encke::free_bytes("/no/such"), Error);
}

TEST_F(PosixFileTest, is_opened_to_change_only_where_it_is_there) {
  PosixFile::open_to_change(file_.path()).resize(3);
  EXPECT_EQ(file_.size(), 3);
  try {
    PosixFile::open_to_change(file_.path() + "-none");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.failure(), Failure::open);
  }
}

TEST_F(PosixFileTest, has_one_owner_of_its_lock_and_knows_whether_it_has_its_name) {
  const std::string path = file_.path() + "-lock";
  PosixFile first = PosixFile::create_new(path);
  const PosixFile second = PosixFile::open_to_change(path);
  EXPECT_EQ(first.try_lock(), PosixFile::Lock::taken);
  EXPECT_EQ(second.try_lock(), PosixFile::Lock::held);
  first.close();
  EXPECT_EQ(second.try_lock(), PosixFile::Lock::taken);
  EXPECT_TRUE(second.has_its_name());
  ::unlink(path.c_str());
  EXPECT_FALSE(second.has_its_name());
  PosixFile::create_new(path);  // another file
  EXPECT_FALSE(second.has_its_name());
  ::unlink(path.c_str());
}

TEST_F(PosixFileTest, tells_a_disk_that_fails_from_a_path_that_is_wrong) {
  EXPECT_EQ(encke::failure_to_create(ENOSPC), encke::Failure::write);
  EXPECT_EQ(encke::failure_to_create(EIO), encke::Failure::write);
  EXPECT_EQ(encke::failure_to_create(EACCES), encke::Failure::open);
  EXPECT_EQ(encke::failure_to_create(ENOENT), encke::Failure::open);
}

TEST_F(PosixFileTest, is_created_new_only_where_it_is_not_there) {
  const std::string path = file_.path() + "-new";
  PosixFile::create_new(path).resize(5);
  EXPECT_THROW(PosixFile::create_new(path), Error);
  EXPECT_EQ(PosixFile::open_or_create(path).size(), 5);
  ::unlink(path.c_str());
  EXPECT_EQ(PosixFile::open_or_create(path).size(), 0);
  ASSERT_EQ(::symlink("nowhere", (path + "-link").c_str()), 0);
  EXPECT_THROW(PosixFile::open_or_create(path + "-link"), Error);
  ::unlink((path + "-link").c_str());
  ASSERT_EQ(::symlink(file_.path().c_str(), (path + "-link").c_str()), 0);
  EXPECT_THROW(PosixFile::open_to_change(path + "-link"), Error);
  EXPECT_THROW(PosixFile::open_or_create(path + "-none/file"), encke::NoDirectory);
  ::unlink((path + "-link").c_str());
  encke::rename_file(path, file_.path());
  EXPECT_EQ(PosixFile::open_to_read(file_.path()).size(), 0);
  EXPECT_THROW(encke::rename_file(path, file_.path()), Error);
}

TEST_F(PosixFileTest, late_syncs_are_left_out_for_their_time_and_no_longer_than_they_live) {
  EXPECT_TRUE(file_.sync());
  {
    const encke::LateSyncs late(1000);
    EXPECT_TRUE(encke::LateSyncs::wait());
    EXPECT_FALSE(file_.sync());
  }
  EXPECT_TRUE(file_.sync());
  const encke::LateSyncs over(0);
  EXPECT_FALSE(encke::LateSyncs::wait());
  EXPECT_TRUE(file_.sync());
}

}  // namespace
