#include <cstring>
#include <encke/io/comet/packed_file.hpp>
#include <encke/pack/packers.hpp>
#include <limits>
#include <string>

#include "support/files.hpp"

namespace encke::io {
namespace {

using namespace std::string_literals;

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

Dataset read(const std::string& bytes, Element element, Index vectors, Index fields,
             MissingCode missing = MissingCode::missing) {
  const TemporaryFiles files;
  return read_packed(files.write("v.bin", bytes), element, vectors, fields, missing);
}

TEST(ReadPacked, TakesGenotypesFourToAByteLowBitsFirst) {
  // vectors 0 1 2 3 1 and 3 3 0 0 2 in codes; bits of padding set
  const std::string bytes = "\xe4\xfd\x0f\xfe"s;

  const Dataset data = read(bytes, Element::genotype, 2, 5);

  const int expected[2][5] = {{0, 1, 3, 2, 1},
                              {2, 2, 0, 0, 3}};  // code 10 is missing, 11 two copies
  for (Index v = 0; v < 2; ++v) {
    for (Index f = 0; f < 5; ++f) EXPECT_EQ(pack::genotype(data.vectors, v, f), expected[v][f]);
  }
  EXPECT_EQ(data.names, (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(data.vectors.missing(), 2);
  EXPECT_EQ(data.files[0].bytes, 4);
}

TEST(ReadPacked, CountsMissingAsHetOnRequest) {
  const Dataset data = read("\xe4\xfd", Element::genotype, 1, 5, MissingCode::het);

  EXPECT_EQ(pack::genotype(data.vectors, 0, 2), 1);
  EXPECT_EQ(data.vectors.missing(), 0);
}

TEST(ReadPacked, TakesMoreGenotypesThanOnePiece) {
  constexpr Index vectors = 3001;
  constexpr Index fields = 8001;  // 6 MB in vectors of 2001 bytes
  std::string bytes;
  for (Index v = 0; v < vectors; ++v)
    bytes += std::string(2001, static_cast<char>(v % 3 == 0 ? 0x55 : 0xff));

  const Dataset data = read(bytes, Element::genotype, vectors, fields);

  for (Index v = 0; v < vectors; ++v) {
    ASSERT_EQ(data.vectors.x_sum(v), v % 3 == 0 ? 0 : fields) << v;
  }
  EXPECT_EQ(data.monomorphic, 2000);
}

TEST(ReadPacked, TakesRealsOfEitherPrecision) {
  const Dataset single = read(bytes_of<float>({1, 2.5, 3, 4}), Element::float32, 2, 2);
  const Dataset twice = read(bytes_of<double>({1, 0.1, 3, 4, 5, 6}), Element::float64, 3, 2);

  EXPECT_EQ(single.vectors.element(), Element::float32);
  EXPECT_EQ(pack::real(single.vectors, 0, 1), 2.5);
  EXPECT_EQ(pack::real(single.vectors, 1, 1), 4);
  EXPECT_EQ(twice.vectors.element(), Element::float64);
  EXPECT_EQ(pack::real(twice.vectors, 0, 1), 0.1);
  EXPECT_EQ(twice.names.size(), 3u);
  EXPECT_EQ(twice.monomorphic, 0);
}

struct WrongSize {
  std::string name;
  std::size_t bytes;
  Element element;
  Index vectors;
  Index fields;
  std::string words;
};

class PackedWrongSize : public testing::TestWithParam<WrongSize> {};

TEST_P(PackedWrongSize, IsInconsistent) {
  const WrongSize& wrong = GetParam();

  expect_error(
      [&] { read(std::string(wrong.bytes, '\0'), wrong.element, wrong.vectors, wrong.fields); },
      Failure::inconsistent,
      {"v.bin: " + std::to_string(wrong.bytes) + " bytes found", wrong.words});
}

const Index huge = std::numeric_limits<Index>::max();

INSTANTIATE_TEST_SUITE_P(
    Files, PackedWrongSize,
    testing::Values(
        WrongSize{"Empty", 0, Element::genotype, 2, 5, "2 vectors of 5 genotypes"},
        WrongSize{"OneByteLess", 3, Element::genotype, 2, 5, "2 vectors of 5 genotypes"},
        WrongSize{"OneByteMore", 5, Element::genotype, 2, 5, "2 vectors of 5 genotypes"},
        WrongSize{"MoreVectors", 8, Element::genotype, 3, 5, "3 vectors of 5 genotypes"},
        WrongSize{"FloatForDouble", 16, Element::float64, 2, 2, "2 vectors of 2 float64"},
        WrongSize{"DoubleForFloat", 32, Element::float32, 2, 2, "2 vectors of 2 float32"},
        WrongSize{"HugeFields", 8, Element::float64, 1, huge, "float64 expected"},
        WrongSize{"HugeGenotypes", 8, Element::genotype, 1, huge, "genotypes"},
        WrongSize{"HugeVectors", 8, Element::float64, huge, 1, "float64 expected"},
        WrongSize{"OverflowTo8", 8, Element::float64, (Index{1} << 61) + 1, 1, "float64 expected"}),
    [](const auto& test) { return test.param.name; });

TEST(ReadPacked, RefusesShapesWithoutElements) {
  expect_error([] { read("", Element::genotype, 0, 5); }, Failure::command_line,
               {"0 vectors of 5 fields", "at least 1 of 1 expected"});
  expect_error([] { read("", Element::float32, 5, 0); }, Failure::command_line, {"of 0 fields"});
  expect_error([] { read("", Element::float32, -1, -1); }, Failure::command_line, {"-1 vectors"});
}

TEST(ReadPacked, RefusesRealsThatAreNoProfile) {
  for (const double bad :
       {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    expect_error(
        [&] {
          read(bytes_of<double>({1, 2, 3, bad}), Element::float64, 2, 2);
        },
        Failure::malformed, {"v.bin: byte 24: vector 1, field 1 (from 0): ", "expected"});
  }
}

TEST(ReadPacked, RefusesRealsWhoseSumIsTooLarge) {
  expect_error(
      [&] {
        read(bytes_of<float>({1, 2, 3e37F, 3e37F}), Element::float32, 2, 2);
      },
      Failure::malformed, {"v.bin: byte 8: vector 1 (from 0): a sum of 6", "at most 4.25e+37"});
}

TEST(ReadPacked, RefusesAFileThatIsAbsent) {
  expect_error([] { read_packed("/nonexistent/v.bin", Element::genotype, 1, 1); }, Failure::open,
               {"/nonexistent/v.bin: cannot open"});
}

}  // namespace
}  // namespace encke::io
