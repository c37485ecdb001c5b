#include <encke/base/error.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/sink/format/free_space.hpp>

namespace encke::sink {
namespace {

std::string mebibytes(double bytes) {
  return std::to_string(static_cast<Index>(bytes / (1 << 20)) + 1) + " MiB";
}

}  // namespace

void check_free_space(const std::string& path, const SinkInfo& info, Index value_bytes) {
  const double bytes =
      static_cast<double>(info.tuples()) * info.cells * static_cast<double>(value_bytes);
  const std::string directory = directory_of(path);
  const Index free = free_bytes(directory);
  if (bytes <= static_cast<double>(free)) return;
  throw Error(Failure::write, path + ": every value of " + std::to_string(info.vectors) +
                                  " vectors needs " + mebibytes(bytes) + ", " + directory +
                                  " has " + std::to_string(free >> 20) + " MiB free");
}

}  // namespace encke::sink
