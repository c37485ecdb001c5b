// Records of a .pgen, type by type, against the genotypes that they were written from.
#include <encke/io/pgen/main_track.hpp>
#include <random>

#include "support/files.hpp"
#include "support/inputs/pgen_file.hpp"

namespace encke::io {
namespace {

using Row = std::vector<std::uint8_t>;

/// Genotypes of which most are `common`, and one in `rarity` is any.
Row row_of(Index samples, unsigned common, unsigned second, unsigned rarity, unsigned seed) {
  std::mt19937 random(seed);
  Row row(static_cast<std::size_t>(samples));
  for (auto& g : row) {
    g = static_cast<std::uint8_t>(random() % 2 == 0 ? common : second);
    if (random() % rarity == 0) g = random() % 4;
  }
  return row;
}

std::string text_of(const std::uint8_t* codes, Index samples) {
  constexpr std::string_view genotypes = "2.10";  // of the codes of a .bed
  std::string text;
  for (Index s = 0; s < samples; ++s) text += genotypes[codes[s / 4] >> 2 * (s % 4) & 3];
  return text;
}

std::string text_of(const Row& row) {
  std::string text;
  for (const auto g : row) text += "012."[g];
  return text;
}

/// Decodes records of `samples` samples one after the other.
class Decoder {
 public:
  explicit Decoder(Index samples) : samples_(samples), track_("x.pgen", samples) {}

  std::string decode(const std::string& bytes, unsigned type) {
    const auto* const begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
    return text_of(track_.decode({{begin, bytes.size()}, type, 6, 1000}), samples_);
  }

 private:
  Index samples_;
  MainTrack track_;
};

const std::vector<Index> sizes = {1,   2,   3,   4,   5,   8,    63,    64,    65,
                                  127, 128, 255, 256, 257, 1000, 65535, 65536, 65537};

TEST(MainTrack, DecodesEveryTypeForEveryNumberOfSamples) {
  for (const Index samples : sizes) {
    Decoder decoder(samples);
    unsigned seed = 0;
    for (const unsigned rarity : {1U, 2U, 9U, 300U, 100'000U}) {
      if (samples > 1000 && rarity != 9 && rarity != 300) continue;
      for (const unsigned type : {0U, 1U, 4U, 6U, 7U, 0x10U, 0x41U, 0x97U}) {
        const unsigned common = (type & 7) < 4 ? seed % 4 : (type & 7) - 4;
        const unsigned second = (type & 7) == 1 ? seed / 4 % 4 : common;
        const Row base = row_of(samples, common, second, rarity, ++seed);
        ASSERT_EQ(decoder.decode(test::pgen_record(base, type), type), text_of(base))
            << samples << " samples, type " << type << ", rarity " << rarity;
        for (const unsigned difference : {2U, 3U, 0x62U, 2U}) {
          Row row = base;
          for (auto& g : row) {
            if ((difference & 7) == 3 && g != 1 && g != 3) g = 2 - g;
          }
          const Row noise = row_of(samples, 0, 3, 1, ++seed);
          for (std::size_t s = seed % 3; s < row.size(); s += rarity) row[s] = noise[s];
          ASSERT_EQ(decoder.decode(test::pgen_record(row, difference, base), difference),
                    text_of(row))
              << samples << " samples, type " << difference << " on " << type;
        }
      }
    }
  }
}

TEST(MainTrack, DecodesEveryPairOfCommonGenotypes) {
  for (unsigned low = 0; low < 4; ++low) {
    for (unsigned high = low + 1; high < 4; ++high) {
      const Row row = row_of(77, low, high, 20, 3);
      EXPECT_EQ(Decoder(77).decode(test::pgen_record(row, 1), 1), text_of(row));
    }
  }
}

// A difflist of the specification's example: 79 samples of 488,377, the differences of all 5,000.
TEST(MainTrack, DecodesTheExampleOfTheSpecification) {
  constexpr Index samples = 488'377;
  std::string record = "\x4f";
  for (const char byte : {0x88, 0x13, 0x00, 0x88, 0xf5, 0x04, 0x3f}) record += byte;
  record.append(19, '\x55');
  record += '\x15';
  for (int i = 0; i < 77; ++i) record += "\x88\x27";
  std::string expected(samples, '0');
  for (std::size_t s = 5000; s <= 395'000; s += 5000) expected[s] = '1';
  EXPECT_EQ(Decoder(samples).decode(record, 4), expected);
}

// Written by PLINK 2.00a3.5: of 256 samples the numbers have two bytes, where the specification's
// text has one.
TEST(MainTrack, DecodesARecordOf256SamplesThatPlinkWrote) {
  std::string record;
  for (const char byte : {2, 0x1a, 0, 0x0f, 0x15}) record += byte;
  std::string expected(256, '2');
  expected[0x1a] = expected[0x1a + 0x15] = '.';
  EXPECT_EQ(Decoder(256).decode(record, 6), expected);
}

TEST(MainTrack, RefusesWhatBreaksARuleAndNamesVariantAndByte) {
  const auto refuse = [](Index samples, const std::string& record, unsigned type,
                         std::initializer_list<std::string_view> words) {
    Decoder decoder(samples);
    expect_error([&] { decoder.decode(record, type); }, Failure::malformed, words);
  };
  const auto bytes = [](std::initializer_list<int> values) {
    std::string text;
    for (const int value : values) text += static_cast<char>(value);
    return text;
  };
  refuse(5, bytes({0}), 0, {"x.pgen: byte 1001", "variant 7", "ends within"});
  refuse(5, bytes({0, 4}), 0, {"byte 1001", "after the last sample"});
  refuse(5, bytes({0, 0, 0}), 0, {"byte 1002", "1 bytes after the genotypes"});
  refuse(5, bytes({4, 0, 0}), 1, {"byte 1000", "4 found, 1, 2, 3, 5, 6 or 9"});
  refuse(5, bytes({1, 32, 0}), 1, {"byte 1001", "after the last sample"});
  refuse(5, bytes({6, 0}), 4, {"byte 1000", "6 differences of 5 samples"});
  refuse(5, bytes({1, 5, 0}), 4, {"byte 1001", "sample 6 found, 1 to 5"});
  refuse(5, bytes({1, 4, 4}), 4, {"byte 1002", "after the last sample"});
  refuse(5, bytes({2, 3, 0, 0}), 4, {"byte 1003", "sample 4 after 4"});
  refuse(5, bytes({2, 3, 0, 2}), 4, {"byte 1003", "sample 6 after 4"});
  refuse(5, bytes({2, 3, 0}), 4, {"byte 1003", "ends within"});
  refuse(5, bytes({0x80}), 4, {"byte 1001", "ends within"});
  refuse(5, bytes({0x80, 0x80, 0x80, 0x80, 0x80, 1}), 4, {"byte 1004", "32 bits"});
  // two groups: the second begins before the first one ends, or the size of the first is wrong
  Row row(100, 1);
  std::string record = test::pgen_record(row, 4);
  record[2] = 63;
  refuse(100, record, 4, {"byte 1002", "sample 64 found, 65 to 100"});
  record = test::pgen_record(row, 4);
  ++record[3];
  refuse(100, record, 4, {"byte 1003", "a group of 64 bytes, 63 found"});
}

}  // namespace
}  // namespace encke::io
