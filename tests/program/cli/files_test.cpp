// The files that a run leaves, and that a failed run leaves none.
#include <gtest/gtest.h>

#include <encke/file/output/leftovers.hpp>

#include "program.hpp"
#include "program/exit_codes.hpp"
#include "small_data.hpp"

namespace encke::test::files_test {
namespace {

const std::string small = "--synthetic random --num-vectors 40 --num-fields 30 ";

class Files : public Program {
 protected:
  /// MiB that a run which is refused says it needs.
  std::string needed_memory(const std::string& arguments) const {
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.code, out_of_memory) << ended.err;
    const auto end = ended.err.find(" MiB needed");
    const auto begin = ended.err.rfind(' ', end - 1) + 1;
    return ended.err.substr(begin, end - begin);
  }
};

TEST_F(Files, ARunLeavesValuesLogAndSummaryAndNothingElse) {
  succeed("ps " + small + "--threshold 0.7 --histogram --out net");
  EXPECT_EQ(files(),
            (std::vector<std::string>{"net.edges.tsv", "net.histogram.svg", "net.histogram.tsv",
                                      "net.log", "net.summary.json"}));
}

TEST_F(Files, SummaryTellsWhatIsDocumented) {
  write("t.tsv", table_text(small_profiles()));
  succeed("ps --table t.tsv --threshold 0.1");
  const auto json = summary();
  EXPECT_EQ(json.at("schema_version"), 1);
  EXPECT_EQ(json.at("command"), "encke ps --table t.tsv --threshold 0.1");
  EXPECT_EQ(json.at("metric"), "ps");
  EXPECT_EQ(json.at("way"), 2);
  EXPECT_EQ(json.at("ranks"), 1);
  EXPECT_EQ(json.at("num_vectors"), 4);
  EXPECT_EQ(json.at("num_fields"), 5);
  EXPECT_EQ(json.at("num_missing"), 0);
  EXPECT_EQ(json.at("tuples"), 6);
  EXPECT_EQ(json.at("values"), 6);
  EXPECT_EQ(json.at("written"), lines_of(read("encke.edges.tsv")).size() - 1);
  EXPECT_EQ(json.at("threshold"), 0.1);
  EXPECT_EQ(json.at("digest").get<std::string>().size(), 32U);
  EXPECT_EQ(json.at("comparisons"), 30);
  EXPECT_GT(json.at("comparisons_per_second"), 0);
  EXPECT_GT(json.at("threads"), 0);
  EXPECT_GT(json.at("memory_peak_bytes"), 1 << 20);
  for (const char* stage :
       {"read", "contract", "combine", "output", "run", "store", "publish", "total"}) {
    EXPECT_GE(json.at("seconds").at(stage), 0) << stage;
  }
  EXPECT_EQ(json.at("inputs")[0].at("path"), "t.tsv");
  EXPECT_EQ(json.at("inputs")[0].at("digest").get<std::string>().size(), 16U);
  for (const char* key : {"version", "backend"})
    EXPECT_FALSE(json.at(key).get<std::string>().empty());
}

TEST_F(Files, LogTellsWhatIsQuotedInReports) {
  succeed("ccc " + small + "--threshold 0.5 --checksum --out 'my net'");
  const std::string log = read("my net.log");
  for (const char* words : {"encke 0.", "--out 'my net'", "--gamma 0.6666666666666666", "Host ",
                            "Started ", "Finished ", "40 variants of 30 samples", "Tuples    780",
                            "Values    3,120", "planned", "used at most", "Seconds   read",
                            "Digest    ", "Checksum  ", "Wrote     my net.edges.tsv"}) {
    EXPECT_NE(log.find(words), std::string::npos) << words;
  }
}

TEST_F(Files, PrefixesMayHaveAnyCharacters) {
  succeed("ps " + small + "--threshold 0.7 --out plain");
  std::filesystem::create_directory(path("a b"));
  std::filesystem::create_directory_symlink(path("a b"), path("link"));
  for (const std::string prefix : {"a b/n%s{}", "./a b/../a b/\\t*", "link/-net", "a\nb", "\xff"}) {
    const std::string word = "'" + prefix + "'";
    const std::string part = "ps " + small + "--threshold 0.7 --shard 1/1 --out " + word;
    succeed(part);
    EXPECT_TRUE(std::filesystem::exists(path(prefix + ".blocks/run-1-rank-0.blocks"))) << prefix;
    succeed("verify " + word);
    succeed(part + " --resume");
    succeed("merge --out joined " + word);
    EXPECT_EQ(read("joined.edges.tsv"), read("plain.edges.tsv")) << prefix;
  }
}

TEST_F(Files, HistogramCountsAllValues) {
  succeed("ccc " + small + "--histogram --threshold 0.4");
  EXPECT_NE(read("encke.histogram.svg").find(">threshold 0.4<"), std::string::npos);
  const auto lines = lines_of(read("encke.histogram.tsv"));
  ASSERT_GT(lines.size(), 10U);
  EXPECT_EQ(lines[0], "#BIN_START\tBIN_END\tCOUNT");
  EXPECT_EQ(lines[1].substr(0, 10), "0.00\t0.01\t");
  std::int64_t sum = 0;
  for (std::size_t l = 1; l < lines.size(); ++l) sum += std::stoll(cells_of(lines[l])[2]);
  EXPECT_EQ(sum, summary().at("values"));
  EXPECT_EQ(sum, 3120);
}

TEST_F(Files, HistogramCountsValuesThatAreNotNumbersApart) {
  write("t.tsv", "id\tf0\na\t0\nb\t1\nc\t0\n");
  succeed("ps --table t.tsv --histogram");
  EXPECT_EQ(read("encke.histogram.tsv"),
            "#BIN_START\tBIN_END\tCOUNT\nnan\tnan\t1\n0.00\t0.01\t2\n");
}

TEST_F(Files, HistogramsLastBinHasNoEnd) {
  write("g.bin", std::string(2, '\xff'));
  succeed(
      "ccc --packed g.bin --num-vectors 2 --num-fields 4 --missing none --gamma 0 --multiplier "
      "20000 --histogram");
  const auto lines = lines_of(read("encke.histogram.tsv"));
  EXPECT_EQ(lines.back(), "10000.00\tinf\t1");
  EXPECT_EQ(lines[lines.size() - 2], "9999.99\t10000.00\t0");
}

TEST_F(Files, ChecksumOfValuesThatAreNotNumbersIsRefusedBeforeTheRun) {
  write("t.tsv", "id\tf0\na\t0\nb\t1\nc\t0\n");
  refuse("ps --table t.tsv --checksum", inconsistent,
         {"--checksum", "(a, c)", "--empty-pair same"});
  succeed("ps --table t.tsv --checksum --threshold 0.5");
  succeed("ps --table t.tsv --checksum --top 2");  // which are numbers
  succeed("ps --table t.tsv --checksum --empty-pair same");
}

TEST_F(Files, OutputThatCannotBeCreatedIsFoundBeforeTheInputIsRead) {
  refuse("ps --table missing.tsv --out nowhere/net", open_failed, {"nowhere/net"});
  std::filesystem::create_directory(path("net.edges.tsv"));
  refuse("ps " + small + "--out net", open_failed, {"net.edges.tsv", "directory"});
}

TEST_F(Files, OutputThatDoesNotFitIsRefusedBeforeTheRun) {
  const std::string large = "--all --synthetic random --num-vectors 2000000 --num-fields 1 ";
  refuse("ccc " + large, write_failed, {"--threshold or --top"});
  refuse("ccc " + large + "--format npy", write_failed, {"encke.npy", "--threshold or --top"});
}

TEST_F(Files, DiskThatIsFullLeavesNothing) {
  const FullDisk disk(4096);
  const Ended ended = run("ccc --synthetic random --num-vectors 100 --num-fields 30");
  EXPECT_EQ(ended.code, write_failed);
  EXPECT_NE(ended.err.find("encke.blocks/"), std::string::npos) << ended.err;
  EXPECT_EQ(outputs(), std::vector<std::string>{});
}

TEST_F(Files, OutputThatWouldReplaceAnInputIsRefused) {
  write("t.npy", npy_bytes(small_profiles()));
  refuse("ps --table t.npy --format npy --out t", command_line, {"t.npy", "another --out"});
  EXPECT_EQ(read("t.npy"), npy_bytes(small_profiles()));
  succeed("ps --table t.npy --out t");
}

TEST_F(Files, InputThatWouldBeRemovedIsRefusedAndStays) {
  std::filesystem::create_directory(path("net.blocks"));
  const std::string leftover = encke::sink::temporary_stem("net.edges.tsv") + "-12";
  for (const std::string& name :
       {std::string("net.blocks/lock"), std::string("net.blocks/ids"), leftover}) {
    write(name, table_text(small_profiles()));
    refuse("ps --table " + name + " --out net", command_line, {name, "removed", "another --out"});
    EXPECT_EQ(read(name), table_text(small_profiles()));
    succeed("ps --table " + name + " --out other");
    std::filesystem::remove(path(name));
  }
}

TEST_F(Files, NameLikeThatOfATemporaryFileIsAUsersOwn) {
  write("net.edges.tsv.tmp-12", table_text(small_profiles()));
  succeed("ps --table net.edges.tsv.tmp-12 --out net");
  EXPECT_EQ(read("net.edges.tsv.tmp-12"), table_text(small_profiles()));
}

TEST_F(Files, ManifestThatIsALinkIsNotWrittenThrough) {
  const std::string part = "ps " + small + "--shard 1/2 --out net ";
  succeed(part);
  std::filesystem::rename(path("net.blocks/manifest"), path("elsewhere"));
  const std::string half_a_line = read("elsewhere") + "file\t";  // which --resume cuts off
  write("elsewhere", half_a_line);
  std::filesystem::create_symlink("../elsewhere", path("net.blocks/manifest"));
  refuse(part + "--resume", open_failed, {"net.blocks/manifest"});
  EXPECT_EQ(read("elsewhere"), half_a_line);
}

TEST_F(Files, LockThatIsALinkMakesNothingWhereItPoints) {
  std::filesystem::create_directory(path("net.blocks"));
  std::filesystem::create_symlink("../elsewhere", path("net.blocks/lock"));
  refuse("ps " + small + "--out net", open_failed, {"net.blocks/lock"});
  EXPECT_FALSE(std::filesystem::exists(path("elsewhere")));
}

TEST_F(Files, OutputsKeepThePermissionsOfThoseThatTheyReplace) {
  const auto of_owner = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
  succeed("ps " + small);
  std::filesystem::permissions(path("encke.edges.tsv"), of_owner);
  succeed("ps " + small);
  EXPECT_EQ(std::filesystem::status(path("encke.edges.tsv")).permissions(), of_owner);
}

TEST_F(Files, TooLittleMemoryIsRefusedWithWhatIsNeeded) {
  refuse("ps --synthetic random --num-vectors 5000 --num-fields 4000 --memory 30", out_of_memory,
         {"MiB needed, 30 MiB allowed"});
  refuse("ps " + small + "--memory 1", out_of_memory, {"MiB needed, 1 MiB allowed"});
}

TEST_F(Files, TheMemoryThatIsSaidToBeNeededIsNeededAndSuffices) {
  const std::string random = "--synthetic random --num-vectors 300 --num-fields ";
  for (const std::string& arguments :
       {"ps " + random + "3000", "ps " + random + "3000 --format npy",
        "ps " + random + "300 --top 200000 --way 3 --threshold 0.9",
        "ccc " + random + "200000 --missing none --threshold 2"}) {
    const std::string needed = needed_memory(arguments + " --memory 1");
    succeed(arguments + " --memory " + needed);
    refuse(arguments + " --memory " + std::to_string(std::stoi(needed) - 1), out_of_memory,
           {needed + " MiB needed"});
  }
}

TEST_F(Files, TooLittleMemoryIsRefusedBeforeTheInputIsRead) {
  // --precision auto has to look at the values first
  write("t.tsv", table_text(small_profiles()) + "bad\tline\n");
  refuse("ps --table t.tsv", malformed, {"t.tsv:6"});
  refuse("ps --table t.tsv --memory 1 --precision f64", out_of_memory, {"MiB needed"});
}

TEST_F(Files, MemoryIsOfTheVariantsThatMafLeaves) {
  // 30,000 variants of 4,000 samples, all but the first 20 of one allele
  std::string bed(3 + 30000 * 1000, '\xff');
  bed.replace(0, 3, "\x6c\x1b\x01");
  for (std::size_t v = 0; v < 20; ++v) bed.replace(3 + v * 1000, 500 + v, 500 + v, '\xaa');
  write("x.bed", bed);
  write("x.bim", bim_text(30000));
  write("x.fam", fam_text(4000));
  refuse("ccc --bfile x --threshold 0.1 --memory 29", out_of_memory, {"MiB needed"});
  succeed("ccc --bfile x --threshold 0.1 --maf 0.1 --memory 29");
  EXPECT_EQ(summary().at("num_vectors"), 20);
  EXPECT_EQ(summary().at("num_fields"), 4000);
}

TEST_F(Files, MemoryStaysWithinWhatIsAllowed) {
  succeed(
      "ccc --synthetic random --num-vectors 4000 --num-fields 500 --histogram --top 100000 "
      "--memory 60");
  EXPECT_LE(summary().at("memory_peak_bytes"), 60 << 20);
  EXPECT_LE(summary().at("memory_planned_bytes"), 60 << 20);
}

TEST_F(Files, NamesInAnotherEncodingAreKeptInTheListAndReplacedInTheSummary) {
  write("x\xe9.bed", bed_bytes(complete_genotypes()));
  write("x\xe9.bim",
        "r\xe9\ta\t0\t1\tA\tC\nr\xe9\ta\t0\t2\tA\tC\nr\xe9\ts\t0\t3\tA\tC\n"
        "r\xe9\tt\t0\t4\tA\tC\nr\xe9\tu\t0\t5\tA\tC\n");
  write("x\xe9.fam", fam_text(6));
  succeed("ccc --bfile x\xe9 --out y\xe9");
  EXPECT_EQ(lines_of(read("y\xe9.edges.tsv"))[1].substr(0, 18), "r\xe9:1:C:A\tr\xe9:2:C:A\t");
  const auto json = summary("y\xe9");
  EXPECT_EQ(json.at("outputs")[0], "y\xef\xbf\xbd.edges.tsv");
  EXPECT_NE(json.at("remarks")[0].get<std::string>().find("r\\xe9"), std::string::npos);
}

TEST_F(Files, TensOfThousandsOfVectorsAreComparedInSixtyMebibytes) {
  succeed(
      "ccc --synthetic random --num-vectors 28501 --num-fields 1000 --missing none --threshold 1.5 "
      "--memory 60");
  EXPECT_EQ(summary().at("tuples"), 406139250);
  EXPECT_LE(summary().at("memory_peak_bytes"), 60 << 20);
  EXPECT_LE(summary().at("memory_planned_bytes"), 60 << 20);
}

TEST_F(Files, ARunReplacesTheFilesOfAnEarlierOne) {
  write("encke.log", "old");
  succeed("ps " + small);
  EXPECT_EQ(read("encke.log").substr(0, 6), "encke ");
}

TEST_F(Files, ArePutIntoADirectoryThatIsThere) {
  refuse("ps " + small + "--out nowhere/net", open_failed,
         {"nowhere/net", "no directory 'nowhere'"});
  for (const std::string out : {".", "..", "./", "nowhere/"}) {
    refuse("ps " + small + "--out " + out, command_line, {"--out " + out, "a directory"});
  }
}

TEST_F(Files, OfOtherFormsAreToldByName) {
  write("t.csv", "id,a,b\nx,1,2\n");
  refuse("ps --table t.csv", malformed, {"t.csv:1", "commas", "tabs expected"});
  write("t.qza", "PK\003\004");
  refuse("ps --biom t.qza", malformed, {"t.qza", "qiime tools export"});
}

TEST_F(Files, HaveTheDigestThatTheCommandPrints) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  succeed("ccc --bfile x");
  const auto inputs = summary().at("inputs");
  std::string expected;
  std::string paths;
  for (const auto& input : inputs) {
    const std::string path = input.at("path");
    expected += input.at("digest").get<std::string>() + "  " + path + '\n';
    paths += ' ' + path;
  }
  ASSERT_EQ(inputs.size(), 3U);
  EXPECT_EQ(succeed("digest" + paths).out, expected);
  refuse("digest", 8, {"one file or more"});
  refuse("digest x.bed --run encke", 8, {"or --run P"});
  refuse("digest x.bed nowhere", 3, {"nowhere"});
}

/// By the names in the input, after all filters.
TEST_F(Files, HaveTheValuesThatGiveTheDigestOfARun) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  std::string fam;
  for (int s = 0; s < 6; ++s) {
    const std::string id = std::to_string(s);
    fam += "F" + id + " I" + id + " 0 0 0 " + std::to_string(1 + s % 2) + '\n';
  }
  write("x.fam", fam);
  write("names", "rs1\nrs2\nrs3\nrs4\n");
  for (const std::string command :
       {"ccc --bfile x", "ccc --bfile x --extract names --way 3 --top 3", "r2 --bfile x --zst",
        "duo --bfile x --precision f32", "epistasis --bfile x --score chi2",
        "ibs --bfile x --distance --network components", "ccc --bfile x --no-hash --columns ids"}) {
    succeed(command + " --out run");
    const std::string told = succeed("digest --run run").out;
    EXPECT_NE(told.find(summary("run").at("digest").get<std::string>() + "  run.edges.tsv"),
              std::string::npos)
        << command << '\n'
        << told;
    EXPECT_NE(told.find(", as the run wrote them"), std::string::npos);
    std::remove(path("run.edges.tsv.zst").c_str());
  }
}

TEST_F(Files, WithOtherValuesThanTheRunHaveAnotherDigest) {
  write("t.tsv", "name\ta\tb\nu\t1\t2\nv\t2\t1\nw\t0\t3\n");
  succeed("ps --table t.tsv --out run");
  const std::string edges = read("run.edges.tsv");
  write("run.edges.tsv", edges.substr(0, edges.rfind("\nv") + 1));
  const std::string digest = summary("run").at("digest");
  refuse("digest --run run", 21, {"run.edges.tsv", digest});
  write("run.edges.tsv", "#ID1\tID2\tVALUE\nu\tx\t0.5\n");
  refuse("digest --run run", 7, {"'x' is no vector of the run's input"});
  write("run.edges.tsv", "#ID1\tID2\tVALUE\nu\tv\thalf\n");
  refuse("digest --run run", 6, {"run.edges.tsv:2", "a number expected"});
  std::remove(path("run.edges.tsv").c_str());
  refuse("digest --run run", 3, {"run.edges.tsv"});
  refuse("digest --run other", 3, {"other.summary.json"});
  write("other.summary.json", "{}");
  refuse("digest --run other", 6, {"other.summary.json", "summary of a run"});
  succeed("ps --table t.tsv --format npy --out run");
  EXPECT_NE(succeed("digest --run run").out.find(summary("run").at("digest")), std::string::npos);
  succeed("ps --table t.tsv --digits 3 --out run");
  refuse("digest --run run", 7, {"run.summary.json", "rounded by --digits"});
  succeed("ps --table t.tsv --shard 1/2 --top 2 --out part");
  refuse("digest --run part", 7, {"part.summary.json", "encke verify"});
}

}  // namespace
}  // namespace encke::test::files_test
