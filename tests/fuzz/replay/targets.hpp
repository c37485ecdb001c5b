#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace encke::fuzz {

/// A file of tests/fuzz/targets.
struct Target {
  const char* name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};

/// All of them; the build writes the list.
std::span<const Target> targets();

}  // namespace encke::fuzz
