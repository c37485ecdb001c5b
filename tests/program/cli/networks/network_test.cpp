// encke network: from a file of edges to components, clusters, sets and files of the network.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

constexpr std::string_view triangles = "a b 1\nb c 1\na c 1\nc d 1\nd e 1\ne f 1\nd f 1\nx y 1\n";

class Network : public Program {
 protected:
  Network() { write("t.abc", triangles); }
};

TEST_F(Network, HasTheFilesThatItSays) {
  const Ended ended = succeed("network --edges t.abc --cluster mcl --inflation 1.4,2 --out n");
  EXPECT_NE(ended.out.find("8 nodes, 8 edges, 2 components"), std::string::npos);
  EXPECT_NE(ended.out.find("wrote n.clusters.I1.4.txt"), std::string::npos);
  EXPECT_EQ(read("n.clusters.I2.txt"), "a\tb\tc\nd\te\tf\nx\ty\n");
  const nlohmann::json summary = this->summary("n");
  EXPECT_EQ(summary["components"], 2);
  EXPECT_EQ(summary["clusterings"][1]["clusters"], 3);
  EXPECT_EQ(summary["options"]["inflation"], "1.4,2");
  EXPECT_EQ(summary["digests"].size(), 4u);
  EXPECT_NE(read("n.log").find("--cluster mcl"), std::string::npos);
}

TEST_F(Network, ReadsStandardInput) {
  succeed("network --edges - --out n <t.abc");
  EXPECT_EQ(summary("n")["edges"], 8);
  EXPECT_EQ(summary("n")["inputs"][0]["path"], "-");
}

TEST_F(Network, HasTheSameBytesForAnyNumberOfThreads) {
  succeed("network --edges t.abc --cluster mcl --graph graphml,npz --threads 1 --out a");
  succeed("network --edges t.abc --cluster mcl --graph graphml,npz --threads 5 --out b");
  for (const std::string ending : {".nodes.tsv", ".clusters.I2.txt", ".graphml", ".npz"}) {
    EXPECT_EQ(read("a" + ending), read("b" + ending)) << ending;
  }
}

// True if this Encke has the products of matrices that the engine needs.
bool has_spgemm(const Ended& ended) {
  return ended.err.find("Kokkos Kernels") == std::string::npos;
}

TEST_F(Network, HasTheSameClustersOfBothEngines) {
  succeed("ccc --synthetic random --num-vectors 90 --num-fields 40 --threshold 0.42 --out e");
  const std::string command =
      "network --edges e.edges.tsv --cluster mcl --inflation 1.4,2,4 --overlap keep --out ";
  succeed(command + "fused");
  for (const std::string threads : {"1", "2", "5"}) {
    const Ended ended = run(command + "s --engine spgemm --threads " + threads);
    if (!has_spgemm(ended)) {
      EXPECT_EQ(ended.code, inconsistent) << ended.err;
      GTEST_SKIP() << "this Encke was built without Kokkos Kernels";
    }
    ASSERT_EQ(ended.code, 0) << ended.err;
    for (const std::string ending :
         {".clusters.I1.4.txt", ".clusters.I2.txt", ".clusters.I4.txt", ".nodes.tsv"}) {
      EXPECT_EQ(read("s" + ending), read("fused" + ending)) << ending << ' ' << threads;
    }
    EXPECT_EQ(summary("s")["options"]["engine"], "spgemm");
    EXPECT_EQ(summary("s")["clusterings"], summary("fused")["clusterings"]);
  }
  EXPECT_FALSE(summary("fused")["options"].contains("engine"));
  EXPECT_GT(summary("fused")["clusterings"][2]["clusters"], 5);
}

TEST_F(Network, OfARunHasBothEngines) {
  const std::string command =
      "ccc --synthetic random --num-vectors 60 --num-fields 40 --threshold 0.45 --network mcl "
      "--out ";
  succeed(command + "fused");
  const Ended ended = run(command + "s --engine spgemm");
  if (!has_spgemm(ended)) {
    EXPECT_EQ(ended.code, inconsistent) << ended.err;
    EXPECT_FALSE(std::filesystem::exists(path("s.edges.tsv")));
    GTEST_SKIP() << "this Encke was built without Kokkos Kernels";
  }
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(read("s.clusters.I2.txt"), read("fused.clusters.I2.txt"));
}

TEST_F(Network, TakesTheEdgesOfARun) {
  succeed("ccc --synthetic random --num-vectors 60 --num-fields 40 --threshold 0.45 --out e");
  succeed("network --edges e.edges.tsv --cluster mcl --out alleles");
  succeed("network --edges e.edges.tsv --merge-alleles max --cluster mcl --out variants");
  EXPECT_EQ(summary("alleles")["format"], "edges");
  EXPECT_GT(summary("alleles")["nodes"], summary("variants")["nodes"]);
  EXPECT_EQ(lines_of(read("alleles.nodes.tsv"))[1].find(':') != std::string::npos, true);
  succeed(
      "ccc --synthetic random --num-vectors 60 --num-fields 40 --threshold 0.45 --format abc --out "
      "e");
  succeed("network --edges e.abc --cluster mcl --out abc");
  EXPECT_EQ(read("abc.clusters.I2.txt"), read("alleles.clusters.I2.txt"));
}

TEST_F(Network, IsMadeByARunAsOfItsFile) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  const std::string what =
      " --inflation 1.4,2 --reach @all --depth 2 --embed 1 --embed-min 2 --sets skat,regenie "
      "--graph graphml,npz --picture degrees,heatmap,network";
  for (const std::string run : {"ccc --bfile x --threshold 0.2", "ccc --bfile x --top 9",
                                "ccc --bfile x --threshold 0.1 --way 3 --precision f32"}) {
    SCOPED_TRACE(run);
    succeed(run + " --network components,mcl" + what + " --out a");
    succeed("network --edges a.edges.tsv --cluster mcl" + what + " --bim x.bim --out b");
    for (const auto& [path, digest] : summary("b")["digests"].items()) {
      const std::string ending = path.substr(1);
      EXPECT_EQ(read("a" + ending), read("b" + ending)) << ending;
      EXPECT_EQ(summary("a")["network"]["digests"]["a" + ending], digest) << ending;
    }
    EXPECT_EQ(summary("a")["network"]["clusterings"], summary("b")["clusterings"]);
    EXPECT_GT(summary("a")["network"]["edges"], 3);
  }
  EXPECT_NE(read("a.log").find("--network components,mcl"), std::string::npos);
  EXPECT_NE(read("a.log").find("Network of the values\n"), std::string::npos);
}

TEST_F(Network, TellsHowManyCasesAndControlsCarryItsAlleles) {
  write("x.bed", bed_bytes(incomplete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam",
        "F0 I0 0 0 0 1\nF1 I1 0 0 0 1\nF2 I2 0 0 0 2\nF3 I3 0 0 0 2\nF4 I4 0 0 0 -9\nF5 I5 0 0 0 "
        "2\n");
  // Copies of A1: of rs0 0 1 | 2 2 -, of rs2 2 2 | - 0 1, each of controls | cases.
  write("alleles.abc", "rs0:1\trs2:0\t1\n");
  succeed("network --edges alleles.abc --alleles-in-labels --frequencies --bfile x --out n");
  EXPECT_EQ(lines_of(read("n.frequencies.tsv")),
            (std::vector<std::string>{
                "#SET\tALLELES\tCASES\tCASES_ALL\tCASES_HALF\tCASES_NONE\tCONTROLS\tCONTROLS_ALL\t"
                "CONTROLS_HALF\tCONTROLS_NONE",
                "component_1\t2\t3\t3\t3\t0\t2\t0\t1\t1"}));
  const std::string with = " --network mcl --frequencies --out a";
  succeed("ccc --bfile x --threshold 0.2" + with);
  succeed("network --edges a.edges.tsv --cluster mcl --frequencies --bfile x --out b");
  EXPECT_EQ(read("a.frequencies.tsv"), read("b.frequencies.tsv"));
  EXPECT_EQ(cells_of(lines_of(read("b.frequencies.tsv"))[1])[0], "MCL_2_1");
  write("p.txt", "FID IID T\nF0 I0 2\nF1 I1 1\nF5 I5 1\n");
  succeed("ccc --bfile x --threshold 0.2 --maf 0.3 --pheno p.txt" + with);
  succeed(
      "network --edges a.edges.tsv --cluster mcl --frequencies --bfile x --pheno p.txt --out b");
  EXPECT_EQ(read("a.frequencies.tsv"), read("b.frequencies.tsv"));
  EXPECT_EQ(cells_of(lines_of(read("b.frequencies.tsv"))[1])[2], "1");
  EXPECT_EQ(summary("b")["inputs"].size(), 5u);
  refuse("network --edges alleles.abc --frequencies --bfile x --out c", inconsistent,
         {"--frequencies", "'rs0:1'"});
  refuse("network --edges alleles.abc --frequencies --out c", command_line, {"--bfile"});
  refuse("network --edges alleles.abc --bfile x --out c", command_line, {"--frequencies"});
  refuse("ccc --bfile x --threshold 0.2 --pheno p.txt --out c", command_line, {"--frequencies"});
  refuse("r2 --bfile x --threshold 0.2 --out c --network components --frequencies", command_line,
         {"--frequencies", "alleles"});
}

TEST_F(Network, OfARunIsRefusedBeforeItStarts) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  const std::string run = "ccc --bfile x --threshold 0.2 --out a ";
  refuse(run + "--inflation 2", command_line, {"--inflation works only with --network"});
  refuse(run + "--network mcl,what", command_line, {"--network", "components"});
  refuse(run + "--network components --inflation 2", command_line, {"--network mcl"});
  refuse(run + "--network mcl --shard 1/2", command_line, {"--network", "encke merge"});
  refuse("ccc --bfile x --format npy --out a --network mcl", command_line, {"--format npy"});
  refuse("ccc --bfile x --best --out a --network mcl", command_line, {"--best"});
  refuse(run + "--network mcl --triples star", command_line, {"--way 3"});
  refuse(run + "--network mcl --edges f", command_line, {"--edges", "network"});
  refuse("network --edges t.abc --network mcl --out a", command_line, {"--network", "metrics"});
  write("t.tsv", table_text(small_profiles()));
  refuse("ps --table t.tsv --threshold 0.2 --network mcl --sets regenie --out a", inconsistent,
         {"--bim"});
}

TEST_F(Network, OfARunLeavesNothingWhereItFails) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  write("short.bim", "1 rs0 0 1 A C\n");
  const auto fail = [&](const std::string& command, const std::string& words) {
    const auto before = outputs();
    const Ended ended = run(command);
    EXPECT_EQ(ended.code, inconsistent) << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
    EXPECT_EQ(outputs(), before);  // what was computed stays, for --resume
  };
  const std::string all = "ccc --bfile x --threshold 0.2 --out a --network mcl --sets skat";
  fail(all + " --bim short.bim", "short.bim");
  succeed(all + " --resume");
  EXPECT_NE(read("a.SetID"), "");
}

TEST_F(Network, OfARunWithoutValuesIsEmpty) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  const Ended ended = succeed(
      "ccc --bfile x --threshold 0.99 --network mcl --sets regenie --per-chromosome --picture "
      "network,heatmap,degrees --graph graphml,npz --report --out b");
  EXPECT_NE(ended.out.find("no pair passed; the network is empty"), std::string::npos);
  EXPECT_NE(ended.out.find("0 nodes, 0 edges, 0 components"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("b.blocks")));
  EXPECT_EQ(lines_of(read("b.nodes.tsv")),
            (std::vector<std::string>{"#NODE\tDEGREE\tWEIGHT\tCOMPONENT\tMCL_2"}));
  EXPECT_EQ(summary("b")["network"]["nodes"], 0);
  EXPECT_NE(read("b.report.html").find("No value was written"), std::string::npos);
}

TEST_F(Network, AsksWhatToMakeOfDistances) {
  write("t.tsv", table_text(small_profiles()));
  succeed("ps --table t.tsv --distance --threshold 0.9 --below --network mcl --out d");
  const std::string first = lines_of(read("d.edges.tsv"))[0];
  EXPECT_EQ(first, "#ID1\tID2\tDISTANCE");
  refuse("network --edges d.edges.tsv --cluster mcl --out n", inconsistent,
         {"d.edges.tsv", "distances", "--distance one-minus"});
  succeed("network --edges d.edges.tsv --distance one-minus --cluster mcl --out n");
  EXPECT_EQ(read("n.nodes.tsv"), read("d.nodes.tsv"));  // as straight from the run
  succeed("network --edges d.edges.tsv --distance none --out n");
  EXPECT_EQ(summary("n")["options"]["distance"], "none");
}

TEST_F(Network, AndValuesAreOnOnePage) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  succeed("ccc --bfile x --threshold 0.2 --network mcl --histogram --report --out '<a>'");
  const std::string page = read("<a>.report.html");
  for (const std::string part :
       {"<!DOCTYPE html>", "What was asked", "left out", "Histogram of all values", "threshold 0.2",
        "Best values", "<th>position 1</th>", "MCL_2 1", "<h3>degrees</h3>", "<h3>network</h3>",
        "Digest", "&lt;a&gt;.edges.tsv"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  for (const std::string never : {"<script", "http://www.w3.org/1999", "src=", "href=", "<?xml"}) {
    EXPECT_EQ(page.find(never), std::string::npos) << never;
  }
  EXPECT_LT(page.size(), 2'000'000u);
  const std::string best = cells_of(lines_of(read("<a>.edges.tsv"))[1])[0];
  EXPECT_NE(page.find("<td>" + best + ":"), std::string::npos);
  succeed("ccc --bfile x --threshold 0.99 --report --out none");
  EXPECT_NE(read("none.report.html").find("No value was written"), std::string::npos);
  refuse("ccc --bfile x --threshold 0.2 --report --shard 1/2 --out b", command_line,
         {"--report", "part"});
}

TEST_F(Network, MakesSetsForRegenie) {
  write("t.bim",
        "1 a 0 30 A C\n1 b 0 10 A C\n1 c 0 20 A C\n2 d 0 1 A C\n2 e 0 2 A C\n2 f 0 3 A C\n"
        "3 x 0 7 A C\n3 y 0 8 A C\n");
  succeed("network --edges t.abc --cluster mcl --sets regenie --bim t.bim --min-size 3 --out n");
  EXPECT_EQ(read("n.regenie.setlist"), "MCL_2_1\t1\t10\ta,b,c\nMCL_2_2\t2\t1\td,e,f\n");
  EXPECT_EQ(read("n.regenie.masks"), "all encke\n");
  refuse("network --edges t.abc --sets regenie --bim t.bim --out m", inconsistent,
         {"'component_1'", "--per-chromosome"});
  succeed("network --edges t.abc --sets regenie --bim t.bim --per-chromosome --out p");
  EXPECT_EQ(lines_of(read("p.regenie.setlist")).size(), 3u);
  refuse("network --edges t.abc --sets regenie --out m", command_line, {"--bim"});
  write("short.bim", "1 a 0 30 A C\n");
  refuse("network --edges t.abc --sets skat --bim short.bim --out m", inconsistent,
         {"short.bim", "'b'"});
}

// Edges name the variants whose id is "." or double by their sites; so does the .bim for sets.
TEST_F(Network, MakesSetsOfVariantsWithoutIds) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.fam", fam_text(6));
  write("x.bim",
        "1\t.\t0\t100\tA\tC\n1\trs1\t0\t101\tA\tC\n1\ttwice\t0\t102\tA\tC\n"
        "1\ttwice\t0\t103\tA\tC\n1\t.\t0\t104\tA\tC\n");
  const std::string sets = " --sets skat,regenie,plink,saige,gmt,list";
  succeed("ccc --bfile x --threshold 0.1 --network mcl,components --out a" + sets);
  const Ended ended =
      succeed("network --edges a.edges.tsv --cluster mcl --bim x.bim --out b" + sets);
  for (const std::string ending : {".SetID", ".regenie.setlist", ".regenie.annotations", ".set",
                                   ".saige.groups", ".gmt", ".list"}) {
    EXPECT_EQ(read("a" + ending), read("b" + ending)) << ending;
  }
  EXPECT_TRUE(read("b.gmt").starts_with("MCL_2_1\t5 members\t")) << read("b.gmt");
  const std::vector<std::string> ids = lines_of(read("b.list"));
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()),
            (std::set<std::string>{"1:100:C:A", "rs1", "1:102:C:A", "1:103:C:A", "1:104:C:A"}));
  EXPECT_NE(ended.out.find("note: sets have 4 variants whose id in x.bim is ."), std::string::npos)
      << ended.out;
  EXPECT_NE(read("a.log").find("sets have 4 variants"), std::string::npos);
  // Of variants that were left out before ids were made, an id may be that of one alone.
  write("t.abc", "twice rs1 1\n");
  refuse("network --edges t.abc --sets skat --bim x.bim --out c", inconsistent,
         {"x.bim", "'twice'", "lines 3 and 4", "'1:102:C:A'"});
  write("t.abc", ". rs1 1\n");
  refuse("network --edges t.abc --sets skat --bim x.bim --out c", inconsistent, {"lines 1 and 5"});
  refuse("network --edges t.abc --sets skat --out c", inconsistent, {"no id"});
  write("t.ld", "CHR_A BP_A SNP_A CHR_B BP_B SNP_B R2\n1 100 . 1 101 rs1 0.5\n");
  refuse("network --edges t.ld --out c", malformed, {"t.ld:2", "without an id"});
}

TEST_F(Network, IsResumedWhereNothingWasLeft) {
  succeed("network --edges t.abc --cluster mcl --out n");
  const std::string clusters = read("n.clusters.I2.txt");
  const Ended ended = succeed("network --edges t.abc --cluster mcl --resume --out n");
  EXPECT_EQ(read("n.clusters.I2.txt"), clusters);
  EXPECT_EQ(summary("n")["components_resumed"], 0);
  EXPECT_EQ(ended.out.find("resumed"), std::string::npos);
  refuse("network --edges t.abc --resume --out n", command_line, {"--cluster"});
}

TEST_F(Network, RefusesBadInput) {
  write("bad.abc", "a b 1\nc d x\n");
  refuse("network --edges bad.abc --out n", malformed, {"bad.abc:2", "'x'"});
  write("zero.abc", "a b 0\n");
  refuse("network --edges zero.abc --cluster mcl --out n", malformed, {"zero.abc:1"});
  succeed("network --edges zero.abc --out zero");
  write("cut.abc", "a b 1\nc d 0.");
  refuse("network --edges cut.abc --out n", malformed, {"cut.abc:2"});
  refuse("network --edges missing.abc --out n", open_failed, {"missing.abc"});
  refuse("network --edges t.abc --threshold 9 --out n", inconsistent, {"no edge"});
  refuse("network --edges t.abc --reach a,q --out n", inconsistent, {"'q'"});
  refuse("network --edges t.abc --reach 1,2,3,4,5,6,a --out n", inconsistent,
         {"6 names of no node: '1', '2', '3', '4', '5', ..."});
  refuse("network --edges t.abc --memory 1 --out n", out_of_memory, {"the network"});
}

TEST_F(Network, RefusesBadOptions) {
  refuse("network", command_line, {"--edges"});
  refuse("network --edges t.abc --cluster mcl --inflation 1", command_line,
         {"--inflation", "above 1"});
  refuse("network --edges t.abc --cluster mcl --inflation 2,2", command_line, {"differ"});
  refuse("network --edges t.abc --cluster mcl --inflation 31", command_line, {"30"});
  refuse("network --edges t.abc --inflation 2", command_line, {"--cluster"});
  refuse("network --edges t.abc --depth 2", command_line, {"--reach"});
  refuse("network --edges t.abc --reach a --depth -1", command_line, {"--depth"});
  refuse("network --edges t.abc --graph npz,xyz", command_line, {"graphml", "npz"});
  refuse("network --edges t.abc --graph npz,npz", command_line, {"once"});
  refuse("network --edges t.abc --sets gmt --from mcl", command_line, {"--cluster"});
  refuse("network --edges t.abc --treshold 2", command_line, {"--threshold"});
  refuse("network --edges t.abc --embed 0", command_line, {"--embed"});
  refuse("network --edges t.abc --knn 0", command_line, {"--knn"});
  refuse("network --edges t.abc --max-degree 0", command_line, {"--max-degree"});
  refuse("network --edges t.abc --laplacian plain", command_line, {"--embed"});
  refuse("network t.abc", command_line, {"t.abc"});
}

TEST_F(Network, DoesNotReplaceItsInput) {
  write("n.list", triangles);
  refuse("network --edges n.list --sets list --out n", command_line, {"n.list", "--out"});
}

// What the system says that a run has used is no more than what was planned before it.
TEST_F(Network, StaysWithinThePlannedMemory) {
  succeed("ccc --synthetic random --num-vectors 250 --num-fields 40 --threshold 0.46 --out e");
  for (const std::string what :
       {"--threads 1", "--cluster mcl --threads 1", "--cluster mcl --inflation 1.4,2 --threads 5",
        "--cluster mcl --engine spgemm --threads 2", "--embed 5 --embed-neighbours 3",
        "--reach @all --depth 2 --triangles", "--graph npz --picture heatmap,network",
        "--merge-alleles max --knn 9 --cluster mcl"}) {
    const std::string command = "network --edges e.edges.tsv " + what + " --out n";
    const Ended ended = run(command);
    if (!has_spgemm(ended)) continue;
    ASSERT_EQ(ended.code, 0) << ended.err;
    const auto planned = summary("n")["memory_planned_bytes"].get<std::int64_t>();
    EXPECT_LE(summary("n")["memory_peak_bytes"].get<std::int64_t>(), planned) << what;
    succeed(command + " --memory " + std::to_string((planned >> 20) + 1));
    EXPECT_LE(summary("n")["memory_planned_bytes"].get<std::int64_t>(), planned) << what;
    const Ended too_little = run(command + " --memory 30");
    EXPECT_EQ(too_little.code, out_of_memory) << what;
    EXPECT_NE(too_little.err.find("the network"), std::string::npos) << too_little.err;
  }
}

TEST_F(Network, IsPlanned) {
  const Ended ended = succeed("plan network --edges t.abc --cluster mcl --threads 3");
  EXPECT_NE(ended.out.find("8 nodes"), std::string::npos);
  EXPECT_NE(ended.out.find("memory"), std::string::npos);
  EXPECT_NE(ended.out.find(" to find clusters on 3 threads"), std::string::npos) << ended.out;
  EXPECT_EQ(outputs(), std::vector<std::string>{"t.abc"});
  EXPECT_EQ(succeed("plan network --edges t.abc").out.find("clusters"), std::string::npos);
}

TEST_F(Network, HasHelp) {
  const std::string help = succeed("network --help").out;
  for (const std::string word : {"--edges", "--inflation", "graphml", "regenie"}) {
    EXPECT_NE(help.find(word), std::string::npos) << word;
  }
}

}  // namespace
}  // namespace encke::test
