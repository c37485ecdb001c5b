#pragma once

#include <string>
#include <string_view>

namespace encke::test {

/// Compressed bytes, as gzip and zstd make them: one member, or one frame with a checksum. Empty
/// where this build does not have the library.
std::string gzipped(std::string_view bytes);
std::string zstd_packed(std::string_view bytes);

}  // namespace encke::test
