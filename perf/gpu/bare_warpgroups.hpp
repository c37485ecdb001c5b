#pragma once

#include <cstdint>

/// Products of warpgroups alone, on random bits in shared memory: `blocks` blocks of threads, each
/// `repeats` times so many pairs of bits.
void multiply_bare_warpgroups(int blocks, int repeats, std::int32_t* out);
inline constexpr double bits_of_bare_warpgroups = 2.0 * 8 * 64 * 128 * 256;
