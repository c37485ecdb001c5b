#include <encke/file/line_reader.hpp>
#include <encke/file/plain_bytes.hpp>
#include <string>

#include "support/files.hpp"
#include "support/inputs/packed.hpp"

namespace encke::io {
namespace {

using test::gzipped;
using test::zstd_packed;

struct Kind {
  std::string name;
  Packing packing;
  std::string (*pack)(std::string_view);
};

class PackedFile : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (!reads(GetParam().packing)) GTEST_SKIP() << "built without " << GetParam().name;
  }
  static std::string pack(std::string_view bytes) { return GetParam().pack(bytes); }
  InputFile file(const std::string& bytes) const { return InputFile(files_.write("t", bytes)); }
  std::string text(const std::string& bytes) const {
    InputFile opened = file(bytes);
    return read_text(opened);
  }

 private:
  TemporaryFiles files_;
};

/// Lines of which some are long, as text that compresses and text that does not.
std::string some_text() {
  std::string text;
  std::uint32_t random = 1;
  for (int line = 0; line < 3000; ++line) {
    text += "line " + std::to_string(line);
    for (int i = 0; i < line % 700; ++i) {
      random = random * 1664525u + 1013904223u;
      text += static_cast<char>(line % 3 == 0 ? 'a' : 'a' + random % 26);
    }
    text += '\n';
  }
  return text;
}

TEST_P(PackedFile, IsReadAsTheTextThatItHolds) {
  const std::string plain = some_text();

  EXPECT_EQ(text(pack(plain)), plain);
  EXPECT_EQ(text(pack("")), "");
  EXPECT_EQ(text(pack("a")), "a");
}

TEST_P(PackedFile, MayHaveSeveralMembers) {
  EXPECT_EQ(text(pack("one\ntw") + pack("") + pack("o\nthree\n")), "one\ntwo\nthree\n");
}

TEST_P(PackedFile, IsReadByLines) {
  const std::string plain = some_text();
  InputFile packed = file(pack(plain));
  LineReader reader(packed);
  std::string lines;
  while (reader.next()) lines += std::string(reader.line()) + '\n';

  EXPECT_EQ(lines, plain);
  EXPECT_TRUE(packed.is_digested());
}

TEST_P(PackedFile, IsReadFromAnyLineOnAndBackAgain) {
  const std::string plain = some_text();
  InputFile packed = file(pack(plain));
  LineReader first(packed);
  std::vector<Index> offsets;
  do offsets.push_back(first.offset());
  while (first.next());
  LineReader reader(packed, offsets[1000], 1000);
  for (const Index line : {1000, 1001, 1000, 2999, 5, 2000, 0, 1}) {
    reader.move_to(offsets[static_cast<std::size_t>(line)], line);
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.number(), line + 1);
    EXPECT_TRUE(reader.line().starts_with("line " + std::to_string(line))) << reader.line();
  }
}

TEST_P(PackedFile, ThatEndsEarlyIsRefused) {
  const std::string whole = pack("the first line\nthe second line\n");
  for (std::size_t size = 4; size < whole.size(); ++size) {
    expect_error([&] { text(whole.substr(0, size)); }, Failure::malformed,
                 {"t: byte", "end early"});
  }
}

TEST_P(PackedFile, WithAByteThatDiffersIsRefusedOrHoldsTheSame) {
  const std::string plain = "the first line\nthe second line\nthe second line\n";
  const std::string whole = pack(plain);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      InputFile opened = file(damaged);
      if (packing_of(opened) == Packing::none)
        continue;  // the magic number: it is no longer packed
      try {
        EXPECT_EQ(read_text(opened), plain) << "byte " << at << ", bit " << bit;
      } catch (const MalformedInput& error) {
        EXPECT_NE(std::string(error.what()).find("t: byte"), std::string::npos) << error.what();
      }
    }
  }
}

TEST_P(PackedFile, WithOtherBytesBehindItIsRefused) {
  expect_error([&] { text(pack("a\n") + "rest"); }, Failure::malformed, {"t: byte", "damaged"});
}

INSTANTIATE_TEST_SUITE_P(Kinds, PackedFile,
                         testing::Values(Kind{"gzip", Packing::gzip, gzipped},
                                         Kind{"Zstandard", Packing::zstd, zstd_packed}),
                         [](const auto& kind) { return kind.param.name; });

TEST(PackedFiles, OfGzipMayEndInZeros) {
  if (!reads(Packing::gzip)) GTEST_SKIP() << "built without zlib";
  const TemporaryFiles files;
  InputFile file(files.write("t", gzipped("a\n") + std::string(300'000, '\0')));
  EXPECT_EQ(read_text(file), "a\n");
}

TEST(PackedFiles, OfZstandardMayHaveSkippableFrames) {
  if (!reads(Packing::zstd)) GTEST_SKIP() << "built without Zstandard";
  const TemporaryFiles files;
  const std::string skippable("\x50\x2a\x4d\x18\x03\0\0\0abc", 11);
  InputFile file(files.write("t", skippable + zstd_packed("a\n") + skippable));
  EXPECT_EQ(packing_of(file), Packing::zstd);
  EXPECT_EQ(read_text(file), "a\n");
}

TEST(PackedFiles, OfZstandardWithAWindowThatIsTooLargeAreRefused) {
  if (!reads(Packing::zstd)) GTEST_SKIP() << "built without Zstandard";
  const TemporaryFiles files;
  // a frame that wants a window of 256 MiB, then an empty last block
  InputFile file(files.write("t", std::string("\x28\xb5\x2f\xfd\x00\x90\x01\x00\x00", 9)));
  expect_error([&] { read_text(file); }, Failure::malformed, {"t: byte", "memory"});
}

TEST(PackedFiles, AreToldByTheirFirstBytesAlone) {
  const TemporaryFiles files;
  for (const std::string bytes : {"", "a", "\x1f", "\x1f\x8b", "\x28\xb5\x2f", "id\tgz\n"}) {
    InputFile file(files.write("a.gz", bytes));
    EXPECT_EQ(packing_of(file), Packing::none);
    EXPECT_EQ(read_text(file), bytes);
  }
}

}  // namespace
}  // namespace encke::io
