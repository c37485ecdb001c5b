#pragma once

#include <encke/job/request/request.hpp>
#include <string>

namespace encke::job {

/// P.faith_pd.tsv: a line for each sample that is compared, in order. Reads the table and the tree
/// again; throws what io::read_biom(), io::read_newick() and io::faith_pd() throw.
std::string faith_pd_text(const Request& request);

}  // namespace encke::job
