#pragma once

#include <encke/base/index.hpp>
#include <utility>

#include "operations.hpp"

// The arithmetic of one field of each kernel, without loads, stores or anything else: what the
// throughput of the instructions alone allows. Independent of the backends' kernels: the counts of
// popcounts are the least that are known, so that a kernel which does more than it must shows.
//
// A Unit is a register of some level with the operations on it. Unit::renew tells the compiler that
// a register has a new value, which costs no instruction and keeps the compiler from computing the
// same thing only once. `operations` are counted by hand; tests/bench counts them as they are made.

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
  powered_f32,
  powered_f64,
  count2,
  count3,
  count8,
  count16
};
inline constexpr int forms = 18;

/// A loop of one level: `run(steps)` does `steps * comparisons` comparisons.
struct InstructionMix {
  void (*run)(Index steps);
  double comparisons;
  Operations operations;  ///< for `fields` comparisons: on one register
  double fields;          ///< of a register
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

/// Operations of mixes of bits: so many counts, logic on two registers, and on three.
template <class Unit>
constexpr Operations bit_operations(int counts, int of_two, int of_three) {
  return counts * Unit::count_operations +
         Operations{.logic = of_two + of_three * Unit::three_operands};
}

/// Nothing missing: 2 counts, 2 logic operations.
struct CompleteMix {
  template <class Unit>
  static constexpr Operations operations = bit_operations<Unit>(2, 1, 1);
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    const auto z = s.both();
    s.template count<2 * I>(z);
    s.template count<2 * I + 1>(s.both_xor(z));
  }
};

/// Nothing missing, with a carry in each lane of a register: 1 count, 3 logic operations. The first
/// half of the counters are carries.
struct CarriedMix {
  template <class Unit>
  static constexpr Operations operations = bit_operations<Unit>(1, 1, 2);
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    auto& carry = s.counter[I % (Unit::counters / 2)];
    Unit::renew(s.b);
    const auto kept = Unit::kept_carry(carry, s.a, s.b);
    const auto out = Unit::carry_out(kept, carry, Unit::differ(s.b, s.d));
    carry = kept;
    s.template count<Unit::counters / 2 + I % (Unit::counters / 2)>(out);
  }
};

/// Pairs with missing data: 5 counts, 5 logic operations.
struct PairMissingMix {
  template <class Unit>
  static constexpr Operations operations = bit_operations<Unit>(5, 2, 3);
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
  template <class Unit>
  static constexpr Operations operations = bit_operations<Unit>(9, 4, 7);
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
  template <class Unit>
  static constexpr Operations operations = bit_operations<Unit>(products, products, 0);
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
  template <class Unit>
  static constexpr Operations operations{.add = 1, .minimum = 1};
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    Unit::renew(s.a);
    Unit::add_min(s.counter[I % Unit::counters], s.a, s.b);
    Unit::renew(s.counter[I % Unit::counters]);
  }
};

/// A level adds up neighbours and adds the sum to a counter in one operation.
template <class Unit>
concept SumsAtOnce = requires {
  Unit::sums_at_once;
};

/// Counts side by side: one minimum, the sum of neighbours, and its addition, which is one with it
/// where a level has that.
struct SideBySideMix {
  template <class Unit>
  static constexpr Operations operations{
      .add = SumsAtOnce<Unit> ? 0 : 2, .minimum = 1, .multiply = SumsAtOnce<Unit> ? 1 : 0};
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    MinimumMix::step<I>(s);
  }
};

/// Counts of 2 or 3 bits: a count for each plane; so many logic operations, of three registers but
/// for one.
template <int planes, int logic>
struct CountMix {
  template <class Unit>
  static constexpr Operations operations = bit_operations<Unit>(planes, 1, logic - 1);
  template <int I, class Unit, int... P>
  [[gnu::always_inline]] static void counts(Streams<Unit>& s, std::integer_sequence<int, P...>) {
    (s.template count<planes * I + P>(P == 0 ? s.both() : s.both_xor(s.a)), ...);
  }
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    for (int more = planes; more < logic; ++more) {
      auto result = s.both_xor(s.d);
      Unit::renew(result);
    }
    counts<I>(s, std::make_integer_sequence<int, planes>());
  }
};

/// Three look-ups of nibbles for two rows, and the addition of what was found to the counters of
/// both: for levels without a vector popcount.
struct LookUpMix {
  template <class Unit>
  static constexpr Operations operations{.logic = 3, .shuffle = 3, .add = 4};
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    auto& first = s.counter[2 * I % Unit::counters];
    auto& second = s.counter[(2 * I + 1) % Unit::counters];
    Unit::add_entries(first, second, s.b, s.a);
    Unit::renew(first);
    Unit::renew(second);
  }
};

/// One field of powered sums with a series of so many terms, Horner's rule for its even and for its
/// odd ones: fused multiplications and additions, and 4 minima or maxima, 7 additions and 6
/// multiplications. A level without fused ones calls a function for them; its bound does not know
/// that, and has a multiplication and an addition there.
template <int terms>
struct PoweredMix {
  static constexpr int fused = terms - 1, minima = 4, additions = 7, multiplications = 6;
  static constexpr int all = fused + minima + additions + multiplications;
  template <class Unit>
  static constexpr Operations operations{
      .add = additions, .minimum = minima, .multiply = fused + multiplications};

  /// In turn, so that no kind of port waits for another.
  template <int K, class Unit>
  [[gnu::always_inline]] static void one(Streams<Unit>& s) {
    auto& c = s.counter[K % Unit::counters];
    constexpr int fused_before = K * fused / all;
    constexpr int other = K - fused_before;
    if constexpr ((K + 1) * fused / all > fused_before) {
      Unit::fuse(c, s.a);
    } else if constexpr (other < minima) {
      Unit::minimum(c, s.a);
    } else {
      other < minima + additions ? Unit::add(c, s.b) : Unit::multiply(c, s.a);
    }
    Unit::renew(c);
  }
  template <class Unit, int... K>
  [[gnu::always_inline]] static void each(Streams<Unit>& s, std::integer_sequence<int, K...>) {
    (one<K>(s), ...);
  }
  template <int I, class Unit>
  [[gnu::always_inline]] static void step(Streams<Unit>& s) {
    each(s, std::make_integer_sequence<int, all>());
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

template <class Mix, class Unit>
constexpr InstructionMix mix_of() {
  return {&run_mix<Mix, Unit>, unroll * Unit::fields, Mix::template operations<Unit>, Unit::fields};
}

/// `Bits::fields` and so on: fields that a register holds. `Wide...`: what powered sums use.
template <class Bits, class Floats, class Doubles, class Counts8, class Counts16,
          class WideFloats = Floats, class WideDoubles = Doubles>
constexpr LevelMixes mixes_of(const char* level, bool (*supported)()) {
  return {level,
          supported,
          {mix_of<CompleteMix, Bits>(), mix_of<PairMissingMix, Bits>(),
           mix_of<TripleMissingMix, Bits>(), mix_of<MinimumMix, Floats>(),
           mix_of<MinimumMix, Doubles>(), mix_of<BitMix<1>, Bits>(), mix_of<BitMix<4>, Bits>(),
           mix_of<BitMix<8>, Bits>(), mix_of<BitMix<4>, Bits>(), mix_of<BitMix<9>, Bits>(),
           mix_of<BitMix<8>, Bits>(), mix_of<BitMix<27>, Bits>(),
           mix_of<PoweredMix<10>, WideFloats>(), mix_of<PoweredMix<21>, WideDoubles>(),
           mix_of<CountMix<2, 3>, Bits>(), mix_of<CountMix<3, 6>, Bits>(),
           mix_of<SideBySideMix, Counts8>(), mix_of<SideBySideMix, Counts16>()}};
}

// One for each level that is compiled: see CMakeLists.txt.
extern const LevelMixes mixes_x86_64_v2;
extern const LevelMixes mixes_x86_64_v3;
extern const LevelMixes mixes_x86_64_v4;
extern const LevelMixes mixes_x86_64_v4_carry;  // in the file of v4

}  // namespace encke::bench
