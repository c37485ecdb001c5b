// Bits of stored runs that are not what was written, as the program finds and repairs them. Ten
// thousand more are flipped in tests/store.
#include <random>

#include "faulty_run.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class BitFlip : public FaultyRun {
 protected:
  void SetUp() override {
    succeed(small_pairs);
    expected_ = outputs();
    for (int k : {1, 2}) ASSERT_EQ(compute(k, "").code, 0);
    ASSERT_EQ(merge().code, 0);
    ASSERT_TRUE(outputs() == expected_);
    clear();
  }

  std::string part(int k) const { return path("part" + std::to_string(k)); }
  std::string file() const { return part(1) + ".blocks/run-1-rank-0.blocks"; }

  Ended compute(int k, const std::string& more) const {
    auto words = command(small_pairs + " --shard " + std::to_string(k) + "/2" + more);
    words.back() = part(k);  // --out
    return say(words);
  }
  Ended merge() const { return say({program(), "merge", "--out", prefix(), part(1), part(2)}); }
  Ended verify(bool repair) const {
    std::vector<std::string> words = {program(), "verify", part(1)};
    if (repair) words.insert(words.begin() + 2, "--repair");
    return say(words);
  }

  /// Flips one bit of the file's, counted from its beginning.
  void flip(std::uint64_t bit) const {
    std::string bytes = contents(file());
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
    std::ofstream(file(), std::ios::binary) << bytes;
  }
  std::uint64_t bits() const { return 8 * std::filesystem::file_size(file()); }

  std::map<std::string, std::string> expected_;
  std::mt19937_64 random_{5};
};

TEST_F(BitFlip, IsFoundWhereverItIsAndNamed) {
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t bit = random_() % bits();
    flip(bit);
    const Ended checked = verify(false);
    ASSERT_EQ(checked.code, damaged) << bit << checked.err;
    ASSERT_TRUE(is_one_error(checked.err)) << checked.err;
    ASSERT_NE(checked.out.find(file()), std::string::npos) << checked.out;
    if (i % 4 == 0) {
      const Ended merged = merge();
      // a header whose identity differs is one of another run
      ASSERT_EQ(merged.code, damaged) << bit << merged.err;
      ASSERT_TRUE(is_one_error(merged.err)) << merged.err;
      ASSERT_NE(merged.err.find(part(1) + ".blocks"), std::string::npos) << merged.err;
      ASSERT_TRUE(names().empty()) << bit;
    }
    flip(bit);
  }
  EXPECT_EQ(verify(false).code, 0);
}

TEST_F(BitFlip, IsRepairedByComputingWhatItHit) {
  std::filesystem::copy(part(1) + ".blocks", path("whole"));
  for (int i = 0; i < 25; ++i) {
    const std::uint64_t bit = random_() % bits();
    flip(bit);
    const Ended repaired = verify(true);
    ASSERT_EQ(repaired.code, 0) << bit << repaired.err;
    ASSERT_NE(repaired.out.find("--resume"), std::string::npos) << repaired.out;
    const Ended resumed = compute(1, " --resume");
    ASSERT_EQ(resumed.code, 0) << bit << resumed.err;
    ASSERT_EQ(verify(false).code, 0) << bit;
    ASSERT_EQ(merge().code, 0) << bit;
    ASSERT_TRUE(outputs() == expected_) << bit;
    clear();
    std::filesystem::remove_all(part(1) + ".blocks");
    std::filesystem::copy(path("whole"), part(1) + ".blocks");
  }
}

}  // namespace
}  // namespace encke::test
