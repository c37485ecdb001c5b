#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>

namespace encke::kokkos {

/// True if an execution space is not the host's threads. (Some devices read the host's memory:
/// that is no answer to this question.)
template <class Exec>
inline constexpr bool is_device = !std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;

/// How a team shares a tile of a product: 16 x 16 places, each with a register tile of entries. The
/// words of the tile's rows and columns are staged in team scratch memory, a few at a time: less
/// than 32 KiB, which every execution space offers at its first level.
struct TeamTiling {
  static constexpr int down = 16, across = 16;
  static constexpr int places = down * across;

  int rows;  ///< entries of a place
  int cols;
  int words;  ///< of each vector that are staged at a time; divides the words that a Unit sums up

  constexpr int team_rows() const { return down * rows; }
  constexpr int team_cols() const { return across * cols; }
};

/// Members of a team. On a device each place has a member of its own, and a team is so many lanes
/// of several warps: neighbours in a row read neighbouring words of scratch memory, and their
/// counts stay in registers. On the host a team is one thread, which sees to all places in turn.
template <class Exec>
inline constexpr int team_members = is_device<Exec> ? TeamTiling::places : 1;

/// Register tiles by the registers of 32 bits that the counters of an entry take: 16 to 54 of a
/// member, so that two teams and more fit in the registers of one multiprocessor of today's devices
/// (64 Ki of 32 bits).
template <class Form, class Unit>
constexpr TeamTiling team_tiling() {
  constexpr int counters = Form::counters * static_cast<int>(sizeof(typename Unit::Counter)) / 4;
  const int words = static_cast<int>(64 / sizeof(typename Unit::Register));
  if (counters <= 2) return {4, 4, words};
  if (counters <= 5) return {2, 4, words};
  if (counters <= 9) return {2, 2, words};
  return {1, 2, words};
}

}  // namespace encke::kokkos
