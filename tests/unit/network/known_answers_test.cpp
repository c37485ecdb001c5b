// What the program mcl and a breadth-first search of networkx give. ENCKE_SHARED names the
// directory whose known-answers/networks has them.
#include <array>
#include <cstdlib>
#include <encke/network/edges.hpp>
#include <encke/network/mcl.hpp>
#include <encke/network/reach.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/common.hpp"
#include "unit/network/products/engines.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

namespace fs = std::filesystem;
using test::engines;

class KnownNetworks : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* const shared = std::getenv("ENCKE_SHARED");
    if (shared == nullptr) GTEST_SKIP() << "ENCKE_SHARED names no directory with known answers";
    folder_ = fs::path(shared) / "known-answers/networks";
    if (!fs::exists(folder_)) GTEST_SKIP() << folder_ << " is not there";
  }

  Graph graph(const std::string& name) const {
    return read_edges((folder_ / "graphs" / (name + ".abc")).string()).graph;
  }
  std::string text(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
};

std::string text_of(const Graph& graph, const NodeSets& sets) {
  std::string text;
  for (const auto& names : test::names_of(graph, sets)) {
    for (std::size_t n = 0; n < names.size(); ++n) text += (n > 0 ? "\t" : "") + names[n];
    text += '\n';
  }
  return text;
}

// Files are named GRAPH.I1.4.txt, GRAPH.I2.overlap-keep.txt.
TEST_F(KnownNetworks, HaveTheBytesOfMcl) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder_ / "clusters")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".txt") continue;
    const std::size_t inflation = name.rfind(".I");
    const Graph of = graph(name.substr(0, inflation));
    const bool keep = name.find("overlap-keep") != std::string::npos;
    MclOptions options{.inflation = std::stod(name.substr(inflation + 2)),
                       .overlap = keep ? Overlap::keep : Overlap::cut};
    for (const Engine engine : engines()) {
      options.engine = engine;
      EXPECT_EQ(text_of(of, mcl(of, components(of), options).sets), text("clusters/" + name))
          << name;
    }
    ++files;
  }
  EXPECT_GT(files, 40);
}

TEST_F(KnownNetworks, HaveTheClustersOfMclInRealData) {
  for (const std::string name : {"ccc07_EUR_test", "r205_EUR_test"}) {
    const Graph of = graph(name);
    const Components parts = components(of);
    for (std::size_t run = 0; run < 3 * engines().size(); ++run) {
      const std::size_t column = 1 + run % 3;
      const double inflation = std::array{1.4, 2.0, 4.0}[run % 3];
      const Clusters found = mcl(of, parts, {.inflation = inflation, .engine = engines()[run / 3]});
      const NodeSets numbers = sets_of_nodes(found.sets, of.nodes());
      std::istringstream lines(text("clusters/" + name + ".tsv"));
      std::string line;
      std::getline(lines, line);
      Index nodes = 0;
      while (std::getline(lines, line)) {
        std::istringstream cells(line);
        std::vector<std::string> cell(4);
        for (auto& one : cell) std::getline(cells, one, '\t');
        ASSERT_EQ(std::to_string(numbers.nodes(of.labels.find(cell[0]))[0]), cell[column]) << line;
        ++nodes;
      }
      EXPECT_EQ(nodes, of.nodes());
    }
  }
}

TEST_F(KnownNetworks, HaveTheDepthsOfNetworkx) {
  for (const auto& entry : fs::directory_iterator(folder_ / "reach")) {
    const std::string name = entry.path().stem().string();
    const std::size_t from = name.find(".from_");
    const Graph of = graph(name.substr(0, from));
    Reach reach(of);
    const Node seed = of.labels.find(name.substr(from + 6));
    ASSERT_NE(seed, Labels::none) << name;
    std::set<std::string> found = {"#NODE\tDEPTH"};
    for (const Reached& one : reach.from({&seed, 1})) {
      found.insert(std::string(of.labels[one.node]) + '\t' + std::to_string(one.depth));
    }
    std::istringstream lines(text("reach/" + entry.path().filename().string()));
    std::set<std::string> expected;
    for (std::string line; std::getline(lines, line);) expected.insert(line);
    EXPECT_EQ(found, expected) << name;
  }
}

}  // namespace
}  // namespace encke::network
