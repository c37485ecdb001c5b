#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <encke/base/error.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/io/tree/biom_parts.hpp>
#include <encke/io/tree/hdf5_matrix.hpp>
#include <encke/io/tree/reader_process.hpp>
#include <encke/io/tree/table_pipe.hpp>
#include <fstream>
#include <functional>
#include <string_view>
#include <utility>

extern char** environ;

namespace encke::io {
namespace {

constexpr std::string_view serve_table = "--serve-hdf5", serve_matrix = "--serve-hdf5-matrix";
constexpr std::array stop_signals = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};

std::string& reader_program() {
  static std::string program;
  return program;
}

/// Owns a descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  operator int() const { return number_; }

 private:
  int number_;
};

/// A process that reads a file for this one. Its end is waited for.
class Child {
 public:
  Child(std::string program, std::string word, std::string path, std::int64_t memory, int output) {
    std::string bytes = std::to_string(memory);
    char* const words[] = {program.data(), word.data(), path.data(), bytes.data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t usual;
    ::sigemptyset(&usual);
    ::sigaddset(&usual, SIGPIPE);  // that ends it when this process has ended
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&attributes);
    const bool prepared =
        ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO) == 0 &&
        ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0) == 0 &&
        ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        ::posix_spawnattr_setsigdefault(&attributes, &usual) == 0 &&
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF) == 0;
    if (!prepared || ::posix_spawn(&id_, words[0], &files, &attributes, words, environ) != 0) {
      id_ = -1;
    }
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { wait(); }

  bool runs() const { return id_ > 0; }
  /// The signal that ended it; 0: it ended by itself, or that is not known.
  int wait() {
    int status = 0;
    if (id_ <= 0) return 0;
    while (::waitpid(id_, &status, 0) < 0) {
      if (errno == EINTR) continue;
      status = 0;
      break;
    }
    id_ = -1;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  }

 private:
  pid_t id_ = -1;
};

/// Limit for a file of so many bytes; a good one takes a second or so for ten million.
rlim_t processor_seconds(Index bytes) { return 60 + static_cast<rlim_t>(bytes >> 20); }

[[noreturn]] void refuse_for(int signal, const std::string& path) {
  for (const int stop : stop_signals) {
    if (signal == stop) throw Error(Failure::stopped, path + ": stopped while it is read");
  }
  if (signal == SIGBUS) {  // what the other process maps is not there (any more)
    throw Error(Failure::read, path +
                                   ": cannot be read: it was cut, or its disk failed, while "
                                   "it was read");
  }
  if (signal == SIGXCPU) {
    throw MalformedInput({.file = path}, "reading it does not end: a damaged HDF5 file");
  }
  throw MalformedInput(
      {.file = path},
      signal == 0 ? "reading it fails in the HDF5 library: a damaged HDF5 file"
                  : fmt::format("reading it ends with signal {} in the HDF5 library: a damaged "
                                "HDF5 file",
                                signal));
}

template <class Resource>
void lower(Resource resource, rlim_t most) {
  struct rlimit limit = {};
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_cur, most);
  ::setrlimit(resource, &limit);
}

/// Limits of this process, which reads one file with `memory` bytes; 0: no limit of memory.
void limit_this_process(const std::string& path, std::int64_t memory) {
  for (const int stop : stop_signals) std::signal(stop, SIG_IGN);  // the parent decides
#if defined(__linux__)
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  lower(RLIMIT_CORE, 0);
  lower(RLIMIT_CPU, processor_seconds(PosixFile::open_to_read(path).size()));
  Index pages = 0;  // that this process has already, some of them of sanitizers
  constexpr Index library = 64 << 20;
  if (memory > 0 && std::ifstream("/proc/self/statm") >> pages) {
    const auto already = static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
    lower(RLIMIT_AS, already + static_cast<rlim_t>(memory) + static_cast<rlim_t>(library));
  }
}

void serve(std::string_view what, const std::string& path, std::int64_t memory,
           detail::PipeWriter& out) {
  try {
    limit_this_process(path, memory);
    if (what == serve_table)
      return out.table(detail::read_biom_hdf5_here(path, memory, FileBytes::mapped));
    detail::read_hdf5_matrix_here(path, memory,
                                  {.begin = [&](const MatrixHead& head) { out.begin(head); },
                                   .row = [&](std::span<const double> row) { out.row(row); }},
                                  FileBytes::mapped);
    out.finish();
  } catch (const Error& error) {
    out.failure(error.exit_code(), error.what());
  } catch (const std::bad_alloc&) {
    out.failure(static_cast<int>(Failure::memory), path + ": not enough memory to read it");
  }
}

/// Calls take(pipe) with what another process reads of the file. False where there is none.
bool read_apart(std::string_view what, const std::string& path, std::int64_t memory,
                const std::function<void(detail::PipeReader&)>& take) {
  if (reader_program().empty()) return false;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  Descriptor output(ends[0]);
  Descriptor input(ends[1]);
  Child child(reader_program(), std::string(what), path, memory, input);
  input.close();
  detail::PipeReader pipe(output, path);
  // In each case the pipe is closed before the other process is waited for, which may have more.
  if (!child.runs() || !pipe.is_greeted()) {
    output.close();
    return false;
  }
  try {
    take(pipe);
  } catch (const detail::BrokenPipe&) {
    output.close();
    refuse_for(child.wait(), path);
  } catch (...) {
    output.close();
    throw;
  }
  return true;
}

}  // namespace

void read_hdf5_with(const std::string& program) { reader_program() = program; }

std::optional<int> serve_hdf5(int argc, const char* const* argv) {
  if (argc != 4) return std::nullopt;
  const std::string_view what = argv[1];
  if (what != serve_table && what != serve_matrix) return std::nullopt;
  const std::string_view given = argv[3];
  std::int64_t memory = 0;
  std::from_chars(given.data(), given.data() + given.size(), memory);
  try {
    detail::PipeWriter out(STDOUT_FILENO);
    out.greet();
    serve(what, argv[2], memory, out);
  } catch (const std::exception&) {
    return EXIT_FAILURE;  // no one reads, or there is not even memory for a message
  }
  return EXIT_SUCCESS;
}

namespace detail {

std::optional<SparseTable> read_biom_hdf5_apart(const std::string& path, std::int64_t memory) {
  SparseTable table;
  const auto take = [&](PipeReader& pipe) { table = pipe.table(); };
  if (!read_apart(serve_table, path, memory, take)) return std::nullopt;
  return table;
}

bool read_hdf5_matrix_apart(const std::string& path, std::int64_t memory,
                            const MatrixTaker& taker) {
  return read_apart(serve_matrix, path, memory, [&](PipeReader& pipe) { pipe.matrix(taker); });
}

}  // namespace detail
}  // namespace encke::io
