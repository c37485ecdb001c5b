#pragma once

#include <csignal>

namespace encke::test {

/// While it lives, instructions of AMX that this CPU lacks are carried out in plain C++, by a
/// signal handler that reads their bytes as Intel's manual defines them. So the very object code of
/// the level x86-64-amx runs. For one thread, and one at a time.
class AmxInterpreter {
 public:
  AmxInterpreter();
  ~AmxInterpreter();
  AmxInterpreter(const AmxInterpreter&) = delete;
  AmxInterpreter& operator=(const AmxInterpreter&) = delete;

  /// Instructions that were carried out.
  static long carried_out();
  /// True if the last thing done with tiles was to release them.
  static bool is_released();

 private:
  struct sigaction before_;
};

}  // namespace encke::test
