#pragma once

#include <encke/plan/plan.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "encke/options/progress.hpp"

namespace encke::cli {

/// How progress is shown.
enum class ProgressStyle {
  none,
  rewritten,  ///< one line of a terminal, at most ten times a second
  plain,      ///< after short_run a line every 10 s, or sooner after another 10 % and a second
  json,       ///< an object a line, at most one a second
};

/// Seconds of a run that nobody waits for: without a plan, and without lines that stay.
inline constexpr double short_run = 3;

/// Prints what a person, or with --progress json a program, follows while a command runs.
class Console {
 public:
  /// `is_root` false: prints nothing (all ranks but the root).
  Console(ProgressStyle style, std::ostream& out, bool is_root = true)
      : style_(style), out_(out), is_root_(is_root) {}

  /// True unless nothing is to be said of a run before its end.
  bool shows_progress() const { return style_ != ProgressStyle::none; }
  /// A line for people.
  void print(const std::string& line);
  /// A line for programs: {"event": name, ...}.
  void emit_event(const std::string& name, const nlohmann::ordered_json& event);
  /// Shows how far a run is, unless it has just been shown.
  void show(const Progress& progress);
  /// The same of the writing of the output, which follows.
  void show_writing(Index done, Index values, double seconds);
  /// Removes a progress line that is on the terminal.
  void clear();

 private:
  bool due(double seconds, double share, bool last);
  std::optional<double> seconds_left(const Progress& progress);
  void rewrite(const std::string& text);

  ProgressStyle style_;
  std::ostream& out_;
  bool is_root_;
  double shown_seconds_ = 0;
  double shown_share_ = 0;
  std::optional<Progress> first_;  ///< what was done when there was something to tell
  bool writing_ = false;
  std::size_t width_ = 0;  ///< characters of the line on the terminal
};

/// The text of an object for a terminal or a file, in UTF-8; `indent` -1: in one line. Control
/// characters within are escaped, those of eight bits too; bytes that are no UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

/// "12.3 %, 1.23e+10 comparisons/s, 1,234 hits, 12 s left"; without the last where it is not known.
std::string progress_text(const Progress& progress, std::optional<double> seconds_left);

/// "writing 1,234,567 values: 12.3 %, 12 s left"
std::string writing_text(Index done, Index values, double seconds);

/// How --progress is meant where standard output is a terminal or not.
ProgressStyle style_of(ProgressMode mode, bool terminal);

}  // namespace encke::cli
