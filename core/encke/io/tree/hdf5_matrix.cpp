#include <encke/base/error.hpp>
#include <encke/io/tree/hdf5_matrix.hpp>

#if defined(ENCKE_HAS_HDF5)
#include <encke/file/hdf5/reader.hpp>
#endif

namespace encke::io {

#if defined(ENCKE_HAS_HDF5)

void read_hdf5_matrix(const std::string& path, std::int64_t memory, const MatrixTaker& taker) {
  if (detail::read_hdf5_matrix_apart(path, memory, taker)) return;
  detail::read_hdf5_matrix_here(path, memory, taker);
}

void detail::read_hdf5_matrix_here(const std::string& path, std::int64_t memory,
                                   const MatrixTaker& taker, FileBytes how) {
  const Hdf5Reader file(path, memory, "a matrix of distances (BDSM)", how);
  MatrixHead head{.file = file.record(), .ids = file.texts("order")};
  const auto [rows, columns] = file.extents("matrix");
  head.rows = rows;
  head.columns = columns;
  taker.begin(head);
  file.rows("matrix", taker.row);
}

#else

void read_hdf5_matrix(const std::string& path, std::int64_t memory, const MatrixTaker& taker) {
  detail::read_hdf5_matrix_here(path, memory, taker);
}

void detail::read_hdf5_matrix_here(const std::string& path, std::int64_t, const MatrixTaker&,
                                   FileBytes) {
  throw Error(Failure::inconsistent,
              path + ": this build cannot read HDF5: build with HDF5 (-DENCKE_HDF5=ON)");
}

#endif

}  // namespace encke::io
