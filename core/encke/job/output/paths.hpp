#pragma once

#include <encke/job/request/request.hpp>
#include <string>
#include <vector>

namespace encke::job {

/// The file of values; of a request for best partners alone, theirs.
std::string values_path(const Request& request);
std::string best_path(const Request& request);
std::string adjusted_path(const Request& request);
std::string refined_path(const Request& request);
std::string permutations_path(const Request& request);
std::string histogram_path(const Request& request);
std::string histogram_picture_path(const Request& request);
/// There is a picture of the histogram: not of one by cells.
bool has_histogram_picture(const Request& request);
std::string faith_pd_path(const Request& request);

/// Names of the files that a request asks for, without log and summary; a part of a run has none.
/// `loci`: those of the request, where they are known.
std::vector<std::string> result_paths(const Request& request,
                                      const std::vector<io::Locus>& loci = {});

/// Throws Error(command_line) where one of the inputs would be replaced by an output, removed with
/// the directory `state` of the run, or taken for what a killed run left of an output.
void check_not_inputs(const std::vector<std::string>& outputs,
                      const std::vector<std::string>& inputs, const std::string& state);

}  // namespace encke::job
