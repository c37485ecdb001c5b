#pragma once

#include <encke/file/file_record.hpp>
#include <encke/network/graph.hpp>
#include <encke/network/pieces/spilled_edges.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace encke::network {

/// What edges of triples become.
enum class Triples {
  pairs,  ///< the three pairs of each, with its value
  star,   ///< a node for each triple, joined with its three vectors
};

/// Which lines of a file of edges are edges, and what their weights are.
struct EdgeOptions {
  std::optional<double> threshold{};  ///< only values above it
  bool below = false;                 ///< only values below it
  bool one_minus = false;             ///< values are distances: the weight is 1 - value
  bool as_they_are = false;  ///< weights are the values, also where the header calls them distances
  Triples triples = Triples::pairs;
  bool alleles_in_labels = false;  ///< labels are a variant, a colon, an allele
  bool keep_exact = false;         ///< Graph::exact is wanted
  bool keep_loops = false;         ///< Graph::loop is wanted
  bool positive = false;           ///< weights of 0 and less are refused
  /// Most bytes of memory for the graph while it is made; none: no limit.
  std::optional<Index> memory{};
  Index memory_beside = 0;  ///< bytes that are in use beside these, which errors count with them
  /// Edges that are too many for that go to a temporary file whose name begins so; empty: they are
  /// refused.
  std::string spill{};
  /// Called for each node when a line names it first; what it throws ends the reading.
  std::function<void(std::string_view name, Index line)> name_seen{};
  /// Called now and then; what it throws ends the reading.
  std::function<void()> check_stop{};
};

/// What was read.
struct EdgesRead {
  Graph graph;
  std::unique_ptr<SpilledEdges>
      spilled{};     ///< in place of the graph, where memory does not hold it
  Index lines = 0;   ///< of edges
  Index passed = 0;  ///< of these with a value on the right side of the threshold
  Dropped dropped{};
  Index bytes = 0;     ///< most memory that the graph took while it was made
  std::string format;  ///< "edges", "abc", "PLINK"
  int way = 2;
  io::FileRecord file{};
};

/// Reads a file of edges (see columns_of(); "-": standard input), which may be compressed. Nodes
/// are numbered in the order in which edges that pass name them. Throws Error(open), Error(read);
/// MalformedInput for a wrong number of columns, a label that is empty, a node's name with control
/// characters, a value that is not a finite number or, where that is asked for, a weight that is
/// not positive as a float32; Error(inconsistent) for too many nodes, and where the header calls
/// the values distances and nobody says what weights are made of them; OutOfMemory, see
/// EdgeOptions::memory.
EdgesRead read_edges(const std::string& path, const EdgeOptions& options = {});

/// The line of a file of edges, read with these options, that names a node first: with this name,
/// or of this variant. Nothing where there is none, and of standard input. Throws as read_edges().
std::optional<Index> line_of_name(const std::string& path, EdgeOptions options,
                                  std::string_view name);

}  // namespace encke::network
