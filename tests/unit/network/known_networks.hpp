#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <encke/network/edges.hpp>
#include <encke/network/mcl.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <string>

#include "unit/network/small_graphs.hpp"

namespace encke::test {

/// What the program mcl and others give. ENCKE_SHARED names the directory whose
/// known-answers/networks has it; without that these tests are skipped.
class KnownNetworks : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* const shared = std::getenv("ENCKE_SHARED");
    if (shared == nullptr) GTEST_SKIP() << "ENCKE_SHARED names no directory with known answers";
    folder_ = std::filesystem::path(shared) / "known-answers/networks";
    if (!std::filesystem::exists(folder_)) GTEST_SKIP() << folder_ << " is not there";
  }

  network::Graph graph(const std::string& name) const {
    return network::read_edges((folder_ / "graphs" / (name + ".abc")).string()).graph;
  }
  std::string text(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::string text_of(const network::Graph& graph, const network::NodeSets& sets) {
    std::string text;
    for (const auto& names : names_of(graph, sets)) {
      for (std::size_t n = 0; n < names.size(); ++n) text += (n > 0 ? "\t" : "") + names[n];
      text += '\n';
    }
    return text;
  }

  static constexpr std::array<const char*, 2> real_networks = {"ccc07_EUR_test", "r205_EUR_test"};
  static constexpr std::array<double, 3> known_inflations = {1.4, 2, 4};

  /// Of each node of a real network the number of its cluster, from 0 in the order of sizes.
  std::map<std::string, std::string> known_numbers(const std::string& name,
                                                   double inflation) const {
    const auto at = std::find(known_inflations.begin(), known_inflations.end(), inflation);
    const auto column = static_cast<std::size_t>(at - known_inflations.begin()) + 1;
    std::istringstream lines(text("clusters/" + name + ".tsv"));
    std::string line;
    std::getline(lines, line);
    std::map<std::string, std::string> numbers;
    while (std::getline(lines, line)) {
      std::istringstream cells(line);
      std::array<std::string, 4> cell;
      for (auto& one : cell) std::getline(cells, one, '\t');
      numbers[cell[0]] = cell.at(column);
    }
    EXPECT_GT(numbers.size(), 100U) << name;
    return numbers;
  }
  static std::map<std::string, std::string> numbers_of(const network::Graph& graph,
                                                       const network::Clusters& clusters) {
    std::map<std::string, std::string> numbers;
    const network::NodeSets of = network::sets_of_nodes(clusters.sets, graph.nodes());
    for (network::Node node = 0; node < graph.nodes(); ++node) {
      numbers[std::string(graph.labels[node])] = std::to_string(of.nodes(node)[0]);
    }
    return numbers;
  }

  /// Calls `compare` for each file that mcl wrote, with the graph, the options, and the file's
  /// name. Files are named GRAPH.I1.4.txt, GRAPH.I2.overlap-keep.txt. Returns how many there are.
  int for_each_clustering(
      const std::function<void(const network::Graph&, const network::MclOptions&,
                               const std::string&)>& compare) const {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "clusters")) {
      const std::string name = entry.path().filename().string();
      if (entry.path().extension() != ".txt") continue;
      const std::size_t inflation = name.rfind(".I");
      const bool keep = name.find("overlap-keep") != std::string::npos;
      compare(graph(name.substr(0, inflation)),
              {.inflation = std::stod(name.substr(inflation + 2)),
               .overlap = keep ? network::Overlap::keep : network::Overlap::cut},
              "clusters/" + name);
      ++files;
    }
    return files;
  }

  std::filesystem::path folder_;
};

}  // namespace encke::test
