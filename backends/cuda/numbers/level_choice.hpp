#pragma once

#include <string>
#include <string_view>

#include "cuda/kernels/number_jobs.hpp"

namespace encke::cuda {

/// A value of `--level`: what fields are for products, and what a GPU needs for these.
struct ProductLevel {
  Numbers numbers;
  std::string_view name;
  std::string_view products;  ///< in words
  int capability;             ///< 10 times the compute capability from which on there are such
};

inline constexpr ProductLevel product_levels[] = {
    {Numbers::none, "bits", "single bits", 80},
    {Numbers::int8, "int8", "8-bit integers", 80},
    {Numbers::fp8, "fp8", "8-bit floats", 89},
    {Numbers::fp4, "fp4", "4-bit floats", 100},
};

constexpr const ProductLevel& level_of(Numbers numbers) {
  for (const ProductLevel& level : product_levels) {
    if (level.numbers == numbers) return level;
  }
  return product_levels[0];
}

/// True if there is such a level, or it is `auto`.
constexpr bool is_product_level(std::string_view name) {
  for (const ProductLevel& level : product_levels) {
    if (level.name == name) return true;
  }
  return name == "auto";
}

/// The level that was asked for. `auto` is bits, and 8-bit integers from compute capability 10 on,
/// where products of single bits are emulated, about 20 times slower; `has_int8`: whether these can
/// be had. Never floats: nobody has timed them.
constexpr const ProductLevel& choose_level(std::string_view name, int capability, bool has_int8) {
  for (const ProductLevel& level : product_levels) {
    if (level.name == name) return level;
  }
  return level_of(capability >= 100 && has_int8 ? Numbers::int8 : Numbers::none);
}

/// Why a GPU cannot have the level; empty: it can.
inline std::string why_not(const ProductLevel& level, int capability, const std::string& gpu) {
  if (capability >= level.capability) return {};
  const int least = level.capability;
  return "GPU: " + gpu + " has no products of " + std::string(level.products) + ": --level " +
         std::string(level.name) + " needs compute capability " + std::to_string(least / 10) + "." +
         std::to_string(least % 10) + " or newer";
}

}  // namespace encke::cuda
