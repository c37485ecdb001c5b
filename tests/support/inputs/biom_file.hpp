#pragma once

#if defined(ENCKE_HAS_HDF5)

#include <hdf5.h>

#include <string>
#include <vector>

namespace encke::test {

/// How the data sets of a BIOM 2 file are stored.
struct BiomStyle {
  hsize_t chunk = 0;  ///< elements of a chunk; 0: contiguous
  bool shuffle = false;
  bool deflate = false;
  bool fletcher32 = false;
  bool skip_cut_chunks = false;  ///< the last chunk goes through no filter
  bool compact = false;
  bool fixed_ids = false;  ///< texts of fixed length
  bool big_endian = false;
  bool whole_counts = false;  ///< stored as integers of 2 bytes
};

/// Writes a table of `samples` samples, S0, S1, ..., and 3 observations, o0, o1 and o2: sample s
/// has s + 1 of observation s % 3 and 1 of the next one.
void write_biom(const std::string& path, const BiomStyle& style, int samples = 10);

}  // namespace encke::test

#endif
