#include "bench/machine/instruction_mix.hpp"

#include <gtest/gtest.h>

#include <encke/host/aligned_buffer.hpp>
#include <string>
#include <vector>

#include "bench/kernels/machine_bound.hpp"
#include "bench/machine/instruction_ceiling.hpp"

namespace {

using namespace encke::bench;

/// Counts what the mixes do, as a level whose operations are one instruction each.
struct Counting {
  using Register = int;
  using Counter = int;
  static constexpr int fields = 1, counters = 2, three_operands = 1;
  static constexpr Operations count_operations{.popcount = 1, .add = 1};
  static inline Operations made{};

  static int filled(int x) { return x; }
  static void renew(int&) {}
  static int both(int, int) { return made.logic++; }
  static int both_xor(int, int, int) { return made.logic++; }
  static int both_xnor(int, int, int) { return made.logic++; }
  static int kept_carry(int, int, int) { return made.logic++; }
  static int carry_out(int, int, int) { return made.logic++; }
  static int differ(int, int) { return made.logic++; }
  static void count(int&, int) { made = made + count_operations; }
  static void add_entries(int&, int&, int, int) {
    made = made + Operations{.logic = 3, .shuffle = 3, .add = 4};
  }
  static void add_min(int&, int, int) { made = made + Operations{.add = 1, .minimum = 1}; }
  static void add(int&, int) { made.add++; }
  static void multiply(int&, int) { made.multiply++; }
  static void fuse(int&, int) { made.multiply++; }
  static void minimum(int&, int) { made.minimum++; }
};

template <class Mix>
void expect_counted() {
  Counting::made = {};
  Streams<Counting> streams;
  Mix::template step<0>(streams);
  EXPECT_EQ(Counting::made, Mix::template operations<Counting>);
}

TEST(InstructionMix, operations_are_those_that_are_made) {
  expect_counted<CompleteMix>();
  expect_counted<CarriedMix>();
  expect_counted<PairMissingMix>();
  expect_counted<TripleMissingMix>();
  expect_counted<BitMix<1>>();
  expect_counted<BitMix<27>>();
  expect_counted<CountMix<2, 3>>();
  expect_counted<CountMix<3, 6>>();
  expect_counted<MinimumMix>();
  expect_counted<LookUpMix>();
  expect_counted<PoweredMix<10>>();
  expect_counted<PoweredMix<21>>();
}

#if defined(__x86_64__)
const InstructionMix& mix(const LevelMixes& level, Form form) {
  return level.mix[static_cast<int>(form)];
}

TEST(InstructionMix, each_level_counts_the_instructions_that_it_has) {
  EXPECT_EQ(mix(mixes_x86_64_v4, Form::complete).operations,
            (Operations{.popcount = 2, .logic = 2, .add = 2}));
  EXPECT_EQ(mix(mixes_x86_64_v4_carry, Form::complete).operations,
            (Operations{.popcount = 1, .logic = 3, .add = 1}));
  EXPECT_EQ(mix(mixes_x86_64_v4, Form::count8).operations,
            (Operations{.minimum = 1, .multiply = 1}));
  EXPECT_EQ(mix(mixes_x86_64_v3, Form::count8).operations, (Operations{.add = 2, .minimum = 1}));
  EXPECT_EQ(mix(mixes_x86_64_v2, Form::complete).operations,
            (Operations{.popcount = 2, .logic = 3, .add = 2}));
  EXPECT_EQ(mix(mixes_x86_64_v3, Form::bit_pair_missing).operations,
            (Operations{.logic = 4 * (1 + 3), .shuffle = 4 * 2, .add = 4 * 2}));
}

TEST(InstructionMix, complete_vectors_are_looked_up_where_there_is_no_vector_popcount) {
  const InstructionMix& genotypes = mix(mixes_x86_64_v3, Form::complete);
  EXPECT_EQ(genotypes.operations, (Operations{.logic = 3, .shuffle = 3, .add = 4}));
  EXPECT_EQ(genotypes.fields, 384);
  EXPECT_EQ(mix(mixes_x86_64_v3, Form::bits).fields, 768);
}

TEST(InstructionCeiling, loops_of_this_machine_run) {
  const encke::AlignedBuffer<std::byte> bytes(4096);
  for (const LevelCeilings* level :
       {&ceilings_x86_64_v2, &ceilings_x86_64_v3, &ceilings_x86_64_v4}) {
    std::vector<std::string> names;
    for (const InstructionCeiling& ceiling : level->ceiling) {
      if (ceiling.name == nullptr) continue;
      names.emplace_back(ceiling.name);
      EXPECT_GE(ceiling.operations, ceiling_unroll);
      EXPECT_GE(ceiling.bits, 64);
      if (level->supported()) ceiling.run(3);
    }
    EXPECT_GE(names.size(), 9U) << level->level;
    if (level->supported()) level->load(bytes.data(), bytes.size(), 2);
  }
}
#endif

TEST(MachineBound, tells_the_operations_of_a_comparison) {
  const LevelBound bound{.operations = {.popcount = 2, .logic = 2, .add = 2}, .fields = 512};
  const auto json = operations_json(bound);
  EXPECT_EQ(json.at("popcount").get<double>(), 2.0 / 512);
  EXPECT_EQ(json.at("total").get<double>(), 6.0 / 512);
  EXPECT_TRUE(operations_json(LevelBound{}).is_null());
}

}  // namespace
