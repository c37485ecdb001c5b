#if defined(ENCKE_HAS_HDF5)

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/file/hdf5/writer.hpp>
#include <span>
#include <string_view>

namespace encke::io {

Hdf5Writer::Hdf5Writer(const std::string& path)
    : path_(path),
      file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, unlocked_access()), H5Fclose) {
  check(file_);
}

void Hdf5Writer::texts(const char* name, const std::vector<const char*>& all) {
  const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, H5T_VARIABLE));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  numbers(name, type, all.data(), static_cast<Index>(all.size()));
}

void Hdf5Writer::numbers(const char* name, hid_t type, const void* all, Index count) {
  const auto extent = static_cast<hsize_t>(count);
  const Hdf5Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
  Hdf5Handle set = create(name, type, space);
  if (count > 0) check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all));
  set.close(path_);
}

void Hdf5Writer::close() {
  check(H5Fflush(file_, H5F_SCOPE_GLOBAL));
  file_.close(path_);
}

Hdf5Handle Hdf5Writer::create(const char* name, hid_t type, hid_t space, Index chunk) {
  const Hdf5Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_obj_track_times(properties, false));
  const auto extent = static_cast<hsize_t>(chunk);
  if (chunk > 0) check(H5Pset_chunk(properties, 1, &extent));
  Hdf5Handle set(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT),
                 H5Dclose);
  check(set);
  return set;
}

void Hdf5Writer::check(hid_t result) const {
  if (result < 0) throw Error(Failure::write, path_ + ": cannot write (HDF5)");
}

Hdf5Readback::Hdf5Readback(const std::string& path)
    : path_(path), file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, unlocked_access()), H5Fclose) {
  check(file_ >= 0);
}

void Hdf5Readback::texts(const char* name, const std::vector<const char*>& expected) const {
  const Hdf5Handle set = open(name);
  check(points(set) == expected.size());
  if (expected.empty()) return;
  const Hdf5Handle type(H5Dget_type(set), H5Tclose);
  const Hdf5Handle space(H5Dget_space(set), H5Sclose);
  std::vector<char*> found(expected.size(), nullptr);
  check(H5Tis_variable_str(type) > 0);
  check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data()) >= 0);
  bool same = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    same = same && std::string_view(found[i] == nullptr ? "" : found[i]) == expected[i];
  }
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, found.data());
  check(same);
}

void Hdf5Readback::numbers(const char* name, hid_t type, std::size_t size, Index count,
                           const ByteHash& expected) const {
  constexpr Index piece = Index{1} << 16;
  const Hdf5Handle set = open(name);
  const Hdf5Handle found(H5Dget_type(set), H5Tclose);
  check(points(set) == static_cast<hsize_t>(count) && H5Tget_size(found) == size);
  const Hdf5Handle space(H5Dget_space(set), H5Sclose);
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(piece, count)) * size);
  ByteHash hash;
  for (Index first = 0; first < count; first += piece) {
    const auto start = static_cast<hsize_t>(first);
    const auto length = static_cast<hsize_t>(std::min(piece, count - first));
    const Hdf5Handle memory(H5Screate_simple(1, &length, nullptr), H5Sclose);
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, nullptr, &length, nullptr) >= 0);
    check(H5Dread(set, type, memory, space, H5P_DEFAULT, bytes.data()) >= 0);
    hash.add(std::span(bytes).first(length * size));
  }
  check(hash.value() == expected.value());
}

Hdf5Handle Hdf5Readback::open(const char* name) const {
  Hdf5Handle set(H5Dopen2(file_, name, H5P_DEFAULT), H5Dclose);
  check(set.valid());
  return set;
}

hsize_t Hdf5Readback::points(const Hdf5Handle& set) {
  const Hdf5Handle space(H5Dget_space(set), H5Sclose);
  return static_cast<hsize_t>(H5Sget_simple_extent_npoints(space));
}

void Hdf5Readback::check(bool as_written) const {
  if (!as_written) {
    throw Error(Failure::write, path_ + ": the file does not read as it was written");
  }
}

}  // namespace encke::io

#endif
