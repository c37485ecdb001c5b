#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace encke::test {

using Environment = std::map<std::string, std::string>;

/// How a process ended, and what it said.
struct Ended {
  int code = -1;   ///< exit code; -1 where a signal ended it
  int signal = 0;  ///< that ended it
  std::string out;
  std::string err;
};

/// A program that runs. What it says goes to STEM.out and STEM.err until it has ended.
class Process {
 public:
  /// `memory`: most bytes of data (RLIMIT_DATA); 0: as many as this process.
  Process(const std::vector<std::string>& command, const Environment& additions, std::string stem,
          std::size_t memory = 0);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Kills it if it still runs.
  ~Process();

  pid_t id() const { return id_; }
  void signal(int number) const;
  /// True once it has ended, which it is given `time` for.
  bool ends_within(std::chrono::milliseconds time);
  /// Waits for its end. To be called once.
  Ended wait();

  /// Processes that SIGKILL has ended so far, and that wait() was called of.
  static long killed() { return killed_; }

 private:
  static inline long killed_ = 0;
  pid_t id_;
  std::string stem_;
  std::optional<int> status_;
};

/// All of a file; "" where there is none.
std::string contents(const std::string& path);

}  // namespace encke::test
