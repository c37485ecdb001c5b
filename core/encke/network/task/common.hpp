#pragma once

#include <encke/network/mcl.hpp>
#include <encke/network/task/task.hpp>

// What a task does whether memory holds its edges or not.
namespace encke::network {

int threads_of(const Request& request);
/// Bytes that a task may use.
std::int64_t allowed_memory(const Request& request);
/// Bytes that it uses whatever its edges are: the program, and a buffer for each file.
std::int64_t fixed_memory(const Request& request);

/// Weights are needed as they were read, not as float32 alone.
bool keeps_exact(const Request& request);

/// Notes how many edges were read.
void note_edges(const EdgesRead& read, Outcome& outcome);
/// Throws Error(inconsistent) for a graph without edges.
void refuse_without_edges(const Graph& graph, Outcome& outcome);
/// Notes the sizes of a graph.
void count_graph(const Graph& graph, const Components& parts, Outcome& outcome);

/// Bytes of what so many nodes and edges are when other ranks are handed them; 0 of one rank.
std::int64_t memory_of_sharing(const Outcome& outcome, Index nodes, Index edges);

/// None where no clusters are wanted. The request must outlive it.
std::vector<double> wanted_inflations(const Request& request);
MclOptions mcl_options(const Request& request, double inflation, int threads, Observer& observer);
/// What files show of clusters, and a report and perhaps a remark of them.
Clustering clustering_of(Clusters found, double inflation, Node nodes, Outcome& outcome);

}  // namespace encke::network
