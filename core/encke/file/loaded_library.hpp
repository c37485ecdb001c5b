#pragma once

#include <dlfcn.h>

#include <atomic>
#include <encke/base/error.hpp>
#include <string>

namespace encke::io {

/// A shared library that few runs need: it is loaded by the first of its functions that is called,
/// because it brings many others, which would be loaded at every start. Never closed.
class LoadedLibrary {
 public:
  /// `path`: where it was when this was built; it is looked for there, or else wherever the system
  /// finds it. `probe`: one of its functions. Throws Error(inconsistent) where it is not found.
  LoadedLibrary(std::string title, const std::string& path, const char* probe)
      : title_(std::move(title)), handle_(opened(path)) {
    // Where the program is linked with the same library, its variables may have moved into the
    // program, where only a look at everything that is loaded finds them.
    void* const linked = ::dlsym(RTLD_DEFAULT, probe);
    if (linked != nullptr && linked == ::dlsym(handle_, probe)) handle_ = RTLD_DEFAULT;
  }

  /// A function or variable. Throws Error(inconsistent) where it has none of this name.
  void* symbol(const char* name) const {
    void* const found = ::dlsym(handle_, name);
    if (found != nullptr) return found;
    throw Error(Failure::inconsistent, title_ + "'s library has no " + name + ": " + reason());
  }

 private:
  static std::string reason() {
    const char* const text = ::dlerror();
    return text != nullptr ? text : "unknown reason";
  }

  void* opened(const std::string& path) const {
    for (const std::string& name : {path, path.substr(path.rfind('/') + 1)}) {
      if (void* const library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    }
    throw Error(Failure::inconsistent, title_ + "'s library cannot be loaded: " + reason());
  }

  std::string title_;
  void* handle_;
};

/// A function that `find` looks for when it is needed first. Can be called as the function is.
template <class Function, void* (*find)(const char*)>
class LoadedFunction {
 public:
  constexpr explicit LoadedFunction(const char* name) : name_(name) {}
  operator Function*() const {
    void* found = found_.load(std::memory_order_acquire);
    if (found == nullptr) {
      found = find(name_);
      found_.store(found, std::memory_order_release);
    }
    return reinterpret_cast<Function*>(found);
  }

 private:
  const char* name_;
  mutable std::atomic<void*> found_ = nullptr;
};

}  // namespace encke::io
