#include "fault_calls.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace encke::faults {
namespace {

std::string_view text(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

long number(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? 0 : std::atol(value);
}

/// Paths and descriptors alike, as absolute paths.
std::string_view path_of(const char* path, int descriptor, char (&room)[PATH_MAX]) {
  if (path != nullptr && path[0] == '/') return path;
  char link[64] = "/proc/self/cwd";
  if (path == nullptr) std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t size = ::readlink(link, room, sizeof room);
  if (size < 0) return {};
  const auto end = static_cast<std::size_t>(size);
  if (path == nullptr) return {room, end};
  const int added = std::snprintf(room + end, sizeof room - end, "/%s", path);
  return {room, std::min(end + static_cast<std::size_t>(added), sizeof room - 1)};
}

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  for (;;) ::pause();
}

/// True if calls of this kind are counted.
bool counts(Kind kind, std::string_view mode) {
  for (const auto& [alone, of] : {std::pair(std::string_view("unremoved"), Kind::remove),
                                  {"unopened", Kind::open},
                                  {"unclosed", Kind::close},
                                  {"end", Kind::read},
                                  {"unread", Kind::read}}) {
    if (mode == alone) return kind == of;
  }
  if (kind == Kind::read || kind == Kind::open || kind == Kind::close) return false;
  return kind != Kind::remove || !mode.starts_with("fail");
}

void wait_milliseconds(long count) {
  const timespec time{count / 1000, count % 1000 * 1'000'000};
  ::nanosleep(&time, nullptr);
}

std::atomic<long> calls = 0;

}  // namespace

/// Uses system calls alone: the functions of the C library are ours here.
void note(const char* name, std::string_view path) {
  if (settings().log == nullptr) return;
  char line[PATH_MAX + 64];
  const int size = std::snprintf(line, sizeof line, "%s %.*s\n", name,
                                 static_cast<int>(path.size()), path.data());
  const long log = ::syscall(SYS_openat, AT_FDCWD, settings().log,
                             O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (::syscall(SYS_write, log, line, size) != size) std::abort();
  ::syscall(SYS_close, log);
}

const Settings& settings() {
  static const Settings given = {text("ENCKE_FAULT_UNDER"), text("ENCKE_FAULT_MODE"),
                                 std::getenv("ENCKE_FAULT_LOG"), number("ENCKE_FAULT_AT"),
                                 static_cast<int>(number("ENCKE_FAULT_ERRNO"))};
  return given;
}

Call::Call(Kind kind, const char* name, const char* path, int descriptor) : kind_(kind) {
  if (settings().under.empty() || settings().mode.starts_with("memory")) return;
  if (!counts(kind, settings().mode)) return;
  const int before = errno;
  char room[PATH_MAX];
  const std::string_view file = path_of(path, descriptor, room);
  if (file.starts_with(settings().under)) {
    note(name, file);
    decide(++calls);
  }
  errno = before;
}

void Call::decide(long count) {
  const Settings& wanted = settings();
  const std::string_view mode = wanted.mode;
  const bool here = count == wanted.at;
  if (mode == "kill" && here) die();
  if (mode == "delay") wait_milliseconds(wanted.at);
  if (mode == "stop" && here) ::kill(::getpid(), SIGTERM);
  dies_ = mode == "tear" && here;
  half_ = mode == "short" || dies_;
  end_ = here && (mode == "end" || (mode == "nothing" && kind_ == Kind::write));
  if ((mode == "fail" || mode.starts_with("un")) && here) failure_ = wanted.reason;
  if (mode == "fail-from" && count >= wanted.at) failure_ = wanted.reason;
  const bool may_be_interrupted = kind_ != Kind::name && kind_ != Kind::remove;
  if (mode == "interrupt" && may_be_interrupted && count % 2 == 1) failure_ = EINTR;
}

std::size_t Call::allowed(std::size_t size) const {
  if (end_) return 0;
  return half_ && kind_ == Kind::write && size > 1 ? size / 2 : size;
}

void Call::made() const {
  if (dies_) die();
}

}  // namespace encke::faults
