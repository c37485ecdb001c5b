#include "console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>

#include "encke/process.hpp"

namespace encke::cli {
namespace {

double share_of(const Progress& progress) {
  return progress.tuples == 0
             ? 1
             : static_cast<double>(progress.tuples_done) / static_cast<double>(progress.tuples);
}

double seconds_left(double share, double seconds) {
  return share > 0 ? seconds * (1 - share) / share : 0;
}

double share_of(Index done, Index values) {
  return values == 0 ? 1 : static_cast<double>(done) / static_cast<double>(values);
}

nlohmann::ordered_json as_json(const Progress& progress) {
  return {{"tuples_done", progress.tuples_done},
          {"tuples", progress.tuples},
          {"hits", progress.hits},
          {"seconds", progress.seconds},
          {"comparisons_per_second", progress.comparisons_per_second},
          {"seconds_left", seconds_left(share_of(progress), progress.seconds)}};
}

/// Where a line begins with "note:", that word has a colour on a terminal.
void colour_notes(std::string& text) {
  const std::string word = "note:";
  const std::string shown = coloured(word, Colour::cyan, STDOUT_FILENO);
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at)) {
    if (at > 0) ++at;
    if (text.compare(at, word.size(), word) == 0) text.replace(at, word.size(), shown);
  }
}

}  // namespace

void Console::print(const std::string& line) {
  if (style_ == ProgressStyle::json || !is_root_) return;
  clear();
  std::string text = printable_lines(line);
  if (style_ == ProgressStyle::rewritten) colour_notes(text);
  out_ << text << '\n' << std::flush;
}

void Console::emit_event(const std::string& name, const nlohmann::ordered_json& event) {
  if (style_ != ProgressStyle::json || !is_root_) return;
  nlohmann::ordered_json line = {{"event", name}};
  line.update(event);
  out_ << json_text(line) << '\n' << std::flush;
}

bool Console::due(double seconds, double share, bool last) {
  const double since = seconds - shown_seconds_;
  const bool is_due = (style_ == ProgressStyle::rewritten && since >= 0.1) ||
                      (style_ == ProgressStyle::plain &&
                       (since >= 10 || (since >= 1 && share - shown_share_ >= 0.1))) ||
                      (style_ == ProgressStyle::json && (since >= 1 || last));
  if (!is_root_ || !is_due) return false;
  shown_seconds_ = seconds;
  shown_share_ = share;
  return true;
}

void Console::show(const Progress& progress) {
  if (!due(progress.seconds, share_of(progress), progress.tuples_done == progress.tuples)) return;
  if (style_ == ProgressStyle::json) return emit_event("progress", as_json(progress));
  rewrite(progress_text(progress));
}

void Console::show_writing(Index done, Index values, double seconds) {
  if (!writing_) shown_seconds_ = shown_share_ = 0;  // a clock of its own
  writing_ = true;
  if (!due(seconds, share_of(done, values), false)) return;
  if (style_ == ProgressStyle::json) {
    return emit_event("writing", {{"values_done", done}, {"values", values}, {"seconds", seconds}});
  }
  rewrite(writing_text(done, values, seconds));
}

void Console::rewrite(const std::string& text) {
  if (style_ == ProgressStyle::plain) return print(text);
  out_ << '\r' << text << std::string(width_ > text.size() ? width_ - text.size() : 0, ' ')
       << std::flush;
  width_ = text.size();
}

void Console::clear() {
  if (width_ == 0) return;
  out_ << '\r' << std::string(width_, ' ') << '\r';
  width_ = 0;
}

std::string json_text(const nlohmann::ordered_json& json, int indent) {
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;
  return printable_lines(json.dump(indent, ' ', false, replace));
}

std::string progress_text(const Progress& progress) {
  return fmt::format("{:.1f} %, {} comparisons/s, {}, {} left", 100 * share_of(progress),
                     rate_text(progress.comparisons_per_second), counted(progress.hits, "hit"),
                     seconds_text(seconds_left(share_of(progress), progress.seconds)));
}

std::string writing_text(Index done, Index values, double seconds) {
  const double share = share_of(done, values);
  return fmt::format("writing {}: {:.1f} %, {} left", counted(values, "value"), 100 * share,
                     seconds_text(seconds_left(share, seconds)));
}

ProgressStyle style_of(ProgressMode mode, bool terminal) {
  switch (mode) {
    case ProgressMode::automatic:
      return terminal ? ProgressStyle::rewritten : ProgressStyle::plain;
    case ProgressMode::plain:
      return ProgressStyle::plain;
    case ProgressMode::none:
      return ProgressStyle::none;
    case ProgressMode::json:
      return ProgressStyle::json;
  }
  return ProgressStyle::none;
}

}  // namespace encke::cli
