#pragma once

#include <cstddef>
#include <encke/base/index.hpp>
#include <utility>

// The throughput of single instructions, and of loads: the lines of a roofline. As in
// instruction_mix.hpp, registers are renewed by statements that cost no instruction.

namespace encke::bench {

/// A loop over one instruction: `run(steps)` does `steps * operations` of them.
struct InstructionCeiling {
  const char* name;  ///< null: the level has no such instruction
  void (*run)(Index steps);
  double operations;
  int bits;  ///< of a register
};

/// Loops of one level.
struct LevelCeilings {
  static constexpr int most = 12;
  const char* level;
  bool (*supported)();
  InstructionCeiling ceiling[most];
  /// Loads `bytes` from `from` into registers, `passes` times; bytes is a multiple of 1024.
  void (*load)(const std::byte* from, Index bytes, Index passes);
};

/// Instructions of a loop: enough that the loop's own do not count. A multiple of all counters.
inline constexpr int ceiling_unroll = 240;

/// Running values, each written out: in a loop over them a compiler would keep them in memory.
template <class Op, int... C, int... I>
void repeat(Index steps, std::integer_sequence<int, C...>, std::integer_sequence<int, I...>) {
  typename Op::Register c[Op::counters] = {Op::filled(1 + C % 2)...};
  auto x = Op::filled(2);
  const auto one = [&](typename Op::Register& to) {
    Op::renew(x);
    Op::apply(to, x);
    Op::renew(to);
  };
  for (Index step = 0; step < steps; ++step) (one(c[I % Op::counters]), ...);
}

/// `Op::apply(c, x)` has a running value c, one of `Op::counters`, and an operand x.
template <class Op>
void run_ceiling(Index steps) {
  repeat<Op>(steps, std::make_integer_sequence<int, Op::counters>(),
             std::make_integer_sequence<int, ceiling_unroll>());
}

/// `Op::operations`: instructions of one call of apply().
template <class Op>
constexpr InstructionCeiling ceiling_of(const char* name) {
  return {name, &run_ceiling<Op>, double{ceiling_unroll} * Op::operations,
          static_cast<int>(sizeof(typename Op::Register)) * 8};
}

/// Sixteen loads of a register `Unit::Register` at a time.
template <class Unit>
void load_all(const std::byte* from, Index bytes, Index passes) {
  constexpr Index size = sizeof(typename Unit::Register);
  for (Index pass = 0; pass < passes; ++pass) {
    for (Index at = 0; at < bytes; at += 16 * size) {
#pragma GCC unroll 16
      for (Index i = 0; i < 16; ++i) Unit::load(from + at + i * size);
    }
  }
}

// One for each level that is compiled.
extern const LevelCeilings ceilings_x86_64_v2;
extern const LevelCeilings ceilings_x86_64_v3;
extern const LevelCeilings ceilings_x86_64_v4;

}  // namespace encke::bench
