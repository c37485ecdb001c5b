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

double share_of(Index done, Index values) {
  return values == 0 ? 1 : static_cast<double>(done) / static_cast<double>(values);
}

nlohmann::ordered_json as_json(const Progress& progress, std::optional<double> seconds_left) {
  nlohmann::ordered_json left;
  if (seconds_left) left = *seconds_left;
  return {{"tuples_done", progress.tuples_done},
          {"tuples", progress.tuples},
          {"hits", progress.hits},
          {"seconds", progress.seconds},
          {"comparisons_per_second", progress.comparisons_per_second},
          {"seconds_left", left}};
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
  const bool is_short = !writing_ && seconds < short_run;
  const bool is_due = (style_ == ProgressStyle::rewritten && since >= 0.1) ||
                      (style_ == ProgressStyle::plain && !is_short &&
                       (since >= 10 || (since >= 1 && share - shown_share_ >= 0.1))) ||
                      (style_ == ProgressStyle::json && (since >= 1 || last));
  if (!is_root_ || !is_due) return false;
  shown_seconds_ = seconds;
  shown_share_ = share;
  return true;
}

/// By the speed since the first that was told of: what an earlier run has done took this one no
/// time, and what comes before the first tile, such as the pairs of triples, is not to be done
/// again.
std::optional<double> Console::seconds_left(const Progress& progress) {
  if (progress.tuples_done >= progress.tuples) return 0;
  if (!first_ || progress.tuples_done < first_->tuples_done) first_ = progress;
  const Index done = progress.tuples_done - first_->tuples_done;
  if (done == 0) return std::nullopt;
  const auto left = static_cast<double>(progress.tuples - progress.tuples_done);
  return (progress.seconds - first_->seconds) * left / static_cast<double>(done);
}

void Console::show(const Progress& progress) {
  const auto left = seconds_left(progress);
  if (!due(progress.seconds, share_of(progress), progress.tuples_done == progress.tuples)) return;
  if (style_ == ProgressStyle::json) return emit_event("progress", as_json(progress, left));
  rewrite(progress_text(progress, left));
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

std::string progress_text(const Progress& progress, std::optional<double> seconds_left) {
  return fmt::format("{:.1f} %, {} comparisons/s, {}{}", 100 * share_of(progress),
                     rate_text(progress.comparisons_per_second), counted(progress.hits, "hit"),
                     seconds_left ? ", " + seconds_text(*seconds_left) + " left" : "");
}

std::string writing_text(Index done, Index values, double seconds) {
  const double share = share_of(done, values);
  const double left = share > 0 ? seconds * (1 - share) / share : 0;
  return fmt::format("writing {}: {:.1f} %, {} left", counted(values, "value"), 100 * share,
                     seconds_text(left));
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
