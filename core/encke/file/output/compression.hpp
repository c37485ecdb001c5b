#pragma once

#include <string>

namespace encke::sink {

/// How text is written. A file that is compressed has an ending more.
enum class Compression { none, zstd };

inline std::string ending(Compression compression) {
  return compression == Compression::zstd ? ".zst" : "";
}

}  // namespace encke::sink
