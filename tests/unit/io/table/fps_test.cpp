#include <encke/io/table/fps.hpp>
#include <encke/pack/packers.hpp>
#include <string>

#include "support/files.hpp"
#include "support/inputs/packed.hpp"

namespace encke::io::fps_test {
namespace {

const std::string header =
    "#FPS1\n#num_bits=12\n#type=RDKit-Morgan/2\n#software=a tool\n#date=2026-11-22T00:00:00\n";

std::unique_ptr<Source> open(const TemporaryFiles& files, const std::string& bytes) {
  return open_fps(files.write("m.fps", bytes));
}

/// Bits of a vector, the first field first.
std::string bits_of(const PackedVectors& vectors, Index vector) {
  std::string bits;
  for (Index f = 0; f < vectors.fields(); ++f) {
    bits += static_cast<char>('0' + pack::bit(vectors, vector, f));
  }
  return bits;
}

TEST(OpenFps, ReadsBytesInOrderAndTheirLowBitsFirst) {
  const TemporaryFiles files;
  const auto source = open(files, header + "0108\tfirst\nFf0a\tsecond\tmore\n");
  ASSERT_EQ(source->vectors(), 2);
  ASSERT_EQ(source->fields(), 12);
  EXPECT_EQ(source->names(), (std::vector<std::string>{"first", "second"}));
  const PackedVectors vectors = source->read(source->whole());
  EXPECT_EQ(bits_of(vectors, 0), "100000000001");
  EXPECT_EQ(bits_of(vectors, 1), "111111110101");
  EXPECT_EQ(vectors.x_sum(1), 10);
  EXPECT_EQ(vectors.missing(), 0);
  ASSERT_EQ(source->files().size(), 1u);
}

TEST(OpenFps, WithoutTheirNumberTakesAllBitsOfTheFirstLine) {
  const TemporaryFiles files;
  const auto source = open(files, "00ff\ta\r\n0f00\tb\r\n\r\n");
  EXPECT_EQ(source->fields(), 16);
  EXPECT_EQ(source->duplicate_names(), 0);
  EXPECT_EQ(bits_of(source->read(source->whole()), 1), "1111000000000000");
}

TEST(OpenFps, ReadsAnyPartOfAPlainOrCompressedFile) {
  const TemporaryFiles files;
  std::string text = "#FPS1\n";
  std::uint32_t random = 7;
  for (int v = 0; v < 200; ++v) {
    for (int digit = 0; digit < 2 * 41; ++digit) {
      random = random * 1664525u + 1013904223u;
      text += "0123456789abcdef"[random >> 28];
    }
    text += "\tid" + std::to_string(v) + '\n';
  }
  const auto plain = open(files, text);
  const PackedVectors all = plain->read(plain->whole());
  auto packed = test::gzipped(text);
  const auto compressed =
      packed.empty() ? open(files, text) : open_fps(files.write("m.gz", packed));
  for (const ReadRange& part : {ReadRange{{0, 200}, {0, 328}}, ReadRange{{17, 90}, {64, 328}},
                                ReadRange{{90, 101}, {3, 67}}, ReadRange{{3, 4}, {327, 328}}}) {
    for (Source* const source : {plain.get(), compressed.get()}) {
      const PackedVectors some = source->read(part);
      for (Index v = 0; v < part.vectors.size(); ++v) {
        ASSERT_EQ(bits_of(some, v), bits_of(all, part.vectors.begin + v)
                                        .substr(static_cast<std::size_t>(part.fields.begin),
                                                static_cast<std::size_t>(part.fields.size())));
      }
    }
  }
}

struct Malformed {
  std::string name;
  std::string bytes;
  std::string words;
};

class MalformedFps : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedFps, IsRefusedWithThePlace) {
  const TemporaryFiles files;
  const auto read = [&] {
    const auto source = open(files, GetParam().bytes);
    source->read(source->whole());
  };
  expect_error(read, Failure::malformed, {"m.fps", GetParam().words});
}

INSTANTIATE_TEST_SUITE_P(
    Files, MalformedFps,
    testing::Values(Malformed{"Empty", "", "no fingerprints"},
                    Malformed{"HeaderOnly", "#FPS1\n#num_bits=8\n", "no fingerprints"},
                    Malformed{"NoTab", "00\ta\nff\n", "m.fps:2: no tab"},
                    Malformed{"NoId", "00\t\n", "m.fps:1: an empty cell"},
                    Malformed{"NoDigits", "\ta\n", "m.fps:1: an empty cell"},
                    Malformed{"SameId", "#FPS1\n00\ta\nff\tb\n0f\tb\tmore\n",
                              "m.fps:4: id 'b' found, which line 3 has, too"},
                    Malformed{"OtherLength", "00\ta\n0000\tb\n", "m.fps:2: 4 hexadecimal digits"},
                    Malformed{"OddLength", "000\ta\n", "m.fps:1: 3 hexadecimal digits"},
                    Malformed{"NotOfNumBits", "#num_bits=17\n0000\ta\n", "6 expected"},
                    Malformed{"NumBits", "#num_bits=x\n00\ta\n", "m.fps:1: 'x' found"},
                    Malformed{"NoBits", "#num_bits=0\n00\ta\n", "m.fps:1: '0' found"},
                    Malformed{"ManyBits", "#num_bits=9223372036854775807\n00\ta\n", "m.fps:1: "},
                    Malformed{"Version", "#FPS2\n00\ta\n", "m.fps:1: '#FPS2' found"},
                    Malformed{"LateHeader", "00\ta\n#type=x\n", "m.fps:2: a line that begins"},
                    Malformed{"EmptyLine", "00\ta\n\n00\tb\n", "m.fps:2: an empty line"},
                    Malformed{"NoDigit", "00\ta\n0g\tb\n", "m.fps:2:2: 'g' found"},
                    Malformed{"BitsBehind", "#num_bits=12\n0010\ta\n", "m.fps:2:3: bits behind"}),
    [](const auto& file) { return file.param.name; });

TEST(OpenFps, OfWhichAByteIsCutOffOrDiffersIsRefusedOrRead) {
  const TemporaryFiles files;
  const std::string whole = header + "0008\tfirst\nff0a\tsecond\n";
  const auto try_out = [&](const std::string& bytes) {
    try {
      const auto source = open(files, bytes);
      source->read(source->whole());
    } catch (const MalformedInput&) {
    }
  };
  for (std::size_t i = 0; i < whole.size(); ++i) {
    try_out(whole.substr(0, i));
    std::string other = whole;
    other[i] = static_cast<char>(other[i] ^ (1 << i % 8));
    try_out(other);
  }
}

}  // namespace
}  // namespace encke::io::fps_test
