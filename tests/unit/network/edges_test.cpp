#include <encke/network/edges.hpp>

#include "support/common.hpp"
#include "support/files.hpp"
#include "support/inputs/packed.hpp"

namespace encke::network {
namespace {

using io::expect_error;

class ReadEdges : public ::testing::Test {
 protected:
  EdgesRead read(std::string_view bytes, const EdgeOptions& options = {}) {
    return read_edges(files_.write("e.tsv", bytes), options);
  }
  void refuse(std::string_view bytes, std::initializer_list<std::string_view> words,
              const EdgeOptions& options = {}) {
    expect_error([&] { read(bytes, options); }, Failure::malformed, words);
  }
  io::TemporaryFiles files_;
};

TEST_F(ReadEdges, OfAbc) {
  const EdgesRead found = read("b\ta\t0.5\nc\tb\t2e-1\n");
  EXPECT_EQ(found.format, "abc");
  EXPECT_EQ(found.lines, 2);
  ASSERT_EQ(found.graph.nodes(), 3);
  EXPECT_EQ(found.graph.labels[0], "b");
  EXPECT_EQ(found.graph.weights(0)[0], 0.5F);
  EXPECT_EQ(found.graph.weights(0)[1], 0.2F);
  EXPECT_TRUE(found.graph.exact.empty());
  EXPECT_EQ(found.file.bytes, 17);
}

TEST_F(ReadEdges, OfAbcSeparatedByBlanks) {
  const EdgesRead found = read("a  b 1\n b   c  2 \n");
  EXPECT_EQ(found.graph.nodes(), 3);
  EXPECT_EQ(found.graph.edges(), 2);
}

TEST_F(ReadEdges, OfEnckeWithAlleles) {
  const EdgesRead found =
      read("#ID1\tID2\tA1\tA2\tVALUE\nrs 1\trs2\t0\t1\t0.75\nrs 1\trs2\t1\t1\t0.5\n");
  EXPECT_EQ(found.format, "edges");
  ASSERT_EQ(found.graph.nodes(), 3);
  EXPECT_TRUE(found.graph.alleles);
  EXPECT_EQ(found.graph.labels[0], "rs 1:0");
  EXPECT_EQ(found.graph.labels[1], "rs2:1");
  EXPECT_EQ(found.graph.variant(2), "rs 1");
}

TEST_F(ReadEdges, FindsColumnsByTheirNames) {
  const EdgesRead found = read(
      "ID1\tID2\tCHR1\tPOS1\tBASES1\tCHR2\tPOS2\tBASES2\tVALUE\tDF\tP\n"
      "x\ty\t1\t10\tA/C\t1\t20\tA/G\t0.25\t4\t1e-9\n");
  ASSERT_EQ(found.graph.nodes(), 2);
  EXPECT_FALSE(found.graph.alleles);
  EXPECT_EQ(found.graph.weights(0)[0], 0.25F);
}

TEST_F(ReadEdges, OfPlink) {
  const EdgesRead old = read(
      " CHR_A         BP_A        SNP_A  CHR_B         BP_B        SNP_B           R2 \n"
      "     1          100          rs1      1          200          rs2     0.625000 \n");
  EXPECT_EQ(old.format, "PLINK");
  ASSERT_EQ(old.graph.nodes(), 2);
  EXPECT_EQ(old.graph.labels[1], "rs2");
  EXPECT_EQ(old.graph.weights(0)[0], 0.625F);
  const EdgesRead two = read(
      "#CHROM_A\tPOS_A\tID_A\tCHROM_B\tPOS_B\tID_B\tUNPHASED_R2\n"
      "1\t100\trs1\t1\t200\trs2\t0.5\n");
  EXPECT_EQ(two.graph.weights(0)[0], 0.5F);
}

TEST_F(ReadEdges, OfPlinksKinships) {
  const EdgesRead found = read(
      "#FID1\tIID1\tFID2\tIID2\tNSNP\tHETHET\tIBS0\tKINSHIP\n"
      "0\ta\tF\tb\t10\t0.1\t0\t0.25\nF\tb\t0\tb\t10\t0.1\t0\t-0.125\n");
  EXPECT_EQ(found.format, "kin0");
  ASSERT_EQ(found.graph.nodes(), 3);
  EXPECT_EQ(found.graph.labels[1], "F_b");
  EXPECT_EQ(found.graph.labels[2], "b");
  EXPECT_EQ(found.graph.weights(0)[0], 0.25F);
  const EdgesRead alone = read("#IID1\tIID2\tNSNP\tHETHET\tIBS0\tKINSHIP\na\tb\t9\t0\t0\t0.5\n");
  EXPECT_EQ(alone.graph.labels[0], "a");
  refuse("#IID1\tIID2\tNSNP\n", {":1", "KINSHIP"});
}

TEST_F(ReadEdges, RefusesControlCharactersInNamesOfNodes) {
  refuse("a\tb\t1\nc\td\re\t1\nf\tg\t1\n", {"e.tsv:2", "'d\\re'", "control"});
  refuse("a\tb\t1\nb\ta\t1\n\x7f\ta\t1\n", {"e.tsv:3", "'\\u007f'"});
  refuse(std::string_view("a b 1\nc d\0 1\n", 14), {"e.tsv:2", "'d\\x00'"});
  // of a line that is beyond the threshold nobody makes a node
  EXPECT_EQ(read("a\tb\t2\nc\td\re\t1\n", {.threshold = 1}).graph.nodes(), 2);
}

TEST_F(ReadEdges, FindsTheLineOfAName) {
  std::string text = "#ID1\tID2\tA1\tA2\tVALUE\n";
  for (int n = 0; n < 3000; ++n) {
    const std::string number = std::to_string(n);
    text += "v" + number + "\tv" + std::to_string(n + 1) + "\t0\t1\t1\n";
  }
  const std::string path = files_.write("e.tsv", text);
  EXPECT_EQ(line_of_name(path, {}, "v0"), 2);
  EXPECT_EQ(line_of_name(path, {}, "v2500:1"), 2501);  // as the second of its line
  EXPECT_EQ(line_of_name(path, {}, "v2500:0"), 2502);
  EXPECT_EQ(line_of_name(path, {}, "v2500"), 2501);
  EXPECT_EQ(line_of_name(path, {}, "v"), std::nullopt);
  EXPECT_EQ(line_of_name("-", {}, "v0"), std::nullopt);
  const std::string star = files_.write("s.tsv", "a b c 1\na b d 1\n");
  EXPECT_EQ(line_of_name(star, {.triples = Triples::star}, "d"), 2);
}

TEST_F(ReadEdges, SaysWhatFloat32Holds) {
  refuse("a b 1e300\n", {":1", "a weight of 1e300", "3.4e38"});
  refuse("a b -1e300\n", {":1", "3.4e38"});
  refuse("a b 1e-300\n", {"a weight of 1e-300", "1.5e-45"}, {.positive = true});
  refuse("a b 0\n", {"above 0"}, {.positive = true});
  refuse("a b 1.5\n", {"1.5 as distance", "above 0"}, {.one_minus = true, .positive = true});
}

TEST_F(ReadEdges, GivesEachTripleANodeOfItsOwn) {
  // 'a+b' and 'c' read as 'a' and 'b+c' do, and as a vector that is called like both.
  const EdgesRead found =
      read("a+b c d 1\na b+c d 2\na+b+c+d a d 3\nd a b+c 4\n", {.triples = Triples::star});
  const Graph& graph = found.graph;
  std::vector<std::string> centres;
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (!graph.is_triple(node)) continue;
    centres.emplace_back(graph.labels[node]);
    EXPECT_EQ(graph.degree(node), 3);
  }
  EXPECT_EQ(centres, (std::vector<std::string>{"a+b+c+d#2", "a+b+c+d#3", "a+b+c+d+a+d"}));
  EXPECT_EQ(graph.nodes(), 9);
  EXPECT_EQ(found.dropped.repeated, 3);
  const Node second = graph.labels.find("a+b+c+d#3");
  EXPECT_EQ(graph.weights(second)[0], 4);
}

TEST_F(ReadEdges, KeepsValuesBeyondTheThreshold) {
  const std::string text = "a b 0.5\nc d 0.25\ne f 0.75\n";
  const EdgesRead above = read(text, {.threshold = 0.5});
  EXPECT_EQ(above.lines, 3);
  EXPECT_EQ(above.passed, 1);
  EXPECT_EQ(above.graph.labels[0], "e");
  const EdgesRead below = read(text, {.threshold = 0.5, .below = true});
  ASSERT_EQ(below.graph.nodes(), 2);
  EXPECT_EQ(below.graph.labels[0], "c");
}

TEST_F(ReadEdges, TurnsDistancesIntoWeights) {
  const EdgesRead found = read("a b 0.25\n", {.one_minus = true, .keep_exact = true});
  EXPECT_EQ(found.graph.weights(0)[0], 0.75F);
  EXPECT_EQ(found.graph.exact, (std::vector<double>{0.75, 0.75}));
}

TEST_F(ReadEdges, AsksWhatToMakeOfDistancesThatTheHeaderNames) {
  const std::string text = "#ID1\tID2\tDISTANCE\na\tb\t0.25\n";
  expect_error([&] { read(text); }, Failure::inconsistent,
               {"e.tsv: its values are distances", "--distance one-minus", "--distance none"});
  EXPECT_EQ(read(text, {.one_minus = true}).graph.weights(0)[0], 0.75F);
  EXPECT_EQ(read(text, {.as_they_are = true}).graph.weights(0)[0], 0.25F);
}

TEST_F(ReadEdges, MakesPairsOrAStarOfTriples) {
  const std::string text = "a b c 0.5\na b d 0.75\n";
  const EdgesRead pairs = read(text);
  EXPECT_EQ(pairs.way, 3);
  EXPECT_EQ(pairs.graph.nodes(), 4);
  EXPECT_EQ(pairs.graph.edges(), 5);
  EXPECT_EQ(pairs.graph.weights(0)[0], 0.75F);  // a b, the larger of two
  const EdgesRead star = read(text, {.triples = Triples::star});
  EXPECT_EQ(star.graph.nodes(), 6);
  EXPECT_EQ(star.graph.edges(), 6);
  const Node triple = star.graph.labels.find("a+b+c");
  ASSERT_NE(triple, Labels::none);
  EXPECT_TRUE(star.graph.is_triple(triple));
  EXPECT_FALSE(star.graph.is_triple(0));
  EXPECT_EQ(star.graph.degree(triple), 3);
}

TEST_F(ReadEdges, OfCompressedFiles) {
  const std::string text = "a\tb\t0.5\nb\tc\t0.25\n";
  for (const std::string& bytes : {test::gzipped(text), test::zstd_packed(text)}) {
    if (bytes.empty()) continue;
    EXPECT_EQ(read(bytes).graph.edges(), 2);
  }
}

TEST_F(ReadEdges, OfMoreThanAMebibyte) {
  std::string text;
  constexpr int lines = 100'000;
  for (int line = 0; line < lines; ++line) {
    text += "variant" + std::to_string(line) + "\tvariant" + std::to_string(line + 1) + "\t1\n";
  }
  const EdgesRead found = read(text);
  EXPECT_EQ(found.lines, lines);
  EXPECT_EQ(found.graph.edges(), lines);
  refuse(text + "x\ty\n", {":100001:", "3 columns expected, 2 found"});
}

/// Names of nodes that differ, of both kinds: whole, and of an id and an allele.
TEST_F(ReadEdges, NumbersManyNamesInTheOrderInWhichTheyCome) {
  for (const bool alleles : {false, true}) {
    for (const std::size_t length : {1, 8, 3000}) {
      SCOPED_TRACE(length);
      const std::string stem(length, 'v');
      std::string text = alleles ? "#ID1\tID2\tA1\tA2\tVALUE\n" : "";
      std::vector<std::string> names;
      const auto named = [&](int n, int allele) {
        return stem + std::to_string(n) + (alleles ? ":" + std::to_string(allele) : "");
      };
      constexpr int lines = 1500;
      for (int line = 0; line < lines; ++line) {
        const int a = line / 2;  // as the line before, every other time
        const int b = lines - line;
        const int allele = line / 3 % 2;
        text += stem + std::to_string(a) + '\t' + stem + std::to_string(b) + '\t';
        text += (alleles ? std::to_string(allele) + "\t1\t" : "") + "1\n";
        for (const std::string& name : {named(a, allele), named(b, 1)}) {
          if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
      }
      const EdgesRead found = read(text);
      ASSERT_EQ(found.graph.nodes(), static_cast<Node>(names.size()));
      for (Node node = 0; node < found.graph.nodes(); ++node) {
        ASSERT_EQ(found.graph.labels[node], names[static_cast<std::size_t>(node)]);
      }
      EXPECT_EQ(found.passed, lines);
    }
  }
}

TEST_F(ReadEdges, KeepsTheHeaviestLoopOfANodeOnRequest) {
  const std::string text = "a b 1\nb b 2\nb b 3\nc c 0.5\n";
  const EdgesRead kept = read(text, {.keep_loops = true});
  EXPECT_EQ(kept.graph.loop, (std::vector<float>{0, 3, 0.5F}));
  EXPECT_EQ(kept.graph.edges(), 1);
  EXPECT_EQ(kept.dropped.loops, 3);
  EXPECT_TRUE(read(text).graph.loop.empty());
}

TEST_F(ReadEdges, RefusesVariantsOfPlinkWithoutAnId) {
  const std::string header = "#CHROM_A\tPOS_A\tID_A\tCHROM_B\tPOS_B\tID_B\tUNPHASED_R2\n";
  refuse(header + "1\t1\ta\t1\t2\tb\t0.5\n1\t1\ta\t1\t3\t.\t0.5\n",
         {"e.tsv:3", "without an id", "--set-missing-var-ids"});
  EXPECT_EQ(read(header + "1\t1\ta\t1\t3\t.\t0.5\n1\t1\ta\t1\t2\tb\t0.9\n", {.threshold = 0.8})
                .graph.nodes(),
            2);
  EXPECT_EQ(read(". b 1\n").graph.labels[0], ".");
}

TEST_F(ReadEdges, ToleratesCrlfAndAByteOrderMark) {
  const EdgesRead found = read(
      "\xef\xbb\xbf"
      "a\tb\t1\r\nb\tc\t1\r\n");
  EXPECT_EQ(found.graph.labels[0], "a");
  EXPECT_EQ(found.graph.edges(), 2);
}

TEST_F(ReadEdges, RefusesValuesThatAreNoNumbers) {
  for (const std::string text : {"x", "nan", "inf", "1e999", "0.5x", "", "0x1p3"}) {
    refuse("a\tb\t1\nc\td\t" + text + "\n", {"e.tsv:2", "finite number"});
  }
}

TEST_F(ReadEdges, RefusesWeightsThatAreNotPositiveWhereTheyMustBe) {
  for (const std::string text : {"0", "-1", "1e-60", "1e60"}) {
    refuse("a\tb\t1\nc\td\t" + text + "\n", {"e.tsv:2", text}, {.positive = true});
  }
  EXPECT_EQ(read("a\tb\t-1\n").graph.edges(), 1);
  refuse("a\tb\t1.5\n", {"as distance"}, {.one_minus = true, .positive = true});
}

TEST_F(ReadEdges, RefusesOtherNumbersOfColumnsAndEmptyLabels) {
  refuse("a b\n", {":1", "two or three labels"});
  refuse("#a b 1\n", {":1", "header"});
  refuse("a b 1\na b c 1\n", {":2", "3 columns expected, 4 found"});
  refuse("a b 1\n\n", {":2", "0 found"});
  refuse("a\t\t1\n", {":1", "empty label"});
  refuse("#ID1\tID2\tA1\tA2\tVALUE\na\tb\t\t0\t1\n", {":2", "empty allele"});
  refuse("#ID1\tID2\tA1\tVALUE\n", {"A2"});
  refuse("#ID1\tX\n", {"ID2"});
  refuse("SNP_A SNP_B\n", {"R2"});
}

TEST_F(ReadEdges, RefusesALastLineWithoutAnEnd) { refuse("a b 1\nc d 0.1", {":2", "no end"}); }

TEST_F(ReadEdges, RefusesLabelsWithoutAlleles) {
  const EdgeOptions options{.alleles_in_labels = true};
  EXPECT_TRUE(read("1:2:0 b:1 1\n", options).graph.alleles);
  for (const std::string label : {"b", ":1", "b:"}) {
    refuse("a:0 " + label + " 1\n", {":1", "allele expected"}, options);
  }
}

TEST_F(ReadEdges, AsksWhetherToStop) {
  const EdgeOptions options{.check_stop = [] { throw Error(Failure::stopped, "stop"); }};
  expect_error([&] { read("a b 1\n", options); }, Failure::stopped, {"stop"});
}

}  // namespace
}  // namespace encke::network
