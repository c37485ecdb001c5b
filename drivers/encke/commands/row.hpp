#pragma once

#include <encke/comm/communicator.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "encke/options/words.hpp"
#include "encke/report/console.hpp"

namespace encke::cli {

/// With what a command works.
struct Stage {
  const std::vector<std::string>& arguments;  ///< of the program
  Console& console;
  const Communicator& world;
  int threads;  ///< that Kokkos has; 0 where the command works without it
};

/// What the words of a command ask for, checked as far as that is possible without their files.
struct Work {
  bool starts_kokkos = false;
  int threads = 0;  ///< that Kokkos is to have; 0: all cores
  /// To be called on the root, or where `on_all_ranks` on all. Throws Error.
  std::function<void(const Stage&)> perform;
  bool on_all_ranks = false;
  ProgressMode progress = ProgressMode::automatic;
};

/// A command that is no metric: all that the program knows of it. A new one is a row in a file of
/// its own, and a line in table.cpp.
struct CommandRow {
  std::string_view name;
  std::string_view in_short;  ///< its lines in the program's help
  std::string_view usage;     ///< of its own help
  std::string_view summary;   ///< likewise
  std::string_view footer;    ///< likewise
  std::vector<WordOption> (*options)();
  bool takes_words = false;     ///< that are no options
  bool can_be_planned = false;  ///< encke plan NAME
  /// Throws Error(command_line) that names the option, its text and what was expected.
  Work (*read)(const Words& words, bool plan);
};

}  // namespace encke::cli
