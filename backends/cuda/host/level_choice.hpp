#pragma once

#include <string_view>

namespace encke::cuda {

/// True if products are made of 8-bit integers at the level that was asked for. `major`: of the
/// GPU's compute capability. From 10 on products of single bits are emulated, about 20 times slower
/// than those of 8-bit integers. `has_library`: whether these can be had.
constexpr bool takes_int8(std::string_view level, int major, bool has_library) {
  return level == "int8" || (level == "auto" && major >= 10 && has_library);
}

}  // namespace encke::cuda
