#pragma once

#include <encke/network/format/graph_view.hpp>
#include <encke/network/result_file.hpp>
#include <encke/network/sets/frequencies.hpp>
#include <encke/network/spectral/neighbours.hpp>
#include <functional>

namespace encke::network {

/// #NODE DEGREE WEIGHT COMPONENT, TRIANGLES where there is a number for each node, and a column for
/// each clustering; in the order of nodes. `weights`: sums_of_weights().
void write_nodes(const GraphView& view, std::span<const double> weights,
                 std::span<const Index> triangles, ResultFile& file);
/// #COMPONENT NODES EDGES FIRST_NODE.
void write_components(const GraphView& view, ResultFile& file);
/// A line for each cluster, its nodes separated by tabs, as mcl writes them.
void write_clusters(const Graph& graph, const NodeSets& sets, ResultFile& file);

/// #SET ALLELES CASES CASES_ALL CASES_HALF CASES_NONE CONTROLS ...: clusters of all clusterings, or
/// components where there are none, of two alleles and more. `check_stop` is called for each set.
void write_frequencies(const GraphView& view, Frequencies& frequencies,
                       const std::function<void()>& check_stop, ResultFile& file);

/// #NODE COMPONENT AXIS1 ...: nodes of the components that are embedded; NA where a component has
/// fewer axes.
void write_embedding(const GraphView& view, std::span<const ComponentEmbedding> all, Index axes,
                     ResultFile& file);
/// #NODE NEIGHBOUR DISTANCE: of each node its nearest in the embedding.
void write_neighbours(const Graph& graph, std::span<const Neighbours> all, ResultFile& file);
/// #COMPONENT AXIS EIGENVALUE RESIDUAL.
void write_eigenvalues(std::span<const ComponentEmbedding> all, ResultFile& file);

}  // namespace encke::network
