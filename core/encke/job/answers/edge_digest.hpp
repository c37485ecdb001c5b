#pragma once

#include <encke/base/digest.hpp>
#include <encke/base/index.hpp>
#include <string>
#include <vector>

namespace encke::job {

/// What a list of edges says of the values that a run wrote.
struct EdgeDigest {
  Digest digest{};
  Index values = 0;
};

/// The digest of the values in P.edges.tsv, which may be compressed. `names`: of all vectors of the
/// run, in its order; `float32`: its values have that precision. Throws Error(open), Error(read);
/// MalformedInput for what no run writes; Error(inconsistent) for a name that is none of a vector
/// or of several.
EdgeDigest digest_of_edges(const std::string& path, const std::vector<std::string>& names,
                           bool float32);

}  // namespace encke::job
