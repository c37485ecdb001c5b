#include <unistd.h>

#include <array>
#include <encke/file/line_reader.hpp>
#include <fstream>
#include <string>

#include "support/files.hpp"

namespace encke::io {
namespace {

std::vector<std::string> lines_of(const std::string& bytes) {
  const TemporaryFiles files;
  InputFile file(files.write("a.txt", bytes));
  LineReader reader(file);
  std::vector<std::string> lines;
  while (reader.next()) {
    lines.emplace_back(reader.line());
    EXPECT_EQ(reader.number(), static_cast<Index>(lines.size()));
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(LineReader, GivesLinesWithoutTheirEnds) {
  EXPECT_EQ(lines_of("a\nbc\r\n\nd\n"), (Lines{"a", "bc", "", "d"}));
}

TEST(LineReader, GivesALastLineThatHasNoEnd) {
  EXPECT_EQ(lines_of("a\nb"), (Lines{"a", "b"}));
  EXPECT_EQ(lines_of("a\nb\r"), (Lines{"a", "b"}));
}

TEST(LineReader, FindsNoLineInAnEmptyFile) { EXPECT_TRUE(lines_of("").empty()); }

TEST(LineReader, KeepsLinesWholeThatCrossOrExceedItsBuffer) {
  Lines expected;
  std::string bytes;
  for (const std::size_t length :
       {0u, 1u, 262'143u, 262'144u, 262'145u, 3'000'000u, 17u, 500'000u}) {
    expected.emplace_back(length, static_cast<char>('a' + length % 7));
    bytes += expected.back() + "\n";
  }

  EXPECT_EQ(lines_of(bytes), expected);
}

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)  // which keeps what is freed
/// Bytes of memory that this process has.
std::int64_t resident() {
  std::int64_t all = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> all >> pages;
  return pages * ::sysconf(_SC_PAGESIZE);
}

/// The buffer doubles, and what it has beyond the line is not touched.
TEST(LineReader, TakesNoMoreMemoryThanALineHas) {
  constexpr std::int64_t mebibyte = 1 << 20;
  const TemporaryFiles files;
  InputFile file(
      files.write("long.txt", std::string(static_cast<std::size_t>(33 * mebibyte), 'a')));
  const std::int64_t before = resident();
  LineReader reader(file);
  ASSERT_TRUE(reader.next());
  EXPECT_EQ(std::ssize(reader.line()), 33 * mebibyte);
  EXPECT_LT(resident() - before, 45 * mebibyte);
}
#endif

TEST(SplitBlanks, TakesAnyBlanksAndTabsAsOneSeparator) {
  std::array<std::string_view, 4> columns;

  EXPECT_EQ(split_blanks(" a\t \tbc  d ", columns), 3u);

  EXPECT_EQ(columns[0], "a");
  EXPECT_EQ(columns[1], "bc");
  EXPECT_EQ(columns[2], "d");
}

TEST(SplitBlanks, StopsWhenItsColumnsAreFull) {
  std::array<std::string_view, 2> columns;

  EXPECT_EQ(split_blanks("a b c", columns), 2u);

  EXPECT_EQ(columns[1], "b");
}

TEST(SplitBlanks, FindsNothingInABlankLine) {
  std::array<std::string_view, 2> columns;

  EXPECT_EQ(split_blanks("", columns), 0u);
  EXPECT_EQ(split_blanks(" \t ", columns), 0u);
}

TEST(InputFile, RecordCoversTheWholeFileHoweverMuchWasRead) {
  const TemporaryFiles files;
  const std::string path = files.write("a.bin", std::string(3'000'001, 'x').append("y"));
  InputFile unread(path);
  InputFile read(path);
  std::vector<std::byte> buffer(1'000'003);
  while (read.read_next(buffer) > 0) {
  }

  const FileRecord a = unread.record();
  const FileRecord b = read.record();

  EXPECT_EQ(a.path, path);
  EXPECT_EQ(a.bytes, 3'000'002);
  EXPECT_EQ(a.digest.size(), 16u);
  EXPECT_EQ(a.digest, b.digest);
}

TEST(InputFile, IsRefusedWhereThereIsNoRegularFile) {
  const TemporaryFiles files;

  expect_error([&] { InputFile file(files.path("absent")); }, Failure::open,
               {"absent: cannot open: No such file"});
  expect_error([&] { InputFile file(files.path("")); }, Failure::open, {"a directory"});
  expect_error([&] { InputFile file("/dev/null"); }, Failure::open, {"a pipe or device"});
}

}  // namespace
}  // namespace encke::io
