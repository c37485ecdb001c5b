#pragma once

#include <encke/base/index.hpp>
#include <encke/file/file_record.hpp>
#include <encke/file/hdf5/mapped_bytes.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace encke::io {

/// What is known of a matrix with a name for each row before its values come.
struct MatrixHead {
  FileRecord file;
  std::vector<std::string> ids;
  Index rows = 0;
  Index columns = 0;
};

/// Who takes a matrix as it is read: first begin(), then row() for each row. What these throw
/// ends the reading.
struct MatrixTaker {
  std::function<void(const MatrixHead&)> begin;
  std::function<void(std::span<const double>)> row;
};

/// Reads a matrix of distances in HDF5 (layout BDSM, see sink::DistanceHdf5): the texts of the data
/// set `order`, then the rows of `matrix`, whose extents nobody has compared with anything. In a
/// process of its own where there is one (see read_hdf5_with). `memory`: bytes that the file and
/// what the HDF5 library needs may take; 0: no limit. Throws Error(open), Error(read), OutOfMemory,
/// MalformedInput; Error(inconsistent) where this build has no HDF5.
void read_hdf5_matrix(const std::string& path, std::int64_t memory, const MatrixTaker& taker);

namespace detail {

/// The same in this process.
void read_hdf5_matrix_here(const std::string& path, std::int64_t memory, const MatrixTaker& taker,
                           FileBytes how = FileBytes::copied);
/// The same in another one; false where there is none.
bool read_hdf5_matrix_apart(const std::string& path, std::int64_t memory, const MatrixTaker& taker);

}  // namespace detail
}  // namespace encke::io
