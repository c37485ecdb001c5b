#if defined(ENCKE_LOADS_HDF5)

#include <encke/file/hdf5/library.hpp>

namespace encke::io {
namespace {

const LoadedLibrary& library() {
  static const LoadedLibrary once("HDF5", ENCKE_HDF5_FILE, "H5open");
  return once;
}

}  // namespace

void load_hdf5() { library(); }

void* hdf5_symbol(const char* name) { return library().symbol(name); }

}  // namespace encke::io

#endif
