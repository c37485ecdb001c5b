// Similarities of sets and profiles, their distances, and the names that people type.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class SimilarSets : public Program {
 protected:
  SimilarSets() {
    // a and b share 2 of 3 and 4; d and e are empty
    write("t.tsv",
          "id\tf0\tf1\tf2\tf3\tf4\na\t1\t1\t1\t0\t0\nb\t0\t1\t1\t1\t1\nc\t1\t0\t0\t0\t0\n"
          "d\t0\t0\t0\t0\t0\ne\t0\t0\t0\t0\t0\n");
    write("t.fps", "#FPS1\n#num_bits=5\n07\ta\n1e\tb\n01\tc\n00\td\n00\te\n");
  }

  /// "a-b 0.4" for each line of values.
  std::vector<std::string> values(const std::string& arguments) {
    succeed(arguments + " --progress none");
    std::vector<std::string> all;
    for (const auto& line : lines_of(read("encke.edges.tsv"))) {
      const auto cells = cells_of(line);
      all.push_back(cells[0] + "-" + cells[1] + " " + cells[2]);
    }
    all.erase(all.begin());
    return all;
  }
  std::string first(const std::string& arguments) { return values(arguments).at(0); }
};

TEST_F(SimilarSets, HaveTheValuesOfTheirDefinitions) {
  for (const std::string input : {" --table t.tsv", " --fps t.fps"}) {
    EXPECT_EQ(first("jaccard" + input), "a-b 0.4");
    EXPECT_EQ(first("jaccard --distance" + input), "a-b 0.6");
    EXPECT_EQ(first("cosine" + input), "a-b 0.5773502691896258");
    EXPECT_EQ(first("cosine --distance" + input), "a-b 0.42264973081037416");
    EXPECT_EQ(first("sorenson --distance" + input), "a-b 0.42857142857142855");
    EXPECT_EQ(first("duo --gamma 0 --multiplier 1" + input).substr(0, 3), "a-b");
  }
}

TEST_F(SimilarSets, OfEmptySetsFollowTheOption) {
  EXPECT_EQ(values("jaccard --table t.tsv").back(), "d-e nan");
  EXPECT_EQ(values("jaccard --table t.tsv --empty-pair same").back(), "d-e 1");
  EXPECT_EQ(values("jaccard --table t.tsv --empty-pair same --distance").back(), "d-e 0");
  EXPECT_EQ(values("cosine --table t.tsv")[2], "a-d 0");
}

TEST_F(SimilarSets, AreFoundByTheNamesThatPeopleType) {
  EXPECT_EQ(first("tanimoto --table t.tsv"), "a-b 0.4");
  EXPECT_EQ(first("ochiai --table t.tsv"), "a-b 0.5773502691896258");
  EXPECT_EQ(first("dice --table t.tsv"), "a-b 0.5714285714285714");
  EXPECT_EQ(first("sorensen --table t.tsv"), "a-b 0.5714285714285714");
  // Bray-Curtis is the distance
  EXPECT_EQ(first("braycurtis --table t.tsv"), "a-b 0.42857142857142855");
  EXPECT_EQ(first("bray-curtis --table t.tsv --precision f64"), "a-b 0.42857142857142855");
  EXPECT_EQ(first("ps --distance --table t.tsv"), "a-b 0.42857142857142855");
  EXPECT_EQ(summary().at("options").at("distance"), true) << summary();
  EXPECT_EQ(run("tanimoto --help").out, run("jaccard --help").out);
  refuse("tanimotto --table t.tsv", command_line, {"tanimotto", "tanimoto"});
}

TEST_F(SimilarSets, OfDistancesSmallOnesAreGood) {
  const std::string jaccard = "jaccard --distance --table t.tsv --empty-pair same ";
  EXPECT_EQ(values(jaccard + "--threshold 0.65 --below"),
            (std::vector<std::string>{"a-b 0.6", "d-e 0"}));
  EXPECT_EQ(values(jaccard + "--top 1"), (std::vector<std::string>{"d-e 0"}));
  refuse(jaccard + "--threshold 0.65", command_line, {"--threshold 0.65", "needs --below"});
  refuse("jaccard --table t.tsv --threshold 0.65 --below", command_line, {"--below", "--distance"});
  refuse("ccc --synthetic random --num-vectors 4 --num-fields 4 --distance", command_line,
         {"--distance", "does not work with ccc"});
}

TEST_F(SimilarSets, ThresholdOfDistancesKeepsWhatThatOfSimilaritiesKeeps) {
  std::mt19937 random(3);
  std::string text = "#FPS1\n";
  for (int v = 0; v < 300; ++v) {
    unsigned common = static_cast<unsigned>(v) / 10 * 2654435761u;
    char line[32];
    std::snprintf(line, sizeof line, "%08x",
                  common ^ static_cast<unsigned>(random() & random() & random() & random()));
    text += std::string(line) + "\tm" + std::to_string(v) + '\n';
  }
  write("m.fps", text);
  for (const std::string metric : {"jaccard", "cosine", "sorenson"}) {
    const auto similar = values(metric + " --fps m.fps --threshold 0.75");
    const auto near = values(metric + " --fps m.fps --distance --threshold 0.25 --below");
    ASSERT_EQ(similar.size(), near.size()) << metric;
    EXPECT_GT(similar.size(), 20u);
    EXPECT_LT(similar.size(), 40'000u);
    for (std::size_t i = 0; i < near.size(); ++i) {
      const auto pair = similar[i].substr(0, similar[i].find(' '));
      ASSERT_EQ(near[i].substr(0, near[i].find(' ')), pair);
      ASSERT_NEAR(std::stod(near[i].substr(pair.size())),
                  1 - std::stod(similar[i].substr(pair.size())), 1e-15);
    }
  }
}

TEST_F(SimilarSets, AreWrittenAsWholeMatricesWithADiagonal) {
  succeed("jaccard --table t.tsv --format lsmat --progress none");
  EXPECT_EQ(lines_of(read("encke.lsmat.tsv"))[1], "a\t1\t0.4\t0.3333333333333333\t0\t0");
  succeed("braycurtis --table t.tsv --format lsmat --progress none");
  EXPECT_EQ(lines_of(read("encke.lsmat.tsv"))[2], "b\t0.42857142857142855\t0\t1\t1\t1");
  write("x.bed", bed_bytes(incomplete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  succeed("r2 --bfile x --format lsmat --progress none");
  EXPECT_EQ(lines_of(read("encke.lsmat.tsv"))[1].substr(0, 6), "rs0\t1\t");
  refuse("ps --table t.tsv --format lsmat --way 3", command_line, {"lsmat", "pairs"});
  refuse("duo --table t.tsv --format lsmat", command_line, {"lsmat", "one value"});
}

TEST_F(SimilarSets, OfPartsAreThoseOfTheWhole) {
  const std::string cosine = "cosine --fps t.fps --distance --progress none ";
  succeed(cosine + "--format lsmat --out whole");
  for (const std::string part : {"1", "2"})
    succeed(cosine + "--shard " + part + "/2 --out p" + part);
  succeed("merge --format lsmat --out merged p1 p2");
  EXPECT_EQ(read("merged.lsmat.tsv"), read("whole.lsmat.tsv"));
}

TEST_F(SimilarSets, OfFingerprintsThatAreDamagedAreRefused) {
  write("t.fps", "#FPS1\n07\ta\n0z\tb\n");
  refuse("jaccard --fps t.fps", malformed, {"t.fps:3:2", "'z'"});
}

TEST_F(SimilarSets, OfATableInBiomFormatAreOfItsSamplesOrFeatures) {
  write("t.biom",
        R"({"rows":[{"id":"O1"},{"id":"O2"},{"id":"O3"}],"columns":[{"id":"S"},{"id":"T"}],)"
        R"("shape":[3,2],"matrix_type":"sparse","data":[[0,0,4],[0,1,1],[1,0,2],[2,1,3]]})");
  write("t.otu",
        "# Constructed from biom file\n#OTU ID\tS\tT\nO1\t4.0\t1.0\nO2\t2.0\t0.0\nO3\t0.0\t3.0\n");
  for (const std::string input : {" --biom t.biom", " --table t.otu"}) {
    EXPECT_EQ(values("braycurtis" + input), (std::vector<std::string>{"S-T 0.8"}));
    EXPECT_EQ(values("ps --compare samples" + input), (std::vector<std::string>{"S-T 0.2"}));
    EXPECT_EQ(values("ps --compare features" + input)[1], "O1-O3 0.25");
  }
  EXPECT_EQ(values("jaccard --biom t.biom"), (std::vector<std::string>{"S-T 0.3333333333333333"}));
  EXPECT_EQ(values("jaccard --biom t.biom --compare features")[0], "O1-O2 0.5");
  refuse("ps --biom t.biom --tree t.nwk", command_line, {"--tree"});
  refuse("unifrac --biom t.biom", command_line, {"--tree is needed with --biom"});
  write("t.nwk", "((O1:1,O2:1):1,O3:1);");
  refuse("unifrac --biom t.biom --tree t.nwk --compare features", command_line, {"--compare"});
}

TEST_F(SimilarSets, OfSubsamplesDependOnTheSeedAlone) {
  write(
      "t.biom",
      R"({"rows":[{"id":"O1"},{"id":"O2"},{"id":"O3"}],"columns":[{"id":"S"},{"id":"T"},{"id":"U"}],)"
      R"("shape":[3,3],"matrix_type":"dense","data":[[90,40,0],[50,60,1],[20,80,2]]})");
  write("t.nwk", "((O1:1,O2:2):4,O3:8);");
  const std::string ps = "braycurtis --biom t.biom --subsample-depth 50";
  EXPECT_EQ(values(ps).size(), 1u);
  EXPECT_EQ(values(ps), values(ps + " --seed 1"));
  EXPECT_NE(values(ps), values(ps + " --seed 2"));
  EXPECT_NE(read("encke.log").find("1 of 3 samples"), std::string::npos);
  EXPECT_EQ(
      values("unifrac --biom t.biom --tree t.nwk --method weighted_normalized --subsample-depth 50")
          .size(),
      1u);
  refuse("ps --biom t.biom --subsample-depth 1000", inconsistent, {"none of 3 samples"});
  refuse("ps --biom t.biom --seed 2", command_line, {"--seed", "--subsample-depth"});
}

TEST_F(SimilarSets, OfCommonFeaturesAreThoseOfATableWithoutTheOthers) {
  const std::string head = R"({"rows":[{"id":"A b"},{"id":"O2"})";
  const std::string columns =
      R"("columns":[{"id":"S"},{"id":"T"},{"id":"U"}],"matrix_type":"dense",)";
  write("all.biom", head + R"(,{"id":"O3"},{"id":"O4"}],)" + columns +
                        R"("shape":[4,3],"data":[[9,4,0],[5,6,1],[0,0,20],[1,1,0]]})");
  write("common.biom", head + "]," + columns + R"("shape":[2,3],"data":[[9,4,0],[5,6,1]]})");
  const std::string common = " --biom all.biom --min-samples 2 --min-frequency 3";
  EXPECT_EQ(values("braycurtis" + common), values("braycurtis --biom common.biom"));
  succeed("braycurtis" + common);
  EXPECT_NE(read("encke.log").find("features in 2 samples or more, of 3 counts or more: 2 of 4"),
            std::string::npos);
  refuse("jaccard --biom all.biom --min-samples 4", inconsistent, {"all.biom", "none of 4"});
  refuse("jaccard --table t.tsv --min-samples 2", command_line, {"--biom", "biom convert"});
  // ids with blanks are one a line, or between tabs
  write("list", "A b\nO3\tO4\n");
  EXPECT_EQ(
      values("ps --biom all.biom --compare features --extract-first list --extract-second list")
          .size(),
      3u);
  // a run does not go on as another
  succeed("jaccard" + common + " --shard 1/2 --out p");
  refuse("jaccard --biom all.biom --min-samples 2 --shard 1/2 --resume --out p", inconsistent,
         {"min-frequency"});
}

TEST_F(SimilarSets, OnATreeWithoutARootAreRemarkedOn) {
  write("t.biom", R"({"rows":[{"id":"a"},{"id":"b"},{"id":"c"}],"columns":[{"id":"S"},{"id":"T"}],)"
                  R"("shape":[3,2],"matrix_type":"sparse","data":[[0,0,1],[1,1,1],[2,1,1]]})");
  write("t.nwk", "(a:1,b:2,c:4);");
  succeed("unifrac --biom t.biom --tree t.nwk --progress none");
  EXPECT_NE(read("encke.log").find("t.nwk: its root has 3 branches"), std::string::npos);
  write("t.nwk", "((a:1,b:2):1,c:4);");
  succeed("unifrac --biom t.biom --tree t.nwk --progress none");
  EXPECT_EQ(read("encke.log").find("its root"), std::string::npos);
}

TEST_F(SimilarSets, OnATreeHaveTheDiversityOfEachSample) {
  write(
      "t.biom",
      R"({"rows":[{"id":"a"},{"id":"b"},{"id":"c"}],"columns":[{"id":"S"},{"id":"T"},{"id":"E"}],)"
      R"("shape":[3,3],"matrix_type":"sparse","data":[[0,0,1],[1,0,1],[2,1,9]]})");
  write("t.nwk", "((a:1,b:2)x:4,c:8);");
  const std::string unifrac = "unifrac --biom t.biom --tree t.nwk --faith-pd --progress none ";
  succeed(unifrac);
  EXPECT_EQ(read("encke.faith_pd.tsv"), "#SampleID\tfaith_pd\nS\t7\nT\t8\nE\t0\n");
  succeed(unifrac + "--subsample-depth 2 --out some");
  EXPECT_EQ(read("some.faith_pd.tsv"), "#SampleID\tfaith_pd\nS\t7\nT\t8\n");
  refuse(unifrac + "--shard 1/2", command_line, {"--faith-pd", "part"});
}

/// SciPy's distances of the table's rows, to the last digit.
TEST_F(SimilarSets, AreThoseOfSciPy) {
  const char* const named = std::getenv("ENCKE_PYTHON");
  const std::string python = named != nullptr ? "'" + std::string(named) + "'" : "python3";
  if (std::system((python + " -c 'import scipy.spatial' 2>/dev/null").c_str()) != 0) {
    GTEST_SKIP() << "SciPy is not installed";
  }
  std::mt19937 random(11);
  std::string text = "id";
  for (int f = 0; f < 90; ++f) text += "\tf" + std::to_string(f);
  for (int v = 0; v < 60; ++v) {
    text += "\nv" + std::to_string(v);
    for (int f = 0; f < 90; ++f) text += static_cast<int>(random() % 64) < v ? "\t1" : "\t0";
  }
  write("s.tsv", text + '\n');
  write("s.py",
        "import numpy as np\n"
        "from scipy.spatial.distance import pdist\n"
        "rows = [line.split('\\t')[1:] for line in open('s.tsv')][1:]\n"
        "bits = np.array(rows, dtype=int).astype(bool)\n"
        "bits = bits[bits.any(axis=1)]\n"
        "for metric in ('jaccard', 'dice'):\n"
        "    np.save(metric + '.npy', pdist(bits, metric))\n");
  ASSERT_EQ(std::system(("cd '" + path("") + "' && " + python + " s.py").c_str()), 0);
  std::string some = text.substr(0, text.find('\n'));
  for (const auto& line : lines_of(text)) {
    if (line.find("\t1") != std::string::npos) some += '\n' + line;
  }
  write("s.tsv", some + '\n');
  for (const std::string metric : {"jaccard", "dice"}) {
    succeed(metric + " --table s.tsv --distance --format npy --progress none");
    const std::string ours = read("encke.npy");
    const std::string theirs = read(metric + ".npy");
    ASSERT_GT(ours.size(), 8000u);
    EXPECT_EQ(ours.substr(ours.find('\n')), theirs.substr(theirs.find('\n'))) << metric;
  }
}

}  // namespace
}  // namespace encke::test
