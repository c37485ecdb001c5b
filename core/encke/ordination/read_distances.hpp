#pragma once

#include <encke/ordination/distances.hpp>
#include <string>

namespace encke::ordination {

/// Reads a matrix of distances. Its first bytes tell which of these it is:
///
/// * lsmat, scikit-bio's text (see sink::Lsmat), as it is or compressed with gzip or Zstandard;
/// * HDF5 in the layout BDSM (see sink::DistanceHdf5): data sets `order` and `matrix`;
/// * .npy of float64 or float32: the matrix, or one dimension in SciPy's condensed order. The ids
///   are then the lines of the text file `ids`; "": of the other forms.
///
/// `memory`: bytes that the distances may take; 0: no limit. Throws Error(open), Error(read),
/// OutOfMemory; MalformedInput, with the place, for a matrix that is not square, not symmetric (to
/// 1e-12 of the larger value), has a distance that is negative or not finite or one other than 0 on
/// its diagonal, for an id that is empty or comes twice, and for other numbers of ids than of
/// samples; Error(inconsistent) where `ids` is given without .npy or missing with it, and for HDF5
/// where this build has none.
Distances read_distances(const std::string& path, const std::string& ids = "",
                         std::int64_t memory = 0);

}  // namespace encke::ordination
