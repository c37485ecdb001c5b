#include <fmt/format.h>

#include <encke/ordination/matrix_reader.hpp>

#if defined(ENCKE_HAS_HDF5)
#include <encke/file/hdf5/reader.hpp>
#endif

namespace encke::ordination::detail {

#if defined(ENCKE_HAS_HDF5)

Distances read_bdsm(const std::string& path, std::int64_t memory) {
  const io::Hdf5Reader file(path, memory, "a matrix of distances (BDSM)");
  Distances distances{.ids = file.texts("order"), .files = {file.record()}};
  check_ids(distances.ids, [&](Index) { return Place{.file = path}; });
  const Index n = distances.samples();
  const auto [rows, columns] = file.extents("matrix");
  if (rows != n || columns != n) {
    throw MalformedInput({.file = path},
                         fmt::format("'matrix': {} x {} values found, {} x {} expected as there "
                                     "are ids in 'order'",
                                     rows, columns, n, n));
  }
  file.require(static_cast<double>(bytes_of_distances(n)));
  // A row and a column of the matrix, from 1, are the place in a file that has no lines.
  SquareRows square(path, n, memory, [&](Index row, Index column) {
    return Place{.file = path, .line = row + 1, .column = column + 1};
  });
  file.rows("matrix", [&](std::span<const double> row) { square.add(row); });
  distances.values = square.take();
  return distances;
}

#else

Distances read_bdsm(const std::string& path, std::int64_t) {
  throw Error(Failure::inconsistent,
              path + ": this build cannot read HDF5: build with HDF5 (-DENCKE_HDF5=ON)");
}

#endif

}  // namespace encke::ordination::detail
