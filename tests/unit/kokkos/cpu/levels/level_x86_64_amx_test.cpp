#include <gtest/gtest.h>

#if defined(__x86_64__) && defined(__linux__)

#include "../block_tallies.hpp"
#include "amx_interpreter.hpp"

// The object code of x86-64-amx, on CPUs without AMX by a reader of its instructions.

namespace {

using encke::Index;
using encke::test::AmxInterpreter;
using encke::test::expect_block_of_portable;
using encke::test::level_named;
using encke::test::pack;
using encke::test::pack_bits;
using encke::test::random_genotypes;
using encke::test::with_all_words;

constexpr const char* tested = "x86-64-amx";

class LevelAmx : public testing::Test {
 protected:
  void SetUp() override {
    if (!level_named("x86-64-v4").supported()) GTEST_SKIP() << "no AVX-512";
    if (level_named(tested).genotype.multiply.space == 0) GTEST_SKIP() << "no assembler for AMX";
    // Where there is AMX this asks the system for its registers: without that, the configuration is
    // loaded and the first tile is an illegal instruction.
    level_named(tested).supported();
  }
};

TEST_F(LevelAmx, multiplies_as_popcounts_do) {
  const AmxInterpreter interpreter;
  for (const Index fields : {1, 65, 1100}) {
    for (const double rate : {0.0, 0.1}) {
      const auto g = random_genotypes(100, fields, rate, static_cast<std::uint64_t>(fields));
      for (const auto& vectors : {pack(g), pack_bits(g)}) {
        for (const auto& [rows, cols] : {std::pair<Index, Index>{16, 40}, {33, 16}, {50, 52}}) {
          expect_block_of_portable(
              tested, vectors,
              with_all_words(vectors,
                             {.rows = rows, .cols = cols, .first_col = 48, .masks = rate > 0}));
          EXPECT_TRUE(AmxInterpreter::is_released());
        }
      }
    }
  }
  EXPECT_TRUE(level_named(tested).supported() || AmxInterpreter::carried_out() > 0);
}

TEST_F(LevelAmx, is_taken_only_where_it_is_asked_for) {
  EXPECT_FALSE(level_named(tested).preferred());
  EXPECT_STRNE(encke::cpu::choose_level("auto").level, tested);
  if (level_named(tested).supported()) return;
  try {
    encke::cpu::choose_level(tested);
    FAIL();
  } catch (const encke::Error& error) {
    EXPECT_EQ(error.failure(), encke::Failure::command_line);
    EXPECT_NE(std::string(error.what()).find("no instruction-set level 'x86-64-amx'"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace

#endif
