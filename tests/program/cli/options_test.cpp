// What the command line accepts, and what it says to what it does not accept.
#include <gtest/gtest.h>

#include "program.hpp"
#include "program/exit_codes.hpp"
#include "small_data.hpp"

namespace encke::test::options_test {
namespace {

const std::string small = "--synthetic random --num-vectors 20 --num-fields 30 ";

class CommandLine : public Program {};

TEST_F(CommandLine, OrderOfOptionsDoesNotMatter) {
  const std::string first =
      digest("ps --synthetic random --num-vectors 20 --num-fields 30 --threshold 0.8 --way 3");
  EXPECT_NE(first, std::string(32, '0'));
  EXPECT_EQ(
      digest("ps --way 3 --num-fields 30 --threshold=0.8 --num-vectors 20 --synthetic random"),
      first);
}

TEST_F(CommandLine, HelpShowsTheOptionsInGroupsWithExamples) {
  const std::string all = succeed("--help").out;
  for (const char* word : {"Usage: encke METRIC", "ccc", "ps", "plan", "Examples:", "Exit codes"}) {
    EXPECT_NE(all.find(word), std::string::npos) << word;
  }
  const std::string ccc = succeed("ccc --bfile x --help").out;
  for (const char* word : {"Input", "--bfile P", "Selection", "--maf X", "Output", "--top N", "How",
                           "encke ccc --bfile cohort --threshold 0.7"}) {
    EXPECT_NE(ccc.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(ccc.find("--table"), std::string::npos);
  EXPECT_EQ(succeed("ps --help").out.find("--bfile"), std::string::npos);
  EXPECT_NE(succeed("plan --help").out.find("encke plan METRIC"), std::string::npos);
}

TEST_F(CommandLine, HelpOfAMetricThatThereIsNotIsRefused) {
  refuse("cc --help", command_line, {"no metric 'cc'", "did you mean ccc?"});
  refuse("--help foo", command_line, {"no metric 'foo'"});
  refuse("plan foo -h", command_line, {"no metric 'foo'"});
}

TEST_F(CommandLine, HelpListsTheBackendsOfThisBuild) {
  const std::string help = succeed("ps --help").out;
  EXPECT_NE(help.find("auto (default), or"), std::string::npos);
  EXPECT_NE(help.find("reference"), std::string::npos);
}

TEST_F(CommandLine, ChecksumIsRefusedWhereValuesMayBeTooLargeForIt) {
  refuse("ccc " + small + "--checksum --multiplier 16", command_line,
         {"--checksum", "below 16", "--multiplier 16"});
  succeed("ccc " + small + "--checksum --multiplier 15.9");
}

TEST_F(CommandLine, ThresholdThatNoNumberOfThePrecisionPassesIsRefused) {
  const std::string large = "ccc " + small + "--multiplier 1e308 --threshold 1e300 ";
  refuse(large + "--precision f32", command_line, {"--threshold 1e300", "f32", "3.40282e+38"});
  succeed(large);
}

TEST_F(CommandLine, GpuAwareMpiIsRefusedWithoutADeviceThatHasAMemory) {
  constexpr int gpu = 16;
  for (const std::string mode : {"ask", "try"}) {
    const std::string wanted = small + "--backend reference --gpu-aware-mpi " + mode;
    refuse("ccc " + wanted, gpu, {"--gpu-aware-mpi", "reference"});
    refuse("plan ccc " + wanted, gpu, {"--gpu-aware-mpi", "reference"});
  }
  refuse("ccc " + small + "--gpu-aware-mpi yes", command_line, {"--gpu-aware-mpi yes", "ask, try"});
  refuse("ccc " + small + "--gpu-aware-mpi ask --check", command_line,
         {"--gpu-aware-mpi", "--check"});
  succeed("ccc " + small);
  EXPECT_EQ(summary().at("shifted_from"), "host");
}

TEST_F(CommandLine, MoreDevicesThanThereAreAreRefused) {
  constexpr int gpu = 16;
  refuse("ccc " + small + "--devices 2 --backend kokkos", gpu, {"--devices 2", "kokkos"});
  refuse("plan ccc " + small + "--devices 2 --backend reference", gpu, {"--devices 2"});
  refuse("ccc " + small + "--devices 0", command_line, {"--devices 0"});
  succeed("ccc " + small + "--devices all");
}

TEST_F(CommandLine, VersionIsPrinted) { EXPECT_EQ(succeed("--version").out.find("encke "), 0U); }

TEST_F(CommandLine, UnknownOptionIsRefusedWithTheNearestOne) {
  refuse("ccc --bfile x --treshold 0.7", command_line,
         {"unknown option --treshold", "did you mean --threshold?"});
  refuse("ps --tabel t.tsv", command_line, {"--tabel", "did you mean --table?"});
  refuse("ps " + small + "--hist", command_line, {"did you mean --histogram?"});
  refuse("ps " + small + "--kokkos-nonsense", command_line, {"--kokkos-nonsense"});
}

TEST_F(CommandLine, WordsThatStandAmissAreShownInTheirPlace) {
  refuse("r2 cohort.bed", command_line, {"cohort.bed: unexpected; did you mean --bfile cohort?"});
  refuse("king c.psam", command_line, {"did you mean --pfile c?"});
  refuse("r2 calls.vcf.gz", command_line, {"did you mean --vcf calls.vcf.gz?"});
  refuse("unifrac --tree t.nwk table.biom", command_line, {"did you mean --biom table.biom?"});
  refuse("network a.edges.tsv", command_line, {"did you mean --edges a.edges.tsv?"});
  refuse("ps cohort.bed", command_line, {"cohort.bed: unexpected; options begin with --"});
  refuse("r2 --bfile a cohort.bed", command_line, {"unexpected; options begin with --"});
  write("cohort.bed", "");
  refuse("r2 cohort", command_line, {"cohort: unexpected; did you mean --bfile cohort?"});
  refuse("ps " + small + "--shard 1 4", command_line, {"did you mean --shard 1/4?"});
  refuse("ps " + small + "--shard 1/2 4", command_line, {"4: unexpected; options begin with --"});
  refuse("ccc --bfile x --cluster mcl", command_line,
         {"It is an option of network. Here it is --network mcl."});
  refuse("pcoa d.tsv --cluster mcl", command_line, {"It is an option of network.\n"});
}

TEST_F(CommandLine, AMissingCommandIsNamedWhereTheOptionsTellIt) {
  const auto hint = [&](const std::string& words, std::string_view expected) {
    refuse(words, command_line, {"metric expected first" + std::string(expected) + '\n'});
  };
  const std::string lists = " (encke --help lists them)";
  hint("--bfile c --r2 --threshold 0.2", "; did you mean encke r2 --bfile c --threshold 0.2?");
  hint("--bfile x ccc", "; did you mean encke ccc --bfile x?");
  hint("--edges f --network", lists);  // an option of metrics, too
  hint("--bfile c --network mcl", lists);
  hint("--bfile c --make-king-table", "; --make-king-table is encke king here");
  hint("--bfile c --king-cutoff 0.1", "; did you mean encke king --bfile c --king-cutoff 0.1?");
  hint("--bfile c --indep-pairwise 50 5 0.2",
       "; did you mean encke prune --bfile c --indep-pairwise 50 5 0.2?");
  hint("--bfile c --distance square ibs", "; ibs stands before its options: encke ibs ...");
  hint("--bfile c prune", "; prune stands before its options: encke prune ...");
  hint("--bfile c --cluster", lists);  // network needs --edges
  hint("--bfile c --out r2", lists);
  hint("--bfile c --threshold 0.7", lists);
  hint("-x", lists);
}

TEST_F(CommandLine, UnknownMetricIsRefusedWithThoseThereAre) {
  refuse("cc --bfile x", command_line, {"'cc'", "ccc, duo, ps, sorenson", "did you mean ccc?"});
  refuse("plan", command_line, {"metric"});
  refuse("", command_line, {"metric"});
  refuse("--bfile x ccc", command_line, {"--bfile", "metric expected first"});
}

TEST_F(CommandLine, NumberThatDoesNotParseIsRefusedWithOptionAndText) {
  const auto numbers = {"--threshold", "--top", "--threads", "--memory", "--block"};
  for (const std::string option : numbers) {
    for (const std::string text : {"abc", "1x", "nan", "1e999"}) {
      refuse("ps " + small + option + ' ' + text, command_line, {option + ' ' + text, "expected"});
    }
  }
  refuse("ccc " + small + "--gamma 2/3", command_line, {"--gamma 2/3"});
  refuse("ccc --bfile x --maf 0.6", command_line, {"--maf 0.6", "0 to 0.5"});
  refuse("ccc --bfile x --geno -1", command_line, {"--geno -1", "0 to 1"});
  refuse("ps --synthetic random --num-vectors 0 --num-fields 3", command_line, {"--num-vectors 0"});
  refuse("ps --synthetic random --num-vectors 99999999999999999999 --num-fields 3", command_line,
         {"--num-vectors 99999999999999999999"});
}

TEST_F(CommandLine, ChoiceThatIsNoneIsRefusedWithTheChoices) {
  refuse("ps " + small + "--way 4", command_line, {"--way 4", "one of 2, 3"});
  refuse("ps " + small + "--format xls", command_line, {"--format xls", "edges, abc, packed, npy"});
  refuse("ps --synthetic zeros --num-vectors 3 --num-fields 3", command_line, {"random, analytic"});
  refuse("ps " + small + "--backend cuda", command_line, {"'cuda'", "reference", "kokkos"});
  refuse("ps " + small + "--level fast", command_line, {"'fast'", "portable"});
  refuse("ps " + small + "--block 8", command_line, {"--block 8", "multiple of 16"});
}

TEST_F(CommandLine, ThresholdOutOfRangeIsRefusedWithTheLargestValue) {
  for (const std::string threshold : {"-0.1", "1", "1.5", "inf"}) {
    refuse("ps " + small + "--threshold " + threshold, command_line, {"--threshold " + threshold});
  }
  refuse("ccc " + small + "--threshold 4.5", command_line,
         {"below 4.5, the largest value possible"});
  refuse("ccc " + small + "--multiplier 1 --threshold 2", command_line, {"below 1"});
  succeed("ccc " + small + "--threshold 4.4");
}

TEST_F(CommandLine, OptionWithoutItsValueOrGivenTwiceIsRefused) {
  refuse("ps " + small + "--out", command_line, {"--out: a value expected"});
  refuse("ps " + small + "--threshold --top 3", command_line, {"--threshold: a value expected"});
  for (const std::string option :
       {"--seed", "--from", "--prune", "--score", "--bim", "--cluster"}) {
    refuse("ld --bfile x " + option, command_line, {"error: " + option + ": a value expected"});
  }
  refuse("ps " + small + "--way 2 --way 3", command_line, {"--way: given 2 times"});
  refuse("ps " + small + "--histogram=no", command_line, {"--histogram: takes no value"});
  refuse("ps " + small + "stray", command_line, {"stray"});
}

TEST_F(CommandLine, ExactlyOneInputThatFitsTheMetricIsNeeded) {
  refuse("ccc --threshold 0.5", command_line, {"you gave none", "--bfile"});
  refuse("ps --table t " + small, command_line, {"you gave 2", "--table"});
  refuse("ps --bfile x", command_line, {"--bfile does not work with ps. It is an option of ccc"});
  refuse("ccc --table x", command_line,
         {"--table does not work with ccc. It is an option of duo, ps, sorenson"});
  refuse("ps --packed x --num-fields 3", command_line, {"--num-vectors is needed"});
  refuse("ps --table x --num-fields 3", command_line, {"--num-fields works only with"});
  refuse("ccc " + small + "--maf 0.1", command_line, {"--maf works only with --bfile"});
}

TEST_F(CommandLine, OptionOfAnotherMetricIsRefused) {
  refuse("ps " + small + "--gamma 0.5", command_line,
         {"--gamma does not work with ps. It is an option of ccc"});
  refuse("braycurtis " + small + "--gamma 0.5", command_line,
         {"--gamma does not work with braycurtis. It is an option of ccc"});
  refuse("ld --table x", command_line, {"--table does not work with ld. It is"});
  refuse("ccc " + small + "--empty-pair same", command_line,
         {"--empty-pair does not work with ccc"});
}

TEST_F(CommandLine, WhatIsRefusedIsToldWithAWayOut) {
  write("counts", "id\ta\tb\nx\t3\t0\ny\t0\t2\n");
  write("loci", "chr start end\n1 0 9\n");
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  refuse("r2 --bgen x.bgen", command_line, {"--bgen-ref {first,last,unknown} is needed"});
  refuse("r2 --bgen x.bgen --bgen-ref ref-last", open_failed, {"x.bgen"});
  refuse("epistasis --bfile x --epi1 0.01", command_line, {"error: --epi1 works only with"});
  refuse("epistasis --bfile x --score chi2 --epi1 5", command_line, {"error: --epi1 5: a p-value"});
  refuse("epistasis --bfile x --score chi2 --epi1=0.1 --threshold 9", command_line,
         {"--threshold does not work with --epi1."});
  refuse("epistasis --bfile x --p-below 0.01", command_line, {"error: --p-below works only with"});
  refuse("epistasis --bfile x --p-below 0.1 --epi1 0.1", command_line,
         {"error: --p-below (--epi1): given 2 times"});
  refuse("ps --table counts --epi1 0.1", command_line, {"error: --epi1 "});
  refuse("r2 --bfile x --ld-window-kb far", command_line, {"error: --ld-window-kb far: "});
  refuse("braycurtis --table counts --subsample-depth 2", command_line, {"biom convert"});
  refuse("ps --table counts --distance --top 3 --below", command_line,
         {"--top keeps the smallest"});
  refuse("unifrac --biom x --tree x --faith-pd --shard 1/2", command_line,
         {"--top 1 in place of --shard"});
  refuse("jaccard --table counts", malformed, {"counts:2:2", "0 or 1 expected", "braycurtis"});
  refuse("r2 --bfile x --loci loci", malformed, {"loci:1", "a header line begins with #"});
  refuse("r2 --bfile x --extract rs1", open_failed,
         {"rs1: cannot open", "a file with a list of ids expected"});
  refuse("unifrac --biom x --tree x --depth 9", command_line, {"--subsample-depth N"});
  refuse("r2 --bfile x --depth 9", command_line, {"--depth works only with --network.\n"});
  refuse("unifrac --biom x --tree x -m weighted", command_line, {"-m; here it is --method NAME"});
  refuse("unifrac --biom x --tree x --method weighted", command_line,
         {"error: --method weighted: weighted_unnormalized (QIIME 2's weighted_unifrac) or"});
  refuse("unifrac --biom x --tree x --method unweighted_unifrac", command_line,
         {"--method unweighted_unifrac: unweighted expected"});
  refuse("unifrac --biom x --tree x --method unifrac", command_line, {"one of unweighted, "});
  refuse("prune --bfile x --indep-pairwise 250kb 5 0.2", command_line,
         {"--indep-pairwise 250kb 5 0.2: a step of 1 expected, as windows in kb"});
  refuse("group-test d --m-metadata-column c", command_line, {"here it is --column NAME"});
  refuse("KING --bfile x", command_line, {"no command 'KING'; here it is encke king\n"});
  refuse("PERMANOVA d", command_line, {"'PERMANOVA'; here it is encke group-test"});
  refuse("weighted_unifrac", command_line, {"encke unifrac --method weighted_unnormalized"});
  refuse("king-cutoff 0.1", command_line, {"here it is encke king --king-cutoff X"});
  for (const std::string command : {"pca", "nmds", "faith", "rarefy", "rarefaction"}) {
    refuse(command + " --biom x", command_line, {"no command '" + command, "here it is encke "});
  }
}

TEST_F(CommandLine, NpyRefusesASelection) {
  refuse("ps " + small + "--format npy --threshold 0.5", command_line,
         {"--threshold", "all values"});
  refuse("ps " + small + "--format npy --top 5", command_line, {"--top", "all values"});
}

TEST_F(CommandLine, OptionsOfKokkosPassThrough) {
  succeed("ps " + small + "--kokkos-disable-warnings");
}

}  // namespace
}  // namespace encke::test::options_test
