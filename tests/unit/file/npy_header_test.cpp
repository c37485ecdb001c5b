#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/file/npy_header.hpp>
#include <string>

namespace encke::io {
namespace {

using namespace std::string_literals;

// A file's beginning: version 1.0 with this dictionary.
std::string version1(const std::string& dictionary) {
  return "\x93NUMPY\x01\x00"s + static_cast<char>(dictionary.size() & 0xff) +
         static_cast<char>(dictionary.size() >> 8) + dictionary;
}

std::string version(char major, const std::string& dictionary) {
  return "\x93NUMPY"s + major + "\x00"s + static_cast<char>(dictionary.size()) + "\x00\x00\x00"s +
         dictionary;
}

TEST(NpyHeader, IsWrittenAsNumpyWritesIt) {
  const Index shape[] = {3, 4};

  const std::string header = npy_header("<f4", shape);

  // numpy.save of a 3 x 4 array of float32, NumPy 1.24: 128 bytes
  const std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }";
  EXPECT_EQ(header, "\x93NUMPY\x01\x00\x76\x00"s + dictionary +
                        std::string(128 - 10 - dictionary.size() - 1, ' ') + "\n");
}

TEST(NpyHeader, HasPythonsNotationForAnyNumberOfDimensions) {
  const Index one[] = {7};
  const Index three[] = {1, 2, 3};

  EXPECT_NE(npy_header("<f8", {}).find("'shape': (), }"), std::string::npos);
  EXPECT_NE(npy_header("<f8", one).find("'shape': (7,), }"), std::string::npos);
  EXPECT_NE(npy_header("<f8", three).find("'shape': (1, 2, 3), }"), std::string::npos);
}

TEST(NpyHeader, ReadsBackWhatWasWrittenAndIsPaddedTo64Bytes) {
  for (Index rows = 1; rows < (Index{1} << 60); rows *= 3) {
    const std::vector<Index> shape = {rows, rows, 2};

    const std::string header = npy_header("<f8", shape);
    const NpyHeader parsed = parse_npy_header(header, "a.npy");

    EXPECT_EQ(header.size() % 64, 0u);
    EXPECT_EQ(header.back(), '\n');
    EXPECT_EQ(parsed.dtype, "<f8");
    EXPECT_EQ(parsed.shape, shape);
    EXPECT_FALSE(parsed.fortran_order);
    EXPECT_EQ(parsed.data_offset, static_cast<Index>(header.size()));
  }
}

TEST(NpyHeader, LongerThanVersion1AllowsIsNotWritten) {
  const std::vector<Index> shape(32000, 1);

  EXPECT_THROW(npy_header("<f8", shape), Error);
}

TEST(NpyHeader, KeysMayComeInAnyOrderAndQuoting) {
  const std::string bytes =
      version1("{ \"shape\":(2,3),'fortran_order' : True,\"descr\":\"|u1\"}  \n");

  const NpyHeader parsed = parse_npy_header(bytes, "a.npy");

  EXPECT_EQ(parsed.dtype, "|u1");
  EXPECT_TRUE(parsed.fortran_order);
  EXPECT_EQ(parsed.shape, (std::vector<Index>{2, 3}));
}

TEST(NpyHeader, Versions2And3HaveALengthOfFourBytes) {
  for (const char major : {'\x02', '\x03'}) {
    const std::string bytes =
        version(major, "{'descr': '<f8', 'fortran_order': False, 'shape': (5,), }\n");

    const NpyHeader parsed = parse_npy_header(bytes, "a.npy");

    EXPECT_EQ(npy_header_length(bytes.substr(0, 12), "a.npy"), static_cast<Index>(bytes.size()));
    EXPECT_EQ(parsed.shape, (std::vector<Index>{5}));
    EXPECT_EQ(parsed.data_offset, static_cast<Index>(bytes.size()));
  }
}

struct Malformed {
  std::string name;
  std::string bytes;
  std::string words;
};

std::vector<Malformed> malformed_headers() {
  return {
      {"Empty", "", "does not begin with"},
      {"OtherMagic", "PK\x03\x04 and so on", "does not begin with"},
      {"EndsInPreamble", "\x93NUMPY\x01\x00"s, "ends within"},
      {"Version0", "\x93NUMPY\x00\x00\x01\x00  "s, "1.0, 2.0 or 3.0 expected, 0.0 found"},
      {"Version4", "\x93NUMPY\x04\x00\x01\x00\x00\x00"s, "4.0 found"},
      {"Version1Minor1", "\x93NUMPY\x01\x01\x01\x00  "s, "1.1 found"},
      {"LengthOf4GiB", "\x93NUMPY\x02\x00\xff\xff\xff\xff"s, "4294967295 bytes long"},
      {"LengthOf0", "\x93NUMPY\x01\x00\x00\x00  "s, "0 bytes long, a dictionary expected"},
      {"EndsInDictionary", version1("{'descr': '<f4', }").substr(0, 20), "ends within"},
      {"NoDictionary", version1("              "), "'{' expected"},
      {"NotClosed", version1("{'descr': '<f4'   "), "'}' expected"},
      {"NoQuote", version1("{'descr: <f4, }   "), "closing quote expected"},
      {"NoColon", version1("{'descr' '<f4', }"), "':' expected"},
      {"StructuredDtype", version1("{'descr': [('a', '<f4')], }"), "structured dtype"},
      {"UnknownKey", version1("{'dtype': '<f4', }"), "'dtype' found"},
      {"NoDescr", version1("{'fortran_order': False, 'shape': (1, 2), }"), "no 'descr'"},
      {"NoOrder", version1("{'descr': '<f4', 'shape': (1, 2), }"), "no 'fortran_order'"},
      {"NoShape", version1("{'descr': '<f4', 'fortran_order': False, }"), "no 'shape'"},
      {"DescrTwice", version1("{'descr': '<f4', 'descr': '<f4'}"), "appears twice"},
      {"OrderIsNumber", version1("{'fortran_order': 1, }"), "True or False expected"},
      {"ShapeIsNumber", version1("{'shape': 3, }"), "'(' expected"},
      {"NegativeExtent", version1("{'shape': (-3, 4), }"), "extents >= 0 expected"},
      {"ExtentIsText", version1("{'shape': (a, 4), }"), "extents >= 0 expected"},
      {"ExtentOverflows", version1("{'shape': (9223372036854775808, 1), }"), "exceeds 2^63 - 1"},
      {"MoreAfterwards", version1("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), } 5"),
       "nothing but"},
  };
}

class NpyMalformed : public testing::TestWithParam<Malformed> {};

TEST_P(NpyMalformed, IsRefusedWithThePlaceAndTheReason) {
  try {
    parse_npy_header(GetParam().bytes, "dir/a.npy");
    FAIL() << "accepted";
  } catch (const MalformedInput& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.rfind("dir/a.npy: ", 0), 0u) << message;
    EXPECT_NE(message.find(GetParam().words), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(Headers, NpyMalformed, testing::ValuesIn(malformed_headers()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace encke::io
