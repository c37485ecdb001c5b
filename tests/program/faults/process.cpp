#include "process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <utility>

namespace encke::test {
namespace {

void send_to(const std::string& path, int descriptor) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(file, descriptor);
  ::close(file);
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const auto& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

[[noreturn]] void become(const std::vector<char*>& words, const Environment& additions,
                         const std::string& stem, std::size_t memory) {
  send_to(stem + ".out", STDOUT_FILENO);
  send_to(stem + ".err", STDERR_FILENO);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  if (memory > 0) {
    const rlimit limit{memory, memory};
    ::setrlimit(RLIMIT_DATA, &limit);
  }
  for (const auto& [name, value] : additions) ::setenv(name.c_str(), value.c_str(), 1);
  ::execvp(words.front(), words.data());
  ::_exit(127);
}

}  // namespace

Process::Process(const std::vector<std::string>& command, const Environment& additions,
                 std::string stem, std::size_t memory)
    : stem_(std::move(stem)) {
  const std::vector<char*> words = pointers(command);
  id_ = ::fork();
  if (id_ < 0) throw std::runtime_error("no process can be started");
  if (id_ == 0) become(words, additions, stem_, memory);
}

Process::~Process() {
  if (status_) return;
  ::kill(id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
}

void Process::signal(int number) const { ::kill(id_, number); }

bool Process::ends_within(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!status_) {
    int status = 0;
    if (::waitpid(id_, &status, WNOHANG) == id_) status_ = status;
    if (!status_ && std::chrono::steady_clock::now() > end) return false;
    if (!status_) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

Ended Process::wait() {
  if (!status_) {
    int status = 0;
    ::waitpid(id_, &status, 0);
    status_ = status;
  }
  const int status = *status_;
  killed_ += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? 1 : 0;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
          contents(stem_ + ".out"), contents(stem_ + ".err")};
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace encke::test
