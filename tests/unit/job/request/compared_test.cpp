#include <gtest/gtest.h>

#include <encke/job/request/compared.hpp>
#include <encke/job/request/input.hpp>
#include <encke/job/request/metric_table.hpp>

#include "program/cli/small_data.hpp"
#include "support/files.hpp"
#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

using io::expect_error;
using test::requested;

/// Seven variants on two chromosomes.
class ComparedIn : public testing::Test {
 protected:
  ComparedIn() {
    files_.write("x.bed", test::bed_bytes(test::GenotypeRows(7, {0, 1, 2, 1})));
    files_.write("x.fam", test::fam_text(4));
    bim("1 a 0 1000 A C\n1 b 0 1000 A C\n1 c 0 2000 A C\n1 d 0 2001 A C\n"
        "2 e 0 500 A C\n2 f 0 501 A C\n2 g 0 9000 A C\n");
    files_.write("table", test::table_text(test::small_profiles()));
  }

  void bim(const std::string& text) const { files_.write("x.bim", text); }
  Compared compared(const std::string& options, const std::string& metric = "ccc") const {
    std::string line = metric + " --bfile @x " + options;
    for (auto at = line.find('@'); at != std::string::npos; at = line.find('@')) {
      line.replace(at, 1, files_.path(""));
    }
    const Request request = requested(line);
    return compared_in(request, *open_input(request, {}));
  }
  /// "ab ac": the pairs that are in.
  std::string pairs(const std::string& options, const std::string& metric = "ccc") const {
    const Domain domain = compared(options, metric).domain;
    std::string text;
    for (Index i = 0; i < 7; ++i) {
      for (Index j = i + 1; j < 7; ++j) {
        if (!domain.contains(Array<Index, 2>{i, j})) continue;
        text += (text.empty() ? "" : " ") +
                std::string{static_cast<char>('a' + i), static_cast<char>('a' + j)};
      }
    }
    return text;
  }

  io::TemporaryFiles files_;
};

const std::string of_one = "ab ac ad bc bd cd ef eg fg";

TEST_F(ComparedIn, all_unless_something_else_is_asked_for) {
  EXPECT_TRUE(compared("").domain.everything());
  EXPECT_TRUE(compared("").remarks.empty());
  EXPECT_TRUE(compared("--inter-chr", "r2").domain.everything());
  EXPECT_TRUE(compared("--window-variants 7 --inter-chr").domain.everything());
}

TEST_F(ComparedIn, r2_the_pairs_of_a_chromosome) {
  EXPECT_EQ(pairs("", "r2"), of_one);
  EXPECT_EQ(compared("", "r2").remarks,
            std::vector<std::string>{
                "compared: 9 of 21 pairs within a chromosome (--inter-chr compares all)"});
  EXPECT_EQ(pairs("--within-chromosome"), of_one);
  bim("1 a 0 1 A C\n1 b 0 1 A C\n1 c 0 1 A C\n1 d 0 1 A C\n1 e 0 1 A C\n1 f 0 1 A C\n1 g 0 1 A "
      "C\n");
  EXPECT_TRUE(compared("", "r2").domain.everything());
}

TEST_F(ComparedIn, variants_without_a_place_with_a_remark) {
  bim("0 a 0 0 A C\n0 b 0 0 A C\n1 c 0 0 A C\n1 d 0 2001 A C\n"
      "2 e 0 500 A C\n2 f 0 501 A C\n2 g 0 9000 A C\n");
  const std::string on_none =
      "variants on chromosome 0, which means unknown: 2; they count as those of one chromosome "
      "(--not-chr 0 leaves them out)";
  const auto remarks = compared("--window-kb 1").remarks;
  ASSERT_EQ(remarks.size(), 3u);
  EXPECT_EQ(remarks[0], on_none);
  EXPECT_EQ(remarks[1],
            "variants at position 0, which means unknown: 1; the window takes it for their place");
  ASSERT_EQ(compared("--within-chromosome").remarks.size(), 2u);
  EXPECT_EQ(compared("--within-chromosome").remarks[0], on_none);
  EXPECT_TRUE(compared("").remarks.empty());
}

TEST_F(ComparedIn, a_window_with_its_ends) {
  EXPECT_EQ(pairs("--window-kb 0"), "ab");
  EXPECT_EQ(pairs("--window-kb 0.001"), "ab cd ef");
  EXPECT_EQ(pairs("--window-kb 1"), "ab ac bc cd ef");
  EXPECT_EQ(pairs("--window-kb 1.001"), "ab ac ad bc bd cd ef");
  EXPECT_EQ(pairs("--window-kb 1000000"), of_one);
  EXPECT_EQ(pairs("--window-variants 1"), "");
  EXPECT_EQ(pairs("--window-variants 2"), "ab bc cd ef fg");
  EXPECT_EQ(pairs("--window-variants 2 --inter-chr"), "ab bc cd de ef fg");
  EXPECT_EQ(pairs("--window-kb 1 --window-variants 2"), "ab bc cd ef");
}

TEST_F(ComparedIn, a_window_of_the_variants_that_are_left) {
  files_.write("some", "a c e g");
  const Domain domain = compared("--extract @some --window-variants 2").domain;
  EXPECT_EQ(domain.tuples(2, 4), 2);  // a c, e g
}

TEST_F(ComparedIn, what_is_beyond_the_window) {
  EXPECT_EQ(pairs("--trans"), "ae af ag be bf bg ce cf cg de df dg");
  EXPECT_EQ(pairs("--trans --window-kb 1"), "ad ae af ag bd be bf bg ce cf cg de df dg eg fg");
  EXPECT_EQ(compared("--trans --window-kb 1").remarks.back(),
            "compared: 16 of 21 pairs of different chromosomes or more than 1 kb apart");
}

TEST_F(ComparedIn, sets_of_names) {
  files_.write("one", "b\ne nobody");
  files_.write("two", "a b\tg\n");
  EXPECT_EQ(pairs("--extract-first @one"), "ab ae bc bd be bf bg ce de ef eg");
  EXPECT_EQ(pairs("--extract-first @one --extract-second @two"), "ab ae be bg eg");
  EXPECT_EQ(pairs("--extract-first @one --extract-second @two", "r2"), "ab eg");
  const Compared found = compared("--extract-first @one");
  EXPECT_NE(found.remarks.front().find("2 of 7 vectors named, ids that match none: 1"),
            std::string::npos);
  ASSERT_EQ(found.files.size(), 1U);
  EXPECT_EQ(found.files.front().path, files_.path("one"));
}

TEST_F(ComparedIn, triples_with_the_first_set_as_pivots) {
  files_.write("one", "b");
  files_.write("two", "a b c");
  EXPECT_EQ(compared("--way 3 --extract-first @one").domain.tuples(3, 7), 15);
  EXPECT_EQ(compared("--way 3 --extract-first @one --extract-second @two").domain.tuples(3, 7), 1);
}

TEST_F(ComparedIn, sets_by_the_names_that_variants_had_in_the_file) {
  bim("1 . 0 1 A C\n1 d 0 2 A C\n1 c 0 3 A C\n1 d 0 4 A C\n2 e 0 1 A C\n2 f 0 2 A C\n2 . 0 3 G "
      "T\n");
  files_.write("one", "d");
  files_.write("two", "2:3:T:G e");
  EXPECT_EQ(pairs("--extract-first @one --extract-second @two"), "be bg de dg");
}

TEST_F(ComparedIn, nothing_that_the_input_cannot_have) {
  const auto refuses = [&](const std::string& options, Failure failure,
                           std::initializer_list<std::string_view> words,
                           const std::string& metric = "ccc") {
    expect_error([&] { compared(options, metric); }, failure, words);
  };
  files_.write("none", "nobody");
  refuses("--extract-first @none", Failure::inconsistent,
          {"names none of 7 vectors", "that match none: 1"});
  refuses("--window-kb 1 --format npy", Failure::inconsistent,
          {"npy has a place for every pair", "--format edges"});
  refuses("--format npy", Failure::inconsistent, {"--inter-chr to compare all"}, "r2");
  refuses("--window-kb 1 --inter-chr", Failure::command_line, {"--inter-chr", "--window-kb"});
  refuses("--trans --inter-chr", Failure::command_line, {"Give one of --within-chromosome"});
  refuses("--extract-second @none", Failure::command_line, {"works only with --extract-first"});
  refuses("--window-kb -1", Failure::command_line, {"--window-kb -1"});
  refuses("--window-variants 0", Failure::command_line, {"--window-variants 0"});
  bim("1 a 0 9 A C\n1 b 0 8 A C\n1 c 0 9 A C\n2 d 0 9 A C\n1 e 0 9 A C\n2 f 0 1 A C\n2 g 0 1 A "
      "C\n");
  refuses("--window-kb 1", Failure::malformed, {"x.bim:5", "chromosome 1 begins again"});
  refuses("", Failure::malformed, {"x.bim:5"}, "r2");
  EXPECT_TRUE(compared("--inter-chr", "r2").domain.everything());
  bim("1 a 0 9 A C\n1 b 0 8 A C\n1 c 0 9 A C\n2 d 0 9 A C\n2 e 0 9 A C\n2 f 0 1 A C\n2 g 0 1 A "
      "C\n");
  refuses("--window-kb 1", Failure::malformed, {"x.bim:2", "position 8 is below 9"});
  EXPECT_EQ(pairs("", "r2"), "ab ac bc de df dg ef eg fg");
}

TEST_F(ComparedIn, places_alone_where_there_are_no_chromosomes) {
  const Request request = requested("ps --window-variants 2 --table " + files_.path("table"));
  const Domain domain = compared_in(request, *open_input(request, {})).domain;
  EXPECT_EQ(domain, Domain::of_window(Window::within_places(4, 1)));
  Request program = request;  // of a user of the library
  program.window_kb = 1;
  expect_error([&] { compared_in(program, *open_input(program, {})); }, Failure::inconsistent,
               {"--table has no chromosomes and positions"});
}

TEST(MetricNames, have_another_for_r2) { EXPECT_EQ(&find_metric("ld"), &find_metric("r2")); }

}  // namespace
}  // namespace encke::job
