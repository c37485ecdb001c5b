#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Files of a stored run whose checksums are right and whose contents are the fuzzer's: without
// these it would never get behind a checksum.
namespace encke::fuzz {

/// A block file of a run of this identity. `input`: whether it is of triples, then records, each of
/// its kind, its tile, a number of bytes, and these.
std::string sealed_blocks(std::string_view input, std::uint64_t identity);

/// A manifest whose lines are those of `input`.
std::string sealed_manifest(std::string_view input);

}  // namespace encke::fuzz
