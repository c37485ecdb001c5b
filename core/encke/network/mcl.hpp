#pragma once

#include <encke/network/components.hpp>
#include <encke/network/mcl/finished.hpp>
#include <encke/network/mcl/options.hpp>
#include <encke/network/partition.hpp>
#include <encke/network/products/engine.hpp>
#include <functional>

namespace encke::network {

class Helpers;

/// Markov clustering of S. van Dongen (2000), with the rules of his program mcl.
struct MclOptions {
  double inflation = 2;  ///< above 1, at most 30
  Pruning pruning{};
  Overlap overlap = Overlap::cut;
  Engine engine = Engine::fused;
  int threads = 1;  ///< of Engine::fused; the other has those of the Runtime that it needs
  /// Where large components are kept that are done, and looked for; null: nowhere.
  FinishedComponents* finished = nullptr;
  /// Other ranks, which take a share of the components; null: there are none.
  Helpers* helpers = nullptr;
  /// Called now and then; what it throws ends the work.
  std::function<void()> check_stop{};
};

struct Clusters {
  NodeSets sets;          ///< in_order()
  Index overlapping = 0;  ///< nodes that belong to several clusters, before Overlap is applied
  int iterations = 0;     ///< most of any component
};

/// Clusters of all components, each of which is worked on by itself. Weights must be above 0. The
/// result depends on neither threads, ranks nor processor, and both engines find the same. Throws
/// Error(command_line) for an inflation out of range; Error(inconsistent) for an engine that this
/// build has not; what keeps a helper from its share.
Clusters mcl(const Graph& graph, const Components& parts, const MclOptions& options = {});

/// Most memory that mcl() takes on one of so many ranks beside the graph, and beside what helpers
/// are handed, in bytes.
Index mcl_memory(const Components& parts, const MclOptions& options, int ranks = 1);

}  // namespace encke::network
