// Tables whose columns are compared, and headers that say so.
#include <encke/file/npy_header.hpp>
#include <encke/io/table/table.hpp>
#include <encke/pack/packers.hpp>

#include "support/files.hpp"

namespace encke::io::columns_test {
namespace {

using Names = std::vector<std::string>;

Dataset read(const std::string& bytes, Compare compare, Element element = Element::float64) {
  const TemporaryFiles files;
  return read_table(files.write("t.tsv", bytes), element, compare);
}

const std::string plain = "id\ta\tb\tc\ns1\t1\t2\t3\ns2\t4\t5\t6\n";

TEST(ReadTable, TakesColumnsAsVectorsWhereFeaturesAreCompared) {
  const Dataset data = read(plain, Compare::features);
  EXPECT_EQ(data.names, (Names{"a", "b", "c"}));
  ASSERT_EQ(data.vectors.fields(), 2);
  for (Index v = 0; v < 3; ++v) {
    for (Index f = 0; f < 2; ++f) {
      EXPECT_EQ(pack::real(data.vectors, v, f), static_cast<double>(1 + v + 3 * f));
    }
  }
  ASSERT_EQ(data.remarks.size(), 1u);
  EXPECT_NE(data.remarks[0].find("columns are compared"), std::string::npos);
}

TEST(ReadTable, SaysThatRowsAreCompared) {
  const Dataset data = read(plain, Compare::samples);
  ASSERT_EQ(data.remarks.size(), 1u);
  EXPECT_EQ(data.remarks[0], "the table's rows are compared (its columns: --compare features)");
}

TEST(ReadTable, SaysThatARowMayHaveBeenTakenForTheHeader) {
  const Dataset data = read("s1\t1\t2\ns2\t4\t5\n", Compare::samples);
  EXPECT_EQ(data.names, (Names{"s2"}));
  ASSERT_EQ(data.remarks.size(), 2u);
  EXPECT_NE(data.remarks[1].find("line 1 is taken for the header"), std::string::npos);
  EXPECT_EQ(read("id\t1\tx\ns2\t4\t5\n", Compare::samples).remarks.size(), 1u);
}

TEST(ReadTable, RefusesATableThatSurelyBeginsWithARow) {
  for (const std::string first : {"s1\t0\t0\n", "s1\t0.5\t2\n", "s1\t1e3\t7\n"}) {
    expect_error([&] { read(first + "s2\t4\t5\n", Compare::samples); }, Failure::malformed,
                 {"t.tsv:1", "numbers found, a header line"});
  }
}

TEST(ReadTable, TakesColumnsAsSamplesOfTablesThatWereInBiomFormat) {
  const std::string rows = "OTU1\t1.0\t0.0\nOTU2\t2.0\t3.0\nOTU3\t0\t4\n";
  for (const std::string header :
       {"# Constructed from biom file\n#OTU ID\tS\tT\n", "#OTU ID\tS\tT\n",
        "# Constructed from biom file\nid\tS\tT\n", "\"#OTU ID\"\tS\tT\n"}) {
    const Dataset data = read(header + rows, Compare::samples);
    EXPECT_EQ(data.names, (Names{"S", "T"})) << header;
    EXPECT_EQ(pack::real(data.vectors, 1, 2), 4) << header;
    ASSERT_EQ(data.remarks.size(), 1u);
    EXPECT_NE(data.remarks[0].find("samples are compared, its columns"), std::string::npos);
    EXPECT_EQ(read(header + rows, Compare::features).names, (Names{"OTU1", "OTU2", "OTU3"}));
  }
}

TEST(ReadTable, SaysWhichFeaturesComeTwice) {
  const auto last_remark = [](const std::string& text) {
    return read(text, Compare::samples).remarks.back();
  };
  const std::string twice = "#OTU ID\tS\tT\nb\t1\t2\na\t3\t4\na\t5\t6\nb\t7\t8\na\t1\t1\n";
  EXPECT_EQ(last_remark(twice),
            "rows with a name that came before: 3 (the first 'a'); each counts by itself");
  EXPECT_EQ(read(twice, Compare::samples).vectors.fields(), 5);
  EXPECT_EQ(last_remark("id\ta\tb\ta\ns\t1\t2\t3\n"),
            "columns with a name that came before: 1 (the first 'a'); each counts by itself");
  EXPECT_EQ(last_remark("id\t\tb\t\ns\t1\t2\t3\n").find("came before"), std::string::npos);
}

TEST(ReadTable, LeavesOutALastColumnOfTaxonomyOfSuchTables) {
  const std::string text = "#OTU ID\tS\tT\ttaxonomy\nOTU1\t1\t2\tk__Bacteria; p__x\nOTU2\t3\t4\t\n";
  for (const Compare compare : {Compare::samples, Compare::features}) {
    const Dataset data = read(text, compare);
    EXPECT_EQ(data.vectors.vectors(), 2);
    EXPECT_EQ(data.vectors.fields(), 2);
    EXPECT_EQ(pack::real(data.vectors, 1, 1), 4);
    ASSERT_EQ(data.remarks.size(), 2u);
  }
}

TEST(ReadTable, TakesQuotesOffNames) {
  const std::string text =
      "\"id\"\t\"a b\"\t\"c\"\n\"s \"\"1\"\"\"\t1\t2\n\"s \\\"2\\\"\"\t3\t4\n\"\t5\t6\n";
  EXPECT_EQ(read(text, Compare::samples).names, (Names{"s \"1\"", "s \"2\"", "\""}));
  EXPECT_EQ(read(text, Compare::features).names, (Names{"a b", "c"}));
}

TEST(ReadTable, OfColumnsReadsMoreThanOnePieceAndPartsOfThem) {
  constexpr Index rows = 3000, columns = 3000;  // 72 MB: two pieces
  std::string text = "id";
  for (Index c = 0; c < columns; ++c) text += "\tc" + std::to_string(c);
  for (Index r = 0; r < rows; ++r) {
    text += "\nr" + std::to_string(r);
    for (Index c = 0; c < columns; ++c) text += (r * 7 + c) % 11 == 0 ? "\t1" : "\t0";
  }
  const TemporaryFiles files;
  const auto source = open_table(files.write("t", text), Element::bit, {}, Compare::features);
  for (const ReadRange& part : {ReadRange{{0, 3000}, {0, 3000}}, ReadRange{{5, 9}, {100, 103}}}) {
    const PackedVectors vectors = source->read(part);
    for (Index v = 0; v < vectors.vectors(); v += 97) {
      for (Index f = 0; f < vectors.fields(); ++f) {
        const bool one = ((part.fields.begin + f) * 7 + part.vectors.begin + v) % 11 == 0;
        ASSERT_EQ(pack::bit(vectors, v, f), one ? 1 : 0);
      }
    }
  }
}

TEST(ReadTable, OfColumnsNamesThePlaceOfWhatItRefuses) {
  const auto refuse = [](const std::string& text, std::initializer_list<std::string_view> words) {
    expect_error([&] { read(text, Compare::features); }, Failure::malformed, words);
  };
  refuse("id\ta\tb\ns\t1\tx\n", {"t.tsv:2:3: 'x' found"});
  refuse("id\ta\tb\ns\t1\t2\nt\t1\t-2\n", {"t.tsv:3:3: -2 found"});
  refuse("id\ta\ta\ns\t1\t2\n", {"t.tsv:1:3: the column name 'a' comes a second time"});
  refuse("id\ta\t\ns\t1\t2\n", {"t.tsv:1:3: empty cell, the column's name"});
  refuse("id\ta\tb\ns\t1\t2\nt\t1\n", {"t.tsv:3: 2 cells found, 3 expected"});
  refuse("id\ta\tb\ns\t1\t1e308\nt\t1\t1e308\n", {"t.tsv:1:3: vector 1"});
  refuse("# Constructed from biom file\n", {"t.tsv", "no fields"});
  refuse("# Constructed from biom file\n#OTU ID\ttaxonomy\nO\tk\n", {"t.tsv:2: no fields"});
}

TEST(OpenNpy, HasColumnsAsVectorsInBothOrders) {
  for (const bool fortran : {false, true}) {
    const TemporaryFiles files;
    std::string header = "{'descr': '|u1', 'fortran_order': ";
    header += fortran ? "True" : "False";
    header += ", 'shape': (2, 3), }";
    header.resize(117, ' ');
    const std::string bytes = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" +
                              std::string("\1\2\3\4\5\6", 6);
    const auto path = files.write("t.npy", bytes);
    const Dataset data = read_table(path, Element::float64, Compare::features);
    ASSERT_EQ(data.vectors.vectors(), 3);
    ASSERT_EQ(data.vectors.fields(), 2);
    EXPECT_EQ(pack::real(data.vectors, 2, 0), fortran ? 5 : 3);
    EXPECT_EQ(pack::real(data.vectors, 0, 1), fortran ? 2 : 4);
  }
}

}  // namespace
}  // namespace encke::io::columns_test
