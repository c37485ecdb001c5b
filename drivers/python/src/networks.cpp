#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <encke/base/error.hpp>
#include <encke/network/components.hpp>
#include <encke/network/mcl.hpp>
#include <encke/network/products/triangles.hpp>
#include <encke/network/reach.hpp>
#include <encke/network/spectral/embedding.hpp>
#include <encke/network/spectral/neighbours.hpp>
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

/// Edges that Python no longer has to keep, and the graph that is made of them: both stay while
/// there is work on them, even if nobody waits for that any more.
struct Shared {
  net::Node nodes = 0;
  bool loops = false;  ///< the graph keeps them
  std::vector<net::Edge> edges;
  std::vector<double> weights;
  net::Graph graph;
  net::Components parts;

  /// By the engine: the edges are gone then.
  void make_graph() {
    net::Dropped dropped;
    graph = net::make_graph(static_cast<std::size_t>(nodes), edges, weights, dropped);
    if (loops) graph.loop = net::loops_of(static_cast<std::size_t>(nodes), edges);
    edges = {};
    weights = {};
    parts = net::components(graph);
  }
};

/// Weights have to be numbers, above 0 where `positive`.
net::Edge edge_of(const Nodes& i, const Nodes& j, double weight, std::size_t e, net::Node nodes,
                  bool positive) {
  const bool fits = positive ? static_cast<float>(weight) > 0 : weight == weight;
  if (!fits) {
    throw Error(Failure::inconsistent, "edge " + std::to_string(e) + " (from 0) weighs " +
                                           std::to_string(weight) + ": a number" +
                                           (positive ? " above 0" : "") + " expected");
  }
  return {node_of(i.data()[e], nodes), node_of(j.data()[e], nodes), static_cast<float>(weight)};
}

/// A copy of the edges, which is made without Python's lock.
std::shared_ptr<Shared> shared_of(net::Node nodes, const Nodes& i, const Nodes& j,
                                  const Weights& weights, bool positive, bool loops = false) {
  const auto shared = std::make_shared<Shared>();
  const nb::gil_scoped_release release;
  shared->nodes = nodes;
  shared->loops = loops;
  shared->edges.resize(i.size());
  for (std::size_t e = 0; e < i.size(); ++e) {
    shared->edges[e] = edge_of(i, j, weights.data()[e], e, nodes, positive);
  }
  shared->weights.assign(weights.data(), weights.data() + weights.size());
  return shared;
}

std::function<void()> stopper(const Job& job) {
  return [&job] { StopFlag(job.stop).check(); };
}

nb::object components(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights) {
  const auto shared = shared_of(nodes, i, j, weights, false);
  do_and_wait([shared](Job&) { shared->make_graph(); }, nb::none(), Leave::at_once);
  return array_of(std::move(shared->parts.of));
}

/// Those of a scheme, but for what was given.
net::Pruning pruning_of(int scheme, const nb::dict& given) {
  net::Pruning pruning = net::pruning_scheme(scheme);
  if (given.contains("prune")) pruning.prune = nb::cast<double>(given["prune"]);
  if (given.contains("select")) pruning.select = nb::cast<Index>(given["select"]);
  if (given.contains("recover")) pruning.recover = nb::cast<Index>(given["recover"]);
  if (given.contains("recover_percent")) {
    pruning.recover_percent = nb::cast<double>(given["recover_percent"]);
  }
  return pruning;
}

/// (begin, members): clusters, largest first.
nb::tuple markov_clusters(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights,
                          double inflation, int scheme, const nb::dict& pruning,
                          const std::string& overlap, bool loops) {
  const auto shared = shared_of(nodes, i, j, weights, true, loops);
  const auto found = std::make_shared<net::Clusters>();
  net::MclOptions options;
  options.inflation = inflation;
  options.pruning = pruning_of(scheme, pruning);
  options.overlap = overlap == "keep"    ? net::Overlap::keep
                    : overlap == "split" ? net::Overlap::split
                                         : net::Overlap::cut;
  do_and_wait(
      [=](Job& job) {
        shared->make_graph();
        net::MclOptions here = options;
        here.threads = Engine::get().threads();
        here.check_stop = stopper(job);
        *found = net::mcl(shared->graph, shared->parts, here);
      },
      nb::none(), Leave::at_once);
  return nb::make_tuple(array_of(std::move(found->sets.begin)),
                        array_of(std::move(found->sets.members)));
}

/// (nodes, edges on the way to each)
nb::tuple reach(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights,
                const std::vector<std::int32_t>& seeds, net::Node depth) {
  const auto shared = shared_of(nodes, i, j, weights, false);
  for (const std::int32_t seed : seeds) node_of(seed, nodes);
  const auto found = std::make_shared<std::vector<net::Reached>>();
  do_and_wait(
      [=](Job& job) {
        shared->make_graph();
        StopFlag(job.stop).check();
        net::Reach search(shared->graph);
        const auto all = search.from(seeds, depth < 0 ? net::any_depth : depth);
        found->assign(all.begin(), all.end());
      },
      nb::none(), Leave::at_once);
  std::vector<std::int32_t> reached, depths;
  for (const net::Reached& one : *found) {
    reached.push_back(one.node);
    depths.push_back(one.depth);
  }
  return nb::make_tuple(array_of(std::move(reached)), array_of(std::move(depths)));
}

/// The triangles that each node is a corner of.
nb::object triangles(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights) {
  const auto shared = shared_of(nodes, i, j, weights, false);
  const auto found = std::make_shared<std::vector<Index>>();
  do_and_wait(
      [=](Job& job) {
        shared->make_graph();
        *found = net::triangles(shared->graph,
                                {.threads = Engine::get().threads(), .check_stop = stopper(job)});
      },
      nb::none(), Leave::at_once);
  return array_of(std::move(*found));
}

/// For each embedded component its (nodes, eigenvalues, eigenvectors one after the other), and for
/// each of its nodes the `near` nearest (node, neighbour, distance).
nb::tuple embed(net::Node nodes, const Nodes& i, const Nodes& j, const Weights& weights, Index axes,
                Index least, const std::string& laplacian, double tolerance, Index near) {
  const auto shared = shared_of(nodes, i, j, weights, true);
  const auto found = std::make_shared<std::vector<net::ComponentEmbedding>>();
  const auto nearest = std::make_shared<std::vector<net::Neighbours>>();
  net::EmbeddingOptions options{.axes = axes, .least = least, .tolerance = tolerance};
  if (laplacian == "random-walk") options.laplacian = net::Laplacian::random_walk;
  if (laplacian == "plain") options.laplacian = net::Laplacian::plain;
  do_and_wait(
      [=](Job& job) {
        shared->make_graph();
        net::EmbeddingOptions here = options;
        here.threads = Engine::get().threads();
        here.check_stop = stopper(job);
        *found = net::embed(shared->graph, shared->parts, here);
        if (near == 0) return;
        *nearest = net::neighbours(shared->parts, *found, near, here.threads, here.check_stop);
      },
      nb::none(), Leave::at_once);
  nb::list all;
  for (net::ComponentEmbedding& part : *found) {
    const auto members = shared->parts.nodes(part.component);
    all.append(nb::make_tuple(array_of(std::vector<std::int32_t>(members.begin(), members.end())),
                              array_of(std::move(part.values)), array_of(std::move(part.vectors))));
  }
  std::vector<std::int32_t> from, to;
  std::vector<double> distance;
  for (const net::Neighbours& of : *nearest) {
    from.insert(from.end(), of.nodes.size(), of.node);
    to.insert(to.end(), of.nodes.begin(), of.nodes.end());
    distance.insert(distance.end(), of.distances.begin(), of.distances.end());
  }
  return nb::make_tuple(all, array_of(std::move(from)), array_of(std::move(to)),
                        array_of(std::move(distance)));
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
