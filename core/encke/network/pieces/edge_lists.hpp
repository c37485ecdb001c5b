#pragma once

#include <encke/file/posix_file.hpp>
#include <encke/network/graph.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace encke::network {

/// Lists of edges in a temporary file. It has no name once it is open, so that it goes with this
/// object or, however that ends, with the process.
class EdgeLists {
 public:
  /// `stem`: path that the name begins with. Each list has memory for `buffer` edges, at least 1.
  /// Throws Error(open), Error(write).
  EdgeLists(const std::string& stem, std::size_t lists, std::size_t buffer);

  /// Appends to a list. Throws Error(write).
  void add(std::size_t list, const Edge& edge) {
    List& to = lists_[list];
    to.held.push_back(edge);
    if (to.held.size() == buffer_) flush(to);
  }
  Index size(std::size_t list) const { return lists_[list].edges; }

  /// Calls `take` for all edges of a list, in the order in which they came; it may be read again.
  /// Throws Error(read), Error(write) and what `take` throws.
  void read(std::size_t list, const std::function<void(std::span<const Edge>)>& take);

 private:
  /// Edges that follow each other in the file.
  struct Run {
    Index first;
    Index edges;
  };
  struct List {
    std::vector<Edge> held;
    std::vector<Run> runs;
    Index edges = 0;  ///< in the file
  };
  void flush(List& list);

  PosixFile file_;
  std::size_t buffer_;
  std::vector<List> lists_;
  Index edges_ = 0;  ///< in the file
};

}  // namespace encke::network
