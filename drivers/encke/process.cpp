#include "encke/process.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <encke/base/error.hpp>
#include <string>
#include <utility>

namespace encke::cli {
namespace {

constexpr std::array stop_signals = {std::pair{SIGINT, "SIGINT"}, std::pair{SIGTERM, "SIGTERM"},
                                     std::pair{SIGHUP, "SIGHUP"}, std::pair{SIGUSR1, "SIGUSR1"}};

std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler sets it");

extern "C" void note_signal(int number) { received = number; }

}  // namespace

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

void refuse_if_stopped() {
  for (const auto& [stop, name] : stop_signals) {
    if (received != stop) continue;
    throw Error(Failure::stopped, std::string("stopped by ") + name);
  }
}

bool writes_to_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

}  // namespace encke::cli
