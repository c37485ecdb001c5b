#include <cmath>
#include <encke/base/byte_hash.hpp>
#include <encke/base/error.hpp>
#include <encke/sink/format/hdf5_columns.hpp>
#include <encke/sink/format/matrix/distance_hdf5.hpp>
#include <limits>
#include <utility>
#include <vector>

#if defined(ENCKE_HAS_HDF5)
#include <encke/file/hdf5/writer.hpp>
#endif

namespace encke::sink {

DistanceHdf5::DistanceHdf5(const std::string& prefix, Ids ids, std::int64_t memory, double same)
    : file_(writable_as_hdf5(prefix + ".h5"), 1), values_(path(), std::move(ids), memory, same) {}

void DistanceHdf5::begin(const SinkInfo& info) {
  values_.begin(info);
  check_terminated_ids(path(), values_.shared_ids());
}

void DistanceHdf5::take(std::span<const Hit<3>>) {
  throw Error(Failure::internal, path() + ": a triple");
}

void DistanceHdf5::finish() {
  write();
  file_.commit();
}

std::int64_t DistanceHdf5::memory() const {
  constexpr std::int64_t library = 4 << 20;  // HDF5's own, and a row in the file's type
  constexpr std::int64_t id_bytes = 64;      // of an id that is read again, and pointers to it
  std::int64_t ids = 0;
  for (const auto& id : values_.ids()) ids += static_cast<Index>(id.size()) + id_bytes;
  return values_.memory() + library + static_cast<Index>(values_.ids().size()) * 8 + ids;
}

#if defined(ENCKE_HAS_HDF5)

namespace {

using namespace io;  // the names of HDF5's functions as they are loaded

constexpr const char* format_name = "BDSM";
constexpr const char* version = "2020.06";

/// A hash of a matrix's values, row by row, as a file of its type gives them back.
class RowHash {
 public:
  explicit RowHash(bool narrow) : narrow_(narrow) {}

  void add(std::span<const double> row) {
    for (double value : row) {
      if (narrow_) value = static_cast<float>(value);
      if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
      hash_.add(std::as_bytes(std::span(&value, 1)));
    }
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  bool narrow_;
  ByteHash hash_;
};

class MatrixWriter : public Hdf5Writer {
 public:
  using Hdf5Writer::Hdf5Writer;

  /// One text of fixed length, as the readers of the layout expect for the header.
  void header(const char* name, const std::string& text) {
    const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    check(H5Tset_size(type, text.size()));
    check(H5Tset_strpad(type, H5T_STR_NULLPAD));
    const hsize_t one = 1;
    const Hdf5Handle space(H5Screate_simple(1, &one, nullptr), H5Sclose);
    Hdf5Handle set = create(name, type, space);
    check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
    set.close(path());
  }

  /// Returns the hash of the rows.
  std::uint64_t matrix(Condensed& values) {
    const auto n = static_cast<hsize_t>(values.info().vectors);
    const hsize_t extents[2] = {n, n};
    const Hdf5Handle space(H5Screate_simple(2, extents, nullptr), H5Sclose);
    const bool narrow = values.info().float32;
    Hdf5Handle set = create("matrix", narrow ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, space);
    const hsize_t one[2] = {1, n};
    const Hdf5Handle memory(H5Screate_simple(2, one, nullptr), H5Sclose);
    RowHash hash(narrow);
    if (n > 0) {
      values.for_each_row([&](Index i, std::span<const double> row) {
        const hsize_t start[2] = {static_cast<hsize_t>(i), 0};
        check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, one, nullptr));
        check(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, row.data()));
        hash.add(row);
      });
    }
    set.close(path());
    return hash.value();
  }
};

class MatrixReadback : public Hdf5Readback {
 public:
  using Hdf5Readback::Hdf5Readback;

  void header(const char* name, const std::string& expected) const {
    const Hdf5Handle set = open(name);
    const Hdf5Handle type(H5Dget_type(set), H5Tclose);
    check(H5Tget_size(type) == expected.size() && points(set) == 1);
    std::string found(expected.size(), '\0');
    check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data()) >= 0);
    check(found == expected);
  }

  void matrix(Index vectors, bool narrow, std::uint64_t expected) const {
    const Hdf5Handle set = open("matrix");
    const auto n = static_cast<hsize_t>(vectors);
    check(points(set) == n * n);
    const Hdf5Handle space(H5Dget_space(set), H5Sclose);
    const hsize_t one[2] = {1, n};
    const Hdf5Handle memory(H5Screate_simple(2, one, nullptr), H5Sclose);
    RowHash hash(narrow);
    std::vector<double> row(n);
    for (hsize_t i = 0; i < n; ++i) {
      const hsize_t start[2] = {i, 0};
      check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, one, nullptr) >= 0);
      check(H5Dread(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, row.data()) >= 0);
      hash.add(row);
    }
    check(hash.value() == expected);
  }
};

}  // namespace

void DistanceHdf5::write() {
  const std::string& written = file_.temporary_path();
  std::vector<const char*> ids;
  for (const auto& id : values_.ids()) ids.push_back(id.c_str());
  std::uint64_t hash = 0;
  {
    MatrixWriter writer(written);
    writer.header("format", format_name);
    writer.header("version", version);
    writer.texts("order", ids);
    hash = writer.matrix(values_);
    writer.close();
  }
  const MatrixReadback file(written);
  file.header("format", format_name);
  file.header("version", version);
  file.texts("order", ids);
  file.matrix(values_.info().vectors, values_.info().float32, hash);
}

#else

void DistanceHdf5::write() {}

#endif

}  // namespace encke::sink
