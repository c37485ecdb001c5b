#pragma once

#include <encke/base/digest.hpp>
#include <encke/base/index.hpp>
#include <string>
#include <vector>

namespace encke::job {

/// What a file of values says of those that a run wrote.
struct WrittenDigest {
  Digest digest{};
  Index values = 0;
};

/// The digest of the values in P.edges.tsv, or P.abc, which may be compressed. `names`: of all
/// vectors of the run, in its order; `float32`: its values have that precision; `alleles`: labels
/// of P.abc end in ":0" or ":1". Throws Error(open), Error(read); MalformedInput for what no run
/// writes; Error(inconsistent) for a name that is none of a vector or of several.
WrittenDigest digest_of_edges(const std::string& path, const std::vector<std::string>& names,
                              bool float32, bool alleles = false);

}  // namespace encke::job
