#include <encke/network/task/task.hpp>
#include <encke/sparse/products.hpp>
#include <filesystem>
#include <fstream>

#include "support/common.hpp"
#include "support/files.hpp"
#include "support/scratch.hpp"

namespace encke::network {
namespace {

class Task : public test::Scratch {
 protected:
  Task() { request_.out = path("out"); }

  void write(const std::string& name, std::string_view text) {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  Outcome perform(std::string_view edges) {
    write("edges", edges);
    request_.edges = path("edges");
    return network::perform(request_, observer_);
  }
  void refuse(std::string_view edges, Failure failure,
              std::initializer_list<std::string_view> words) {
    write("edges", edges);
    const auto before = files();
    io::expect_error([&] { perform(edges); }, failure, words);
    EXPECT_EQ(files(), before);
  }
  std::string read(const std::string& ending) { return bytes_of(path("out" + ending)); }

  Request request_;
  Observer observer_;
};

constexpr std::string_view triangles = "a b 1\nb c 1\na c 1\nc d 1\nd e 1\ne f 1\nd f 1\nx y 1\n";

TEST_F(Task, FindsComponentsInEveryRun) {
  const Outcome outcome = perform(triangles);
  EXPECT_EQ(outcome.nodes, 8);
  EXPECT_EQ(outcome.edges, 8);
  EXPECT_EQ(outcome.components, 2);
  EXPECT_EQ(outcome.largest_component, 6);
  EXPECT_EQ(outcome.written.size(), 2u);
  EXPECT_EQ(read(".components.tsv"),
            "#COMPONENT\tNODES\tEDGES\tFIRST_NODE\n1\t6\t7\ta\n2\t2\t1\tx\n");
  EXPECT_EQ(files(), (std::vector<std::string>{"edges", "out.components.tsv", "out.nodes.tsv"}));
}

TEST_F(Task, MakesAClusteringForEachInflation) {
  request_.cluster = true;
  request_.inflations = {1.4, 2};
  const Outcome outcome = perform(triangles);
  ASSERT_EQ(outcome.clusterings.size(), 2u);
  EXPECT_EQ(outcome.clusterings[1].clusters, 3);
  EXPECT_EQ(read(".clusters.I1.4.txt"), "a\tb\tc\td\te\tf\nx\ty\n");
  EXPECT_EQ(read(".clusters.I2.txt"), "a\tb\tc\nd\te\tf\nx\ty\n");
  EXPECT_NE(read(".nodes.tsv")
                .find("#NODE\tDEGREE\tWEIGHT\tCOMPONENT\tMCL_1.4\tMCL_2\na\t2\t2\t1\t1\t1\n"),
            std::string::npos);
}

TEST_F(Task, SaysWhereAnOverlapWasCut) {
  request_.cluster = true;
  const Outcome outcome = perform("0 1 1\n1 2 1\n2 3 1\n3 4 1\n");
  ASSERT_EQ(outcome.remarks.size(), 1u);
  EXPECT_NE(outcome.remarks[0].find("--overlap keep"), std::string::npos);
  EXPECT_EQ(outcome.clusterings[0].overlapping, 1);
}

TEST_F(Task, WritesWhatIsReached) {
  request_.reach = "d,x";
  perform(triangles);
  EXPECT_EQ(read(".reach.tsv"), "#NODE\tDEPTH\nd\t0\nx\t0\nc\t1\ne\t1\nf\t1\ny\t1\n");
  request_.reach_each = true;
  request_.depth = 0;
  perform(triangles);
  EXPECT_EQ(read(".reach.tsv"), "#SEED\tNODE\tDEPTH\nd\td\t0\nx\tx\t0\n");
  request_.reach = "@all";
  EXPECT_EQ(perform(triangles).reached, 8);
}

/// Keeps the sentences.
class ListeningObserver final : public Observer {
 public:
  void note(const std::string& sentence) override { notes.push_back(sentence); }
  std::vector<std::string> notes;
};

TEST_F(Task, SaysBeforehandHowLargeATableOfSearchesWillBe) {
  std::string edges;
  for (int a = 0; a < 250; ++a) {
    for (int b = 0; b < a; ++b) {
      edges += "node" + std::to_string(a) + " node" + std::to_string(b) + " 1\n";
    }
  }
  write("edges", edges);
  request_.edges = path("edges");
  request_.reach = "@all";
  request_.depth = 2;
  ListeningObserver observer;
  EXPECT_EQ(network::perform(request_, observer).reached, 62'500);
  ASSERT_EQ(observer.notes.size(), 1u);
  EXPECT_NE(observer.notes[0].find(".reach.tsv will have 62,500 lines, "), std::string::npos);
  request_.depth = 1;
  network::perform(request_, observer);
  EXPECT_EQ(observer.notes.size(), 1u);
}

TEST_F(Task, TakesSeedsFromAFileAndVariantsForTheirAlleles) {
  request_.alleles_in_labels = true;
  write("seeds", "r\nmissing\ns:1\n");
  request_.reach = "@" + path("seeds");
  const std::string edges = "r:0 s:0 1\nr:1 s:1 1\nt:0 u:0 1\n";
  refuse(edges, Failure::inconsistent, {"1 name", "'missing'"});
  request_.reach_skips_missing = true;
  request_.depth = 0;
  const Outcome outcome = perform(edges);
  EXPECT_EQ(outcome.seeds_missing, 1);
  EXPECT_EQ(read(".reach.tsv"), "#NODE\tDEPTH\nr:0\t0\nr:1\t0\ns:1\t0\n");
}

TEST_F(Task, CountsTriangles) {
  request_.triangles = true;
  request_.cluster = true;
  const Outcome outcome = perform(triangles);
  EXPECT_EQ(outcome.triangles, 2);
  EXPECT_DOUBLE_EQ(outcome.transitivity, 0.6);
  EXPECT_TRUE(read(".nodes.tsv")
                  .starts_with("#NODE\tDEGREE\tWEIGHT\tCOMPONENT\tTRIANGLES\tMCL_2\n"
                               "a\t2\t2\t1\t1\t1\n"));
  EXPECT_NE(read(".nodes.tsv").find("\ny\t1\t1\t2\t0\t3\n"), std::string::npos);
}

TEST_F(Task, HasTheSameFilesOfBothEngines) {
  request_.triangles = true;
  request_.cluster = true;
  request_.reach = "@all";
  request_.depth = 2;
  perform(triangles);
  const std::vector<std::string> endings = {".nodes.tsv", ".reach.tsv", ".clusters.I2.txt"};
  std::vector<std::string> expected;
  for (const auto& ending : endings) expected.push_back(read(ending));
  request_.engine = Engine::spgemm;
  if (!sparse::has_products()) {
    request_.out = path("other");
    refuse(triangles, Failure::inconsistent, {"--engine spgemm", "Kokkos Kernels"});
    return;
  }
  perform(triangles);
  for (std::size_t e = 0; e < endings.size(); ++e) EXPECT_EQ(read(endings[e]), expected[e]);
}

TEST_F(Task, WritesSetsOfWhatWasFound) {
  request_.sets = {"gmt"};
  perform(triangles);
  EXPECT_EQ(read(".gmt"),
            "component_1\t6 members\ta\tb\tc\td\te\tf\ncomponent_2\t2 members\tx\ty\n");
  request_.reach = "a";
  perform(triangles);
  EXPECT_EQ(read(".gmt"), "reach\t3 members\ta\tb\tc\n");
  request_.cluster = true;
  EXPECT_EQ(perform(triangles).sets, 3);
  EXPECT_EQ(read(".gmt"),
            "MCL_2_1\t3 members\ta\tb\tc\nMCL_2_2\t3 members\td\te\tf\n"
            "MCL_2_3\t2 members\tx\ty\n");
  request_.sets_from = SetSource::components;
  EXPECT_EQ(perform(triangles).sets, 2);
}

TEST_F(Task, EmbedsTheLargeComponents) {
  request_.axes = 2;
  request_.embed_least = 2;
  const Outcome outcome = perform(triangles);
  EXPECT_EQ(outcome.embedded_components, 2);
  EXPECT_EQ(outcome.embedded_nodes, 8);
  EXPECT_LT(outcome.most_residual, 1e-12);
  ASSERT_EQ(outcome.remarks.size(), 1u);
  EXPECT_TRUE(read(".embedding.tsv").starts_with("#NODE\tCOMPONENT\tAXIS1\tAXIS2\na\t1\t"));
  EXPECT_NE(read(".embedding.tsv").find("\tNA\n"), std::string::npos);
  EXPECT_NE(read(".eigenvalues.tsv").find("\n2\t1\t"), std::string::npos);
}

TEST_F(Task, MakesSetsOfNeighboursInTheEmbedding) {
  request_.axes = 1;
  request_.embed_least = 3;
  request_.embed_neighbours = 2;
  request_.sets = {"gmt"};
  request_.sets_from = SetSource::embed;
  EXPECT_EQ(perform(triangles).sets, 6);
  EXPECT_TRUE(read(".neighbours.tsv").starts_with("#NODE\tNEIGHBOUR\tDISTANCE\na\t"));
  EXPECT_TRUE(read(".gmt").starts_with("a\t3 members\ta\tb\tc\n"));
  EXPECT_NE(read(".gmt").find("\nf\t3 members\td\te\tf\n"), std::string::npos);
}

TEST_F(Task, ShowsTheLargestSetsAndPicturesForAPage) {
  request_.page = true;
  request_.cluster = true;
  const Outcome outcome = perform(triangles);
  ASSERT_EQ(outcome.largest_sets.size(), 3u);
  EXPECT_EQ(outcome.largest_sets[0].of, "MCL_2");
  EXPECT_EQ(outcome.largest_sets[0].nodes, 3);
  EXPECT_EQ(outcome.largest_sets[0].names, "a b c");
  ASSERT_EQ(outcome.shown_pictures.size(), 3u);
  request_.pictures = {"network"};
  perform(triangles);
  EXPECT_EQ(outcome.shown_pictures[2].second, read(".network.svg"));
  request_.page = false;
  EXPECT_TRUE(perform(triangles).shown_pictures.empty());
}

TEST_F(Task, LeavesNothingWhereASetIsRefused) {
  request_.sets = {"skat"};
  request_.graphs = {"ncol"};
  refuse("a\tb c\t1\n", Failure::inconsistent, {"'b c'"});
}

TEST_F(Task, RefusesANetworkWithoutEdges) {
  request_.threshold = 5;
  refuse("a b 1\n", Failure::inconsistent, {"no edge is left of 1 line"});
  request_.threshold.reset();
  refuse("", Failure::inconsistent, {"no edge"});
}

TEST_F(Task, OfARunWithoutEdgesIsEmpty) {
  request_.of_run = request_.cluster = request_.triangles = request_.page = true;
  request_.threshold = 5;
  request_.axes = 2;
  request_.reach = "a";
  request_.graphs = {"graphml", "gexf", "ncol", "sif", "mtx", "npz", "mci"};
  request_.sets = {"skat", "regenie", "plink", "list"};
  request_.pictures = {"degrees", "heatmap", "network"};
  const Outcome outcome = perform("a b 1\n");
  EXPECT_EQ(outcome.nodes, 0);
  EXPECT_EQ(outcome.largest_component, 0);
  ASSERT_EQ(outcome.clusterings.size(), 1u);
  EXPECT_EQ(outcome.clusterings[0].clusters, 0);
  ASSERT_EQ(outcome.remarks.size(), 1u);
  EXPECT_EQ(outcome.remarks[0], "no pair passed; the network is empty");
  EXPECT_EQ(read(".nodes.tsv"), "#NODE\tDEGREE\tWEIGHT\tCOMPONENT\tMCL_2\n");
  EXPECT_EQ(read(".components.tsv"), "#COMPONENT\tNODES\tEDGES\tFIRST_NODE\n");
  EXPECT_EQ(read(".clusters.I2.txt"), "");
  for (const std::string picture : {".degrees.svg", ".heatmap.svg", ".network.svg"}) {
    EXPECT_EQ(read(picture).find("nan"), std::string::npos) << picture;
    EXPECT_TRUE(read(picture).ends_with("</svg>\n")) << picture;
  }
}

TEST_F(Task, RefusesToMergeAllelesWhereThereAreNone) {
  request_.merge_alleles = MergeAlleles::max;
  refuse("a b 1\n", Failure::inconsistent, {"--alleles-in-labels"});
}

TEST_F(Task, AsksForMemoryBeforeItComputes) {
  request_.memory = 1;
  refuse("a b 1\n", Failure::memory, {"the network"});
}

TEST_F(Task, HasTheSameBytesWhereMemoryDoesNotHoldTheEdges) {
  std::string edges;
  for (int copy = 0; copy < 3; ++copy) {
    for (int component = 0; component < 3000; ++component) {
      for (int a = 0; a < 10 + component % 2; ++a) {
        for (int b = copy; b < a; ++b) {
          edges += "n" + std::to_string(a * 3000 + component) + " n" +
                   std::to_string(b * 3000 + component) + " 0." +
                   std::to_string(1 + (a * 7 + b * 3 + component) % 9) + "\n";
        }
      }
    }
  }
  request_.cluster = true;
  request_.inflations = {1.4, 2};
  request_.sets = {"gmt"};
  request_.threads = 2;
  const Outcome whole = perform(edges);
  const std::vector<std::string> endings = {".nodes.tsv", ".components.tsv", ".clusters.I1.4.txt",
                                            ".clusters.I2.txt", ".gmt"};
  std::vector<std::string> expected;
  for (const auto& ending : endings) expected.push_back(read(ending));
  EXPECT_EQ(whole.pieces, 0);

  request_.memory = 48;
  const Outcome pieces = perform(edges);
  for (std::size_t e = 0; e < endings.size(); ++e) EXPECT_EQ(read(endings[e]), expected[e]);
  EXPECT_GT(pieces.pieces, 1);
  EXPECT_EQ(pieces.edges, whole.edges);
  EXPECT_EQ(pieces.dropped.repeated, whole.dropped.repeated);
  EXPECT_EQ(pieces.clusterings[1].iterations, whole.clusterings[1].iterations);
  EXPECT_LE(pieces.memory_planned, std::int64_t{48} << 20);
  EXPECT_EQ(files().size(), 6u);

  const Outcome planned = preview(request_, observer_);
  EXPECT_EQ(planned.pieces, pieces.pieces);
  EXPECT_EQ(planned.memory_planned, pieces.memory_planned);
  request_.pictures = {"degrees"};  // needs the whole graph
  refuse(edges, Failure::memory, {"the network"});
}

/// Stops when it is asked for the time `most`.
class StoppingObserver final : public Observer {
 public:
  explicit StoppingObserver(int most) : most_(most) {}
  void check_stop() override {
    if (++asked_ == most_) throw Error(Failure::stopped, "stop");
  }
  int asked() const { return asked_; }

 private:
  int most_;
  int asked_ = 0;
};

TEST_F(Task, GoesOnWhereItWasStopped) {
  std::string edges;
  for (int component = 0; component < 3; ++component) {
    for (int a = 0; a < 600; ++a) {
      for (const int b : {a + 1, a + 2, a + 7}) {
        edges += "n" + std::to_string(component) + "_" + std::to_string(a) + " n" +
                 std::to_string(component) + "_" + std::to_string(b % 600) + " 0." +
                 std::to_string(1 + (a * 7 + b + component) % 9) + "\n";
      }
    }
  }
  request_.cluster = true;
  request_.threads = 1;
  perform(edges);
  const std::string expected = read(".clusters.I2.txt");
  const auto before = files();
  StoppingObserver counts(0);
  network::perform(request_, counts);

  for (const auto& name : before) {
    if (name != "edges") std::filesystem::remove(path(name));
  }
  StoppingObserver stops(counts.asked() / 2);
  io::expect_error([&] { network::perform(request_, stops); }, Failure::stopped, {"stop"});
  EXPECT_EQ(files(), (std::vector<std::string>{"edges", "out.mcl-done"}));
  request_.resume = true;
  StoppingObserver resumes(0);
  const Outcome outcome = network::perform(request_, resumes);
  EXPECT_GE(outcome.resumed, 1);
  EXPECT_LT(resumes.asked(), counts.asked());
  EXPECT_EQ(read(".clusters.I2.txt"), expected);
  EXPECT_EQ(files(), before);
}

TEST_F(Task, NamesTheNodesThatItDrops) {
  request_.max_degree = 2;
  const Outcome outcome = perform(triangles);
  EXPECT_EQ(outcome.hubs, (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(outcome.nodes, 6);
}

TEST_F(Task, IsPlannedWithoutWriting) {
  write("edges", triangles);
  request_.edges = path("edges");
  request_.cluster = true;
  const Outcome outcome = preview(request_, observer_);
  EXPECT_EQ(outcome.components, 2);
  EXPECT_GT(outcome.memory_planned, 0);
  EXPECT_EQ(files(), std::vector<std::string>{"edges"});
}

TEST_F(Task, KnowsItsFiles) {
  request_.cluster = true;
  request_.reach = "@seeds";
  request_.sets = {"regenie"};
  request_.graphs = {"npz"};
  request_.edges = "-";
  request_.bim = "b";
  request_.out = "P";
  EXPECT_EQ(result_paths(request_),
            (std::vector<std::string>{"P.nodes.tsv", "P.components.tsv", "P.clusters.I2.txt",
                                      "P.reach.tsv", "P.regenie.setlist", "P.regenie.annotations",
                                      "P.regenie.masks", "P.npz", "P.npz.labels.txt"}));
  EXPECT_EQ(input_paths(request_), (std::vector<std::string>{"b", "seeds"}));
}

}  // namespace
}  // namespace encke::network
