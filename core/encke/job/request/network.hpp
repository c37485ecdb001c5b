#pragma once

#include <encke/job/request/request.hpp>
#include <encke/network/task/request.hpp>

namespace encke::job {

/// The request for a network of the values of a run: `request.network`, which must be there, with
/// what the run says: its prefix, threads and memory. Values that are distances become weights of
/// 1 - value.
network::Request network_of(const Request& request);

/// The request for the genotypes of a run's variants by class, of which Frequencies tells.
Request for_classes(const Request& request);

/// Throws Error(command_line) where a run cannot make the network that it is asked for.
void check_network(const Request& request);

/// Sets whose format needs chromosomes and positions are asked for.
bool needs_sites(const network::Request& request);

}  // namespace encke::job
