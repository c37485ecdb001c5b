// Whole numbers are found, told, and compared with the values of f64.
#include <gtest/gtest.h>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

/// Profiles of whole numbers from 0 to `most`, which occurs.
Profiles whole_numbers(int most, int vectors = 9, int fields = 70) {
  Profiles profiles(static_cast<std::size_t>(vectors));
  unsigned state = 1;
  for (auto& profile : profiles) {
    for (int f = 0; f < fields; ++f) {
      state = state * 1664525U + 1013904223U;
      profile.push_back(static_cast<double>((state >> 8U) % static_cast<unsigned>(most + 1)));
    }
  }
  profiles[3][5] = most;
  return profiles;
}

class CountsOfTables : public Program {
 protected:
  /// The form that is told in the log; "" for none.
  std::string form_in_log() const {
    const std::string log = read("found.log");
    const std::string before = ": compared as ";
    const auto begin = log.find(before);
    if (begin == std::string::npos) return "";
    const auto from = begin + before.size();
    return log.substr(from, log.find(',', from) - from);
  }
  void expect_found(const std::string& input, const std::string& form) {
    SCOPED_TRACE(input);
    for (const std::string how : {" --way 2", " --way 3 --threshold 0.6 --format abc"}) {
      const std::string file = how == " --way 2" ? ".edges.tsv" : ".abc";
      succeed("ps " + input + how + " --precision f64 --out plain");
      succeed("ps " + input + how + " --out found");
      EXPECT_EQ(form_in_log(), form);
      EXPECT_EQ(read("found" + file), read("plain" + file));
      EXPECT_EQ(summary("found").at("digest"), summary("plain").at("digest"));
    }
  }
};

TEST_F(CountsOfTables, AreFoundByTheirLargestNumber) {
  for (const auto& [most, form] : {std::pair{1, "bits"},
                                   {3, "u2"},
                                   {7, "u3"},
                                   {255, "u8"},
                                   {256, "u16"},
                                   {65535, "u16"},
                                   {65536, ""}}) {
    write("t.tsv", table_text(whole_numbers(most)));
    expect_found("--table t.tsv", form);
  }
}

TEST_F(CountsOfTables, AreFoundInArraysAndPackedFiles) {
  write("t.npy", npy_bytes(whole_numbers(200)));
  expect_found("--table t.npy", "u8");
  write("p.bin", packed_double_bytes(whole_numbers(1)));
  expect_found("--packed p.bin --num-vectors 9 --num-fields 70", "u2");
}

TEST_F(CountsOfTables, AreNotFoundWhereThereIsAFraction) {
  Profiles profiles = whole_numbers(3);
  profiles[8][69] = 0.5;
  write("t.tsv", table_text(profiles));
  expect_found("--table t.tsv", "");
}

TEST_F(CountsOfTables, AreTheSameWithTheCheckOfTheirSums) {
  for (const int most : {1, 3, 7, 255, 65535}) {
    write("t.tsv", table_text(whole_numbers(most, 40)));
    for (const std::string how : {"--block 16", "--way 3 --block 16 --threshold 0.5"}) {
      SCOPED_TRACE(std::to_string(most) + " " + how);
      const std::string plain = digest("ps --table t.tsv " + how);
      EXPECT_EQ(digest("ps --table t.tsv --check " + how), plain);
      EXPECT_GT(summary().at("seconds").at("check"), 0);
    }
  }
}

TEST_F(CountsOfTables, OnlyAreChecked) {
  Profiles profiles = whole_numbers(3);
  profiles[8][69] = 0.5;
  write("t.tsv", table_text(profiles));
  refuse("ps --table t.tsv --check", inconsistent, {"--check", "whole numbers", "order"});
  for (const std::string how : {"--table t.tsv --precision f64", "--table t.tsv --precision f32",
                                "--synthetic random --num-vectors 9 --num-fields 9"}) {
    refuse("ps --check " + how, command_line, {"--check", "whole numbers", "order"});
  }
}

TEST_F(CountsOfTables, CanBeAskedFor) {
  write("t.tsv", table_text(whole_numbers(3)));
  succeed("ps --table t.tsv --precision f64 --out plain");
  for (const std::string form : {"u2", "u3", "u8", "u16"}) {
    succeed("ps --table t.tsv --out asked --precision " + form);
    EXPECT_EQ(read("asked.edges.tsv"), read("plain.edges.tsv"));
    EXPECT_EQ(summary("asked").at("precision"), "f64");
    EXPECT_NE(read("asked.log").find("--precision " + form), std::string::npos);
  }
}

TEST_F(CountsOfTables, AreRefusedWithTheirPlaceWhereTheyDoNotFit) {
  const auto refuse_cell = [&](const std::string& cell, const std::string& form) {
    write("t.tsv", "id\tf0\tf1\na\t1\t2\nb\t1\t" + cell + "\n");
    refuse("ps --table t.tsv --precision " + form, malformed,
           {"t.tsv:3:3", cell + " found, a whole number from 0 to "});
  };
  refuse_cell("300", "u8");
  refuse_cell("-1", "u8");
  refuse_cell("0.5", "u16");
  refuse_cell("4", "u2");
  refuse_cell("8", "u3");
  Profiles profiles = whole_numbers(255);
  profiles[1][2] = 256;
  write("t.npy", npy_bytes(profiles));
  refuse("ps --table t.npy --precision u8", malformed, {"t.npy", "vector 1, field 2"});
}

TEST_F(CountsOfTables, AreOfPsAndOfFilesOnly) {
  write("t.tsv", table_text(whole_numbers(1)));
  refuse("sorenson --table t.tsv --precision u8", command_line, {"--precision u8"});
  refuse("ps --table t.tsv --precision u9", command_line, {"--precision u9", "u16"});
  refuse("ps --synthetic random --num-vectors 4 --num-fields 4 --precision u8", command_line,
         {"--precision u8", "--synthetic"});
}

TEST_F(CountsOfTables, ArePlannedForAsTheyAreCompared) {
  write("t.tsv", table_text(whole_numbers(3)));
  const Ended ended = succeed("plan ps --table t.tsv");
  EXPECT_NE((ended.out + ended.err).find("compared as u2"), std::string::npos);
}

}  // namespace
}  // namespace encke::test
