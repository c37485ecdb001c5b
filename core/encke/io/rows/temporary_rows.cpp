#include <unistd.h>

#include <encke/file/output/leftovers.hpp>
#include <encke/io/rows/temporary_rows.hpp>

namespace encke::io {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

PosixFile create(const std::string& path) {
  sink::remove_leftovers(path);
  return sink::create_temporary(path);
}

}  // namespace

TemporaryRows::TemporaryRows(const std::string& path) : file_(create(path)) {
  buffer_.reserve(buffer_bytes);
}

TemporaryRows::~TemporaryRows() { remove_name(); }

void TemporaryRows::add(std::span<const std::uint8_t> row) {
  if (!buffer_.empty() && buffer_.size() + row.size() > buffer_bytes) flush();
  buffer_.insert(buffer_.end(), row.begin(), row.end());
  bytes_ += std::ssize(row);
}

void TemporaryRows::finish() {
  flush();
  buffer_ = {};
}

void TemporaryRows::flush() {
  file_.write(std::as_bytes(std::span(buffer_)));
  buffer_.clear();
}

void TemporaryRows::remove_name() {
  if (named_) ::unlink(file_.path().c_str());
  named_ = false;
}

}  // namespace encke::io
