#pragma once

#include <encke/base/index.hpp>
#include <utility>

// The arithmetic of one field of each kernel, without loads, stores or anything else: what the
// throughput of the instructions alone allows. Independent of the backends' kernels: the counts of
// popcounts are the least that are known, so that a kernel which does more than it must shows.
//
// A Unit is a register of some level with the operations on it. Unit::renew tells the compiler that
// a register has a new value, which costs no instruction and keeps the compiler from computing the
// same thing only once.

namespace encke::bench {

enum class Form {
  complete,
  pair_missing,
  triple_missing,
  minimum_f32,
  minimum_f64,
  bits,
  bit_pair_missing,
  bit_triple_missing,
  table_pair,
  table_pair_missing,
  table_triple,
  table_triple_missing,
  count2,
  count3,
  count8,
  count16
};
inline constexpr int forms = 16;

/// A loop of one level: `run(steps)` does `steps * comparisons` comparisons.
struct InstructionMix {
  void (*run)(Index steps);
  double comparisons;
};

/// Loops of one level, indexed by Form.
struct LevelMixes {
  const char* level;
  bool (*supported)();
  InstructionMix mix[forms];
};

/// Operands and running counts of a loop. The counts are taken in turn, so that they depend on
/// each other as little as in a kernel.
template <class Unit>
struct Streams {
  typename Unit::Register a = Unit::filled(1);
  typename Unit::Register b = Unit::filled(2);
  typename Unit::Register d = Unit::filled(3);
  typename Unit::Counter counter[Unit::counters] = {};

  template <int K>
  [[gnu::always_inline]] void count(typename Unit::Register r) {
    Unit::count(counter[K % Unit::counters], r);
    Unit::renew(counter[K % Unit::counters]);  // keeps the order of the code: few live registers
  }
  [[gnu::always_inline]] auto both() {
    Unit::renew(a);
    return Unit::both(a, b);
  }
  [[gnu::always_inline]] auto both_xor(typename Unit::Register z) {
    Unit::renew(b);
    return Unit::both_xor(z, b, d);
  }
  [[gnu::always_inline]] auto both_xnor() {
    Unit::renew(a);
    return Unit::both_xnor(b, a, d);
  }
};

/// Nothing missing: 2 counts, 2 logic operations.
struct CompleteMix {
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    const auto z = s.both();
    s.template count<2 * I>(z);
    s.template count<2 * I + 1>(s.both_xor(z));
  }
};

/// Pairs with missing data: 5 counts, 5 logic operations.
struct PairMissingMix {
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    const auto z = s.both();
    s.template count<5 * I>(z);
    s.template count<5 * I + 1>(s.both_xor(z));
    s.template count<5 * I + 2>(s.both_xnor());
    s.template count<5 * I + 3>(s.both_xnor());
    s.template count<5 * I + 4>(s.both());
  }
};

/// Triples with missing data: 9 counts, 11 logic operations.
struct TripleMissingMix {
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    const auto z = s.both();
    s.template count<9 * I>(z);
    s.template count<9 * I + 1>(s.both_xor(z));
    s.template count<9 * I + 2>(s.both_xor(s.both()));
    s.template count<9 * I + 3>(s.both_xor(s.both()));
    s.template count<9 * I + 4>(s.both_xnor());
    s.template count<9 * I + 5>(s.both_xnor());
    s.template count<9 * I + 6>(s.both_xnor());
    s.template count<9 * I + 7>(s.both_xnor());
    s.template count<9 * I + 8>(s.both());
  }
};

/// Products of bits: a count and a logic operation for each.
template <int products>
struct BitMix {
  template <int I, class Unit, int... P>
  [[gnu::always_inline]] static void counts(Streams<Unit>& s, std::integer_sequence<int, P...>) {
    (s.template count<products * I + P>(s.both()), ...);
  }
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    counts<I>(s, std::make_integer_sequence<int, products>());
  }
};

/// One minimum and one addition.
struct MinimumMix {
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    Unit::renew(s.a);
    Unit::add_min(s.counter[I % Unit::counters], s.a, s.b);
    Unit::renew(s.counter[I % Unit::counters]);
  }
};

/// Counts of 2 or 3 bits: a count for each plane, and the logic operations of three operands that
/// it takes where there are such; other levels need more of them.
template <int planes, int logic>
struct CountMix {
  template <int I, class Unit, int... P>
  [[gnu::always_inline]] static void counts(Streams<Unit>& s, std::integer_sequence<int, P...>) {
    (s.template count<planes * I + P>(P == 0 ? s.both() : s.both_xor(s.a)), ...);
  }
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    for (int extra = planes; extra < logic; ++extra) {
      auto result = s.both_xor(s.d);
      Unit::renew(result);
    }
    counts<I>(s, std::make_integer_sequence<int, planes>());
  }
};

/// Forms in one step: enough that the loop's own instructions do not count.
inline constexpr int unroll = 16;

template <class Mix, class Unit, int... I>
void loop(Index steps, std::integer_sequence<int, I...>) {
  Streams<Unit> s;
  for (Index step = 0; step < steps; ++step) (Mix::template step<I>(s), ...);
}

template <class Mix, class Unit>
void run_mix(Index steps) {
  loop<Mix, Unit>(steps, std::make_integer_sequence<int, unroll>());
}

/// `Bits::fields` and so on: fields that a register holds.
template <class Bits, class Floats, class Doubles, class Counts8, class Counts16>
constexpr LevelMixes mixes_of(const char* level, bool (*supported)()) {
  return {level,
          supported,
          {{&run_mix<CompleteMix, Bits>, unroll * Bits::fields},
           {&run_mix<PairMissingMix, Bits>, unroll * Bits::fields},
           {&run_mix<TripleMissingMix, Bits>, unroll * Bits::fields},
           {&run_mix<MinimumMix, Floats>, unroll * Floats::fields},
           {&run_mix<MinimumMix, Doubles>, unroll * Doubles::fields},
           {&run_mix<BitMix<1>, Bits>, unroll * Bits::fields},
           {&run_mix<BitMix<4>, Bits>, unroll * Bits::fields},
           {&run_mix<BitMix<8>, Bits>, unroll * Bits::fields},
           {&run_mix<BitMix<4>, Bits>, unroll * Bits::fields},
           {&run_mix<BitMix<9>, Bits>, unroll * Bits::fields},
           {&run_mix<BitMix<8>, Bits>, unroll * Bits::fields},
           {&run_mix<BitMix<27>, Bits>, unroll * Bits::fields},
           {&run_mix<CountMix<2, 3>, Bits>, unroll * Bits::fields},
           {&run_mix<CountMix<3, 6>, Bits>, unroll * Bits::fields},
           {&run_mix<MinimumMix, Counts8>, unroll * Counts8::fields},
           {&run_mix<MinimumMix, Counts16>, unroll * Counts16::fields}}};
}

// One for each level that is compiled: see CMakeLists.txt.
extern const LevelMixes mixes_x86_64_v2;
extern const LevelMixes mixes_x86_64_v3;
extern const LevelMixes mixes_x86_64_v4;

}  // namespace encke::bench
