#pragma once

#include <encke/network/mcl/limit.hpp>
#include <functional>
#include <vector>

namespace encke::network {

/// The limits of several matrices, as find_limit() of each has them, by products of sparse matrices
/// (sparse/products.hpp) of all of them at once. The products are made for blocks of columns, so
/// that what is not pruned yet takes no more entries than most_unpruned(). take(i, limit) is called
/// for starts[i] when it has come to its limit; `check_stop` before each iteration. Needs a
/// Runtime, whose threads share the work; the result does not depend on them. Throws
/// Error(inconsistent) where the build has no such products.
void find_limits(const std::vector<Columns>& starts, const Pruning& pruning, double inflation,
                 const std::function<void()>& check_stop,
                 const std::function<void(std::size_t, const Limit&)>& take);

/// Most entries of the product of a block before it is pruned, for matrices of `entries` in all: it
/// reads these once, so that a block is no smaller.
Index most_unpruned(Index entries);

}  // namespace encke::network
