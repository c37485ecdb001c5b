#include <fmt/format.h>
#include <sys/stat.h>

#include <encke/base/error.hpp>
#include <encke/io/input_file.hpp>
#include <vector>

namespace encke::io {
namespace {

void require_regular(const PosixFile& file) {
  struct stat status = {};
  if (::fstat(file.descriptor(), &status) == 0 && S_ISREG(status.st_mode)) return;
  const char* const kind = S_ISDIR(status.st_mode) ? "a directory" : "a pipe or device";
  throw Error(Failure::open,
              fmt::format("{}: cannot open: {}, expected a regular file", file.path(), kind));
}

}  // namespace

InputFile::InputFile(const std::string& path) : file_(PosixFile::open_to_read(path)) {
  require_regular(file_);
  size_ = file_.size();
}

std::size_t InputFile::read_next(std::span<std::byte> bytes) {
  const auto left = static_cast<std::size_t>(size_ - next_);
  const auto taken = bytes.first(std::min(bytes.size(), left));
  file_.read_at(next_, taken);
  hash_.add(taken);
  next_ += static_cast<Index>(taken.size());
  return taken.size();
}

FileRecord InputFile::record() {
  std::vector<std::byte> buffer(next_ < size_ ? 1 << 20 : 0);
  while (next_ < size_) read_next(buffer);
  return {path(), size_, hash_.text()};
}

}  // namespace encke::io
