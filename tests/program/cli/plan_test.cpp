// What is said of a run before it, while it goes on, and in place of it.
#include <gtest/gtest.h>

#include <sstream>

#include "program.hpp"
#include "small_data.hpp"

namespace encke::test {
namespace {

class PlanAndProgress : public Program {
 protected:
  /// The plan as --progress json has it.
  nlohmann::json plan(const std::string& arguments) const {
    const auto json = nlohmann::json::parse(succeed("plan " + arguments + " --progress json").out);
    EXPECT_EQ(json.at("event"), "plan");
    return json;
  }
  void write_plink() const {
    write("x.bed", bed_bytes(complete_genotypes()));
    write("x.bim", bim_text(5));
    write("x.fam", fam_text(6));
  }
};

TEST_F(PlanAndProgress, PlanCountsTheWorkAndWritesNothing) {
  const auto json =
      plan("ccc --synthetic random --num-vectors 1000 --num-fields 100 --way 3 --block 64");
  EXPECT_EQ(json.at("tuples"), 166167000);
  EXPECT_EQ(json.at("values"), 8 * 166167000);
  EXPECT_EQ(json.at("block"), 64);
  EXPECT_EQ(json.at("blocks"), 16);
  EXPECT_GT(json.at("tiles"), 16 * 15 * 14 / 6);
  EXPECT_GT(json.at("memory_bytes"), 32 << 20);
  EXPECT_GT(json.at("seconds"), 0);
  EXPECT_TRUE(files().empty());
}

TEST_F(PlanAndProgress, EveryMethodOfUnifracHasAPlan) {
  std::string rows, columns, entries, tree;
  constexpr int samples = 40, tips = 8;
  for (int t = 0; t < tips; ++t) {
    const std::string id = std::to_string(t), comma = t > 0 ? "," : "";
    rows += comma + R"({"id":"t)" + id + R"("})";
    tree += comma + "t" + id + ":1";
  }
  for (int s = 0; s < samples; ++s) {
    columns += (s > 0 ? "," : "") + (R"({"id":"s)" + std::to_string(s)) + R"("})";
    for (const int t : {s % tips, (s + 3) % tips}) {
      entries +=
          (entries.empty() ? "[" : ",[") + std::to_string(t) + "," + std::to_string(s) + ",2]";
    }
  }
  write("t.nwk", "(" + tree + ");");
  write("t.biom", R"({"rows":[)" + rows + R"(],"columns":[)" + columns +
                      R"(],"shape":[8,40],"matrix_type":"sparse","data":[)" + entries + "]}");
  for (const std::string method :
       {"unweighted", "weighted_normalized", "generalized --alpha 0.5", "generalized --alpha 0",
        "unweighted --vaw", "weighted_normalized --vaw"}) {
    for (const std::string precision : {"f32", "f64"}) {
      const auto json = plan("unifrac --biom t.biom --tree t.nwk --method " + method +
                             " --precision " + precision);
      EXPECT_EQ(json.at("tuples"), samples * (samples - 1) / 2) << method;
    }
  }
}

TEST_F(PlanAndProgress, PlanSaysItInWords) {
  const std::string text =
      succeed("plan ps --synthetic random --num-vectors 2000 --num-fields 50").out;
  for (const char* words : {"1,999,000 pairs", "blocks", "memory", "vectors", "kernels", "output",
                            "about", "comparisons/s"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words;
  }
}

TEST_F(PlanAndProgress, NoLineOfAPlanIsWiderThanATerminal) {
  std::istringstream text(
      succeed("plan ccc --synthetic random --num-vectors 2000000 --num-fields 20000 --memory 4000"
              " --threshold 0.7 --network mcl")
          .out);
  int lines = 0, below = 0;
  for (std::string line; std::getline(text, line); ++lines) {
    EXPECT_LE(line.size(), 80U) << line;
    below += line.starts_with(std::string(10, ' '));
  }
  EXPECT_GT(lines, 6);
  EXPECT_GT(below, 0);  // so one was folded
}

TEST_F(PlanAndProgress, PlanOfAPartTellsItsOwnValues) {
  const std::string run = "ps --synthetic random --num-vectors 2000 --num-fields 50 --shard 1/20";
  const auto json = plan(run);
  EXPECT_EQ(json.at("output_values"), 1999000);
  EXPECT_NEAR(json.at("output_values_of_part"), json.at("tuples"), 0.5);
  EXPECT_LT(json.at("output_values_of_part"), 1999000 / 10);
  const std::string text = succeed("plan " + run).out;
  EXPECT_NE(text.find("  output  1,999,000 values, "), std::string::npos) << text;
  EXPECT_NE(text.find(" MiB of the whole run; "), std::string::npos) << text;
}

TEST_F(PlanAndProgress, PlanOfALargeProblemDoesNotNeedItsMemory) {
  const auto json = plan("ccc --synthetic random --num-vectors 1000000 --num-fields 20000");
  EXPECT_EQ(json.at("tuples"), 499999500000);
  EXPECT_GT(json.at("memory_bytes"), std::int64_t{4} << 30);
}

TEST_F(PlanAndProgress, PlanKnowsTheExtentsOfEveryInput) {
  write_plink();
  write("t.tsv", table_text(small_profiles()));
  write("t.npy", npy_bytes(small_profiles()));
  write("p.bin", packed_double_bytes(small_profiles()));
  write("g.bin", packed_genotype_bytes(complete_genotypes()));
  write("two", "rs1 rs2");
  EXPECT_EQ(plan("ccc --bfile x").at("tuples"), 10);
  EXPECT_EQ(plan("ccc --bfile x --extract two").at("tuples"), 1);
  EXPECT_EQ(plan("ccc --bfile x --extract two").at("num_vectors"), 2);
  EXPECT_EQ(plan("ccc --packed g.bin --num-vectors 5 --num-fields 6").at("tuples"), 10);
  for (const std::string input :
       {"--table t.tsv", "--table t.npy", "--packed p.bin --num-vectors 4 --num-fields 5"}) {
    EXPECT_EQ(plan("ps " + input).at("num_vectors"), 4) << input;
    EXPECT_EQ(plan("ps " + input).at("num_fields"), 5) << input;
  }
}

TEST_F(PlanAndProgress, PlanRefusesAsTheRunWould) {
  write_plink();
  write("x.bed", bed_bytes(complete_genotypes()).substr(0, 9));
  refuse("plan ccc --bfile x", 6, {"x.bed", "9 bytes found"});
  refuse("plan ccc --bfile y", 3, {"y.fam"});
  refuse("plan ccc --bfile x --way 5", 8, {"--way 5"});
  refuse("plan ps --synthetic random --num-vectors 5000 --num-fields 4000 --memory 30", 2,
         {"30 MiB allowed"});
}

TEST_F(PlanAndProgress, PlanChecksTheHeadersOfFilesAsTheRunDoes) {
  write_plink();
  write("x.bed", "\x6c\x1b" + std::string(1, '\0') + bed_bytes(complete_genotypes()).substr(3));
  std::string npy = npy_bytes(small_profiles());
  write("short.npy", npy.substr(0, npy.size() - 1));
  write("type.npy", npy.replace(npy.find("<f8"), 3, "<c8"));
  write("p.bin", packed_double_bytes(small_profiles()));
  for (const std::string command : {"", "plan "}) {
    refuse(command + "ccc --bfile x", 6, {"x.bed", "sample-major"});
    refuse(command + "ps --table short.npy", 6, {"short.npy", "159 bytes found"});
    refuse(command + "ps --table type.npy", 6, {"type.npy", "'<c8'"});
    refuse(command + "ps --packed p.bin --num-vectors 4 --num-fields 4", 7, {"160 bytes found"});
    refuse(command + "ps --packed q.bin --num-vectors 4 --num-fields 4", 3, {"q.bin"});
  }
}

TEST_F(PlanAndProgress, ExtentsWhoseProductOverflowsAreRefused) {
  const std::string most = "9223372036854775807";
  for (const std::string command : {"", "plan "}) {
    const std::string random = command + "ps --synthetic random --num-vectors ";
    refuse(random + most + " --num-fields 10", 8, {most + " vectors", "at most 4294967295"});
    refuse(random + "10 --num-fields " + most, 8, {most + " fields", "at most 16777216"});
    refuse(random + "4294967295 --num-fields 16777216", 7, {"more than 2000000"});
    refuse(random + "40000 --num-fields 16777216 --threshold 0.9 --memory 4000", 2, {"MiB needed"});
    refuse(random + "1000000 --num-fields 10 --top " + most + " --memory 4000", 2, {"MiB needed"});
  }
}

TEST_F(PlanAndProgress, ALargeTopIsNoMoreThanAllValues) {
  const std::string small = "ps --synthetic random --num-vectors 20 --num-fields 10 --top ";
  EXPECT_EQ(plan(small + "9223372036854775807").at("memory_bytes"),
            plan(small + "190").at("memory_bytes"));
}

TEST_F(PlanAndProgress, ARunEndsWithCountsDigestPeakMemoryAndFiles) {
  const std::string run =
      "ps --synthetic random --num-vectors 100 --num-fields 50 --threshold 0.7 ";
  const std::string text = succeed(run + "--verbose").out;
  const std::string digest = summary().at("digest");
  for (const auto& words :
       {std::string("of 4,950 values written"), "digest " + digest, std::string("peak memory "),
        std::string("wrote encke.edges.tsv"), std::string("wrote encke.summary.json")}) {
    EXPECT_NE(text.find(words), std::string::npos) << words;
  }
}

TEST_F(PlanAndProgress, AShortRunSaysInTwoLinesWhatWasComparedAndWhatWasWritten) {
  const auto lines = lines_of(
      succeed("ps --synthetic random --num-vectors 100 --num-fields 50 --threshold 0.7").out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].find("ps: 100 profiles of 50 elements, 4,950 pairs compared in "), 0U)
      << lines[0];
  const std::string files = " values written: encke.edges.tsv, encke.log, encke.summary.json";
  ASSERT_TRUE(lines[1].ends_with(files)) << lines[1];
  std::string written = lines[1].substr(0, lines[1].size() - files.size());
  std::erase(written, ',');
  EXPECT_EQ(written, std::to_string(summary().at("written").get<int>()));
}

TEST_F(PlanAndProgress, JsonIsAnObjectOnEveryLineAndEndsWithTheSummary) {
  const std::string text =
      succeed("ps --synthetic random --num-vectors 100 --num-fields 50 --progress json").out;
  std::vector<std::string> events;
  nlohmann::json last;
  for (const auto& line : lines_of(text)) {
    last = nlohmann::json::parse(line);
    events.push_back(last.at("event"));
  }
  EXPECT_EQ(events, (std::vector<std::string>{"plan", "progress", "summary"}));
  EXPECT_EQ(last.at("digest"), summary().at("digest"));
}

TEST_F(PlanAndProgress, AThresholdBeyondWhatCompleteDataCanGiveIsNoted) {
  write_plink();
  succeed("ccc --bfile x --threshold 1.1");
  EXPECT_EQ(summary().at("written"), 0);
  EXPECT_NE(summary().at("remarks")[0].get<std::string>().find("no value is above 1"),
            std::string::npos);
}

TEST_F(PlanAndProgress, WhereNothingIsAboveTheThresholdTheLargestPossibleIsSaid) {
  write_plink();
  const std::string said = succeed("ccc --bfile x --way 3 --threshold 0.7").out;
  EXPECT_EQ(summary().at("written"), 0);
  EXPECT_NE(said.find("no value is above the threshold 0.7, where 0.71"), std::string::npos)
      << said;
  EXPECT_NE(said.find("the largest possible of a triple"), std::string::npos) << said;
  EXPECT_EQ(succeed("ccc --bfile x --threshold 0.1").out.find("largest possible"),
            std::string::npos);
}

}  // namespace
}  // namespace encke::test
