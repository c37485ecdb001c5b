// What the program mcl and a breadth-first search of networkx give.
#include <array>
#include <encke/network/reach.hpp>
#include <sstream>

#include "support/common.hpp"
#include "unit/network/known_networks.hpp"
#include "unit/network/products/engines.hpp"

namespace encke::network {
namespace {

using test::network_engines;

using test::KnownNetworks;

TEST_F(KnownNetworks, HaveTheBytesOfMcl) {
  const int files =
      for_each_clustering([&](const Graph& of, MclOptions options, const std::string& name) {
        const Components parts = components(of);
        for (const Engine engine : network_engines()) {
          options.engine = engine;
          for (const int threads : {1, 2, 5}) {
            options.threads = threads;
            EXPECT_EQ(text_of(of, mcl(of, parts, options).sets), text(name)) << threads;
          }
        }
      });
  EXPECT_GT(files, 40);
}

TEST_F(KnownNetworks, HaveTheClustersOfMclInRealData) {
  for (const std::string name : real_networks) {
    const Graph of = graph(name);
    const Components parts = components(of);
    for (const Engine engine : network_engines()) {
      for (std::size_t run = 0; run < known_inflations.size(); ++run) {
        const double inflation = known_inflations[run];
        const int threads = std::array{1, 2, 5}[run];
        const Clusters found =
            mcl(of, parts, {.inflation = inflation, .engine = engine, .threads = threads});
        EXPECT_EQ(numbers_of(of, found), known_numbers(name, inflation)) << name << inflation;
      }
    }
  }
}

TEST_F(KnownNetworks, HaveTheDepthsOfNetworkx) {
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "reach")) {
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
