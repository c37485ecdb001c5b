// Text of inputs in messages and remarks: one short line without control characters.
#include <gtest/gtest.h>

#include <algorithm>
#include <encke/io/plink/plink.hpp>
#include <encke/io/plink/tped.hpp>
#include <encke/io/table/allele_table.hpp>
#include <encke/io/table/table.hpp>
#include <encke/io/tree/branch_table.hpp>
#include <functional>

#include "support/files.hpp"

namespace encke::io {
namespace {

/// What a terminal obeys, and much of it. No blank, tab or end of a line, which end cells.
std::string evil() { return "\x1b]0;owned\x07\x9b\u009b" + std::string(100'000, '\x1b'); }

std::string npy(const std::string& dictionary) {
  const std::size_t size = dictionary.size();
  return "\x93NUMPY\x01" + std::string(1, '\0') + static_cast<char>(size & 255) +
         static_cast<char>(size >> 8) + dictionary;
}

std::string biom(const std::string& rows, const std::string& columns) {
  return R"({"matrix_type":"sparse","shape":[1,2],"rows":[)" + rows + R"(],"columns":[)" + columns +
         R"(],"data":[[0,0,1]]})";
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

class QuotedText : public testing::Test {
 protected:
  void refuse(const std::function<void()>& read) {
    try {
      read();
      ADD_FAILURE() << "accepted";
    } catch (const Error& error) {
      const std::string what = error.what();
      EXPECT_LT(what.size(), 600U) << what.substr(0, 1000);
      EXPECT_TRUE(is_plain(what)) << what;
      EXPECT_NE(what.find("\\x1b"), std::string::npos) << what;
    }
  }
  void refuse_table(const std::string& text) {
    const auto path = files_.write("t.tsv", text);
    refuse([&] { read_table(path, Element::float64); });
  }
  void refuse_npy(const std::string& dictionary) {
    const auto path = files_.write("t.npy", npy(dictionary));
    refuse([&] { read_table(path, Element::float64); });
  }
  void refuse_alleles(const std::string& text) {
    const auto path = files_.write("t.tsv", text);
    refuse([&] { read_all(open_allele_table(path)); });
  }
  void refuse_branches(const std::string& table, const std::string& tree) {
    const auto biom = files_.write("t.biom", table);
    const auto nwk = files_.write("t.nwk", tree);
    refuse([&] { read_branches(biom, nwk, BranchForm::presence, Element::weighted_bits64); });
  }

  TemporaryFiles files_;
};

TEST_F(QuotedText, cells_and_names_of_tables) {
  refuse_table("n\ta\nr\t" + evil() + "\n");
  refuse_table("n\ta\nr\t1e999" + evil() + "\n");
  refuse_table("n\ta\n" + evil() + "\t1\n" + evil() + "\t1\n");
  refuse_alleles("n\ta\nr\t" + evil() + "\n");
  refuse_alleles("n\ta\nr\t" + evil() + "/.\n");
  refuse_alleles("n\ta\nr\t" + evil() + ":/A\n");
  refuse_alleles("n\ta\n" + evil() + "\tA/A\n" + evil() + "\tA/A\n");
}

TEST_F(QuotedText, keys_and_types_of_arrays) {
  const std::string text = "\x1b\n" + std::string(60'000, 'k');
  refuse_npy("{'" + text + "': 1}");
  refuse_npy("{'descr': '" + text + "', 'fortran_order': False, 'shape': (1, 1), }");
}

TEST_F(QuotedText, ids_of_tables_of_counts_and_of_trees) {
  // JSON has no raw control characters; its escapes make them
  const std::string id = R"("\u001b\u009b\n)" + std::string(100'000, 'x') + '"';
  const std::string one = R"({"id":)" + id + "}";
  const std::string two = one + R"(,{"id":"B"})";
  const std::string plain = R"({"id":"a"})";
  refuse_branches(biom(one, R"({"id":"A"},{"id":"B"})"), "(b:1,c:1);");
  refuse_branches(biom(plain, one + "," + one), "(a:1,c:1);");
  const std::string table = biom(plain, two);
  std::string negative = table;
  negative.replace(negative.find("[0,0,1]"), 7, "[0,0,-1]");
  refuse_branches(negative, "(a:1,c:1);");
  const std::string label = evil().replace(1, 3, "P");  // without the tree's own signs
  refuse_branches(table, "(a:1," + label + ":-1);");
  refuse_branches(table, "(a:1," + label + ");");
  refuse_branches(table, "(a:1,c:" + label + ");");
  refuse_branches(table, "(" + label + ":1," + label + ":1);");
}

TEST_F(QuotedText, ids_and_phenotypes_of_plink) {
  const std::string stem = files_.path("x");
  files_.write("x.bed", "\x6c\x1b\x01" + std::string(2, '\0'));
  files_.write("x.bim", "1 " + evil() + " 0 1 A C\n1 " + evil() + " 0 1 A C\n");
  files_.write("x.fam", evil() + " i 0 0 1 1\n" + evil() + " i 0 0 1 " + evil() + "\n");
  const Dataset data = read_plink(stem);
  ASSERT_EQ(data.remarks.size(), 4U);
  for (const auto& remark : {data.remarks[0], data.remarks[1], data.remarks[2]}) {
    EXPECT_LT(remark.size(), 600U);
    EXPECT_TRUE(is_plain(remark)) << remark;
  }
  const auto classes = [&](const PhenotypeSource& phenotype) {
    read_plink(stem, {}, MissingCode::missing, Element::case_control, phenotype);
  };
  refuse([&] { classes({}); });
  const auto pheno = files_.write("p", "FID IID a\n" + evil() + " i 1\n" + evil() + " i 1\n");
  refuse([&] { classes({pheno, evil()}); });
  const auto twice = files_.write("q", "f " + evil() + " 1\nf " + evil() + " 1\n");
  refuse([&] { classes({twice, ""}); });
  files_.write("y.tfam", "f i 0 0 1 1\nf j 0 0 1 1\n");
  files_.write("y.tped", "1 rs 0 1 A C " + evil() + " A\n");
  refuse([&] { read_tped(files_.path("y")); });
}

TEST_F(QuotedText, paths) {
  refuse([&] { read_table(files_.path("a\nb\x1b[2J"), Element::float64); });
  refuse([&] { read_table(files_.path("a\nb\x1b[2J.npy"), Element::float64); });
}

}  // namespace
}  // namespace encke::io
