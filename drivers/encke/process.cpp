#include "encke/process.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/file/output/leftovers.hpp>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace encke::cli {
namespace {

constexpr std::array stop_signals = {std::pair{SIGINT, "SIGINT"}, std::pair{SIGTERM, "SIGTERM"},
                                     std::pair{SIGHUP, "SIGHUP"}, std::pair{SIGUSR1, "SIGUSR1"}};

std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler sets it");

std::atomic<bool> asked_to_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

extern "C" void note_signal(int number) {
  received = number;
  asked_to_stop = true;
}

thread_local bool allocation_failed = false;

void note_failed_allocation() {
  allocation_failed = true;
  throw std::bad_alloc();
}

/// Nothing here may allocate.
[[noreturn]] void end_for_lack_of_memory() {
  constexpr std::string_view line = "encke: error: not enough memory\n";
  sink::remove_open_temporaries();
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(static_cast<int>(Failure::memory));
}

/// Nor here.
[[noreturn]] void end_at_once() {
  try {
    if (const auto reason = std::current_exception()) std::rethrow_exception(reason);
    // GCC leaves none where a function that may not throw was compiled into its caller.
    if (allocation_failed && std::uncaught_exceptions() > 0) end_for_lack_of_memory();
  } catch (const std::bad_alloc&) {
    end_for_lack_of_memory();
  } catch (...) {
    // a defect: where it is shows in what abort() leaves
  }
  std::abort();
}

}  // namespace

void prepare_for_failed_allocations() {
  std::set_new_handler(note_failed_allocation);
  std::set_terminate(end_at_once);
}

int leave(int code) {
  if (code != static_cast<int>(Failure::memory)) return code;
  std::fflush(nullptr);
  ::_exit(code);
}

void prepare_signals() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  for (const auto& [stop, name] : stop_signals) {
    struct sigaction action = {};
    ::sigaction(stop, nullptr, &action);
    if (action.sa_handler == SIG_IGN) continue;  // as nohup wants it
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART | SA_RESETHAND;
    ::sigaction(stop, &action, nullptr);
  }
}

StopFlag stop_flag() { return asked_to_stop; }

void refuse_if_stopped() {
  for (const auto& [stop, name] : stop_signals) {
    if (received != stop) continue;
    throw Error(Failure::stopped, std::string("stopped by ") + name);
  }
}

std::string coloured(const std::string& word, Colour colour, int stream) {
  const auto variable = [](const char* name) {
    const char* const text = std::getenv(name);
    return std::string_view(text == nullptr ? "" : text);
  };
  if (::isatty(stream) != 1 || !variable("NO_COLOR").empty() || variable("TERM") == "dumb")
    return word;
  return "\033[1;" + std::to_string(static_cast<int>(colour)) + 'm' + word + "\033[0m";
}

bool writes_to_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

}  // namespace encke::cli
