#include <encke/io/comet/packed_file.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/io/table/table.hpp>
#include <encke/pack/packers.hpp>
#include <string>

#include "support/files.hpp"

namespace encke::io {
namespace {

TEST(Source, RefusesPartsBeyondTheWhole) {
  const auto source = open_synthetic({.vectors = 20, .fields = 10});

  for (const ReadRange& part :
       {ReadRange{{0, 21}, {0, 10}}, ReadRange{{-1, 5}, {0, 10}}, ReadRange{{0, 20}, {0, 11}},
        ReadRange{{5, 4}, {0, 10}}, ReadRange{{0, 20}, {3, 2}}}) {
    expect_error([&] { source->read(part); }, Failure::internal, {"20 x 10 expected at most"});
  }
}

TEST(Source, FindsWhatIsWrongWithTheRowsAndCellsOfThePart) {
  const TemporaryFiles files;
  std::string text = "id\ta\tb\tc\n";
  for (int v = 0; v < 40; ++v)
    text += "s" + std::to_string(v) + (v == 20 ? "\t1\tx\t3\n" : "\t1\t2\t3\n");
  const auto source = open_table(files.write("t.tsv", text), Element::float64);

  EXPECT_EQ(source->read({{0, 16}, {0, 3}}).vectors(), 16);
  EXPECT_EQ(pack::real(source->read({{16, 40}, {2, 3}}), 4, 0), 3);
  expect_error(
      [&] {
        source->read({{16, 40}, {1, 3}});
      },
      Failure::malformed, {"t.tsv:22:3: 'x' found, a number expected"});
}

TEST(Source, CountsVectorsAndFieldsInMessagesFromTheBeginOfTheFile) {
  const TemporaryFiles files;
  std::vector<double> numbers(40 * 3, 1);
  numbers[20 * 3 + 2] = -5;
  numbers[33 * 3] = numbers[33 * 3 + 1] = 1e308;
  const std::string bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 8);
  const auto source = open_packed(files.write("v.bin", bytes), Element::float64, 40, 3);

  expect_error(
      [&] {
        source->read({{16, 32}, {1, 3}});
      },
      Failure::malformed, {"v.bin: byte 496: vector 20, field 2 (from 0): -5 found"});
  expect_error(
      [&] {
        source->read({{32, 40}, {0, 2}});
      },
      Failure::malformed, {"v.bin: byte 792: vector 33 (from 0): a sum of inf found"});
}

TEST(Source, FindsARowOfATableWithTooManyCellsInAnyPartOfIt) {
  const TemporaryFiles files;
  const auto source = open_table(files.write("t.tsv", "id\ta\tb\ns1\t1\t2\t3\n"), Element::float64);

  for (const Range fields : {Range{0, 1}, Range{1, 2}}) {
    expect_error(
        [&] {
          source->read({{0, 1}, fields});
        },
        Failure::malformed, {"t.tsv:2: 4 cells found, 3 expected"});
  }
}

}  // namespace
}  // namespace encke::io
