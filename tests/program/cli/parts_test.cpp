// Parts of a run as a user handles them: what merge, verify and a second run say of them.
#include <gtest/gtest.h>

#include <encke/file/output/leftovers.hpp>
#include <filesystem>
#include <fstream>

#include "program.hpp"
#include "program/exit_codes.hpp"
#include "small_data.hpp"

namespace encke::test {
namespace {

/// 60 profiles of 6 fields in 4 blocks: 10 tiles. The first two profiles are empty.
class Parts : public Program {
 protected:
  Parts() {
    std::string table = "id";
    for (int f = 0; f < 6; ++f) table += "\tf" + std::to_string(f);
    for (int v = 0; v < 60; ++v) {
      table += "\nsample" + std::to_string(v);
      for (int f = 0; f < 6; ++f) table += '\t' + std::to_string(v < 2 ? 0 : (v * 7 + f * 5) % 11);
    }
    write("t", table + '\n');
  }

  std::string part(int k, int of, const std::string& more = "") const {
    return run_ + more + " --shard " + std::to_string(k) + "/" + std::to_string(of) + " --out p" +
           std::to_string(k);
  }
  void compute(int of, const std::string& more = "") const {
    for (int k = 1; k <= of; ++k) succeed(part(k, of, more));
  }
  /// Turns one bit of a file.
  void spoil(const std::string& name, std::size_t byte) const {
    std::string bytes = read(name);
    bytes.at(byte) = static_cast<char>(bytes.at(byte) ^ 1);
    write(name, bytes);
  }

  const std::string run_ = "ps --table t --precision f64 --block 16 --progress none";
};

TEST_F(Parts, JoinedTellAllThatOneRunTells) {
  succeed(run_ + " --out whole");
  compute(3);
  succeed("merge --out joined p3 p1 p2");
  EXPECT_EQ(read("joined.edges.tsv"), read("whole.edges.tsv"));
  const auto whole = summary("whole"), joined = summary("joined");
  for (const char* key :
       {"inputs", "remarks", "empty_vectors", "empty_tuples", "comparisons", "block", "tiles",
        "tuples", "values", "written", "digest", "num_vectors", "num_fields", "num_missing"}) {
    EXPECT_EQ(joined.at(key), whole.at(key)) << key;
  }
  EXPECT_EQ(joined.at("empty_vectors"), 2);
  EXPECT_FALSE(joined.at("inputs").empty());
  EXPECT_NE(read("joined.log").find("without content: 2 (sample0, sample1)"), std::string::npos);
  EXPECT_EQ(read("joined.log").find("Blocks    of 0"), std::string::npos);
}

TEST_F(Parts, NameTheDirectoryThatTheyLeave) {
  const std::string text = succeed(part(1, 2)).out;
  EXPECT_NE(text.find(" values written: p1.blocks, p1.log, p1.summary.json\n"), std::string::npos)
      << text;
  EXPECT_EQ(summary("p1").at("outputs").at(0), "p1.blocks");
}

TEST_F(Parts, OfKinshipsCountALineOnce) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  succeed("king --bfile x --shard 1/2 --out p1");
  EXPECT_EQ(summary("p1").at("written"), summary("p1").at("tuples"));
}

TEST_F(Parts, OfARunThatIsWholeNothingIsComputedAgain) {
  const std::string run = run_ + " --threshold 0.5 --histogram --out whole";
  succeed(run);
  const std::string log = read("whole.log"), edges = read("whole.edges.tsv");
  const auto left_alone = [&](const std::string& command) {
    const Ended ended = succeed(command);
    EXPECT_NE(ended.out.find("the run is whole, nothing was computed"), std::string::npos);
    EXPECT_NE(ended.out.find("whole.edges.tsv"), std::string::npos);
    EXPECT_EQ(read("whole.log"), log);
    EXPECT_EQ(read("whole.edges.tsv"), edges);
  };
  left_alone(run + " --resume");
  const std::string left = encke::sink::temporary_stem("whole.edges.tsv") + "-12";
  write(left, "of a run that could not remove it");
  left_alone(run + " --resume --threads 1 --memory 8G");
  EXPECT_FALSE(std::filesystem::exists(path(left)));
  const std::string json =
      "ps --table t --precision f64 --threshold 0.5 --histogram --out whole --resume --progress "
      "json";
  EXPECT_EQ(succeed(json).out.rfind("{\"event\":\"whole\"", 0), 0U);
  const auto made_again = [&](const std::string& command) {
    EXPECT_EQ(succeed(command).out.find("nothing was computed"), std::string::npos) << command;
  };
  made_again(run + " --resume --digits 3");
  EXPECT_NE(read("whole.edges.tsv"), edges);
  made_again(run + " --resume");  // the digits differ
  EXPECT_EQ(read("whole.edges.tsv"), edges);
  std::filesystem::remove(path("whole.histogram.tsv"));
  made_again(run + " --resume");
  write("t", read("t") + "another\t1\t2\t3\t4\t5\t6\n");
  made_again(run + " --resume");
  made_again(run);
}

TEST_F(Parts, MayBeNamedByTheirDirectories) {
  compute(2);
  succeed("merge --out joined p1 p2");
  succeed("merge --out again p*.blocks");
  succeed("merge --out third p1.blocks/ p2");
  EXPECT_EQ(read("again.edges.tsv"), read("joined.edges.tsv"));
  EXPECT_EQ(read("third.edges.tsv"), read("joined.edges.tsv"));
  EXPECT_EQ(succeed("verify p1.blocks").out, succeed("verify p1").out);
  succeed(run_ + " --shard 1/1 --out odd.blocks");
  succeed("merge --out fourth odd.blocks");
  EXPECT_EQ(read("fourth.edges.tsv"), read("joined.edges.tsv"));
}

TEST_F(Parts, ThatAreMissingOrNotCompleteAreNamed) {
  compute(5);
  refuse("merge --out joined p2 p5", inconsistent, {"missing", "1/5, 3-4/5", "p2.blocks"});
  std::filesystem::remove(path("p4.blocks/run-1-rank-0.blocks"));
  refuse("merge --out joined p1 p2 p3 p4 p5", damaged, {"p4.blocks/run-1-rank-0.blocks"});
  succeed("verify --repair p4");
  refuse("merge --out joined p1 p2 p3 p4 p5", inconsistent,
         {"not complete: p4.blocks (0 of", "--resume"});
  succeed(part(4, 5) + " --resume");
  succeed("merge --out joined p1 p2 p3 p4 p5");
}

TEST_F(Parts, ThatAreCompleteAreNotCalledUnfinished) {
  succeed(part(1, 2));
  refuse(part(1, 2), inconsistent, {"p1.blocks holds a complete part", "1-1/2", "encke merge"});
  succeed(part(1, 2) + " --resume");
  EXPECT_EQ(summary("p1").at("tiles_resumed"), summary("p1").at("tiles"));
}

TEST_F(Parts, WithDamagedTextsAreRefusedAndMadeGood) {
  succeed(run_ + " --out whole");
  compute(2);
  for (const std::string name : {"ids", "about"}) {
    const std::string file = "p1.blocks/" + name;
    const std::string before = read(file);
    spoil(file, 3);
    const Ended checked = run("verify p1");
    EXPECT_EQ(checked.code, damaged);
    EXPECT_NE(checked.out.find(file + ": byte 0: "), std::string::npos) << checked.out;
    refuse("merge --out joined p1 p2", damaged, {file, "--resume"});
    EXPECT_NE(succeed(part(1, 2) + " --resume").out.find("note: " + file), std::string::npos);
    EXPECT_NE(read("p1.log").find(file), std::string::npos);
    EXPECT_EQ(read(file), before);
    succeed("verify p1");
  }
  succeed("merge --out joined p1 p2");
  EXPECT_EQ(read("joined.edges.tsv"), read("whole.edges.tsv"));
}

TEST_F(Parts, WithADamagedManifestAreMadeGoodByRepairOrByResuming) {
  compute(2);
  const std::string file = "p1.blocks/manifest";
  const std::string good = read(file);
  for (const std::string command : {"verify --repair p1", "resume"}) {
    write(file, good);
    spoil(file, good.rfind("file\t") + 12);
    EXPECT_EQ(run("verify p1").code, damaged);
    refuse("merge --out joined p1 p2", damaged, {file, "verify --repair"});
    succeed(command == "resume" ? part(1, 2) + " --resume" : command);
    EXPECT_NE(succeed("verify p1").out.find("every byte"), std::string::npos);
    EXPECT_EQ(read(file), good);
    succeed("merge --out joined p1 p2");
  }
  spoil(file, good.find("metric"));  // which run it is
  refuse("verify --repair p1", damaged, {file, "--resume"});
  std::filesystem::remove(path("p2.blocks/manifest"));
  for (const int k : {1, 2}) {
    const Ended resumed = succeed(part(k, 2) + " --resume");
    EXPECT_NE(resumed.out.find("made again from the files"), std::string::npos) << resumed.out;
    EXPECT_EQ(summary("p" + std::to_string(k)).at("tiles_resumed"),
              summary("p" + std::to_string(k)).at("tiles"));
  }
  succeed("merge --out joined p1 p2");
}

TEST_F(Parts, JoinedRemarkOnAThresholdThatNothingPasses) {
  const std::string triples =
      "ccc --way 3 --synthetic random --missing none --num-vectors 20 --num-fields 30 "
      "--threshold 0.8 --block 16";
  succeed(triples + " --out whole");
  for (const std::string k : {"1", "2"}) succeed(triples + " --shard " + k + "/2 --out p" + k);
  succeed("merge --out joined p1 p2");
  const auto remarks = summary("joined").at("remarks");
  ASSERT_FALSE(remarks.empty());
  EXPECT_NE(remarks.back().get<std::string>().find("threshold 0.8"), std::string::npos) << remarks;
  EXPECT_EQ(remarks, summary("whole").at("remarks"));
}

TEST_F(Parts, ThatCannotBeLookedAtAreNotAnInternalError) {
  std::filesystem::create_symlink("loop.blocks", path("loop.blocks"));
  const std::string longer(250, 'x');
  for (const std::string& name : {std::string("loop"), longer}) {
    refuse("merge --out joined " + name, open_failed, {name + ".blocks"});
    refuse("verify " + name, open_failed, {name + ".blocks"});
  }
  refuse(run_ + " --out loop --resume", open_failed, {"loop.blocks"});
}

TEST_F(Parts, OfTheLargestValuesDoNotDecideWhatIsWritten) {
  succeed(part(1, 2, " --top 5"));
  EXPECT_TRUE(summary("p1").at("written").is_null());
  EXPECT_TRUE(summary("p1").at("digest").is_null());
  succeed(part(2, 2, " --top 5"));
  succeed("merge --out joined p1 p2");
  EXPECT_EQ(summary("joined").at("written"), 5);
}

TEST_F(Parts, HelpOfMergeSaysWhatMustBeGiven) {
  const std::string help = succeed("merge --help").out;
  EXPECT_NE(help.find("Usage: encke merge --out P PART ..."), std::string::npos) << help;
  EXPECT_EQ(help.find("default encke"), std::string::npos) << help;
  EXPECT_NE(succeed("sorenson --help").out.find("(default encke)"), std::string::npos);
}

}  // namespace
}  // namespace encke::test
