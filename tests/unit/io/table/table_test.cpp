#include <cmath>
#include <encke/file/plain_bytes.hpp>
#include <encke/io/table/table.hpp>
#include <encke/pack/packers.hpp>
#include <string>

#include "support/files.hpp"
#include "support/inputs/packed.hpp"

namespace encke::io::table_test {
namespace {

Dataset read(const std::string& bytes, Element element = Element::float64) {
  const TemporaryFiles files;
  return read_table(files.write("t.tsv", bytes), element);
}

TEST(ReadTable, TakesRowsAsVectors) {
  const Dataset data = read("#id\ta\tb\tc\ns1\t0\t1.5\t2e3\ns2\t-0\t1e-310\t7\n");

  EXPECT_EQ(data.names, (std::vector<std::string>{"s1", "s2"}));
  EXPECT_EQ(data.vectors.element(), Element::float64);
  ASSERT_EQ(data.vectors.vectors(), 2);
  ASSERT_EQ(data.vectors.fields(), 3);
  EXPECT_EQ(pack::real(data.vectors, 0, 1), 1.5);
  EXPECT_EQ(pack::real(data.vectors, 0, 2), 2000);
  EXPECT_FALSE(std::signbit(pack::real(data.vectors, 1, 0)));
  EXPECT_EQ(pack::real(data.vectors, 1, 1), 1e-310);
  EXPECT_EQ(data.vectors.sum(0), 2001.5);
  EXPECT_EQ(data.vectors_in_file, 2);
  EXPECT_EQ(data.fields_in_file, 3);
}

TEST(ReadTable, ToleratesCrlfALastLineWithoutEndAndEmptyLinesAtTheEnd) {
  EXPECT_EQ(pack::real(read("id\ta\r\ns1\t1\r\ns2\t2").vectors, 1, 0), 2);
  EXPECT_EQ(read("id\ta\r\ns1\t1\r\n\r\n\n").vectors.vectors(), 1);
}

TEST(ReadTable, RoundsToFloat32) {
  const Dataset data = read("id\ta\tb\tc\ns\t0.1\t1e-60\t4.2e37\n", Element::float32);

  EXPECT_EQ(data.vectors.element(), Element::float32);
  EXPECT_EQ(pack::real(data.vectors, 0, 0), static_cast<double>(0.1F));
  EXPECT_EQ(pack::real(data.vectors, 0, 1), 0);
  EXPECT_EQ(pack::real(data.vectors, 0, 2), static_cast<double>(4.2e37F));
}

TEST(ReadTable, TakesNumbersTooSmallForFloat64AsZero) {
  const std::string zeros(400, '0');
  const std::vector<std::string> numbers{"1e-400", "123.4E-999", "1e-99999999999999999999",
                                         "0." + zeros + "1", "1" + zeros + "e-900"};
  for (const std::string& tiny : numbers) {
    const Dataset data = read("id\ta\tb\ns\t" + tiny + "\t1\n");
    EXPECT_EQ(pack::real(data.vectors, 0, 0), 0) << tiny;
  }
}

TEST(ReadTable, LeavesOutTheByteOrderMarkOfUtf8) {
  const Dataset data = read("\xef\xbb\xbfid\ta\ns1\t1\n");

  EXPECT_EQ(data.names, (std::vector<std::string>{"s1"}));
  EXPECT_EQ(data.vectors.fields(), 1);
}

TEST(ReadTable, RecordsTheFile) {
  const Dataset data = read("id\ta\ns\t1\n");

  ASSERT_EQ(data.files.size(), 1u);
  EXPECT_EQ(data.files[0].bytes, 9);
}

TEST(ReadTable, ReadsManyRowsOfManyFields) {
  std::string bytes = "id";
  for (int f = 0; f < 3000; ++f) bytes += "\tf" + std::to_string(f);
  for (int v = 0; v < 200; ++v) {
    bytes += "\nrow" + std::to_string(v);
    for (int f = 0; f < 3000; ++f) bytes += "\t" + std::to_string(v * 3000 + f) + ".25";
  }

  const Dataset data = read(bytes);

  for (int v = 0; v < 200; ++v) {
    EXPECT_EQ(data.names[static_cast<std::size_t>(v)], "row" + std::to_string(v));
    for (int f = 0; f < 3000; ++f) ASSERT_EQ(pack::real(data.vectors, v, f), v * 3000 + f + 0.25);
  }
}

TEST(OpenTable, ReadsPartsOfACompressedFileInAnyOrder) {
  if (!reads(Packing::gzip)) GTEST_SKIP() << "built without zlib";
  std::string bytes = "id\ta\tb";
  for (int v = 0; v < 5000; ++v) {
    bytes +=
        "\nr" + std::to_string(v) + '\t' + std::to_string(v) + "\t" + std::string(200, '0') + '1';
  }
  const TemporaryFiles files;
  const auto source = open_table(files.write("t", test::gzipped(bytes)), Element::float64);
  ASSERT_EQ(source->vectors(), 5000);
  for (const Range part : {Range{0, 10}, Range{10, 4000}, Range{4000, 5000}, Range{17, 19}}) {
    const PackedVectors vectors = source->read({part, {0, 2}});
    for (Index v = part.begin; v < part.end; ++v) {
      ASSERT_EQ(pack::real(vectors, v - part.begin, 0), static_cast<double>(v));
    }
  }
}

struct Malformed {
  std::string name;
  std::string bytes;
  std::string words;
};

std::vector<Malformed> malformed_tables() {
  return {
      {"Empty", "", "t.tsv: the file is empty"},
      {"HeaderOnly", "id\ta\tb\n", "t.tsv: no rows after the header line"},
      {"HeaderAndEmptyLines", "id\ta\tb\n\n\r\n", "t.tsv: no rows after the header line"},
      {"NoFields", "id\ns1\n", "t.tsv:1: no fields"},
      {"SeparatedByCommas", "id,a,b\ns1,1,2\n", "t.tsv:1: cells separated by commas"},
      {"EmptyHeader", "\ns1\t1\n", "t.tsv:1: no fields"},
      {"RowTooShort", "id\ta\tb\ns1\t1\t2\ns2\t1\n", "t.tsv:3: 2 cells found, 3 expected"},
      {"RowTooLong", "id\ta\tb\ns1\t1\t2\t3\n", "t.tsv:2: 4 cells found, 3 expected"},
      {"HeaderOfR", "a\tb\ns1\t1\t2\n", "header line (R writes such a header unless"},
      {"TabAtTheEnd", "id\ta\ns1\t1\t\n", "t.tsv:2: 3 cells found, 2 expected"},
      {"EmptyLineBetween", "id\ta\ns1\t1\n\n\ns2\t2\n", "t.tsv:3: an empty line between the rows"},
      {"EmptyCell", "id\ta\tb\ns1\t1\t2\ns2\t\t2\n", "t.tsv:3:2: empty cell, a number expected"},
      {"EmptyLastCell", "id\ta\tb\ns1\t1\t\r\n", "t.tsv:2:3: empty cell, a number expected"},
      {"EmptyName", "id\ta\n\t1\n", "t.tsv:2:1: empty cell, the row's name expected"},
      {"Word", "id\ta\tb\ns1\t1\tNA\n", "t.tsv:2:3: 'NA' found, a number expected"},
      {"NumberAndMore", "id\ta\ns1\t1x\n", "t.tsv:2:2: '1x' found, a number expected"},
      {"DecimalComma", "id\ta\ns1\t1,5\n", "'1,5' found, a number expected"},
      {"Blank", "id\ta\ns1\t 1\n", "' 1' found, a number expected"},
      {"Plus", "id\ta\ns1\t+1\n", "'+1' found, a number expected"},
      {"Hexadecimal", "id\ta\ns1\t0x10\n", "'0x10' found, a number expected"},
      {"LongText", "id\ta\ns1\t" + std::string(1000, 'q') + "\n",
       "'" + std::string(40, 'q') + "...'"},
      {"Nan", "id\ta\tb\ns1\t1\tnan\n", "t.tsv:2:3: nan found, a finite number >= 0 expected"},
      {"NegativeNan", "id\ta\ns1\t-nan\n", "nan found, a finite number >= 0 expected"},
      {"Infinity", "id\ta\ns1\tinf\n", "t.tsv:2:2: inf found, a finite number >= 0 expected"},
      {"NegativeInfinity", "id\ta\ns1\t-infinity\n", "-inf found, a finite number"},
      {"Negative", "id\ta\tb\ns1\t1\t2\ns2\t1\t-0.5\n", "t.tsv:3:3: -0.5 found, a finite number"},
      {"TinyNegative", "id\ta\ns1\t-1e-300\n", "t.tsv:2:2: -1e-300 found"},
      {"TooLarge", "id\ta\ns1\t1e999\n", "t.tsv:2:2: '1e999' is out of the range of float64"},
      {"TooLargeWithoutExponent", "id\ta\ns1\t1" + std::string(400, '0') + "\n",
       "out of the range"},
      {"TooLargeInSpiteOfItsZeros", "id\ta\ns1\t0.0001e+400\n", "is out of the range"},
      {"TooLargeExponent", "id\ta\ns1\t1e99999999999999999999\n", "is out of the range"},
      {"NegativeTooSmall", "id\ta\ns1\t-1e-999\n", "'-1e-999' is out of the range of float64"},
      {"SumTooLarge", "id\ta\tb\ns1\t1\t2\ns2\t1e308\t1e308\n",
       "t.tsv:3: vector 1 (from 0): a sum of inf found, at most 2.25e+307 is supported"},
      {"NameTwice", "id\ta\ns1\t1\ns2\t1\ns1\t2\n", "t.tsv:4:1: the row name 's1' comes a second"},
      {"Binary", std::string("\x6c\x1b\x01\x00\xff\n\x00", 7), "t.tsv:1: no fields"},
  };
}

class TableMalformed : public testing::TestWithParam<Malformed> {};

TEST_P(TableMalformed, IsRefusedWithLineAndColumn) {
  expect_error([] { read(GetParam().bytes); }, Failure::malformed, {GetParam().words});
}

INSTANTIATE_TEST_SUITE_P(Tables, TableMalformed, testing::ValuesIn(malformed_tables()),
                         [](const auto& test) { return test.param.name; });

TEST(ReadTable, RefusesForFloat32WhatOnlyFloat64CanHold) {
  const std::string bytes = "id\ta\tb\ns1\t3.4028235e38\t3.4028236e38\n";

  EXPECT_EQ(pack::real(read(bytes).vectors, 0, 1), 3.4028236e38);
  expect_error([&] { read(bytes, Element::float32); }, Failure::malformed,
               {"t.tsv:2:3: ", "within float32 expected"});
}

TEST(ReadTable, RefusesWhatCannotBeOpened) {
  const TemporaryFiles files;

  for (const std::string name : {"absent.tsv", "absent.npy"}) {
    expect_error([&] { read_table(files.path(name), Element::float32); }, Failure::open,
                 {name, "cannot open: No such file"});
  }
  expect_error([&] { read_table(files.path(""), Element::float32); }, Failure::open,
               {"a directory"});
}

TEST(ReadTable, RefusesAPipeWithoutWaitingForItsWriter) {
  const TemporaryFiles files;
  for (const std::string name : {"pipe.tsv", "pipe.npy"}) {
    const std::string pipe = files.make_pipe(name);
    expect_error([&] { read_table(pipe, Element::float64); }, Failure::open,
                 {name, "a pipe or device, expected a regular file"});
  }
}

}  // namespace
}  // namespace encke::io::table_test
