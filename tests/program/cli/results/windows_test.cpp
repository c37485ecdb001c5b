// Windows and sets from the command line: what is written is what of all pairs or triples is asked
// for, however it is computed.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test::windows_test {
namespace {

constexpr int variants = 90;

class Windows : public Program {
 protected:
  Windows() {
    std::mt19937 random(5);
    GenotypeRows genotypes(variants, std::vector<int>(41));
    std::string bim;
    int position = 1000;
    for (int v = 0; v < variants; ++v) {
      for (int& x : genotypes[static_cast<std::size_t>(v)]) {
        x = random() % 23 == 0 ? -1 : static_cast<int>(random() % 3);
      }
      position = v == 50 ? 7 : position + static_cast<int>(random() % 3) * 400;
      positions_.push_back(position);
      bim += (v < 50 ? "1 rs" : "2 rs") + std::to_string(v) + " 0 " + std::to_string(position) +
             " A C\n";
    }
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim);
    write("x.fam", fam_text(41));
    write("first", "rs3 rs7 rs49 rs50 rs88\n");
    write("second", "rs7\nrs8\nrs60\nrs61\nrs88\nrs2\n");
  }

  /// The lines of a file of edges for which `in(variants)` holds, and its header.
  std::string only(const std::string& file,
                   const std::function<bool(const std::vector<int>&)>& in) const {
    const auto all = lines_of(read(file));
    std::string text = all.front() + '\n';
    for (std::size_t l = 1; l < all.size(); ++l) {
      std::vector<int> of;
      for (const auto& cell : cells_of(all[l])) {
        if (cell.starts_with("rs")) of.push_back(std::stoi(cell.substr(2)));
      }
      if (in(of)) text += all[l] + '\n';
    }
    return text;
  }
  bool on_one_chromosome(const std::vector<int>& of) const {
    return of.back() < 50 || of.front() >= 50;
  }
  int apart(const std::vector<int>& of) const {
    return positions_[static_cast<std::size_t>(of.back())] -
           positions_[static_cast<std::size_t>(of.front())];
  }

  std::vector<int> positions_;
  const std::string run_ = "r2 --bfile x --progress none --block 16 ";
  const std::set<int> first_ = {3, 7, 49, 50, 88}, second_ = {7, 8, 60, 61, 88, 2};
};

TEST_F(Windows, have_the_lines_of_all_pairs_that_are_in) {
  succeed(run_ + "--inter-chr --out all");
  const auto expect = [this](const std::string& options, const auto& in) {
    succeed(run_ + options);
    EXPECT_EQ(read("encke.edges.tsv"), only("all.edges.tsv", in)) << options;
  };
  expect("", [&](const auto& of) { return on_one_chromosome(of); });
  expect("--window-kb 2",
         [&](const auto& of) { return on_one_chromosome(of) && apart(of) <= 2000; });
  expect("--ld-window-kb 2 --ld-window 3", [&](const auto& of) {
    return on_one_chromosome(of) && apart(of) <= 2000 && of[1] - of[0] < 3;
  });
  expect("--window-kb 2 --trans",
         [&](const auto& of) { return !on_one_chromosome(of) || apart(of) > 2000; });
  expect("--extract-first first --extract-second second --inter-chr", [&](const auto& of) {
    return (first_.contains(of[0]) && second_.contains(of[1])) ||
           (first_.contains(of[1]) && second_.contains(of[0]));
  });
  expect("--extract-first first --inter-chr",
         [&](const auto& of) { return first_.contains(of[0]) || first_.contains(of[1]); });
}

TEST_F(Windows, of_triples_have_the_lines_of_all_triples_that_are_in) {
  const std::string ccc = "ccc --bfile x --way 3 --progress none --threshold 0.25 ";
  succeed(ccc + "--out all");
  ASSERT_GT(lines_of(read("all.edges.tsv")).size(), 1000U);
  succeed(ccc + "--window-kb 2");
  EXPECT_EQ(read("encke.edges.tsv"), only("all.edges.tsv", [&](const auto& of) {
              return on_one_chromosome(of) && apart(of) <= 2000;
            }));
  succeed(ccc + "--extract-first first --extract-second second --check");
  EXPECT_EQ(read("encke.edges.tsv"), only("all.edges.tsv", [&](const auto& of) {
              for (int v = 0; v < 3; ++v) {
                const bool others =
                    second_.contains(of[(v + 1) % 3U]) && second_.contains(of[(v + 2) % 3U]);
                if (first_.contains(of[static_cast<std::size_t>(v)]) && others) return true;
              }
              return false;
            }));
}

TEST_F(Windows, in_parts_are_those_of_one_run) {
  const std::string window = run_ + "--window-kb 4 --histogram --digest all ";
  succeed(window + "--out whole");
  for (const std::string k : {"1", "2", "3"}) {
    succeed(window + "--shard " + k + "/3 --out p" + k);
  }
  const std::string file = "p1.blocks/domain", before = read(file);
  write(file, before.substr(1));
  EXPECT_NE(run("verify p1").out.find(file + ": byte 0: what is compared is not as it was"),
            std::string::npos);
  refuse("merge --out joined p1 p2 p3", damaged, {file, "--resume"});
  succeed(window + "--shard 1/3 --out p1 --resume");
  EXPECT_EQ(read(file), before);
  succeed("merge --out joined p1 p2 p3");
  for (const std::string ending : {".edges.tsv", ".histogram.tsv"}) {
    EXPECT_EQ(read("joined" + ending), read("whole" + ending));
  }
  const auto whole = summary("whole"), joined = summary("joined");
  for (const char* const key : {"tuples", "digest", "comparisons", "remarks", "tiles"}) {
    EXPECT_EQ(joined.at(key), whole.at(key)) << key;
  }
  EXPECT_EQ(joined.at("options").at("window-kb"), "4");
  refuse("merge --out joined p1 p2 p3 --format npy", inconsistent, {"a place for every pair"});
}

TEST_F(Windows, of_another_size_do_not_go_on_with_a_stored_run) {
  succeed(run_ + "--window-kb 4 --shard 1/2 --out p");
  refuse(run_ + "--window-kb 3 --shard 1/2 --out p --resume", inconsistent, {"window-kb"});
  refuse(run_ + "--shard 1/2 --out p --resume", inconsistent, {"window-kb"});
  const std::string sets = run_ + "--extract-first first --shard 1/2 --out s";
  succeed(sets);
  write("first", "rs3 rs8");
  refuse(sets + " --resume", inconsistent, {"input"});
}

TEST_F(Windows, are_told_in_the_log_and_the_plan) {
  succeed(run_ + "--window-kb 2 --out w");
  const auto tuples = std::to_string(summary("w").at("tuples").get<int>());
  const std::string log = read("w.log");
  EXPECT_NE(log.find("Tuples    " + tuples + " of 4,005 possible"), std::string::npos) << log;
  EXPECT_NE(log.find("compared: " + tuples + " of 4,005 pairs within a chromosome, at most 2 kb"),
            std::string::npos)
      << log;
  EXPECT_NE(log.find("--window-kb 2"), std::string::npos);
  const std::string plan = succeed("plan " + run_ + "--window-kb 2").out;
  EXPECT_NE(plan.find(tuples + " pairs of 4,005 possible"), std::string::npos) << plan;
  succeed("ld --bfile x --window-kb 2 --out v");
  EXPECT_EQ(read("v.edges.tsv"), read("w.edges.tsv"));
  EXPECT_NE(succeed("ld --help").out.find("--window-kb,--ld-window-kb"), std::string::npos);
}

TEST_F(Windows, bound_the_largest_and_the_best) {
  succeed(run_ + "--inter-chr --out all");
  const auto in = [&](const auto& of) { return on_one_chromosome(of) && apart(of) <= 2000; };
  std::multiset<double> values;
  for (const auto& line : lines_of(only("all.edges.tsv", in))) {
    if (!line.starts_with("#") && !line.ends_with("nan")) {
      values.insert(std::stod(cells_of(line)[2]));
    }
  }
  succeed(run_ + "--window-kb 2 --top 5 --check");
  std::multiset<double> top;
  for (const auto& line : lines_of(read("encke.edges.tsv"))) {
    if (!line.starts_with("#")) top.insert(std::stod(cells_of(line)[2]));
  }
  ASSERT_EQ(top.size(), 5U);
  EXPECT_TRUE(std::equal(top.rbegin(), top.rend(), values.rbegin()));
}

TEST_F(Windows, have_r_with_its_sign_whose_square_is_r2) {
  succeed(run_ + "--inter-chr --columns ids --out squares");
  succeed(run_ + "--inter-chr --columns ids --r --out signs");
  succeed(run_ + "--inter-chr --columns ids --r --threshold 0.2 --out strong");
  const auto squares = lines_of(read("squares.edges.tsv")),
             signs = lines_of(read("signs.edges.tsv"));
  ASSERT_EQ(signs.size(), squares.size());
  std::string strong = signs.front() + '\n';
  int negative = 0;
  for (std::size_t l = 1; l < signs.size(); ++l) {
    const double r = std::stod(cells_of(signs[l])[2]);
    EXPECT_NEAR(r * r, std::stod(cells_of(squares[l])[2]), 1e-15);
    if (std::abs(r) <= 0.2) continue;
    strong += signs[l] + '\n';
    negative += r < 0 ? 1 : 0;
  }
  EXPECT_GT(negative, 20);
  EXPECT_EQ(read("strong.edges.tsv"), strong);
  refuse(run_ + "--r --top 5", 8, {"--top", "--r"});
}

TEST_F(Windows, have_lines_that_other_programs_can_use) {
  succeed(run_ + "--window-kb 2 --top 7 --no-hash");
  const auto lines = lines_of(read("encke.edges.tsv"));
  EXPECT_EQ(lines.front(), "ID1\tID2\tVALUE\tCHR1\tPOS1\tBASES1\tCHR2\tPOS2\tBASES2");
  ASSERT_EQ(lines.size(), 8U);
  double before = 2;
  for (std::size_t l = 1; l < lines.size(); ++l) {
    const auto cells = cells_of(lines[l]);
    ASSERT_EQ(cells.size(), 9U);
    EXPECT_LE(std::stod(cells[2]), before);
    before = std::stod(cells[2]);
    for (const std::size_t v : {0, 1}) {
      const int variant = std::stoi(cells[v].substr(2));
      EXPECT_EQ(cells[3 + 3 * v], variant < 50 ? "1" : "2");
      EXPECT_EQ(cells[4 + 3 * v], std::to_string(positions_[static_cast<std::size_t>(variant)]));
      EXPECT_EQ(cells[5 + 3 * v], "A/C");
    }
  }
  succeed(run_ + "--window-kb 2 --top 7 --columns ids --format edges --out ids");
  EXPECT_EQ(lines_of(read("ids.edges.tsv")).front(), "#ID1\tID2\tVALUE");
  refuse(run_ + "--no-hash --format abc", 8, {"--no-hash", "edges"});
  succeed(run_ + "--top 7 --shard 1/1 --out part");
  succeed("merge --out joined part --no-hash");
  succeed(run_ + "--top 7 --no-hash --out whole");
  EXPECT_EQ(read("joined.edges.tsv"), read("whole.edges.tsv"));
}

TEST_F(Windows, have_ids_of_their_own) {
  std::string bim = read("x.bim");
  for (const std::string name : {"rs4", "rs9", "rs60"}) {
    bim.replace(bim.find(" " + name + " ") + 1, name.size(), name == "rs60" ? "." : "double");
  }
  write("x.bim", bim);
  succeed(run_ + "--columns ids");
  const std::string id = "2:" + std::to_string(positions_[60]) + ":C:A";
  EXPECT_NE(read("encke.edges.tsv").find(id), std::string::npos);
  EXPECT_EQ(read("encke.edges.tsv").find("double"), std::string::npos);
  EXPECT_NE(read("encke.log").find("of chromosome, position and alleles: 3"), std::string::npos);
}

TEST_F(Windows, are_refused_where_variants_have_no_order) {
  write("x.bim", "1 a 0 9 A C\n" + std::string(read("x.bim")).substr(read("x.bim").find('\n') + 1));
  std::string bim = read("x.bim");
  bim.replace(bim.find("1 rs5 "), 1, "2");
  write("x.bim", bim);
  refuse(run_, malformed, {"x.bim:7", "chromosome 1 begins again"});
  succeed(run_ + "--inter-chr");
}

/// Samples are named by their IID, or by FID and IID, as in --keep.
TEST_F(Windows, of_samples_are_sets_alone) {
  succeed("ibs --bfile x --out all");
  const auto all = lines_of(read("all.edges.tsv"));
  std::string expected = all[0] + '\n';
  for (std::size_t l = 1; l < all.size(); ++l) {
    const auto cells = cells_of(all[l]);
    const auto is = [&](const std::string& name) { return cells[0] == name || cells[1] == name; };
    if (is("I3") || is("I7")) expected += all[l] + '\n';
  }
  write("iids", "I3\nI7\nnobody\n");
  write("both", "#FID IID\nF3 I3 9\nF7 I7\nF8 I7\n");
  for (const std::string list : {"iids", "both"}) {
    succeed("ibs --bfile x --extract-first " + list);
    EXPECT_EQ(read("encke.edges.tsv"), expected) << list;
    EXPECT_NE(read("encke.log").find("2 of 41 vectors named, ids that match none: 1"),
              std::string::npos);
  }
  refuse("ibs --bfile x --window-variants 2", command_line,
         {"--window-variants does not work with ibs, which compares samples"});
  refuse("ibs --bfile x --gamma 2", command_line, {"--gamma", "It is an option of ccc"});
}

}  // namespace
}  // namespace encke::test::windows_test
