#pragma once

#include <encke/file/file_record.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/request/request.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <encke/sink/sink.hpp>
#include <encke/store/text/identity.hpp>
#include <string>
#include <vector>

namespace encke::job {

/// What decides the values of a run and the tiles that it computes: with it a later run knows
/// whether it may go on, and merging what to make of the blocks. The options that are in it are
/// those whose rows say so (see Identifies).
store::Identity identity_of(const Request& request, const Extents& extents, Index blocks,
                            const std::vector<io::FileRecord>& inputs);

/// What a stored run was computed with, as far as outputs tell of it, and else `given`. Throws
/// Error(inconsistent) where the identity has an entry that no run writes.
Request recalled(const store::Identity& identity, const Request& given);

/// The value of `name`. Throws Error(inconsistent) where there is none, or not a number.
std::string entry(const store::Identity& identity, const std::string& name);
Index number(const store::Identity& identity, const std::string& name);

/// What a stored run compares; `directory`: where it is. Throws Error(checksum), see
/// store::read_domain().
Domain domain_in(const store::Identity& identity, const std::string& directory);

/// What the sink of such a run is told.
SinkInfo sink_info(const store::Identity& identity, const Domain& domain);
/// The shares of a part run, empty for a whole run.
std::vector<Shares> shares_in(const store::Identity& identity);

}  // namespace encke::job
