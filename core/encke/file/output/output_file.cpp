#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/file/output/leftovers.hpp>
#include <encke/file/output/output_file.hpp>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <utility>

namespace encke::sink {
namespace {

/// Whoever may not read a file may not read what replaces it either. File systems that have no
/// modes refuse; their files have always been open to all.
void keep_mode(mode_t mode, const PosixFile& file) {
  constexpr mode_t permissions = S_IRWXU | S_IRWXG | S_IRWXO;
  (void)::fchmod(file.descriptor(), (mode & permissions) | S_IRUSR | S_IWUSR);
}

/// Told before the file is created under a temporary name, which nobody asked for.
void check_directory(const std::string& path) {
  const std::filesystem::path directory = std::filesystem::path(path).parent_path();
  std::error_code problem;
  if (directory.empty() || std::filesystem::exists(directory, problem) || problem) return;
  throw Error(failure_to_create(ENOENT), path + ": cannot create: there is no directory " +
                                             in_quotes(directory.string(), 200));
}

PosixFile create_beside(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw Error(Failure::open, path + ": cannot create: a directory has this name");
  }
  check_directory(path);
  remove_leftovers(path);
  PosixFile file = create_temporary(path);
  if (S_ISREG(status.st_mode)) keep_mode(status.st_mode, file);
  return file;
}

/// Not cleared. More than a vector can hold is refused before memory is asked for.
std::unique_ptr<char[]> make_buffer(std::size_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::length_error("a buffer");
  return std::make_unique_for_overwrite<char[]>(bytes);
}

}  // namespace

OutputFile::OutputFile(std::string path, std::size_t buffer)
    : path_(std::move(path)),
      zstd_(path_.ends_with(".zst") ? std::optional<ZstdStream>(ZstdStream(path_)) : std::nullopt),
      buffer_(make_buffer(std::max<std::size_t>(buffer, 1))),
      size_(std::max<std::size_t>(buffer, 1)),
      file_(create_beside(path_)) {}

OutputFile::~OutputFile() {
  if (!committed_) ::unlink(file_.path().c_str());
}

void OutputFile::write(std::string_view text) {
  if (text.size() >= size_ / 8) {  // as it is, without a copy
    flush();
    return put(std::as_bytes(std::span(text)));
  }
  while (!text.empty()) {
    if (used_ == size_) flush();
    const std::size_t step = std::min(text.size(), size_ - used_);
    text.copy(buffer_.get() + used_, step);
    used_ += step;
    text.remove_prefix(step);
  }
}

char* OutputFile::prepare(std::size_t bytes) {
  if (size_ - used_ < bytes) {
    flush();
    if (size_ < bytes) {
      buffer_ = make_buffer(bytes);
      size_ = bytes;
    }
  }
  return buffer_.get() + used_;
}

void OutputFile::write_at(Index offset, std::span<const std::byte> bytes) {
  file_.write_at(offset, bytes);
}

Index OutputFile::claim(std::size_t bytes) {
  flush();
  return std::exchange(end_, end_ + static_cast<Index>(bytes));
}

void OutputFile::flush() {
  put(std::as_bytes(std::span(buffer_.get(), used_)));
  used_ = 0;
}

void OutputFile::put(std::span<const std::byte> bytes) {
  if (zstd_) {
    zstd_->add(bytes, [this](std::span<const std::byte> made) { append(made); });
  } else {
    append(bytes);
  }
}

void OutputFile::append(std::span<const std::byte> bytes) {
  file_.write_at(end_, bytes);
  end_ += static_cast<Index>(bytes.size());
}

void OutputFile::commit() {
  flush();
  if (zstd_) {
    zstd_->finish([this](std::span<const std::byte> made) { append(made); });
  }
  const bool on_device = file_.sync();
  OutputSet alone(false);
  OutputSet& set = set_ != nullptr ? *set_ : alone;
  set.add(std::move(file_), path_, on_device);
  committed_ = true;
  if (set_ == nullptr) alone.commit();
}

}  // namespace encke::sink
