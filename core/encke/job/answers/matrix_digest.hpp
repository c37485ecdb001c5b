#pragma once

#include <encke/job/answers/edge_digest.hpp>
#include <string>

namespace encke::job {

/// The digests of files that hold all values of a run of `vectors` vectors, where places are names
/// enough: the input is not needed. Memory is a row. All throw Error(open), Error(read) and
/// MalformedInput for what such a run does not write; those of square matrices Error(checksum)
/// where the halves on both sides of the diagonal differ, or values on it.

/// P.npy: `cells` values of each tuple of `way`.
WrittenDigest digest_of_npy(const std::string& path, int way, Index vectors, Index cells);
/// P.square.npy of all vectors.
WrittenDigest digest_of_square(const std::string& path, Index vectors);
/// P.lsmat.tsv, which may be compressed. `float32`: values of the run have that precision.
WrittenDigest digest_of_lsmat(const std::string& path, Index vectors, bool float32);
/// P.h5. Throws Error(inconsistent), too, where this build has no HDF5.
WrittenDigest digest_of_hdf5(const std::string& path, Index vectors);

}  // namespace encke::job
