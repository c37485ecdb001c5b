// Inputs that break the rules end with their exit code, one line, and no file.
#include <gtest/gtest.h>

#include <algorithm>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

/// True if a text, but for the ends of its lines, has characters that a terminal obeys.
bool has_controls(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == '\x7f'; }) ||
         text.find("\u009b") != std::string::npos;
}

class Input : public Program {
 protected:
  Input() {
    write("x.bed", bed_bytes(complete_genotypes()));
    write("x.bim", bim_text(5));
    write("x.fam", fam_text(6));
  }

  void refuse_bed(const std::string& bytes, std::initializer_list<std::string_view> words) {
    write("x.bed", bytes);
    refuse("ccc --bfile x", malformed, words);
  }
  void refuse_table(const std::string& text, std::initializer_list<std::string_view> words) {
    write("t.tsv", text);
    refuse("ps --table t.tsv", malformed, words);
  }
};

TEST_F(Input, FileThatIsNotThereEndsWithThree) {
  refuse("ccc --bfile y", open_failed, {"y.fam", "No such file"});
  refuse("ps --table y.tsv", open_failed, {"y.tsv"});
  refuse("ps --table y.npy", open_failed, {"y.npy"});
  refuse("ps --packed y --num-vectors 2 --num-fields 2", open_failed, {"y"});
  refuse("ccc --bfile x --keep y", open_failed, {"y"});
  refuse("ps --table .", open_failed, {"a directory"});
}

TEST_F(Input, FileThatEndsBeforeItsSizeEndsWithFour) {
  // Files of the system's settings say they have 4096 bytes and have fewer.
  const std::string path = "/sys/kernel/mm/transparent_hugepage/enabled";
  std::error_code missing;
  if (std::filesystem::file_size(path, missing) != 4096 || missing) GTEST_SKIP() << path;
  refuse("ccc --packed " + path + " --num-vectors 1024 --num-fields 16", read_failed, {path});
}

TEST_F(Input, BedThatIsNotWhatItShouldBeIsMalformed) {
  const std::string good = bed_bytes(complete_genotypes());
  refuse_bed("", {"x.bed", "empty"});
  refuse_bed(good.substr(0, 2), {"x.bed"});
  refuse_bed(good.substr(0, good.size() - 1), {"12 bytes found", "13 expected"});
  refuse_bed(good + '\0', {"14 bytes found", "13 expected"});
  refuse_bed("\x6c\x1c" + good.substr(2), {"6c 1b 01 expected"});
  refuse_bed("\x6c\x1b" + std::string(1, '\0') + good.substr(3), {"sample-major"});
}

TEST_F(Input, BimAndFamWithTooFewColumnsAreMalformed) {
  write("x.bim", bim_text(4) + "1 rs4 0\n");
  refuse("ccc --bfile x", malformed, {"x.bim:5", "3 columns found, 6 expected"});
  write("x.bim", bim_text(5));
  write("x.fam", "F0 I0 0 0 0\n" + fam_text(5));
  refuse("ccc --bfile x", malformed, {"x.fam:1", "5 columns found, 6 expected"});
  write("x.fam", "");
  refuse("ccc --bfile x", malformed, {"x.fam", "empty"});
}

TEST_F(Input, LineEndsOfWindowsAndDuplicateIdsAreAcceptedAndNoted) {
  std::string bim;
  for (const auto& line : lines_of(bim_text(4) + "1\trs0\t0\t104\tA\tC\n")) bim += line + "\r\n";
  write("x.bim", bim);
  const Ended ended = succeed("ccc --bfile x --threshold 0.5");
  const std::string note = "position and alleles: 2 (the first: 1:100:C:A)";
  EXPECT_NE(ended.out.find(note), std::string::npos) << ended.out;
  EXPECT_NE(read("encke.log").find(note), std::string::npos);
  EXPECT_EQ(summary().at("remarks").size(), 1U);
}

TEST_F(Input, SelectionThatLeavesNothingOrOneVariantIsInconsistent) {
  write("none", "rs77\n");
  refuse("ccc --bfile x --extract none", inconsistent, {"none"});
  write("one", "rs1\n");
  refuse("ccc --bfile x --extract one", inconsistent, {"1 vector", "--way 2"});
  write("two", "rs1 rs2\n");
  refuse("ccc --bfile x --extract two --way 3", inconsistent, {"2 vectors", "--way 3"});
}

TEST_F(Input, TableThatBreaksTheRulesIsMalformedWithLineAndColumn) {
  refuse_table("", {"t.tsv", "empty"});
  refuse_table("id\tf0\tf1\n", {"no rows"});
  refuse_table("id\tf0\tf1\na\t1\t2\nb\t1\n", {"t.tsv:3", "2 cells found, 3 expected"});
  refuse_table("id\tf0\tf1\na\t1\t2\nb\t1\tnan\n", {"t.tsv:3:3"});
  refuse_table("id\tf0\tf1\na\t1\t2\nb\tinf\t1\n", {"t.tsv:3:2"});
  refuse_table("id\tf0\tf1\na\t1\t-2\nb\t1\t1\n", {"t.tsv:2:3"});
  refuse_table("id\tf0\tf1\na\t1\tx\nb\t1\t1\n", {"t.tsv:2:3", "x"});
  refuse_table("id\tf0\tf1\na\t1\t\nb\t1\t1\n", {"t.tsv:2:3"});
  refuse_table("id\tf0\tf1\na\t1\t2\na\t1\t1\n", {"t.tsv:3", "a"});
}

TEST_F(Input, ArrayThatBreaksTheRulesIsMalformed) {
  const std::string good = npy_bytes(small_profiles());
  write("t.npy", good.substr(0, good.size() - 1));
  refuse("ps --table t.npy", malformed, {"t.npy"});
  write("t.npy", "NUMPY" + good);
  refuse("ps --table t.npy", malformed, {"t.npy"});
  Profiles negative = small_profiles();
  negative[1][2] = -1;
  write("t.npy", npy_bytes(negative));
  refuse("ps --table t.npy", malformed, {"t.npy"});
}

TEST_F(Input, PackedFileOfAnotherSizeIsInconsistent) {
  write("p.bin", packed_double_bytes(small_profiles()));
  refuse("ps --packed p.bin --num-vectors 4 --num-fields 6", inconsistent, {"160 bytes found"});
  refuse("ps --packed p.bin --num-vectors 4 --num-fields 5 --precision f32", inconsistent,
         {"160 bytes found", "float32"});
}

TEST_F(Input, EmptyVectorsAreCountedAndTheirPairHasTheValueAskedFor) {
  const std::string table = "id\tf0\tf1\na\t0\t0\nb\t1\t2\nc\t0\t0\n";
  write("t.tsv", table);
  succeed("ps --table t.tsv");
  EXPECT_EQ(lines_of(read("encke.edges.tsv"))[2], "a\tc\tnan");
  EXPECT_EQ(summary().at("empty_vectors"), 2);
  EXPECT_EQ(summary().at("empty_tuples"), 1);
  EXPECT_NE(read("encke.log").find("without content: 2 (a, c)"), std::string::npos);
  succeed("ps --table t.tsv --empty-pair same");
  EXPECT_EQ(lines_of(read("encke.edges.tsv"))[2], "a\tc\t1");
  refuse("ps --table t.tsv --empty-pair error --out other", inconsistent, {"2 vectors", "(a, c)"});
  succeed("ps --table t.tsv --way 3 --empty-pair error");  // only two: no triple of them
}

TEST_F(Input, ControlCharactersReachNeitherTerminalNorLog) {
  const std::string evil = "\x1b]0;owned\x07\x7f\u009b31m";
  const std::string id = evil + " double 0 100 A C\n";  // which gets its id from the chromosome
  write("x.bim", id + id + "1 " + std::string(1000, 'y') + " 0 1 A C\n1 s 0 2 A C\n1 t 0 3 A C\n");
  for (const std::string progress : {"plain", "json"}) {
    const Ended ended = succeed("ccc --bfile x --out '" + evil + "' --progress " + progress);
    EXPECT_FALSE(has_controls(ended.out)) << ended.out;
    EXPECT_NE(ended.out.find("owned"), std::string::npos) << ended.out;
  }
  for (const auto& name : {evil + ".log", evil + ".summary.json"}) {
    EXPECT_FALSE(has_controls(read(name))) << read(name);
    EXPECT_NE(read(name).find("u009b31m"), std::string::npos);
  }
  EXPECT_EQ(summary(evil).at("outputs")[0], evil + ".edges.tsv");
  EXPECT_NE(read(evil + ".log").find("--out $'\\x1b]0;owned\\x07\\u007f\\u009b31m'"),
            std::string::npos);
  EXPECT_EQ(lines_of(read(evil + ".edges.tsv"))[1].substr(0, evil.size() + 9), evil + ":100:C:A\t");
}

TEST_F(Input, ControlCharactersOfOptionsAndPathsAreEscapedInMessages) {
  const std::string evil = "\x1b[2J\n\u009b";
  const std::string shown = "\\x1b[2J\\n\\u009b";
  const auto quiet = [&](const std::string& arguments, int code) {
    refuse(arguments, code, {shown});
    EXPECT_FALSE(has_controls(run(arguments).err)) << arguments;
  };
  constexpr int command_line = 8;
  for (const std::string& option :
       {"'" + evil + "'", "ccc '" + evil + "'", "ccc '--" + evil + "'",
        "ccc --bfile x '--kokkos-" + evil + "'", "ccc --bfile x --top '" + evil + "'",
        "ccc --bfile x --shard '" + evil + "'", "ccc --bfile x --threshold '" + evil + "'",
        "ccc --bfile x --backend '" + evil + "'"}) {
    quiet(option, command_line);
  }
  for (const std::string path : {"ccc --bfile '", "ps --table '", "verify '", "merge --out o '"}) {
    quiet(path + evil + "'", open_failed);
  }
  const Ended ended = run("ccc --bfile x --top " + std::string(100'000, 'x'));
  EXPECT_EQ(ended.code, command_line);
  EXPECT_LT(ended.err.size(), 200U);
}

}  // namespace
}  // namespace encke::test
