#pragma once

// How the program ends: the table "Exit codes" of docs/guide/command-line.md. Written down again,
// so that a change of the program's own is seen.
namespace encke::test {

inline constexpr int out_of_memory = 2;
inline constexpr int open_failed = 3;
inline constexpr int read_failed = 4;
inline constexpr int write_failed = 5;
inline constexpr int malformed = 6;
inline constexpr int inconsistent = 7;
inline constexpr int command_line = 8;
inline constexpr int stopped = 20;
inline constexpr int damaged = 21;
inline constexpr int rank_died = 22;

}  // namespace encke::test
