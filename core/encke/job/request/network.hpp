#pragma once

#include <encke/job/output/expected_output.hpp>
#include <encke/job/request/request.hpp>
#include <encke/network/task/expected.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::job {

/// The request for a network of the values of a run: `request.network`, which must be there, with
/// what the run says: its prefix, threads and memory. Values that are distances become weights of
/// 1 - value.
network::Request network_of(const Request& request);

/// The request for the genotypes of a run's variants by class, of which Frequencies tells.
Request for_classes(const Request& request);

/// Throws Error(command_line) where a run cannot make the network that it is asked for.
void check_network(const Request& request);

/// The network of a run with vectors of these names that will write so much; nothing where none is
/// asked for.
std::optional<network::Expected> expect_network(const Request& request,
                                                const ExpectedOutput& output,
                                                const std::vector<std::string>& names);
/// Throws OutOfMemory where the memory of a run will not hold the network that it is asked for,
/// even if a number of values that is a guess is twice too large.
void check_network_memory(const Request& request, const ExpectedOutput& output,
                          const std::vector<std::string>& names);

/// Sets whose format needs chromosomes and positions are asked for.
bool needs_sites(const network::Request& request);

}  // namespace encke::job
