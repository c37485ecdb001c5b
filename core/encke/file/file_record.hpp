#pragma once

#include <cstdint>
#include <string>

namespace encke::io {

/// A file that was read, as it is quoted in logs.
struct FileRecord {
  std::string path;
  std::int64_t bytes = 0;
  std::string digest;  ///< 16 hexadecimal digits of a hash of all bytes
};

}  // namespace encke::io
