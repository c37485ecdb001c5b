#include "encke/command.hpp"

#include <encke/base/error.hpp>
#include <encke/base/version.hpp>
#include <encke/run/runtime.hpp>
#include <iostream>
#include <new>

#include "encke/compute.hpp"
#include "encke/console.hpp"
#include "encke/metrics.hpp"
#include "encke/options.hpp"
#include "encke/process.hpp"

namespace encke::cli {
namespace {

/// Starts the runtime with the options that are Kokkos' own.
class CommandRuntime {
 public:
  explicit CommandRuntime(const Options& options)
      : words_(options.kokkos), argc_(0), argv_(pointers(words_)), runtime_(start(options)) {
    if (argc_ <= 1) return;
    throw Error(Failure::command_line, std::string("unknown option ") + argv_[1]);
  }

 private:
  static std::vector<char*> pointers(std::vector<std::string>& words) {
    words.insert(words.begin(), "encke");
    std::vector<char*> all;
    all.reserve(words.size() + 1);
    for (auto& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
  }

  Runtime start(const Options& options) {
    argc_ = static_cast<int>(words_.size());
    return Runtime(argc_, argv_.data(), options.threads);
  }

  std::vector<std::string> words_;
  int argc_;
  std::vector<char*> argv_;
  Runtime runtime_;
};

}  // namespace

void perform(const std::vector<std::string>& arguments) {
  const Options options = parse_options(arguments);
  if (options.task == Task::help) {
    std::cout << options.help;
    return;
  }
  if (options.task == Task::version) {
    std::cout << "encke " << version() << '\n';
    return;
  }
  Console console(style_of(options.progress, writes_to_terminal()), std::cout);
  const CommandRuntime runtime(options);
  if (options.task == Task::plan) return plan_only(options, console);
  compute(options, console);
}

int guarded(const std::function<void()>& work, std::ostream& errors) {
  try {
    work();
    return 0;
  } catch (const Error& error) {
    errors << "encke: error: " << error.what() << '\n';
    return error.exit_code();
  } catch (const std::bad_alloc&) {
    errors << "encke: error: not enough memory\n";
    return static_cast<int>(Failure::memory);
  } catch (const std::exception& error) {
    errors << "encke: internal error: " << error.what() << '\n';
    return static_cast<int>(Failure::internal);
  }
}

}  // namespace encke::cli
