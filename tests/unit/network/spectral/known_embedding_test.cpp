// Eigenvalues and eigenvectors of numpy.linalg.eigh.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <encke/network/spectral/embedding.hpp>
#include <functional>
#include <map>
#include <sstream>

#include "unit/network/known_networks.hpp"

namespace encke::network {
namespace {

class KnownEmbeddings : public test::KnownNetworks {
 protected:
  /// Calls `compare` with the name of each network whose eigenvalues are known; returns how many
  /// there are.
  int for_each(const std::function<void(const std::string&)>& compare) const {
    int networks = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "spectral")) {
      const std::string file = entry.path().filename().string();
      const std::size_t end = file.find(".eigenvalues");
      if (end == std::string::npos) continue;
      SCOPED_TRACE(file);
      compare(file.substr(0, end));
      ++networks;
    }
    return networks;
  }
  Graph exact_graph(const std::string& name) const {
    return read_edges((folder_ / "graphs" / (name + ".abc")).string(), {.keep_exact = true}).graph;
  }
  /// The eigenvalues of the whole graph, or of its largest component.
  std::vector<double> values(const std::string& name, const std::string& of) const {
    std::istringstream lines(text("spectral/" + name + ".eigenvalues.tsv"));
    std::string which, k, value;
    std::getline(lines, which);
    std::vector<double> found;
    while (lines >> which >> k >> value) {
      if (which == of) found.push_back(std::stod(value));
    }
    return found;
  }
  /// Of the nodes of the largest component the entries of eigenvectors 1 to 6.
  std::map<std::string, std::vector<double>> vectors(const std::string& name) const {
    std::istringstream lines(text("spectral/" + name + ".largest_component.vectors.tsv"));
    std::string line, node, cell;
    std::getline(lines, line);
    std::map<std::string, std::vector<double>> found;
    while (std::getline(lines, line)) {
      std::istringstream cells(line);
      std::getline(cells, node, '\t');
      for (int skipped = 0; skipped < 2; ++skipped) std::getline(cells, cell, '\t');
      while (std::getline(cells, cell, '\t')) found[node].push_back(std::stod(cell));
    }
    return found;
  }
};

TEST_F(KnownEmbeddings, HaveTheEigenvaluesOfTheLargestComponent) {
  const int networks = for_each([&](const std::string& name) {
    const Graph of = exact_graph(name);
    const auto all = embed(of, components(of), {.axes = 6, .least = 2});
    const std::vector<double> expected = values(name, "largest_component");
    ASSERT_GT(expected.size(), all[0].values.size());
    for (std::size_t k = 0; k < all[0].values.size(); ++k) {
      EXPECT_NEAR(all[0].values[k], expected[k + 1], 1e-9) << k;
    }
  });
  EXPECT_EQ(networks, 5);
}

// A zero for each component, and ten more.
TEST_F(KnownEmbeddings, HaveTheEigenvaluesOfTheWholeGraph) {
  for_each([&](const std::string& name) {
    const Graph of = exact_graph(name);
    const Components parts = components(of);
    const std::vector<double> expected = values(name, "graph");
    std::vector<double> found(static_cast<std::size_t>(parts.count()));
    ASSERT_GT(expected.size(), found.size());
    for (const auto& one : embed(of, parts, {.axes = 12, .least = 2})) {
      found.insert(found.end(), one.values.begin(), one.values.end());
    }
    std::sort(found.begin(), found.end());
    for (std::size_t k = 0; k < std::min(found.size(), expected.size()); ++k) {
      EXPECT_NEAR(found[k], expected[k], 1e-9) << k;
    }
    EXPECT_GT(expected[found.size() < expected.size() ? found.size() - 1 : expected.size() - 1],
              1e-6);
  });
}

// The vectors of equal or nearly equal values may be any of their subspace: projectors are
// compared.
TEST_F(KnownEmbeddings, HaveTheEigenvectorsOfTheLargestComponent) {
  constexpr double apart = 1e-4;
  int compared = 0;
  for_each([&](const std::string& name) {
    const Graph of = exact_graph(name);
    const Components parts = components(of);
    const auto expected = vectors(name);
    const Node first = of.labels.find(expected.begin()->first);
    const Node component = parts.of[static_cast<std::size_t>(first)];
    const auto nodes = parts.nodes(component);
    ASSERT_EQ(nodes.size(), expected.size());
    const auto all = embed(of, parts, {.axes = 7, .least = 2});
    const auto& one = all[static_cast<std::size_t>(component)];
    ASSERT_EQ(one.component, component);
    for (std::size_t k = 0, end = 1; end < one.values.size(); k = end++) {
      while (end < one.values.size() && one.values[end] - one.values[end - 1] < apart) ++end;
      if (end == one.values.size()) break;  // others may be as large
      double most = 0;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto& mine = expected.at(std::string(of.labels[nodes[i]]));
        for (std::size_t j = 0; j <= i; ++j) {
          const auto& other = expected.at(std::string(of.labels[nodes[j]]));
          double difference = 0;
          for (std::size_t v = k; v < end; ++v) {
            const double* const x = one.vectors.data() + v * nodes.size();
            difference += x[i] * x[j] - mine[v] * other[v];
          }
          most = std::max(most, std::abs(difference));
        }
      }
      EXPECT_LT(most, 1e-8) << "vectors " << k + 1 << " to " << end;
      compared += static_cast<int>(end - k);
    }
  });
  EXPECT_GT(compared, 15);
}

}  // namespace
}  // namespace encke::network
