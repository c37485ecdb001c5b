// What is refused beside a stored run: it, and what else is there, stays as it is.
#include <csignal>

#include "faulty_run.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class Refusal : public FaultyRun {
 protected:
  /// A run that was stopped after some tiles, beside the outputs of an earlier one.
  void leave_a_run(const std::string& arguments) {
    for (const auto* const name : {"P.edges.tsv", "P.log"}) {
      std::ofstream(path(std::string("out/") + name)) << "older";
    }
    ASSERT_EQ(run(arguments, Fault{"kill", 26}).signal, SIGKILL);
    ASSERT_TRUE(std::filesystem::exists(state() + "/run-1-rank-0.blocks.open"));
  }

  std::map<std::string, std::string> everything() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(output_directory())) {
      const std::string name = entry.path().string();
      // those of the killed process may go at any time
      if (entry.is_regular_file() && name.find(".tmp-") == std::string::npos) {
        all[name] = contents(name);
      }
    }
    return all;
  }

  void refuse(const std::string& arguments, int code, const std::vector<std::string>& words) const {
    const auto before = everything();
    const Ended ended = run(arguments);
    EXPECT_EQ(ended.code, code) << arguments << '\n' << ended.err;
    EXPECT_TRUE(is_one_error(ended.err)) << ended.err;
    for (const auto& word : words) {
      EXPECT_NE(ended.err.find(word), std::string::npos) << "no '" << word << "' in " << ended.err;
    }
    EXPECT_TRUE(everything() == before) << arguments;
  }

  /// 60 vectors of 8 numbers, which differ with `seed`.
  std::string packed(const std::string& name, int seed) const {
    std::vector<double> values(60 * 8);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<double>((i * 37 + static_cast<std::size_t>(seed)) % 101);
    }
    std::ofstream(path(name), std::ios::binary)
        .write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(double)));
    return "ps --packed " + path(name) +
           " --num-vectors 60 --num-fields 8 --block 16 --threads 1 --threshold 0.5";
  }
};

TEST_F(Refusal, OtherParametersAreNamed) {
  if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
  leave_a_run(small_pairs);
  const auto with = [](const std::string& from, const std::string& to) {
    std::string arguments = small_pairs + " --resume";
    return arguments.replace(arguments.find(from), from.size(), to);
  };
  refuse(small_pairs, inconsistent, {state(), "--resume"});
  refuse(with("ccc", "duo") + " --missing none", inconsistent, {state(), "metric", "ccc", "duo"});
  refuse(with("--threshold 0.7", "--threshold 0.8"), inconsistent, {"threshold", "0.7", "0.8"});
  refuse(with("--threshold 0.7", "--top 5"), inconsistent, {"top"});
  refuse(with("--num-fields 60", "--num-fields 61"), inconsistent, {"num-fields", "60", "61"});
  refuse(with("--num-vectors 64", "--num-vectors 96"), inconsistent, {"num-vectors", "64", "96"});
  refuse(with("--synthetic random", "--synthetic analytic"), inconsistent, {"synthetic"});
  refuse(with("--histogram", ""), inconsistent, {"histogram"});
  refuse(with("--histogram", "--histogram --way 3"), inconsistent, {"way"});
  refuse(with("--histogram", "--histogram --gamma 0.5"), inconsistent, {"gamma"});
  refuse(with("--histogram", "--histogram --precision f32"), inconsistent, {"precision"});
  refuse(with("--histogram", "--histogram --shard 1/2"), inconsistent, {"share"});
  refuse(with("--block 16", "--block 32"), inconsistent, {"block"});
}

TEST_F(Refusal, AnotherInputAndOtherContentsAreNamed) {
  if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
  const std::string arguments = packed("data", 1);
  leave_a_run(arguments);
  refuse(packed("other", 2) + " --resume", inconsistent, {"input 1", "digest"});
  packed("data", 2);
  refuse(arguments + " --resume", inconsistent, {"input 1", "digest"});
  packed("data", 1);  // as it was
  EXPECT_EQ(run(arguments + " --resume").code, 0);
  EXPECT_EQ(tiles_resumed() > 0, true);
}

TEST_F(Refusal, IdsThatTheOutputCannotHoldAreRefusedAndAnotherFormatGoesOn) {
  if (!can_fail()) GTEST_SKIP() << "calls cannot be replaced here";
  std::ofstream table(path("table"));
  for (int f = 0; f < 3; ++f) table << "\tf" << f;
  for (int v = 0; v < 60; ++v) table << "\nvec\rtor" << v << '\t' << v % 7 << "\t1\t" << v % 5;
  table << std::endl;
  const std::string arguments =
      "ps --table " + path("table") + " --block 16 --threads 1 --threshold 0.5";
  leave_a_run(arguments + " --format packed");
  refuse(arguments + " --resume", inconsistent, {"P.edges.tsv", "vector 0", "--format packed"});
  EXPECT_EQ(run(arguments + " --format packed --resume").code, 0);
  EXPECT_GT(tiles_resumed(), 0);
}

TEST_F(Refusal, ASecondProcessOfTheSameOutputIsRefusedAndTheFirstGoesOn) {
  succeed(longer_pairs);
  const auto expected = outputs();
  clear();
  Process first(command(longer_pairs), {}, path("first"));
  wait_for_a_tile(first);
  first.signal(SIGSTOP);  // so that it is still there
  for (const std::string how : {"", " --resume"}) {
    const Ended second = run(longer_pairs + how);
    EXPECT_EQ(second.code, inconsistent) << second.err;
    EXPECT_TRUE(is_one_error(second.err)) << second.err;
    EXPECT_NE(second.err.find("another process"), std::string::npos) << second.err;
    EXPECT_NE(second.err.find(state()), std::string::npos) << second.err;
  }
  first.signal(SIGCONT);
  EXPECT_EQ(first.wait().code, 0);
  EXPECT_TRUE(outputs() == expected);
}

}  // namespace
}  // namespace encke::test
