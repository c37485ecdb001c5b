#if defined(ENCKE_LOADS_HDF5)

#include <dlfcn.h>

#include <encke/base/error.hpp>
#include <encke/file/hdf5/library.hpp>
#include <string>

namespace encke::io {
namespace {

std::string reason() {
  const char* const text = ::dlerror();
  return text != nullptr ? text : "unknown reason";
}

/// Where it was when this was built, or else wherever the system finds it. Never closed.
void* opened() {
  const std::string path = ENCKE_HDF5_FILE;
  for (const std::string& name : {path, path.substr(path.rfind('/') + 1)}) {
    if (void* const library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  }
  throw Error(Failure::inconsistent, "HDF5's library cannot be loaded: " + reason());
}

/// Where its names are looked for. Where the program is linked with the same library, its variables
/// may have moved into the program, where only a look at everything that is loaded finds them.
void* library() {
  static void* const once = [] {
    void* const own = opened();
    void* const linked = ::dlsym(RTLD_DEFAULT, "H5open");
    return linked != nullptr && linked == ::dlsym(own, "H5open") ? RTLD_DEFAULT : own;
  }();
  return once;
}

}  // namespace

void load_hdf5() { library(); }

void* hdf5_symbol(const char* name) {
  void* const found = ::dlsym(library(), name);
  if (found == nullptr) {
    throw Error(Failure::inconsistent,
                "HDF5's library has no " + std::string(name) + ": " + reason());
  }
  return found;
}

}  // namespace encke::io

#endif
