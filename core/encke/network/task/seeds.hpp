#pragma once

#include <encke/file/file_record.hpp>
#include <encke/network/graph.hpp>
#include <encke/network/partition.hpp>
#include <encke/network/task/request.hpp>
#include <vector>

namespace encke::network {

/// Where searches start.
struct Seeds {
  std::vector<std::string> names;  ///< of those that are there
  NodeSets nodes;                  ///< of each name: one, or all alleles of a variant
  Index missing = 0;
};

/// The nodes that a request's `reach` names. Files that it reads are added to `files`. Throws
/// Error(open), Error(read); Error(inconsistent) for names that are not there, with the first five
/// of them.
Seeds find_seeds(const Graph& graph, const Request& request, std::vector<io::FileRecord>& files);

}  // namespace encke::network
