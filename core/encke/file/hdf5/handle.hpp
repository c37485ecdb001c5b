#pragma once

#include <encke/file/hdf5/library.hpp>
#include <string>
#include <utility>

// Owned handles of the HDF5 library. Included by files that are compiled only where HDF5 is there.

namespace encke::io {

/// Owns an HDF5 identifier.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Handle(hid_t id, Close closer) : id_(id), close_(closer) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept
      : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  bool valid() const { return id_ >= 0; }
  /// Closes now. Throws Error(write), naming `path`.
  void close(const std::string& path);

 private:
  hid_t id_;
  Close close_;
};

/// While it lives, HDF5 prints nothing of its errors. To be made before anything else is called:
/// HDF5 is asked not to clean up when the program ends, because that crashes (1.10) where a file
/// could not be closed, as on a full disk; everything is closed here anyway.
class Hdf5Silence {
 public:
  Hdf5Silence() {
    H5dont_atexit();  // of no effect where the library is in use already
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  Hdf5Silence(const Hdf5Silence&) = delete;
  Hdf5Silence& operator=(const Hdf5Silence&) = delete;
  ~Hdf5Silence() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// How files of our own are opened: without HDF5's lock, which the one of their temporary name
/// would stand in the way of, and closed with all that is open in them.
Hdf5Handle unlocked_access();

}  // namespace encke::io
