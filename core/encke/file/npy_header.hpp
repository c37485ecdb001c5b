#pragma once

#include <encke/base/index.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// What the header of a NumPy .npy file says (NEP 1; versions 1.0, 2.0 and 3.0).
struct NpyHeader {
  std::string dtype;           ///< array-protocol type string, e.g. "<f4"
  bool fortran_order = false;  ///< first index varies fastest
  std::vector<Index> shape;    ///< extents >= 0
  Index data_offset = 0;       ///< bytes before the first element
};

/// Bytes of an .npy file that tell how long its header is.
inline constexpr Index npy_preamble = 12;
/// Headers longer than this are refused: those that NumPy writes for plain arrays have 128 bytes.
inline constexpr Index npy_longest_header = 1 << 16;

/// Bytes from the beginning of the file to its first element, from its first `npy_preamble` bytes.
/// Throws MalformedInput (wrong magic, unknown version, file too short, header too long).
Index npy_header_length(std::string_view begin, const std::string& path);

/// Parses a complete header: `bytes` are the first npy_header_length() bytes of the file `path`.
/// Throws MalformedInput where it is not the dictionary of a plain array.
NpyHeader parse_npy_header(std::string_view bytes, const std::string& path);

/// Header of version 1.0 of a C-order array, padded with blanks to a multiple of 64 bytes.
/// Extents must be >= 0 and `dtype` a plain type string such as "<f8".
/// Throws Error(internal) for a header that version 1.0 cannot hold (65,535 bytes).
std::string npy_header(std::string_view dtype, std::span<const Index> shape);

}  // namespace encke::io
