#pragma once

#include <encke/network/pieces/spilled_edges.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace encke::network {

/// Some components of a graph with all of their edges: a graph of its own.
struct Piece {
  Graph graph{};             ///< without labels; nodes in the order of the whole graph
  Components parts{};        ///< in the order of the whole graph
  std::vector<Node> node{};  ///< of each node its number in the whole graph
  Node first_component = 0;  ///< number in the whole graph of component 0
  Dropped dropped{};
};

/// A graph that memory does not hold, as pieces that it does: edges are sorted into a list for each
/// piece, in a temporary file.
class Pieces {
 public:
  /// Memory for an edge of the piece that is looked at, in bytes, while its graph is made.
  static constexpr Index bytes_of_edge = 60;
  /// Edges of all pieces that wait to be written.
  static constexpr Index edges_in_buffers = Index{1} << 16;

  /// Reads the edges once. `check_stop` is called now and then. Throws
  /// Error(read).
  Pieces(SpilledEdges& spilled, const std::function<void()>& check_stop);

  /// Decides on pieces of `most_edges` edges or, where a component has more, of that one alone.
  void cut(Index most_edges);
  /// After cut(): writes the lists. `stem`: as EdgeLists(). Throws Error(open), Error(write),
  /// Error(read).
  void sort(SpilledEdges& spilled, const std::string& stem,
            const std::function<void()>& check_stop);

  /// Those of the whole graph; their edges are counted as they were read, loops and repeated ones
  /// too.
  Components& parts() { return parts_; }
  Index count() const { return static_cast<Index>(first_.size()) - 1; }
  /// Edges as they were read of the piece that has most.
  Index largest() const { return largest_; }
  /// After sort(). Throws Error(read).
  Piece load(Index piece);

 private:
  Components parts_;
  std::vector<Index> edges_of_;  ///< of each component, as they were read
  std::vector<Node> first_;      ///< of each piece its first component, and the end
  std::vector<Node> place_;      ///< of each node its number in its piece
  std::vector<Node> piece_of_;   ///< of each component
  Index largest_ = 0;
  bool keeps_loops_;
  std::unique_ptr<EdgeLists> edges_;
};

}  // namespace encke::network
