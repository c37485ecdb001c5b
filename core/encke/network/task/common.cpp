#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/text/text.hpp>
#include <encke/host/memory_limit.hpp>
#include <encke/host/processors.hpp>
#include <encke/network/task/common.hpp>
#include <utility>

namespace encke::network {

int threads_of(const Request& request) {
  return request.threads > 0 ? request.threads : count_processors();
}

std::int64_t allowed_memory(const Request& request) {
  return request.memory ? *request.memory << 20 : memory_limit();
}

std::int64_t fixed_memory(const Request& request) {
  constexpr std::int64_t program = std::int64_t{32} << 20;
  return program + (static_cast<std::int64_t>(result_paths(request).size()) << 20) +
         request.memory_of_run;
}

bool keeps_exact(const Request& request) {
  return !request.graphs.empty() || request.axes.has_value();
}

void note_edges(const EdgesRead& read, Outcome& outcome) {
  outcome.format = read.format;
  outcome.way = read.way;
  outcome.lines = read.lines;
  outcome.passed = read.passed;
  outcome.dropped = read.dropped;
  outcome.bytes_read = read.bytes;
}

void refuse_without_edges(const Graph& graph, Outcome& outcome) {
  if (graph.edges() > 0) return;
  if (outcome.request.of_run) {  // whose other results are there
    outcome.remarks.push_back(outcome.passed == 0 ? "no pair passed; the network is empty"
                                                  : "no edge is left; the network has none");
    return;
  }
  const Request& request = outcome.request;
  throw Error(Failure::inconsistent, fmt::format("{}: no edge is left of {}", request.edges,
                                                 counted(outcome.lines, "line")));
}

void count_graph(const Graph& graph, const Components& parts, Outcome& outcome) {
  outcome.nodes = graph.nodes();
  outcome.edges = graph.edges();
  outcome.components = parts.count();
  outcome.largest_component = parts.count() > 0 ? std::ssize(parts.nodes(0)) : 0;
  for (Node node = 0; node < graph.nodes(); ++node) {
    if (graph.degree(node) == 0) ++outcome.isolated;
  }
}

std::int64_t memory_of_sharing(const Outcome& outcome, Index nodes, Index edges) {
  if (outcome.ranks == 1) return 0;
  return 2 * ((2 * edges + nodes) * 8 + nodes * 8);  // as matrices, and as a message
}

std::vector<double> wanted_inflations(const Request& request) {
  return request.cluster ? request.inflations : std::vector<double>();
}

MclOptions mcl_options(const Request& request, double inflation, int threads, Observer& observer) {
  return {.inflation = inflation,
          .pruning = pruning_of(request),
          .overlap = request.overlap,
          .engine = request.engine,
          .threads = threads,
          .check_stop = [&observer] { observer.check_stop(); }};
}

Clustering clustering_of(Clusters found, double inflation, Node nodes, Outcome& outcome) {
  ClusteringReport report{.inflation = inflation,
                          .clusters = found.sets.count(),
                          .largest = found.sets.count() > 0 ? std::ssize(found.sets.nodes(0)) : 0,
                          .overlapping = found.overlapping,
                          .iterations = found.iterations};
  for (Index set = 0; set < found.sets.count(); ++set) {
    if (found.sets.nodes(set).size() == 1) ++report.singletons;
  }
  if (report.overlapping > 0 && outcome.request.overlap == Overlap::cut) {
    outcome.remarks.push_back(
        fmt::format("inflation {}: {} belonged to several clusters and {} in one of them; "
                    "--overlap keep leaves {} in all",
                    inflation_text(inflation), counted(report.overlapping, "node"),
                    report.overlapping == 1 ? "was left" : "were left",
                    report.overlapping == 1 ? "it" : "them"));
  }
  outcome.clusterings.push_back(report);
  NodeSets of_nodes = sets_of_nodes(found.sets, nodes);
  return {"MCL_" + inflation_text(inflation), std::move(found.sets), std::move(of_nodes)};
}

}  // namespace encke::network
