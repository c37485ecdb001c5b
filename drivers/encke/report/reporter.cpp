#include "reporter.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <iostream>

#include "encke/process.hpp"
#include "log_text.hpp"
#include "page.hpp"
#include "plan_text.hpp"
#include "summary.hpp"

namespace encke::cli {

void Reporter::check_stop() { refuse_if_stopped(); }

StopFlag Reporter::stop_flag() const { return cli::stop_flag(); }

std::string Reporter::way_to_resume() const { return "the same command with --resume goes on"; }

std::string Reporter::way_to_repair(const std::string& prefix) const {
  return fmt::format(
      "encke verify --repair {} takes out what is damaged, then the same command with --resume "
      "computes it again",
      prefix);
}

void Reporter::note(const std::string& sentence) { console_.print(printable(sentence)); }

void Reporter::warn(const std::string& sentence) {
  if (style_.warns)
    std::cerr << "encke: " + coloured("warning:", Colour::yellow, STDERR_FILENO) + ' ' +
                     printable(sentence) + '\n'
              << std::flush;
}

void Reporter::planned(const job::Request& request, const job::Extents& extents,
                       const job::Layout& layout, std::optional<double> rate_of_rank,
                       Index tiles_resumed) {
  plan_ = plan_text(request, extents, layout, rate_of_rank);
  const double seconds = expected_seconds(request, extents, layout, rate_of_rank).value_or(0);
  const bool is_long = layout.output.is_large() || seconds >= short_run;
  if (style_.verbose || (is_long && console_.shows_progress())) print_plan();
  console_.emit_event("plan", plan_json(request, extents, layout, rate_of_rank));
  if (tiles_resumed == 0) return;
  console_.print(fmt::format("resuming: {} of {} are done", grouped(tiles_resumed),
                             counted(layout.estimate.tiles, "tile")));
}

void Reporter::print_plan() {
  if (!plan_.empty()) console_.print(plan_);
  plan_.clear();
}

void Reporter::progress(const Progress& progress) {
  constexpr Index many = 10'000'000;
  if (!console_.shows_progress()) return;
  if (progress.seconds >= short_run) print_plan();
  console_.show(progress);
  if (progress.tuples_done < progress.tuples || progress.hits < many) return;
  console_.print(
      fmt::format("all compared after {}; the output follows", seconds_text(progress.seconds)));
}

void Reporter::lost_rank(const std::string& message) {
  std::cerr << "encke: " + coloured("error:", Colour::red, STDERR_FILENO) + ' ' + message + '\n'
            << std::flush;
}

std::vector<std::string> Reporter::texts(const job::Outcome& outcome) const {
  std::vector<std::string> texts;
  if (style_.page) texts.push_back(page_text(outcome, command_));
  texts.push_back(log_text(outcome, command_));
  texts.push_back(json_text(summary_json(outcome, command_), 2) + '\n');
  return texts;
}

}  // namespace encke::cli
