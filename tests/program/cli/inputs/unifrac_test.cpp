// UniFrac from the command line: a small table worked out by hand, outputs and refusals.
#include <gtest/gtest.h>

#include <cstdlib>
#include <encke/io/tree/biom.hpp>
#include <filesystem>
#include <random>

#include "program/cli/program.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class Unifrac : public Program {
 protected:
  Unifrac() {
    write("t.nwk", "((a:1,b:2)x:4,c:8);");
    table("[0,0,1],[1,0,1],[1,1,3],[2,1,1]");
  }
  /// Samples S, T and E, which is empty unless it is given counts.
  void table(const std::string& data) {
    write(
        "t.biom",
        R"({"rows":[{"id":"a"},{"id":"b"},{"id":"c"}],"columns":[{"id":"S"},{"id":"T"},{"id":"E"}],)"
        R"("shape":[3,3],"matrix_type":"sparse","data":[)" +
            data + "]}");
  }
  std::string value(const std::string& options) {
    succeed("unifrac --biom t.biom --tree t.nwk --progress none " + options);
    return cells_of(lines_of(read("encke.edges.tsv"))[1])[2];
  }
};

TEST_F(Unifrac, ValuesAreThoseOfTheDefinitions) {
  // S: a 1/2, b 1/2, x 1, c 0; T: a 0, b 3/4, x 3/4, c 1/4
  EXPECT_EQ(std::stod(value("")), 9.0 / 15);
  EXPECT_NEAR(std::stod(value("--method weighted_unnormalized")), 0.5 + 0.5 + 1 + 2, 1e-15);
  EXPECT_NEAR(std::stod(value("--method weighted_normalized")), 4 / (0.5 + 2.5 + 7 + 2), 1e-15);
  EXPECT_EQ(value("--method generalized"), value("--method weighted_normalized"));
  EXPECT_NEAR(std::stod(value("--method generalized --alpha 0")),
              (1 + 2 * 0.25 / 1.25 + 4 * 0.25 / 1.75 + 8) / 15, 1e-15);
}

/// Counts below a, b, x, c are 1 1 2 0 of S, which has 2, and 0 3 3 1 of T, which has 4.
TEST_F(Unifrac, VarianceAdjustedValuesAreThoseOfTheDefinitions) {
  const double a = 1 / std::sqrt(1.0 * 5), b = 2 / std::sqrt(4.0 * 2), x = 4 / std::sqrt(5.0 * 1),
               c = 8 / std::sqrt(1.0 * 5);
  EXPECT_NEAR(std::stod(value("--vaw")), (a + c) / (a + b + x + c), 1e-15);
  const double apart = a / 2 + b / 4 + x / 4 + c / 4;
  EXPECT_NEAR(std::stod(value("--vaw --method weighted_unnormalized")), apart, 1e-15);
  EXPECT_NEAR(std::stod(value("--vaw --method weighted_normalized")),
              apart / (a / 2 + b * 5 / 4 + x * 7 / 4 + c / 4), 1e-15);
  EXPECT_EQ(summary().at("options").at("vaw"), true);
  EXPECT_EQ(value("--vaw --method generalized --alpha 1"),
            value("--vaw --method weighted_normalized"));
  for (const std::string options :
       {"--method generalized --alpha 0.5 --vaw", "--vaw --alpha 0.5 --method generalized"}) {
    refuse("unifrac --biom t.biom --tree t.nwk " + options, command_line,
           {"--vaw does not work with --method generalized below --alpha 1"});
  }
}

TEST_F(Unifrac, EmptySamplesFollowTheOption) {
  table("[0,0,1]");
  write("two.nwk", "((a:1,b:2)x:4,c:8);");
  const auto all = [&](const std::string& options) {
    succeed("unifrac --biom t.biom --tree t.nwk --progress none " + options);
    std::string values;
    for (const auto& line : lines_of(read("encke.edges.tsv")))
      values += ' ' + cells_of(line).back();
    return values;
  };
  EXPECT_EQ(all(""), " DISTANCE 1 1 nan");
  EXPECT_EQ(all("--empty-pair same"), " DISTANCE 1 1 0");
  // all counts of S are below each of its branches, whose numbers do not vary then
  EXPECT_EQ(all("--vaw"), " DISTANCE 1 1 nan");
  EXPECT_EQ(all("--vaw --empty-pair same"), " DISTANCE 1 1 0");
  EXPECT_EQ(all("--vaw --method weighted_normalized"), " DISTANCE 1 1 nan");
  EXPECT_EQ(all("--vaw --method weighted_unnormalized"), " DISTANCE 0 0 0");
  EXPECT_TRUE(all("--method weighted_unnormalized").ends_with(" 0"));
  EXPECT_NE(read("encke.log").find("their value is 0"), std::string::npos);
  EXPECT_EQ(summary().at("empty_vectors"), 2);
  refuse("unifrac --biom t.biom --tree t.nwk --empty-pair error", inconsistent, {"T, E"});
}

TEST_F(Unifrac, LsmatIsTheWholeMatrix) {
  succeed("unifrac --biom t.biom --tree t.nwk --format lsmat --out d --progress none");
  EXPECT_EQ(read("d.lsmat.tsv"),
            "\tS\tT\tE\nS\t0\t0.6\t1\n"
            "T\t0.6\t0\t1\nE\t1\t1\t0\n");
  EXPECT_EQ(summary("d").at("options").at("method"), "unweighted");
  EXPECT_EQ(summary("d").at("options").at("tree"), "t.nwk");
  EXPECT_EQ(summary("d").at("num_fields"), 4);
}

TEST_F(Unifrac, EveryBackendAndLevelGivesTheSameDigest) {
  for (const std::string options :
       {"", "--method weighted_normalized --precision f32", "--method generalized --alpha 0.3",
        "--method generalized --alpha 0.3 --precision f32", "--vaw",
        "--vaw --method weighted_normalized --precision f32"}) {
    const std::string all = "unifrac --biom t.biom --tree t.nwk --progress none " + options;
    EXPECT_EQ(digest(all), digest(all + " --backend reference"));
    EXPECT_EQ(digest(all), digest(all + " --level portable"));
  }
}

/// Tests of runs of several blocks.
class UnifracOfBlocks : public Unifrac {
 protected:
  static constexpr int samples = 50;
  UnifracOfBlocks() {
    std::mt19937 random(3);
    std::string rows, columns, data, nodes = "o0:1";
    for (int o = 0; o < 90; ++o) {
      const std::string id = "o" + std::to_string(o);
      if (o > 0) nodes = "(" + nodes + "," + id + ":" + std::to_string(1 + o % 7) + "):0.5";
      rows += (o > 0 ? ",{\"id\":\"" : "{\"id\":\"") + id + "\"}";
      for (int s = 0; s < samples; ++s) {
        if (random() % 4 != 0) continue;
        data += (data.empty() ? "[" : ",[") + std::to_string(o) + "," + std::to_string(s) + "," +
                std::to_string(1 + random() % 100) + "]";
      }
    }
    for (int s = 0; s < samples; ++s) {
      columns += (s > 0 ? ",{\"id\":\"s" : "{\"id\":\"s") + std::to_string(s) + "\"}";
    }
    write("b.biom", R"({"rows":[)" + rows + R"(],"columns":[)" + columns +
                        R"(],"shape":[90,50],"matrix_type":"sparse","data":[)" + data + "]}");
    write("b.nwk", nodes + ";");
  }
  const std::string run_ = "unifrac --biom b.biom --tree b.nwk --progress none ";
};

TEST_F(UnifracOfBlocks, EveryFormatHasTheSameBytesWhateverTheBlocksAndParts) {
  std::vector<std::pair<std::string, std::string>> formats = {
      {"edges", ".edges.tsv"}, {"npy", ".npy"}, {"lsmat", ".lsmat.tsv"}};
  if (io::reads_hdf5()) formats.emplace_back("hdf5", ".h5");
  for (const std::string options :
       {"", "--method weighted_unnormalized --precision f32", "--method generalized --alpha 0.4",
        "--method weighted_normalized --vaw"}) {
    for (int part = 1; part <= 3; ++part) {
      const std::string k = std::to_string(part);
      succeed(run_ + options + " --block 16 --shard " + k + "/3 --out part" + k);
    }
    for (const auto& [format, end] : formats) {
      const std::string wanted = " --format " + format;
      succeed(run_ + options + wanted + " --out one");
      succeed(run_ + options + wanted + " --block 16 --threads 1 --out small");
      succeed("merge part1 part2 part3 --out joined" + wanted);
      EXPECT_TRUE(read("one" + end) == read("small" + end)) << format << ' ' << options;
      EXPECT_TRUE(read("one" + end) == read("joined" + end)) << format << ' ' << options;
      EXPECT_EQ(summary("one").at("digest"), summary("joined").at("digest"));
    }
    for (const std::string part : {"part1", "part2", "part3"}) {
      std::filesystem::remove_all(path(part + ".blocks"));
    }
  }
}

TEST_F(UnifracOfBlocks, ResumeRefusesAnotherTableTreeMethodOrAlpha) {
  const std::string part = run_ + "--block 16 --shard 1/2 --out p ";
  succeed(part + "--method generalized --alpha 0.4");
  const std::string same = part + "--method generalized --alpha 0.4 --resume";
  EXPECT_NE(succeed(same).out.find("are done"), std::string::npos);
  refuse(part + "--method generalized --alpha 0.5 --resume", inconsistent, {"alpha"});
  refuse(part + "--method weighted_normalized --resume", inconsistent, {"method"});
  refuse(part + "--vaw --resume", inconsistent, {"method"});
  const std::string tree = read("b.nwk");
  write("b.nwk", "(" + tree.substr(0, tree.size() - 1) + ");");  // one more node
  refuse(same, inconsistent, {"input 2"});
  write("b.nwk", tree);
  write("b.biom", read("b.biom") + "\n");
  refuse(same, inconsistent, {"input 1"});
}

TEST_F(UnifracOfBlocks, MatricesAreOfOneValueAPairAlsoInMerge) {
  succeed(
      "duo --synthetic random --num-vectors 40 --num-fields 20 --block 16 --shard 1/1 "
      "--progress none --out s");
  refuse("merge s --out m --format lsmat", inconsistent, {"lsmat", "one value", "duo"});
  refuse(run_ + "--check", command_line, {"--check does not work with unifrac"});
}

TEST_F(Unifrac, PlanTellsWhatItTakes) {
  EXPECT_NE(succeed("plan unifrac --biom t.biom --tree t.nwk").out.find("3 samples"),
            std::string::npos);
}

TEST_F(Unifrac, BadInputsAreRefused) {
  const std::string run = "unifrac --biom t.biom --tree t.nwk ";
  write("few.nwk", "(a:1,d:1);");
  refuse("unifrac --biom t.biom --tree few.nwk", inconsistent,
         {"few.nwk", "2 of the table's 3 observations are not tips", "b, c"});
  write("bad.nwk", "((a:1,b:1);");
  refuse("unifrac --biom t.biom --tree bad.nwk", malformed,
         {"bad.nwk: byte 10", "without its ')'"});
  write("bad.nwk", "(a:1,b,c:1);");
  refuse("unifrac --biom t.biom --tree bad.nwk", malformed, {"'b' has no length"});
  write("bad.nwk", "(a:1,b:-1,c:1);");
  refuse("unifrac --biom t.biom --tree bad.nwk", malformed, {"'b' has the length -1"});
  write("bad.nwk", "(a:1,b:1,c:1,a:1);");
  refuse("unifrac --biom t.biom --tree bad.nwk", malformed, {"second tip named 'a'"});
  refuse("unifrac --biom t.biom --tree none", open_failed, {"none"});
  refuse("unifrac --biom none --tree t.nwk", open_failed, {"none"});
  table("[0,0,-1]");
  refuse(run, malformed, {"t.biom", "the count -1"});
  table("[0,3,1]");
  refuse(run, malformed, {"t.biom", "column 3"});
}

TEST_F(Unifrac, OptionsThatDoNotFitAreRefused) {
  const std::string run = "unifrac --biom t.biom --tree t.nwk ";
  refuse("unifrac --biom t.biom", command_line, {"--tree is needed with"});
  refuse("unifrac --tree t.nwk", command_line, {"unifrac needs an input. Give --biom"});
  refuse(run + "--method foo", command_line, {"--method foo", "weighted_normalized"});
  refuse(run + "--alpha 0.5", command_line, {"--alpha", "generalized"});
  refuse(run + "--method generalized --alpha 1.5", command_line, {"--alpha 1.5", "0 to 1"});
  refuse(run + "--way 3", command_line, {"--way does not work with unifrac"});
  refuse(run + "--format lsmat --threshold 0.5 --below", command_line, {"--threshold", "lsmat"});
  refuse(run + "--threshold 0.5", command_line, {"--threshold 0.5", "--below", "distances"});
  refuse("duo --table t.tsv --format lsmat", command_line, {"--format lsmat", "one value"});
  refuse("ccc --biom t.biom", command_line, {"--biom does not work with ccc"});
}

TEST_F(Unifrac, CrawfordIsWhatUnifracToolsPrint) {
  const char* const shared = std::getenv("ENCKE_SHARED");
  const std::string data = shared == nullptr ? "" : std::string(shared) + "/data/microbiome/";
  if (!std::filesystem::exists(data + "crawford.biom")) GTEST_SKIP() << "no crawford.biom";
  succeed("unifrac --biom " + data + "crawford.biom --tree " + data +
          "crawford.tre --format lsmat --progress none");
  const auto ours = lines_of(read("encke.lsmat.tsv"));
  const auto theirs = lines_of(bytes_of(data + "crawford.test.ssu.exp"));
  ASSERT_EQ(ours.size(), theirs.size());
  EXPECT_EQ(ours[0], theirs[0]);
  for (std::size_t r = 1; r < ours.size(); ++r) {
    const auto a = cells_of(ours[r]), b = cells_of(theirs[r]);
    ASSERT_EQ(a.size(), b.size());
    EXPECT_EQ(a[0], b[0]);
    for (std::size_t c = 1; c < a.size(); ++c) {
      // they round branch lengths to float32; oracles/unifrac.py compares on such lengths
      EXPECT_NEAR(std::stod(a[c]), std::stod(b[c]), 5e-9);
    }
  }
}

/// Equal shares of other totals: no branch tells the samples apart.
TEST_F(Unifrac, VarianceAdjustedIsZeroWhereNothingVariesOrDiffers) {
  table("[0,0,1],[1,0,1],[0,1,5],[1,1,5],[2,2,7]");
  for (const std::string method : {"weighted_normalized", "weighted_unnormalized", "unweighted"}) {
    EXPECT_EQ(value("--vaw --method " + method), "0");
  }
  table("[2,0,3],[2,1,4]");  // k is m on every branch
  for (const std::string method : {"weighted_normalized", "weighted_unnormalized", "unweighted"}) {
    EXPECT_EQ(value("--vaw --method " + method), "0");
  }
}

TEST_F(Unifrac, EveryMethodHasTheSameValuesByTheKernelsOfDevices) {
  table("[0,0,1],[1,0,1],[0,1,5],[2,1,5],[2,2,7],[0,2,1]");
  for (const std::string options :
       {"--method generalized --alpha 0.5", "--vaw", "--method unweighted",
        "--vaw --method unweighted", "--method generalized --alpha 0 --precision f32"}) {
    EXPECT_EQ(value(options + " --level team"), value(options)) << options;
  }
}

}  // namespace
}  // namespace encke::test
