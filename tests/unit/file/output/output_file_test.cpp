#include <unistd.h>

#include <algorithm>
#include <encke/file/output/leftovers.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/file/plain_bytes.hpp>
#include <span>

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::sink::OutputFile;
using encke::sink::temporary_stem;
using encke::test::failure_of;
using encke::test::FullDisk;

class OutputFileTest : public encke::test::Scratch {};

TEST_F(OutputFileTest, has_its_final_name_only_after_commit) {
  OutputFile file(path("a.txt"));
  file.write("whole");
  EXPECT_EQ(files(), std::vector{temporary_stem("a.txt") + '-' + std::to_string(::getpid())});
  file.commit();
  EXPECT_EQ(files(), std::vector<std::string>{"a.txt"});
  EXPECT_EQ(bytes_of(path("a.txt")), "whole");
}

TEST_F(OutputFileTest, leaves_nothing_without_commit) {
  { OutputFile(path("a.txt")).write("half"); }
  EXPECT_TRUE(files().empty());
}

TEST_F(OutputFileTest, open_temporaries_can_be_removed_and_nothing_else) {
#if !defined(__linux__)
  GTEST_SKIP() << "there is no /proc";
#endif
  const std::string us = std::to_string(::getpid());
  const std::vector<std::string> others = {
      "a.txt.tmp-" + us, "a.txt.tmp-12345678", "b.tmp-12345678-" + us + "x",
      "b.tmp-12345678-" + us + '0', "b.tmp-12345678-" + us + "-1"};
  std::vector<encke::PosixFile> open;
  for (const auto& name : others) open.push_back(encke::PosixFile::create_new(path(name)));
  open.back() = encke::PosixFile::open_to_read(path(others.back()));
  OutputFile file(path("a.txt")), second(path("c.txt"));
  encke::sink::OutputSet set;
  OutputFile finished(path("whole.txt")), named(path("named.txt"));
  finished.join(set);
  finished.commit();
  named.commit();
  encke::sink::remove_open_temporaries();
  std::vector<std::string> left = others;
  left.push_back("named.txt");
  std::ranges::sort(left);
  EXPECT_EQ(files(), left);
}

TEST_F(OutputFileTest, leaves_nothing_where_its_buffer_cannot_be_had) {
  // more than a vector can hold: thrown before memory is asked for, at which a sanitizer would end
  EXPECT_THROW(OutputFile(path("a.txt"), std::string::npos), std::length_error);
  EXPECT_TRUE(files().empty());
}

TEST_F(OutputFileTest, keeps_an_older_file_until_commit_replaces_it) {
  std::ofstream(path("a.txt")) << "old";
  {
    OutputFile abandoned(path("a.txt"));
    abandoned.write("half");
  }
  EXPECT_EQ(bytes_of(path("a.txt")), "old");
  OutputFile file(path("a.txt"));
  file.write("new");
  file.commit();
  EXPECT_EQ(bytes_of(path("a.txt")), "new");
}

TEST_F(OutputFileTest, a_compressed_file_is_one_whole_frame_only_after_commit) {
  if (!encke::sink::has_zstd()) GTEST_SKIP() << "built without Zstandard";
  {
    OutputFile abandoned(path("a.zst"), 10);
    abandoned.write(std::string(100, 'x'));
  }
  EXPECT_TRUE(files().empty());
  OutputFile file(path("a.zst"), 10);
  file.write(std::string(100'000, 'x'));
  file.commit();
  const std::string bytes = bytes_of(path("a.zst"));
  EXPECT_EQ(bytes.substr(0, 4), "\x28\xb5\x2f\xfd");
  EXPECT_LT(bytes.size(), 1000);
}

TEST_F(OutputFileTest, a_long_text_is_one_frame_whatever_the_pieces_that_it_comes_in) {
  if (!encke::sink::has_zstd()) GTEST_SKIP() << "built without Zstandard";
  std::string text;
  for (int i = 0; text.size() < (std::size_t{9} << 20); ++i)
    text += std::to_string(std::int64_t{i} * 7919) + '\n';
  for (const std::size_t buffer : {std::size_t{1000}, std::size_t{1} << 20}) {
    OutputFile file(path(std::to_string(buffer) + ".zst"), buffer);
    for (std::size_t at = 0; at < text.size(); at += 700) file.write(text.substr(at, 700));
    file.commit();
  }
  const std::string bytes = bytes_of(path("1000.zst"));
  EXPECT_TRUE(bytes == bytes_of(path("1048576.zst")));
  EXPECT_LT(bytes.size(), text.size() / 2);
  encke::io::InputFile file(path("1000.zst"));
  encke::io::PlainBytes plain(file, true);
  std::string back(text.size() + 1, '\0');
  EXPECT_EQ(plain.read(std::as_writable_bytes(std::span(back))), text.size());
  EXPECT_TRUE(back.starts_with(text));
}

TEST_F(OutputFileTest, a_compressed_file_tells_that_the_disk_is_full) {
  if (!encke::sink::has_zstd()) GTEST_SKIP() << "built without Zstandard";
  const auto [failure, message] = failure_of([&] {
    const FullDisk disk(2);
    OutputFile file(path("a.zst"));
    file.write("text");
    file.commit();
  });
  EXPECT_EQ(failure, Failure::write);
  EXPECT_NE(message.find("a.zst"), std::string::npos) << message;
  EXPECT_TRUE(files().empty());
}

TEST_F(OutputFileTest, writes_the_same_bytes_through_any_buffer) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + " ";
  for (const std::size_t buffer : {1, 7, 100, 1 << 20}) {
    OutputFile file(path("a.txt"), buffer);
    file.write(text);
    char* to = file.prepare(5);
    std::copy_n("abcde", 5, to);
    file.advance(3);
    file.write("tail");
    file.commit();
    EXPECT_EQ(bytes_of(path("a.txt")), text + "abctail") << buffer;
  }
}

TEST_F(OutputFileTest, positioned_writes_land_where_they_belong) {
  OutputFile file(path("a.bin"));
  file.resize(6);
  file.write_at(4, std::as_bytes(std::span("cd", 2)));
  file.write_at(0, std::as_bytes(std::span("ab", 2)));
  file.commit();
  EXPECT_EQ(bytes_of(path("a.bin")), std::string("ab\0\0cd", 6));
}

TEST_F(OutputFileTest, removes_what_killed_runs_left_and_nothing_else) {
  const std::string stem = temporary_stem("a.txt"), spill = temporary_stem("a.txt", "spill");
  for (const auto& stale : {stem + "-12", stem + "-12-3", spill + "-12"}) {
    std::ofstream(path(stale)) << "stale";
  }
  // Those of a user, of other outputs, and what only begins as ours do.
  std::vector<std::string> others = {"a.txt.tmp-12",
                                     "a.txt.tmp-12-3",
                                     "a.txt.spill-12",
                                     "a.txt.tmp-",
                                     "a.txt.tmp-1x",
                                     "a.txt.tmp-00000000-12",
                                     temporary_stem("b.a.txt") + "-12",
                                     temporary_stem("b.txt") + "-12",
                                     stem,
                                     stem + "-",
                                     stem + "-1x",
                                     stem + "0-12"};
  std::ranges::sort(others);
  for (const auto& other : others) std::ofstream(path(other)) << "another's";
  OutputFile(path("a.txt")).write("new");
  EXPECT_EQ(files(), others);
}

TEST_F(OutputFileTest, lets_be_what_another_process_is_writing) {
  OutputFile first(path("a.txt"));
  OutputFile second(path("a.txt"));
  first.write("first");
  second.write("second");
  first.commit();
  EXPECT_EQ(bytes_of(path("a.txt")), "first");
  second.commit();
  EXPECT_EQ(files(), std::vector<std::string>{"a.txt"});
  EXPECT_EQ(bytes_of(path("a.txt")), "second");
}

TEST_F(OutputFileTest, a_missing_directory_shows_at_once_and_is_named) {
  const auto [failure, message] = failure_of([&] { OutputFile(path("none/a.txt")); });
  EXPECT_EQ(failure, Failure::open);
  EXPECT_NE(message.find("none/a.txt"), std::string::npos) << message;
  EXPECT_NE(message.find("there is no directory"), std::string::npos) << message;
}

TEST_F(OutputFileTest, a_directory_under_the_final_name_shows_at_once) {
  std::filesystem::create_directory(path("a.txt"));
  const auto [failure, message] = failure_of([&] { OutputFile(path("a.txt")); });
  EXPECT_EQ(failure, Failure::open);
  EXPECT_NE(message.find("a directory has this name"), std::string::npos) << message;
  EXPECT_EQ(files(), std::vector<std::string>{"a.txt"});
}

TEST_F(OutputFileTest, a_full_disk_is_a_write_error_that_leaves_nothing) {
  const auto [failure, message] = failure_of([&] {
    const FullDisk full(1000);
    OutputFile file(path("a.txt"));
    file.write(std::string(2000, 'x'));
    file.commit();
  });
  EXPECT_EQ(failure, Failure::write);
  EXPECT_NE(message.find("a.txt"), std::string::npos) << message;
  EXPECT_NE(message.find("File too large"), std::string::npos) << message;
  EXPECT_TRUE(files().empty());
}

}  // namespace
