#pragma once

#include <encke/network/partition.hpp>
#include <encke/network/products/engine.hpp>
#include <encke/network/reach.hpp>
#include <functional>
#include <span>
#include <string>

namespace encke::network {

/// Calls take(s, reached) for each set of seeds by itself, in their order, with what Reach finds
/// from it. Engine::spgemm searches from many sets at once: the nodes of the next depth are those
/// of the product of the last one with the adjacency matrix that were not there before. Throws as
/// mcl(), and what take() throws.
void reach_each(const Graph& graph, const NodeSets& seeds, Node depth, Engine engine,
                const std::function<void(Index, std::span<const Reached>)>& take);

/// Lines of a table of these searches, and their bytes.
struct ReachedText {
  Index lines = 0;
  Index bytes = 0;
};
/// How much text `names` of the seeds, tab, reached node, tab, depth and line feed will be: it is
/// known before anything is written, for the price of the searches.
ReachedText text_of_each(const Graph& graph, const NodeSets& seeds,
                         std::span<const std::string> names, Node depth);

}  // namespace encke::network
