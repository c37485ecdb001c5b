#pragma once

#include <encke/network/components.hpp>
#include <vector>

namespace encke::network {

/// About the multiplications of the first square of a component.
double cost_of(const Components& parts, Node component);

/// Which components each of several ranks works on, ascending, so that the largest of each come
/// first. What one takes is guessed from its nodes and edges; the largest is the root's.
std::vector<std::vector<Node>> shares_of(const Components& parts, int ranks);

}  // namespace encke::network
