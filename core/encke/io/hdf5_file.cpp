#if defined(ENCKE_HAS_HDF5)

#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/io/hdf5_file.hpp>

namespace encke::io {
namespace {

/// No filter of HDF5's own stores elements in less: deflate's best is 1 : 1032.
constexpr double best_compression = 1100;
constexpr double small_set = 4096;  // bytes that need no storage to be believed

}  // namespace

void Hdf5Handle::close(const std::string& path) {
  if (close_(std::exchange(id_, -1)) < 0) {
    throw Error(Failure::write, path + ": HDF5 cannot finish the file");
  }
}

Hdf5Handle unlocked_access() {
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), &H5Pclose);
  H5Pset_file_locking(access, false, true);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  return access;
}

Hdf5Reader::Hdf5Reader(const std::string& path)
    : path_(path), file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), &H5Fclose) {
  if (!file_.valid()) {
    throw MalformedInput({.file = path}, "a damaged or incomplete HDF5 file");
  }
}

void Hdf5Reader::refuse(const char* name, const std::string& message) const {
  throw MalformedInput({.file = path_}, fmt::format("'{}': {}", name, message));
}

Hdf5Handle Hdf5Reader::open(const char* name) const {
  Hdf5Handle set(H5Dopen2(file_, name, H5P_DEFAULT), &H5Dclose);
  if (!set.valid()) refuse(name, "no such data set, a BIOM 2 table expected");
  return set;
}

Index Hdf5Reader::extent(const Hdf5Handle& set, const char* name) const {
  const Hdf5Handle space(H5Dget_space(set), &H5Sclose);
  const Hdf5Handle type(H5Dget_type(set), &H5Tclose);
  if (H5Sget_simple_extent_ndims(space) != 1) refuse(name, "one dimension expected");
  hsize_t size = 0;
  H5Sget_simple_extent_dims(space, &size, nullptr);
  const double bytes = static_cast<double>(size) * static_cast<double>(H5Tget_size(type));
  const auto stored = static_cast<double>(H5Dget_storage_size(set));
  if (bytes > small_set && bytes > stored * best_compression) {
    refuse(name, fmt::format("{} elements, more than the {} bytes stored can hold", size, stored));
  }
  return static_cast<Index>(size);
}

Index Hdf5Reader::extent(const char* name) const { return extent(open(name), name); }

template <class T>
std::vector<T> Hdf5Reader::numbers(const char* name, H5T_class_t other, hid_t type) const {
  const Hdf5Handle set = open(name);
  const Hdf5Handle stored(H5Dget_type(set), &H5Tclose);
  const H5T_class_t kind = H5Tget_class(stored);
  if (kind != H5T_INTEGER && kind != other) refuse(name, "numbers of another type expected");
  std::vector<T> values(static_cast<std::size_t>(extent(set, name)));
  if (!values.empty() && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) {
    refuse(name, "cannot be read");
  }
  return values;
}

std::vector<Index> Hdf5Reader::integers(const char* name) const {
  return numbers<Index>(name, H5T_INTEGER, H5T_NATIVE_INT64);
}

std::vector<double> Hdf5Reader::reals(const char* name) const {
  return numbers<double>(name, H5T_FLOAT, H5T_NATIVE_DOUBLE);
}

std::vector<std::string> Hdf5Reader::texts(const char* name) const {
  const Hdf5Handle set = open(name);
  const auto size = static_cast<std::size_t>(extent(set, name));
  const Hdf5Handle stored(H5Dget_type(set), &H5Tclose);
  std::vector<std::string> all;
  if (size == 0) return all;
  if (H5Tget_class(stored) != H5T_STRING) refuse(name, "texts expected");
  if (H5Tis_variable_str(stored) > 0) {
    const Hdf5Handle type(H5Tcopy(H5T_C_S1), &H5Tclose);
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5Tget_cset(stored));
    std::vector<char*> pointers(size, nullptr);
    if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()) < 0) {
      refuse(name, "cannot be read");
    }
    for (const char* text : pointers) all.emplace_back(text == nullptr ? "" : text);
    const Hdf5Handle space(H5Dget_space(set), &H5Sclose);
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
    return all;
  }
  const std::size_t width = H5Tget_size(stored);
  std::vector<char> bytes(size * width);
  if (H5Dread(set, stored, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) < 0) {
    refuse(name, "cannot be read");
  }
  for (std::size_t i = 0; i < size; ++i) {
    const std::string_view text(bytes.data() + i * width, width);
    all.emplace_back(text.substr(0, text.find('\0')));
  }
  return all;
}

std::pair<Index, Index> Hdf5Reader::pair(const char* attribute) const {
  const Hdf5Handle a(H5Aopen(file_, attribute, H5P_DEFAULT), &H5Aclose);
  if (!a.valid()) refuse(attribute, "no such attribute, a BIOM 2 table expected");
  const Hdf5Handle space(H5Aget_space(a), &H5Sclose);
  const Hdf5Handle type(H5Aget_type(a), &H5Tclose);
  if (H5Sget_simple_extent_npoints(space) != 2 || H5Tget_class(type) != H5T_INTEGER) {
    refuse(attribute, "two whole numbers expected");
  }
  Index values[2] = {};
  if (H5Aread(a, H5T_NATIVE_INT64, values) < 0) refuse(attribute, "cannot be read");
  return {values[0], values[1]};
}

}  // namespace encke::io

#endif
