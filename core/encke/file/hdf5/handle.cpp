#if defined(ENCKE_HAS_HDF5)

#include <encke/base/error.hpp>
#include <encke/file/hdf5/handle.hpp>

namespace encke::io {

void Hdf5Handle::close(const std::string& path) {
  if (close_(std::exchange(id_, -1)) < 0) {
    throw Error(Failure::write, path + ": HDF5 cannot finish the file");
  }
}

Hdf5Handle unlocked_access() {
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_file_locking(access, false, true);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  return access;
}

}  // namespace encke::io

#endif
