#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <encke/base/error.hpp>
#include <encke/file/hdf5/mapped_bytes.hpp>

namespace encke::io {

MappedBytes::MappedBytes(const PosixFile& file) {
  size_ = idx(file.size());
  if (size_ == 0) return;
  void* const bytes = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (bytes == MAP_FAILED) {
    throw Error(Failure::read, file.path() + ": cannot be read: " + std::strerror(errno));
  }
  begin_ = static_cast<std::byte*>(bytes);
  (void)::madvise(begin_, size_, MADV_SEQUENTIAL);
}

MappedBytes::~MappedBytes() {
  if (begin_ != nullptr) ::munmap(begin_, size_);
}

}  // namespace encke::io
