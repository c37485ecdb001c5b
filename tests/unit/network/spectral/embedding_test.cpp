#include <cmath>
#include <encke/network/edges.hpp>
#include <encke/network/spectral/embedding.hpp>
#include <encke/network/spectral/laplacian.hpp>
#include <encke/sparse/products.hpp>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "support/common.hpp"
#include "support/files.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

using test::graph_of;

std::string ring(int nodes) {
  std::string text;
  for (int i = 0; i < nodes; ++i) {
    text += "n" + std::to_string(i) + " n" + std::to_string((i + 1) % nodes) + " 1\n";
  }
  return text;
}

std::string path(int nodes) {
  std::string text;
  for (int i = 0; i + 1 < nodes; ++i) {
    text += "n" + std::to_string(i) + " n" + std::to_string(i + 1) + " 1\n";
  }
  return text;
}

std::vector<ComponentEmbedding> embedding(const Graph& graph, const EmbeddingOptions& options) {
  return embed(graph, components(graph), options);
}

double dot(const double* x, const double* y, std::size_t count) {
  double sum = 0;
  for (std::size_t n = 0; n < count; ++n) sum += x[n] * y[n];
  return sum;
}

// From 401 nodes on by Lanczos, which finds none of equal eigenvalues: then by the dense solver.
TEST(Embedding, OfACompleteGraphHasOneValue) {
  for (const int nodes : {12, 500, 1000}) {
    std::string text;
    for (int a = 0; a < nodes; ++a) {
      for (int b = 0; b < a; ++b)
        text += "n" + std::to_string(a) + " n" + std::to_string(b) + " 0.5\n";
    }
    const auto all = embedding(graph_of(text), {.axes = 3});
    ASSERT_EQ(all.size(), 1u);
    ASSERT_EQ(all[0].values.size(), 3u);
    for (const double value : all[0].values) EXPECT_NEAR(value, nodes / (nodes - 1.0), 1e-12);
  }
}

TEST(Embedding, OfARingIsThatOfTheFormula) {
  const auto all = embedding(graph_of(ring(30)), {.axes = 4});
  ASSERT_EQ(all[0].values.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    const double turns = 1 + static_cast<double>(k / 2);
    EXPECT_NEAR(all[0].values[k], 1 - std::cos(2 * std::numbers::pi * turns / 30), 1e-13);
  }
}

// 30 nodes are solved whole, 500 by Lanczos' method.
TEST(Embedding, OfAPathIsThatOfTheFormula) {
  for (const int nodes : {30, 500}) {
    if (nodes > 400 && !embeds_large()) continue;
    const auto all = embedding(graph_of(path(nodes)), {.axes = 4});
    ASSERT_EQ(all[0].values.size(), 4u);
    for (std::size_t k = 0; k < 4; ++k) {
      const double angle = std::numbers::pi * static_cast<double>(k + 1) / (nodes - 1);
      EXPECT_NEAR(all[0].values[k], 1 - std::cos(angle), 1e-10);
      EXPECT_LT(all[0].residuals[k], 1e-8);
    }
  }
}

TEST(Embedding, OfTheOtherLaplacians) {
  const Graph graph = graph_of(path(20));
  const auto plain = embedding(graph, {.axes = 3, .laplacian = Laplacian::plain});
  for (std::size_t k = 0; k < 3; ++k) {
    const double angle = std::numbers::pi * static_cast<double>(k + 1) / 20;
    EXPECT_NEAR(plain[0].values[k], 2 - 2 * std::cos(angle), 1e-12);
  }
  const auto symmetric = embedding(graph, {.axes = 2});
  const auto walk = embedding(graph, {.axes = 2, .laplacian = Laplacian::random_walk});
  EXPECT_EQ(symmetric[0].values, walk[0].values);
  EXPECT_DOUBLE_EQ(symmetric[0].vectors[0], walk[0].vectors[0]);  // an end: degree 1
  EXPECT_DOUBLE_EQ(symmetric[0].vectors[1], walk[0].vectors[1] * std::sqrt(2.0));
}

TEST(Embedding, HasOrthonormalVectorsWithoutTheTrivialOne) {
  const Graph graph = graph_of(test::random_edges(4, 120, 0.2, 0.01) + path(600));
  const Components parts = components(graph);
  const auto all = embed(graph, parts, {.axes = 5});
  ASSERT_GE(all.size(), 1u);
  std::vector<Node> place(static_cast<std::size_t>(graph.nodes()));
  for (const ComponentEmbedding& one : all) {
    const auto nodes = parts.nodes(one.component);
    for (std::size_t n = 0; n < nodes.size(); ++n)
      place[static_cast<std::size_t>(nodes[n])] = static_cast<Node>(n);
    const LaplacianOf laplacian(graph, nodes, place, false);
    for (std::size_t i = 0; i < 5; ++i) {
      const double* const x = one.vectors.data() + i * nodes.size();
      EXPECT_NEAR(dot(x, laplacian.trivial().data(), nodes.size()), 0, 1e-9);
      for (std::size_t j = 0; j <= i; ++j) {
        EXPECT_NEAR(dot(x, one.vectors.data() + j * nodes.size(), nodes.size()), i == j, 1e-9);
      }
      double most = 0;
      for (std::size_t n = 0; n < nodes.size(); ++n) most = std::max(most, std::abs(x[n]));
      EXPECT_NEAR(*std::max_element(x, x + nodes.size()), most, 1e-8);
    }
  }
}

TEST(Embedding, IsOfLargeComponentsAloneAndHasFewerAxesThanNodes) {
  const Graph graph = graph_of(path(12) + "a b 1\nb c 1\n");
  EXPECT_EQ(embedding(graph, {.axes = 2}).size(), 1u);
  const auto all = embedding(graph, {.axes = 5, .least = 3});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].values.size(), 5u);
  EXPECT_EQ(all[1].values.size(), 2u);
  EXPECT_TRUE(embedding(graph, {.axes = 5, .least = 13}).empty());
}

TEST(Embedding, DoesNotDependOnThreads) {
  std::string text = path(40);
  std::string other = ring(30);
  std::replace(other.begin(), other.end(), 'n', 'm');
  const Graph graph = graph_of(text + other);
  const auto one = embedding(graph, {.axes = 3});
  const auto more = embedding(graph, {.axes = 3, .threads = 3});
  ASSERT_EQ(one.size(), 2u);
  for (std::size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(one[c].values, more[c].values);
    EXPECT_EQ(one[c].vectors, more[c].vectors);
  }
}

// Components that are solved whole, and by products with vectors.
TEST(Embedding, HasTheSameBitsOfBothEngines) {
  if (!sparse::has_products()) GTEST_SKIP() << "this Encke was built without Kokkos Kernels";
  const Graph graph = graph_of(test::random_edges(3, 700, 0.05, 0.003) + ring(40));
  for (const auto laplacian : {Laplacian::symmetric, Laplacian::plain}) {
    const EmbeddingOptions fused{.axes = 3, .laplacian = laplacian, .threads = 2};
    EmbeddingOptions spgemm = fused;
    spgemm.engine = Engine::spgemm;
    const auto expected = embedding(graph, fused);
    const auto found = embedding(graph, spgemm);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t c = 0; c < found.size(); ++c) {
      EXPECT_EQ(found[c].component, expected[c].component);
      EXPECT_EQ(found[c].values, expected[c].values);
      EXPECT_EQ(found[c].vectors, expected[c].vectors);
    }
  }
}

TEST(Embedding, RefusesResidualsAboveTheTolerance) {
  const Graph graph = graph_of(path(12));
  io::expect_error([&] { embedding(graph, {.axes = 2, .tolerance = 1e-30}); },
                   Failure::inconsistent, {"12 nodes", "--tolerance"});
}

}  // namespace
}  // namespace encke::network
