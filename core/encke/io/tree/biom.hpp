#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/io/dataset.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Counts of observations (features) in samples, stored sample by sample.
struct SparseTable {
  std::vector<std::string> samples;
  std::vector<std::string> observations;  ///< 2^31 - 1 at most
  std::vector<Index> begin;  ///< sample s has the entries begin[s] … begin[s + 1] - 1
  /// Of each entry. Four bytes, because a table has millions of entries and stays in memory.
  std::vector<std::int32_t> observation;
  std::vector<double> count;  ///< of each entry; finite and >= 0
  FileRecord file = {};       ///< what was read

  /// Bytes of memory, without its names.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(begin.capacity() * sizeof begin[0] +
                                     observation.capacity() * sizeof observation[0] +
                                     count.capacity() * sizeof count[0]);
  }
};

/// Reads a table in BIOM format: 2.0 and 2.1 (HDF5, where this build has it) or 1.0 (JSON, sparse
/// or dense), told apart by its first bytes. Extents are checked against the sizes of what is
/// stored before memory is taken for them. Throws Error(open), Error(read), OutOfMemory;
/// Error(inconsistent) for HDF5 without support for it; MalformedInput where members or data sets
/// are missing, extents disagree, the row pointer is not monotone, an index is out of range or
/// comes twice in a sample, a count is NaN, infinite or negative, a sample's sum infinite, or an id
/// comes twice. `memory`: bytes that the table and what reading needs may take; 0: no limit. Of
/// JSON they are counted while it is read, and OutOfMemory is thrown as soon as they are too many;
/// of HDF5, which is held whole, before its data sets are read.
SparseTable read_biom(const std::string& path, std::int64_t memory = 0);

/// True if this build reads HDF5.
bool reads_hdf5();

}  // namespace encke::io
