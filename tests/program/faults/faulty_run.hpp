#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "process.hpp"
#include "support/scratch.hpp"

namespace encke::test {

/// What goes wrong in a run, as preload/fault_calls.hpp says.
struct Fault {
  std::string mode;
  long at = 0;
  int reason = 0;
};

/// A line of the log of calls.
struct LoggedCall {
  std::string name;
  std::string file;
};

/// Runs of the program with the outputs P.* in a directory that holds nothing else.
class FaultyRun : public Scratch {
 protected:
  /// In memory where the system has a directory there, unless `parent` is another: thousands of
  /// waits for a disk take minutes.
  explicit FaultyRun(const std::string& parent = in_memory());
  void TearDown() override;
  static std::string in_memory();

  std::string program() const { return program_; }
  std::string output_directory() const {
    return std::filesystem::weakly_canonical(path("out")).string();
  }
  /// P, as --out names it.
  std::string prefix() const { return output_directory() + "/P"; }
  std::string state() const { return prefix() + ".blocks"; }
  /// Removes all outputs.
  void clear() const;

  /// `arguments` are separated by blanks; --out is added.
  std::vector<std::string> command(const std::string& arguments) const;
  Ended run(const std::string& arguments, const Environment& additions = {}) const;
  Ended run(const std::string& arguments, const Fault& fault) const;
  /// The program must end with 0 and leave its outputs and nothing else.
  void succeed(const std::string& arguments) const;
  /// Any words.
  Ended say(const std::vector<std::string>& words, const Environment& additions = {}) const;

  /// False where the functions of the C library cannot be replaced.
  static bool can_fail();
  Environment environment(const Fault& fault) const;
  /// The calls of the last run with a fault.
  std::vector<LoggedCall> calls() const;

  /// Names in the directory of the outputs, sorted.
  std::vector<std::string> names() const;
  /// What must be the same for every run: the files of values, and the digest.
  std::map<std::string, std::string> outputs() const;
  /// Tiles that the last run that ended did not compute again.
  long tiles_resumed() const;
  /// Waits until the process has stored a tile, or ended.
  void wait_for_a_tile(Process& process) const;

 private:
  std::string program_;
  long killed_before_ = Process::killed();
};

/// One line that begins as all errors do.
bool is_one_error(const std::string& text);

/// Small problems: 10 tiles each, with a threshold that some values reach.
inline const std::string small_pairs =
    "ccc --synthetic random --num-vectors 64 --num-fields 60 --block 16 --threshold 0.7 "
    "--histogram --threads 1";
inline const std::string small_triples =
    "ccc --way 3 --synthetic random --num-vectors 40 --num-fields 60 --block 16 --threshold 0.55 "
    "--histogram --threads 1";
inline constexpr long small_tiles = 10;
/// Pairs that take a second or so, in 120 tiles.
inline const std::string longer_pairs =
    "ccc --synthetic random --num-vectors 2400 --num-fields 3000 --block 160 --threshold 1.2 "
    "--threads 1";

}  // namespace encke::test
