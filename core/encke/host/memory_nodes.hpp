#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace encke {

/// Memory nodes (NUMA domains) by number: bit n is node n, of the first 64.
using NodeSet = std::uint64_t;

/// The nodes that these processors belong to, as the system tells under `sys`
/// (/sys/devices/system); empty where it does not tell.
NodeSet nodes_of_processors(std::span<const int> processors, const std::string& sys);

/// The nodes of the processors that the threads of this process might run on when this was first
/// called, as the system tells: to be called when OpenMP has started its threads, and before others
/// are bound.
NodeSet nodes_of_process();

/// Lets the pages of this memory, none of which has been touched, lie on these nodes in turn: for
/// what all threads read. A hint: nothing happens where there are fewer than two nodes, where the
/// user has chosen a policy (numactl), or where the system has none. `data` begins a page.
void interleave(void* data, std::size_t bytes, NodeSet nodes);

}  // namespace encke
