#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/io/tree/biom_parts.hpp>

#if defined(ENCKE_HAS_HDF5)
#include <encke/file/hdf5/reader.hpp>
#endif

namespace encke::io {

#if defined(ENCKE_HAS_HDF5)

bool reads_hdf5() { return true; }

namespace detail {
namespace {

struct TableExtents {
  Index samples = 0;
  Index observations = 0;
};

/// Extents of the data sets of ids, which the attribute 'shape' must have too.
TableExtents extents_of(const Hdf5Reader& file, const std::string& path) {
  const auto [observations, samples] = file.pair("shape");
  const TableExtents extents{file.extent("sample/ids"), file.extent("observation/ids")};
  check_observations(static_cast<double>(extents.observations), path);
  if (extents.samples != samples || extents.observations != observations) {
    refuse_biom(path, fmt::format("the shape {} x {} of {} observations and {} samples",
                                  observations, samples, extents.observations, extents.samples));
  }
  return extents;
}

/// The entries' indices, of so many observations, as the table holds them.
std::vector<std::int32_t> indices_of(const Hdf5Reader& file, Index entries, Index observations,
                                     const std::string& path) {
  std::vector<std::int32_t> all;
  all.reserve(idx(entries));
  file.integers("sample/matrix/indices", [&](std::span<const Index> some) {
    for (const Index o : some) {
      if (o < 0 || o >= observations) {
        refuse_biom(path,
                    fmt::format("entry {}: observation {} of {}", all.size(), o, observations));
      }
      all.push_back(static_cast<std::int32_t>(o));
    }
  });
  return all;
}

}  // namespace

SparseTable read_biom_hdf5(const std::string& path, std::int64_t memory) {
  if (auto table = read_biom_hdf5_apart(path, memory)) return std::move(*table);
  return read_biom_hdf5_here(path, memory);
}

SparseTable read_biom_hdf5_here(const std::string& path, std::int64_t memory, FileBytes how) {
  const Hdf5Reader file(path, memory, "a BIOM 2 table", how);
  const TableExtents extents = extents_of(file, path);
  const Index entries = file.extent("sample/matrix/data");
  if (file.extent("sample/matrix/indptr") != extents.samples + 1 ||
      file.extent("sample/matrix/indices") != entries) {
    refuse_biom(path, fmt::format("{} row pointers, {} indices and {} counts of {} samples do not "
                                  "fit together",
                                  file.extent("sample/matrix/indptr"),
                                  file.extent("sample/matrix/indices"), entries, extents.samples));
  }
  double held = 0;
  for (const char* name : {"sample/ids", "observation/ids", "sample/matrix/indptr",
                           "sample/matrix/indices", "sample/matrix/data"}) {
    held += file.held(name);
  }
  file.require(2 * held);  // the process that asked for the table has it, too
  SparseTable table;
  table.file = file.record();
  table.samples = file.texts("sample/ids");
  table.observations = file.texts("observation/ids");
  table.begin = file.integers("sample/matrix/indptr");
  table.observation = indices_of(file, entries, extents.observations, path);
  table.count = file.reals("sample/matrix/data");
  return table;
}

}  // namespace detail

#else

bool reads_hdf5() { return false; }

namespace detail {

SparseTable read_biom_hdf5(const std::string& path, std::int64_t memory) {
  return read_biom_hdf5_here(path, memory);
}

SparseTable read_biom_hdf5_here(const std::string& path, std::int64_t, FileBytes) {
  throw Error(Failure::inconsistent,
              path +
                  ": an HDF5 file (BIOM 2), which this build cannot read: build with HDF5 "
                  "(-DENCKE_HDF5=ON), or convert the table to BIOM 1 (biom convert --to-json)");
}

}  // namespace detail

#endif

}  // namespace encke::io
