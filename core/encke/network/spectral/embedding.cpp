#include <algorithm>
#include <cmath>
#include <cstdio>
#include <encke/base/error.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/network/spectral/eigenpairs.hpp>
#include <encke/network/spectral/embedding.hpp>
#include <iterator>
#include <string>

namespace encke::network {
namespace {

/// Components of as many nodes and less are solved whole, if Spectra is there for others.
constexpr Index few_nodes = 400;

bool is_dense(Index nodes, Index axes) {
  return nodes <= (embeds_large() ? std::max(few_nodes, 8 * axes) : most_dense_nodes);
}

bool is_dense(const Components& parts, Node component, const EmbeddingOptions& options) {
  const auto nodes = static_cast<Index>(parts.nodes(component).size());
  return is_dense(nodes, std::min(options.axes, nodes - 1));
}

double residual_of(const LaplacianOf& laplacian, double value, const double* vector) {
  std::vector<double> product(static_cast<std::size_t>(laplacian.nodes()));
  laplacian.multiply(vector, product.data());
  double sum = 0;
  for (std::size_t n = 0; n < product.size(); ++n) {
    const double off = product[n] - value * vector[n];
    sum += off * off;
  }
  return std::sqrt(sum);
}

/// Makes the entry of the largest magnitude positive; of those that differ by rounding the first.
void choose_sign(double* vector, std::size_t count) {
  double most = 0;
  for (std::size_t n = 0; n < count; ++n) most = std::max(most, std::abs(vector[n]));
  constexpr double same = 1 - 1e-9;
  const double* const first = std::find_if(
      vector, vector + count, [&](double entry) { return std::abs(entry) >= same * most; });
  if (first == vector + count || *first > 0) return;
  for (std::size_t n = 0; n < count; ++n) vector[n] = -vector[n];
}

ComponentEmbedding embed_one(const LaplacianOf& laplacian, const EmbeddingOptions& options) {
  const Index nodes = laplacian.nodes();
  const auto size = static_cast<std::size_t>(nodes);
  const Index axes = std::min(options.axes, nodes - 1);
  Eigenpairs pairs;
  if (!is_dense(nodes, axes)) pairs = lanczos_eigenpairs(laplacian, axes, options.engine);
  // cliques have two eigenvalues, of which Lanczos may find none
  const bool all_found = std::ssize(pairs.values) == axes;
  if (!all_found && nodes <= most_dense_nodes) pairs = dense_eigenpairs(laplacian, axes);
  ComponentEmbedding one;
  double worst = 0;
  for (std::size_t k = 0; k < pairs.values.size(); ++k) {
    double* const vector = pairs.vectors.data() + k * size;
    choose_sign(vector, size);
    one.residuals.push_back(residual_of(laplacian, pairs.values[k], vector));
    worst = std::max(worst, one.residuals.back());
    for (std::size_t n = 0; options.laplacian == Laplacian::random_walk && n < size; ++n) {
      vector[n] /= std::sqrt(laplacian.degrees()[n]);
    }
  }
  if (static_cast<Index>(pairs.values.size()) < axes || worst > options.tolerance) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", worst);
    throw Error(Failure::inconsistent,
                "--embed: of a component of " + std::to_string(nodes) + " nodes " +
                    std::to_string(pairs.values.size()) + " of " + std::to_string(axes) +
                    " axes were found, with a residual of " + text +
                    "; --tolerance allows a larger one, fewer axes may be found");
  }
  one.values = std::move(pairs.values);
  one.vectors = std::move(pairs.vectors);
  return one;
}

}  // namespace

std::vector<ComponentEmbedding> embed(const Graph& graph, const Components& parts,
                                      const EmbeddingOptions& options) {
  std::vector<Node> place(static_cast<std::size_t>(graph.nodes()));
  Node count = 0;  // components come by size
  for (Node c = 0; c < parts.count(); ++c) {
    const auto nodes = parts.nodes(c);
    if (nodes.size() < 2 || static_cast<Index>(nodes.size()) < options.least) break;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      place[static_cast<std::size_t>(nodes[n])] = static_cast<Node>(n);
    }
    ++count;
  }
  std::vector<ComponentEmbedding> all(static_cast<std::size_t>(count));
  const bool plain = options.laplacian == Laplacian::plain;
  const auto work_on = [&](Node component) {
    if (options.check_stop) options.check_stop();
    const LaplacianOf laplacian(graph, parts.nodes(component), place, plain);
    ComponentEmbedding& one = all[static_cast<std::size_t>(component)];
    one = embed_one(laplacian, options);
    one.component = component;
  };
  Node first = 0;  // where all threads share the products, one component comes after the other
  while (options.engine == Engine::spgemm && first < count && !is_dense(parts, first, options)) {
    work_on(first++);
  }
  thread_loop(options.threads, count - first,
              [&](Index item, int) { work_on(first + static_cast<Node>(item)); });
  return all;
}

}  // namespace encke::network
