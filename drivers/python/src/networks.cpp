#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <encke/base/error.hpp>
#include <encke/network/components.hpp>
#include <encke/network/mcl.hpp>
#include <encke/network/products/triangles.hpp>
#include <encke/network/reach.hpp>
#include <encke/network/spectral/embedding.hpp>
#include <memory>
#include <string>
#include <utility>

#include "python.hpp"

// Graphs of encke/network.py: edges as columns.

namespace encke::python {
namespace {

namespace net = encke::network;
using Nodes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

net::Node node_of(std::int32_t node, net::Node nodes) {
  if (node < 0 || node >= nodes) {
    throw Error(Failure::inconsistent,
                "node " + std::to_string(node) + " of " + std::to_string(nodes) + " (from 0)");
  }
  return node;
}

/// A graph that stays while there is work on it, even if nobody waits for that any more.
struct Shared {
  net::Graph graph;
  net::Components parts;
};

/// Weights have to be numbers, above 0 where `positive`.
std::shared_ptr<Shared> graph_of(net::Node nodes, const Nodes& i, const Nodes& j,
                                 const Weights& weights, bool positive) {
  std::vector<net::Edge> edges(i.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const double weight = weights.data()[e];
    const bool fits = positive ? static_cast<float>(weight) > 0 : weight == weight;
    if (!fits) {
      throw Error(Failure::inconsistent, "edge " + std::to_string(e) + " (from 0) weighs " +
                                             std::to_string(weight) + ": a number" +
                                             (positive ? " above 0" : "") + " expected");
    }
    edges[e] = {node_of(i.data()[e], nodes), node_of(j.data()[e], nodes),
                static_cast<float>(weight)};
  }
  const std::span exact(weights.data(), weights.size());
  net::Dropped dropped;
  auto shared = std::make_shared<Shared>();
  shared->graph = net::make_graph(static_cast<std::size_t>(nodes), edges, exact, dropped);
  shared->parts = net::components(shared->graph);
  return shared;
}

std::function<void()> stopper(const Job& job) {
  return [&job] { StopFlag(job.stop).check(); };
}

nb::object components(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights) {
  return array_of(std::move(graph_of(nodes, i, j, weights, false)->parts.of));
}

/// (begin, members): clusters, largest first.
nb::tuple markov_clusters(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights,
                          double inflation, int scheme, const std::string& overlap) {
  const auto shared = graph_of(nodes, i, j, weights, true);
  const auto found = std::make_shared<net::Clusters>();
  net::MclOptions options;
  options.inflation = inflation;
  options.pruning = net::pruning_scheme(scheme);
  options.overlap = overlap == "keep"    ? net::Overlap::keep
                    : overlap == "split" ? net::Overlap::split
                                         : net::Overlap::cut;
  do_and_wait(
      [=](Job& job) {
        net::MclOptions here = options;
        here.threads = Engine::get().threads();
        here.check_stop = stopper(job);
        *found = net::mcl(shared->graph, shared->parts, here);
      },
      nb::none());
  return nb::make_tuple(array_of(std::move(found->sets.begin)),
                        array_of(std::move(found->sets.members)));
}

/// (nodes, edges on the way to each)
nb::tuple reach(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights,
                const std::vector<std::int32_t>& seeds, net::Node depth) {
  const auto shared = graph_of(nodes, i, j, weights, false);
  for (const std::int32_t seed : seeds) node_of(seed, nodes);
  net::Reach search(shared->graph);
  std::vector<std::int32_t> found, depths;
  for (const net::Reached& reached : search.from(seeds, depth < 0 ? net::any_depth : depth)) {
    found.push_back(reached.node);
    depths.push_back(reached.depth);
  }
  return nb::make_tuple(array_of(std::move(found)), array_of(std::move(depths)));
}

/// The triangles that each node is a corner of.
nb::object triangles(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights) {
  const auto shared = graph_of(nodes, i, j, weights, false);
  const auto found = std::make_shared<std::vector<Index>>();
  do_and_wait(
      [=](Job& job) {
        *found = net::triangles(shared->graph,
                                {.threads = Engine::get().threads(), .check_stop = stopper(job)});
      },
      nb::none());
  return array_of(std::move(*found));
}

/// For each embedded component its (nodes, eigenvalues, eigenvectors one after the other).
nb::list embed(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights, Index axes,
               Index least, const std::string& laplacian, double tolerance) {
  const auto shared = graph_of(nodes, i, j, weights, true);
  const auto found = std::make_shared<std::vector<net::ComponentEmbedding>>();
  net::EmbeddingOptions options{.axes = axes, .least = least, .tolerance = tolerance};
  if (laplacian == "random-walk") options.laplacian = net::Laplacian::random_walk;
  if (laplacian == "plain") options.laplacian = net::Laplacian::plain;
  do_and_wait(
      [=](Job& job) {
        net::EmbeddingOptions here = options;
        here.threads = Engine::get().threads();
        here.check_stop = stopper(job);
        *found = net::embed(shared->graph, shared->parts, here);
      },
      nb::none());
  nb::list all;
  for (net::ComponentEmbedding& part : *found) {
    const auto members = shared->parts.nodes(part.component);
    all.append(nb::make_tuple(array_of(std::vector<std::int32_t>(members.begin(), members.end())),
                              array_of(std::move(part.values)), array_of(std::move(part.vectors))));
  }
  return all;
}

}  // namespace

void define_networks(nb::module_& m) {
  m.def("components", &components);
  m.def("markov_clusters", &markov_clusters);
  m.def("reach", &reach);
  m.def("triangles", &triangles);
  m.def("embed", &embed);
}

}  // namespace encke::python
