// Runs that are asked to stop, and jobs of which a rank dies.
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "program/exit_codes.hpp"
#include "program/faults/faulty_run.hpp"
#include "support/long_run.hpp"

namespace encke::test {
namespace {

class Signal : public FaultyRun {
 protected:
  static std::vector<std::string> launcher() {
    std::vector<std::string> words = {std::getenv("ENCKE_MPIEXEC"), "-n", "3"};
    // the last ones: no second of waiting for ranks that are to end
    for (std::string word :
         {"--oversubscribe", "--bind-to", "none", "--mca", "odls_base_sigkill_timeout", "0"}) {
      if (std::getenv("ENCKE_OPEN_MPI") != nullptr) words.push_back(word);
    }
    return words;
  }

  /// A job of three ranks. Each rank's shell writes the number of its process to out/../rank-N and
  /// says 22 where a signal ended it: of a rank that dies, launchers tell with codes of their own.
  std::vector<std::string> job(const std::string& arguments, const Environment& of_program) const {
    const std::string script = "\"$@\" & echo $! > " + path("rank-") +
                               "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; wait $!; code=$?; "
                               "[ $code -gt 128 ] && exit 22; exit $code";
    std::vector<std::string> words = launcher();
    for (std::string word : {"sh", "-c"}) words.push_back(word);
    words.push_back(script);
    words.push_back("sh");
    add_command(arguments, of_program, words);
    return words;
  }

  /// `arguments` on three ranks, by the launcher alone.
  std::vector<std::string> three_ranks(const std::string& arguments,
                                       const Environment& of_program) const {
    std::vector<std::string> words = launcher();
    add_command(arguments, of_program, words);
    return words;
  }

  /// The launcher itself has nothing of `of_program`.
  void add_command(const std::string& arguments, const Environment& of_program,
                   std::vector<std::string>& words) const {
    words.push_back("env");
    for (const auto& [name, value] : of_program) words.push_back(name + '=' + value);
    for (const auto& word : command(arguments)) words.push_back(word);
  }

  static bool has_ranks() { return std::getenv("ENCKE_MPIEXEC") != nullptr; }
  static Environment of_ranks() {
    return {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
            {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
            {"OMPI_MCA_mpi_yield_when_idle", "1"},
            {"OMP_NUM_THREADS", "1"}};
  }

  static int count_of(const std::string& words, const std::string& text) {
    int count = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
      ++count;
    }
    return count;
  }

  pid_t process_of_rank(int rank) const {
    return std::atoi(contents(path("rank-" + std::to_string(rank))).c_str());
  }

  /// The job ends with 22 within `time` after a rank gets `signal`, and another one goes on.
  void lose_a_rank(int signal, std::chrono::seconds time, Environment of_program) {
    if (!has_ranks()) GTEST_SKIP() << "built without MPI";
    succeed(pairs());
    const auto expected = outputs();
    clear();
    of_program.merge(slowed());
    Process process(job(pairs(), of_program), of_ranks(), path("said"));
    wait_for_a_tile(process);
    const pid_t rank = process_of_rank(2);
    ASSERT_GT(rank, 0);
    ::kill(rank, signal);
    const bool ended = process.ends_within(time);
    ::kill(rank, SIGKILL);
    EXPECT_TRUE(ended) << "still running " << time.count() << " s later";
    const Ended end = process.wait();
    EXPECT_EQ(end.code, rank_died) << end.err;
    EXPECT_EQ(names().front(), "P.blocks");
    succeed(pairs() + " --resume");
    EXPECT_TRUE(outputs() == expected);
  }

  /// True where the time that a signal needs to arrive is spent asleep; else in computing more.
  static bool sleeps() { return can_fail() && !long_run(); }
  static std::string pairs() {
    return sleeps() ? longer_pairs
                    : "ccc --synthetic random --num-vectors 4800 --num-fields 9000 --block 160 "
                      "--threshold 1.2 --threads 1";
  }
  /// Each call on a file takes some milliseconds more.
  Environment slowed() const { return sleeps() ? environment(Fault{"delay", 5}) : Environment(); }
  /// Ten seconds of the program's are one.
  static Environment hastened() {
    return sleeps() ? Environment{{"ENCKE_FAULT_HASTE", "10"}} : Environment();
  }
};

TEST_F(Signal, ThatAsksToStopEndsWith20AndLosesNothing) {
  succeed(pairs());
  const auto expected = outputs();
  for (const int signal : {SIGTERM, SIGUSR1, SIGINT, SIGHUP}) {
    clear();
    Process process(command(pairs()), slowed(), path("said"));
    wait_for_a_tile(process);
    process.signal(signal);
    const Ended ended = process.wait();
    EXPECT_EQ(ended.code, stopped) << ended.err;
    EXPECT_TRUE(is_one_error(ended.err)) << ended.err;
    EXPECT_NE(ended.err.find("--resume"), std::string::npos) << ended.err;
    EXPECT_EQ(names(), std::vector<std::string>{"P.blocks"});
    const Ended checked = say({program(), "verify", prefix()});  // what is done is committed
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_EQ(checked.out.find("not yet committed"), std::string::npos) << checked.out;
    EXPECT_EQ(checked.out.find(": 0 tiles"), std::string::npos) << checked.out;
    succeed(pairs() + " --resume");
    EXPECT_GT(tiles_resumed(), 0);
    EXPECT_TRUE(outputs() == expected);
  }
}

TEST_F(Signal, ThatAsksAllRanksToStopEndsTheJobWith20AndLeavesNoFileOpen) {
  if (!has_ranks()) GTEST_SKIP() << "built without MPI";
  Process process(three_ranks(pairs(), slowed()), of_ranks(), path("said"));
  wait_for_a_tile(process);
  process.signal(SIGUSR1);
  const Ended ended = process.wait();
  EXPECT_EQ(ended.code, stopped) << ended.err;
  EXPECT_EQ(count_of("encke: ", ended.err), 1) << ended.err;  // the launcher has words of its own
  EXPECT_EQ(count_of("--resume", ended.err), 1) << ended.err;
  EXPECT_EQ(names(), std::vector<std::string>{"P.blocks"});
  const std::string manifest = contents(state() + "/manifest");
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(state())) {
    const std::string name = entry.path().filename();
    EXPECT_FALSE(name.ends_with(".open")) << name;
    if (!name.ends_with(".blocks")) continue;
    EXPECT_EQ(count_of(name, manifest), 1) << name;
    ++files;
  }
  EXPECT_GE(files, 1);  // a rank that has finished no tile yet has none
  EXPECT_LE(files, 3);
  succeed(pairs() + " --resume");
  EXPECT_GT(tiles_resumed(), 0);
}

TEST_F(Signal, ThatKillsARankEndsTheJobWith22AndLosesNothing) {
  lose_a_rank(SIGKILL, std::chrono::seconds(30), {});
}

TEST_F(Signal, ThatKillsRanksOfAnyGridLosesNothingOnAnother) {
  if (!has_ranks()) GTEST_SKIP() << "built without MPI";
  succeed(longer_pairs);
  const auto expected = outputs();
  clear();
  std::string how;
  for (const std::string ranks : {"3", "2", "4"}) {
    auto words = job(longer_pairs + how, {});
    words[2] = ranks;
    Process process(words, of_ranks(), path("said"));
    wait_for_a_tile(process);
    for (int rank = 0; rank < std::stoi(ranks); ++rank) {
      if (process_of_rank(rank) > 0) ::kill(process_of_rank(rank), SIGKILL);
    }
    process.wait();
    for (int rank = 0; rank < 4; ++rank) {
      std::filesystem::remove(path("rank-" + std::to_string(rank)));
    }
    how = " --resume";
  }
  if (std::filesystem::exists(state())) succeed(longer_pairs + how);
  EXPECT_TRUE(outputs() == expected);
}

TEST_F(Signal, ThatHaltsARankEndsTheJobWith22AndLosesNothing) {
  lose_a_rank(SIGSTOP, std::chrono::seconds(30), hastened());
}

}  // namespace
}  // namespace encke::test
