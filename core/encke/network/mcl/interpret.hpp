#pragma once

#include <encke/network/labels.hpp>
#include <encke/network/mcl/columns.hpp>
#include <encke/network/mcl/options.hpp>
#include <encke/network/partition.hpp>

namespace encke::network {

/// Clusters of one component, and how many of its nodes belong to several.
struct Interpretation {
  NodeSets clusters;
  Index overlapping = 0;
};

/// Reads clusters off a limit. A node is an attractor if its own entry is among the large ones of
/// its column. Attractors that large entries join are a cluster, and any other node belongs to all
/// clusters that it reaches over large entries.
Interpretation interpret(const Columns& limit, Overlap overlap);

}  // namespace encke::network
