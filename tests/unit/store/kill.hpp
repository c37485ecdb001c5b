#pragma once

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

namespace encke::test {

/// How a process ended that was to be killed.
enum class End { killed, finished, failed, cannot_trace };

/// Runs `action` in a process of its own and kills it, as kill -9 does, at its n-th stop: before
/// and after each system call it stops once.
inline End kill_at(int n, const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(2);
    ::raise(SIGSTOP);
    try {
      action();
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  const auto ended = [&] { return WIFEXITED(status) || WIFSIGNALED(status); };
  ::waitpid(child, &status, 0);
  for (int stop = 0; stop < n && !ended(); ++stop) {
    ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
    ::waitpid(child, &status, 0);
  }
  if (!ended()) {
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    return End::killed;
  }
  if (WIFSIGNALED(status)) return End::failed;
  constexpr End ends[] = {End::finished, End::failed, End::cannot_trace};
  return WEXITSTATUS(status) < 3 ? ends[WEXITSTATUS(status)] : End::failed;
}

}  // namespace encke::test
