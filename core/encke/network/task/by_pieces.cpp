#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/stopwatch.hpp>
#include <encke/base/text/text.hpp>
#include <encke/network/pieces/pieces.hpp>
#include <encke/network/task/by_pieces.hpp>
#include <encke/network/task/common.hpp>
#include <encke/network/task/expected.hpp>
#include <numeric>
#include <utility>

namespace encke::network {
namespace {

/// Cuts a graph into the pieces that memory holds, and says so.
Pieces plan_pieces(SpilledEdges& spilled, Observer& observer, Outcome& outcome) {
  const Request& request = outcome.request;
  Pieces pieces(spilled, [&observer] { observer.check_stop(); });
  const Index nodes = spilled.labels.size();
  const auto inflations = static_cast<Index>(wanted_inflations(request).size());
  std::int64_t bytes = fixed_memory(request) + spilled.labels.bytes() +
                       nodes * (72 + 48 * inflations) +
                       2 * Pieces::edges_in_buffers * static_cast<Index>(sizeof(Edge));
  if (request.cluster) {
    const MclOptions options = mcl_options(request, 2, outcome.threads, observer);
    bytes += mcl_memory(pieces.parts(), options, outcome.ranks);
  }
  const std::int64_t allowed = allowed_memory(request);
  constexpr Index least_edges = 1 << 12;
  bytes += memory_of_sharing(outcome, nodes, 0);
  const Index bytes_of_edge = Pieces::bytes_of_edge + memory_of_sharing(outcome, 0, 1);
  pieces.cut(std::max(least_edges, (allowed - bytes) / bytes_of_edge));
  bytes += std::max(least_edges, pieces.largest()) * bytes_of_edge;
  if (bytes > allowed) throw OutOfMemory("a part of the network", bytes, allowed);
  outcome.memory_planned = bytes;
  outcome.pieces = pieces.count();
  outcome.components = pieces.parts().count();
  outcome.largest_component = static_cast<Index>(pieces.parts().nodes(0).size());
  outcome.nodes = nodes;
  outcome.edges = spilled.edges.size(0);
  return pieces;
}

/// What comes of the pieces, one after the other.
class Gathered {
 public:
  Gathered(Labels labels, bool alleles, std::size_t inflations) : clusters_(inflations) {
    graph_.labels = std::move(labels);
    graph_.alleles = alleles;
    const auto nodes = static_cast<std::size_t>(graph_.labels.size());
    graph_.begin.assign(nodes + 1, 0);
    weights_.resize(nodes);
  }

  void add_nodes(const Piece& piece, Components& parts) {
    const std::vector<double> weights = sums_of_weights(piece.graph);
    for (std::size_t n = 0; n < piece.node.size(); ++n) {
      const auto node = static_cast<std::size_t>(piece.node[n]);
      graph_.begin[node + 1] = piece.graph.degree(static_cast<Node>(n));
      weights_[node] = weights[n];
    }
    std::copy(piece.parts.edges.begin(), piece.parts.edges.end(),
              parts.edges.begin() + piece.first_component);
  }

  void add_clusters(const Piece& piece, std::size_t inflation, const Clusters& found) {
    Clusters& all = clusters_[inflation];
    std::vector<Node> nodes;
    for (Index set = 0; set < found.sets.count(); ++set) {
      nodes.clear();
      for (const Node n : found.sets.nodes(set)) {
        nodes.push_back(piece.node[static_cast<std::size_t>(n)]);
      }
      all.sets.add(nodes);
    }
    all.overlapping += found.overlapping;
    all.iterations = std::max(all.iterations, found.iterations);
  }

  /// The whole graph without its edges.
  Graph& graph() { return graph_; }
  void finish() {
    std::partial_sum(graph_.begin.begin(), graph_.begin.end(), graph_.begin.begin());
  }
  std::vector<double> take_weights() { return std::move(weights_); }
  Clusters take_clusters(std::size_t inflation) {
    Clusters found = std::move(clusters_[inflation]);
    found.sets = in_order(found.sets);
    return found;
  }

 private:
  Graph graph_;
  std::vector<double> weights_;
  std::vector<Clusters> clusters_;
};

void work_on_pieces(Pieces& pieces, Gathered& gathered, Helpers* helpers,
                    FinishedComponents& finished, Observer& observer, Outcome& outcome) {
  const Request& request = outcome.request;
  const io::Stopwatch watch;
  Components& parts = pieces.parts();
  parts.edges.resize(static_cast<std::size_t>(parts.count()));
  const std::vector<double> inflations = wanted_inflations(request);
  for (Index p = 0; p < pieces.count(); ++p) {
    observer.check_stop();
    const Piece piece = pieces.load(p);
    outcome.dropped.loops += piece.dropped.loops;
    outcome.dropped.repeated += piece.dropped.repeated;
    gathered.add_nodes(piece, parts);
    for (std::size_t i = 0; i < inflations.size(); ++i) {
      MclOptions options = mcl_options(request, inflations[i], outcome.threads, observer);
      options.finished = &finished;
      options.helpers = helpers;
      gathered.add_clusters(piece, i, mcl(piece.graph, piece.parts, options));
    }
  }
  gathered.finish();
  outcome.seconds_cluster = watch.seconds();
}

}  // namespace

bool needs_whole(const Request& request) {
  const bool thinned = request.nearest || request.max_degree ||
                       request.merge_alleles != MergeAlleles::no ||
                       request.triples == Triples::star;
  const bool of_whole = !request.reach.empty() || request.axes || request.triangles ||
                        !request.graphs.empty() || !request.pictures.empty() || request.page;
  return thinned || of_whole;
}

void find_by_pieces(EdgesRead read, const Beside& beside, FinishedComponents& finished,
                    Results& results, Observer& observer, Outcome& outcome) {
  const Request& request = outcome.request;
  note_edges(read, outcome);
  const auto check_stop = [&observer] { observer.check_stop(); };
  Pieces pieces = plan_pieces(*read.spilled, observer, outcome);
  observer.note(fmt::format(
      "memory does not hold {} of {}: their {} are worked on in {} from a temporary file",
      counted(outcome.edges, "edge"), counted(outcome.nodes, "node"),
      counted(outcome.components, "component"), counted(outcome.pieces, "piece")));
  pieces.sort(*read.spilled, request.out + ".nodes.tsv", check_stop);
  const std::vector<double> inflations = wanted_inflations(request);
  Gathered gathered(std::move(read.spilled->labels), read.spilled->alleles, inflations.size());
  read.spilled.reset();
  const Graph& graph = gathered.graph();
  const Components& parts = pieces.parts();
  Found found{.graph = graph, .parts = parts};
  if (beside.classes != nullptr) found.frequencies.emplace(graph, *beside.classes);
  work_on_pieces(pieces, gathered, beside.helpers, finished, observer, outcome);
  refuse_without_edges(graph, outcome);
  count_graph(graph, parts, outcome);
  found.weights = gathered.take_weights();
  for (std::size_t i = 0; i < inflations.size(); ++i) {
    found.clusterings.push_back(
        clustering_of(gathered.take_clusters(i), inflations[i], graph.nodes(), outcome));
  }
  const io::Stopwatch writing;
  results.write(found, beside.variants, check_stop, outcome);
  observer.check_stop();
  outcome.seconds_write = writing.seconds();
}

void preview_pieces(EdgesRead read, Observer& observer, Outcome& outcome) {
  note_edges(read, outcome);
  Pieces pieces = plan_pieces(*read.spilled, observer, outcome);
  outcome.seconds_expected =
      expected_seconds(outcome.request, pieces.parts(), outcome.threads, outcome.ranks);
}

}  // namespace encke::network
