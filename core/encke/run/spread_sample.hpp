#pragma once

#include <encke/io/source.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <vector>

namespace encke {

/// Which vectors of a problem are looked at before it is computed: `count` in runs of `run`
/// neighbours, at even distances; all where there are no more.
struct Spread {
  Index count = 0;
  Index run = 1;
};

/// Ascending ranges that do not overlap, each of at most spread.run of `vectors` vectors.
std::vector<Range> spread_ranges(Index vectors, const Spread& spread);

/// Copies of such vectors, of genotypes or bits that are all in this process.
PackedVectors spread_sample(const PackedVectors& vectors, const Spread& spread);

/// The same read from an input. Throws as Source::read().
PackedVectors spread_sample(io::Source& source, const Spread& spread);

}  // namespace encke
