#include <cstring>
#include <encke/file/npy_header.hpp>
#include <encke/io/table/table.hpp>
#include <encke/pack/packers.hpp>
#include <limits>
#include <string>

#include "support/files.hpp"

namespace encke::io::npy_table_test {
namespace {

using namespace std::string_literals;

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(Number), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

std::string header(const std::string& dtype, const std::string& shape,
                   const std::string& fortran = "False") {
  const std::string dictionary =
      "{'descr': '" + dtype + "', 'fortran_order': " + fortran + ", 'shape': (" + shape + "), }\n";
  return "\x93NUMPY\x01\x00"s + static_cast<char>(dictionary.size()) + "\x00"s + dictionary;
}

Dataset read(const std::string& bytes, Element element = Element::float64) {
  const TemporaryFiles files;
  return read_table(files.write("a.npy", bytes), element);
}

std::vector<double> reals(const PackedVectors& vectors) {
  std::vector<double> values;
  for (Index v = 0; v < vectors.vectors(); ++v) {
    for (Index f = 0; f < vectors.fields(); ++f) values.push_back(pack::real(vectors, v, f));
  }
  return values;
}

template <class Number>
void expect_reads(const std::string& dtype) {
  constexpr bool whole = std::numeric_limits<Number>::is_integer;
  const Number most = std::numeric_limits<Number>::max() / (whole ? 1 : 16);
  const std::vector<Number> numbers = {0, 1, 2, 3, 100, most};

  const Dataset data = read(header(dtype, "2, 3") + bytes_of(numbers));

  EXPECT_EQ(reals(data.vectors), (std::vector<double>{0, 1, 2, 3, 100, static_cast<double>(most)}))
      << dtype;
  EXPECT_EQ(data.names, (std::vector<std::string>{"0", "1"}));
}

TEST(ReadNpy, TakesAllTypesOfNumbers) {
  expect_reads<float>("<f4");
  expect_reads<double>("<f8");
  expect_reads<std::int8_t>("|i1");
  expect_reads<std::int16_t>("<i2");
  expect_reads<std::int32_t>("<i4");
  expect_reads<std::int64_t>("<i8");
  expect_reads<std::uint8_t>("|u1");
  expect_reads<std::uint8_t>("<u1");
  expect_reads<std::uint16_t>("<u2");
  expect_reads<std::uint32_t>("<u4");
  expect_reads<std::uint64_t>("<u8");
}

TEST(ReadNpy, TakesFortranOrder) {
  const std::vector<double> numbers = {1, 4, 2, 5, 3, 6};

  const Dataset data = read(header("<f8", "2, 3", "True") + bytes_of(numbers));

  EXPECT_EQ(reals(data.vectors), (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(ReadNpy, GivesTheSameInBothOrdersForArraysLargerThanOnePiece) {
  constexpr Index rows = 5000;
  constexpr Index fields = 3500;  // 70 MB of float32
  std::vector<float> c(rows * fields);
  std::vector<float> fortran(c.size());
  for (Index v = 0; v < rows; ++v) {
    for (Index f = 0; f < fields; ++f) {
      const auto value = static_cast<float>((v * 31 + f * 17) % 1000);
      c[static_cast<std::size_t>(v * fields + f)] = value;
      fortran[static_cast<std::size_t>(f * rows + v)] = value;
    }
  }

  const Dataset a = read(header("<f4", "5000, 3500") + bytes_of(c), Element::float32);
  const Dataset b = read(header("<f4", "5000, 3500", "True") + bytes_of(fortran), Element::float32);

  for (Index v = 0; v < rows; v += 7) {
    ASSERT_EQ(a.vectors.sum(v), b.vectors.sum(v)) << v;
    for (Index f = 0; f < fields; f += 3) {
      ASSERT_EQ(pack::real(a.vectors, v, f), (v * 31 + f * 17) % 1000) << v << ", " << f;
      ASSERT_EQ(pack::real(b.vectors, v, f), pack::real(a.vectors, v, f)) << v << ", " << f;
    }
  }
  EXPECT_EQ(a.files[0].bytes, b.files[0].bytes + 1);  // "False" is longer than "True"
}

struct Malformed {
  std::string name;
  std::string bytes;
  std::string words;
};

std::vector<Malformed> malformed_arrays() {
  const std::string four = bytes_of<float>({1, 2, 3, 4});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::string bytes_found = "16 bytes found after the header, ";
  return {
      {"Empty", "", "a.npy: byte 0: not an .npy file"},
      {"OtherMagic", "id\ta\ns1\t1\n", "a.npy: byte 0: not an .npy file"},
      {"EndsInPreamble", header("<f4", "2, 2").substr(0, 9), "a.npy: the file ends within"},
      {"HeaderShorterThanPreamble", "\x93NUMPY\x01\x00\x00\x00"s, "a.npy: the file ends within"},
      {"EndsInHeader", header("<f4", "2, 2").substr(0, 30), "a.npy: the file ends within"},
      {"HeaderOf4GiB", "\x93NUMPY\x02\x00\xff\xff\xff\xff"s + four, "4294967295 bytes long"},
      {"BigEndian", header(">f4", "2, 2") + four, "dtype '>f4' found (big-endian)"},
      {"Objects", header("|O", "2, 2") + four, "dtype '|O' found (Python objects)"},
      {"Complex", header("<c8", "2, 1") + four, "dtype '<c8' found"},
      {"Half", header("<f2", "2, 4") + four, "dtype '<f2' found"},
      {"Text", header("<U1", "2, 2") + four, "dtype '<U1' found"},
      {"Logical", header("|b1", "4, 4") + four, "dtype '|b1' found"},
      {"NoType", header("", "2, 2") + four, "dtype '' found"},
      {"NoByteOrder", header("|f4", "2, 2") + four, "dtype '|f4' found"},
      {"OneDimension", header("<f4", "4,") + four, "an array of 1 dimensions found, 2 expected"},
      {"ThreeDimensions", header("<f4", "2, 2, 1") + four, "an array of 3 dimensions found"},
      {"NoDimension", header("<f4", "") + four, "an array of 0 dimensions found"},
      {"NoRows", header("<f4", "0, 3"), "a shape of 0 x 3 found"},
      {"NoFields", header("<f4", "3, 0"), "a shape of 3 x 0 found"},
      {"TooShort", header("<f4", "2, 3") + four, bytes_found + "2 x 3 numbers of 4 bytes"},
      {"TooLong", header("<f4", "2, 1") + four, bytes_found + "2 x 1 numbers of 4 bytes"},
      {"OneByteMore", header("<f4", "2, 2") + four + "x", "17 bytes found after the header"},
      {"NoData", header("<f4", "2, 2"), "0 bytes found after the header"},
      {"ProductOverflowsTo4", header("<f4", "4611686018427387905, 4") + four, bytes_found},
      {"ProductOverflowsTo0", header("<f4", "4294967296, 4294967296"), "0 bytes found"},
      {"LargestExtents", header("<u1", "9223372036854775807, 9223372036854775807") + four,
       bytes_found},
      {"Terabytes", header("<f8", "1000000, 1000000") + four, bytes_found},
      {"Nan", header("<f8", "2, 2") + bytes_of<double>({1, 2, 3, nan}),
       "vector 1, field 1 (from 0): nan found, a finite number >= 0 expected"},
      {"Infinity", header("<f8", "2, 2") + bytes_of<double>({1, 2, infinity, 3}),
       "vector 1, field 0 (from 0): inf found"},
      {"Negative", header("<f8", "2, 2") + bytes_of<double>({1, -2, 3, 4}),
       "vector 0, field 1 (from 0): -2 found"},
      {"NegativeInteger", header("<i4", "2, 2") + bytes_of<std::int32_t>({1, 2, -3, 4}),
       "vector 1, field 0 (from 0): -3 found"},
      {"NegativeInFortranOrder", header("<f8", "2, 2", "True") + bytes_of<double>({1, -2, 3, 4}),
       "vector 1, field 0 (from 0): -2 found"},
  };
}

class NpyTableMalformed : public testing::TestWithParam<Malformed> {};

TEST_P(NpyTableMalformed, IsRefusedWithThePlace) {
  expect_error([] { read(GetParam().bytes); }, Failure::malformed, {GetParam().words});
}

INSTANTIATE_TEST_SUITE_P(Arrays, NpyTableMalformed, testing::ValuesIn(malformed_arrays()),
                         [](const auto& test) { return test.param.name; });

TEST(ReadNpy, NamesTheByteOfAnUnfitValue) {
  const std::string start = header("<f8", "2, 2", "True");

  expect_error(
      [&] {
        read(start + bytes_of<double>({1, 2, -3, 4}));
      },
      Failure::malformed,
      {"a.npy: byte " + std::to_string(start.size() + 16) + ": vector 0, field 1"});
}

TEST(ReadNpy, RefusesForFloat32WhatOnlyFloat64CanHold) {
  const std::string bytes = header("<f8", "1, 1") + bytes_of<double>({1e39});

  EXPECT_EQ(pack::real(read(bytes).vectors, 0, 0), 1e39);
  expect_error([&] { read(bytes, Element::float32); }, Failure::malformed,
               {"1e+39 found", "within float32 expected"});
}

TEST(ReadNpy, NamesTheRowWhoseSumIsTooLarge) {
  const std::string bytes = bytes_of<double>({1, 2, 1e308, 1e308});

  for (const std::string order : {"False", "True"}) {
    const std::string row = order == "True" ? "0" : "1";
    const std::string values = order == "True" ? bytes_of<double>({1e308, 1, 1e308, 2}) : bytes;
    expect_error([&] { read(header("<f8", "2, 2", order) + values); }, Failure::malformed,
                 {"vector " + row + " (from 0): a sum of inf", "2.25e+307 is supported"});
  }
}

TEST(ReadNpy, ReadsWhatTheHeaderWriterWrites) {
  const Index shape[] = {2, 2};

  const Dataset data = read(npy_header("<f4", shape) + bytes_of<float>({1, 2, 3, 4}));

  EXPECT_EQ(reals(data.vectors), (std::vector<double>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace encke::io::npy_table_test
