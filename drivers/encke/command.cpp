#include "encke/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/base/version.hpp>
#include <encke/comm/agree.hpp>
#include <encke/comm/mpi_session.hpp>
#include <encke/host/process.hpp>
#include <encke/job/request/input.hpp>
#include <encke/run/runtime.hpp>
#include <iostream>
#include <new>
#include <optional>
#include <sstream>
#include <thread>

#include "encke/compute.hpp"
#include "encke/options/command_line.hpp"
#include "encke/process.hpp"
#include "encke/report/console.hpp"

namespace encke::cli {
namespace {

int threads_of(const Command& command) {
  if (command.task == Task::other) return command.work.threads;
  const int wanted = command.request.threads;
  return wanted == 0 && job::is_small(command.request) ? 1 : wanted;
}

/// Does the work of a command that is no metric.
void work(const Command& command, Console& console, const Communicator& world, int threads) {
  agree(world, [&] {
    if (!world.is_root() && !command.work.on_all_ranks) return;
    command.work.perform({command.arguments, console, world, threads});
  });
}

/// Starts the runtime with the options that are Kokkos' own.
class CommandRuntime {
 public:
  explicit CommandRuntime(const Command& command)
      : words_(command.kokkos),
        argc_(0),
        argv_(pointers(words_)),
        runtime_(start(threads_of(command))) {
    if (argc_ > 1) throw Error(Failure::command_line, "unknown option " + shortened(argv_[1]));
    runtime_.bind_threads();
  }

  int threads() const { return runtime_.threads(); }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& words) {
    words.insert(words.begin(), "encke");
    std::vector<char*> all;
    all.reserve(words.size() + 1);
    for (auto& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
  }

  Runtime start(int threads) {
    argc_ = static_cast<int>(words_.size());
    return Runtime(argc_, argv_.data(), threads);
  }

  std::vector<std::string> words_;
  int argc_;
  std::vector<char*> argv_;
  Runtime runtime_;
};

std::string error_word() { return coloured("error:", Colour::red, STDERR_FILENO); }

/// Throws Error(write) where what was printed did not arrive. To be called where the text is the
/// result: a run has its results in files.
void require_printed() {
  std::cout.flush();
  if (std::cout.good()) return;
  throw Error(Failure::write, "standard output: cannot write");
}

}  // namespace

void perform(const std::vector<std::string>& arguments, const Communicator& world) {
  Command command;
  agree(world, [&] { command = parse_command(arguments); });
  const bool is_root = world.is_root();
  if (command.task == Task::help) {
    if (is_root) std::cout << command.help;
    return require_printed();
  }
  if (command.task == Task::version) {
    if (is_root) std::cout << "encke " << version() << '\n';
    return require_printed();
  }
  const ProgressStyle style = style_of(command.progress, writes_to_terminal());
  Console console(is_root ? style : ProgressStyle::none, std::cout, is_root);
  const bool other = command.task == Task::other;
  if (other && !command.work.starts_kokkos) {
    work(command, console, world, 0);
    return require_printed();
  }
  std::optional<CommandRuntime> runtime;
  agree(world, [&] { runtime.emplace(command); });
  const int wanted = threads_of(command);
  if (wanted > runtime->threads()) {
    console.print(fmt::format("note: --threads {}: {}, as many as OpenMP and Kokkos can start",
                              wanted, counted(runtime->threads(), "thread")));
  }
  if (other) {
    work(command, console, world, runtime->threads());
    return require_printed();
  }
  if (command.task == Task::plan) {
    plan_only(command, console, world);
    return require_printed();
  }
  compute(command, console, world);
  if (style == ProgressStyle::json) require_printed();
}

int on_all_ranks(const Communicator& world, const std::function<void()>& work,
                 std::ostream& errors) {
  std::ostringstream message;
  bool agreed = world.size() == 1;
  const int code = guarded(
      [&] {
        try {
          work();
        } catch (const AgreedError&) {
          agreed = true;
          throw;
        }
      },
      message);
  if (code == 0) return 0;
  const auto print = [&] {  // there may be no memory for a message
    errors << (message.good() ? message.view() : "encke: error: not enough memory\n");
  };
  if (agreed) {
    if (world.is_root()) print();
    return code;
  }
  // The others may wait for this rank in vain. The root prints an error that all have at once.
  if (!world.is_root()) std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  errors << "encke: rank " << world.rank() << " on " << host_name() << '\n';
  print();
  errors << std::flush;
  world.abort(code);
}

int run_program(const std::vector<std::string>& arguments) {
  int code = 0;
  const int failed = guarded(
      [&] {
        const MpiSession mpi;
        code = on_all_ranks(
            mpi.world(), [&] { perform(arguments, mpi.world()); }, std::cerr);
      },
      std::cerr);
  return failed != 0 ? failed : code;
}

int guarded(const std::function<void()>& work, std::ostream& errors) {
  try {
    work();
    return 0;
  } catch (const Error& error) {
    errors << "encke: " << error_word() << ' ' << error.what() << '\n';
    return error.exit_code();
  } catch (const std::bad_alloc&) {
    errors << "encke: " << error_word() << " not enough memory\n";
    return static_cast<int>(Failure::memory);
  } catch (const std::exception& error) {
    errors << "encke: internal error: " << printable(error.what()) << '\n';
    return static_cast<int>(Failure::internal);
  }
}

}  // namespace encke::cli
