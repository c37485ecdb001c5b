#include "reporter.hpp"

#include <fmt/format.h>

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

void Reporter::note(const std::string& sentence) { console_.print(printable(sentence)); }

void Reporter::warn(const std::string& sentence) {
  if (warns_) std::cerr << "encke: warning: " + printable(sentence) + '\n' << std::flush;
}

void Reporter::planned(const job::Request& request, const job::Extents& extents,
                       const job::Layout& layout, std::optional<double> rate_of_rank,
                       Index tiles_resumed) {
  console_.print(plan_text(request, extents, layout, rate_of_rank));
  console_.emit_event("plan", plan_json(request, extents, layout, rate_of_rank));
  if (tiles_resumed == 0) return;
  console_.print(fmt::format("resuming: {} of {} are done", grouped(tiles_resumed),
                             counted(layout.estimate.tiles, "tile")));
}

void Reporter::progress(const Progress& progress) {
  constexpr Index many = 10'000'000;
  console_.show(progress);
  if (progress.tuples_done < progress.tuples || progress.hits < many) return;
  console_.print(
      fmt::format("all compared after {}; the output follows", seconds_text(progress.seconds)));
}

void Reporter::lost_rank(const std::string& message) {
  std::cerr << "encke: error: " + message + '\n' << std::flush;
}

std::vector<std::string> Reporter::texts(const job::Outcome& outcome) const {
  std::vector<std::string> texts;
  if (page_) texts.push_back(page_text(outcome, command_));
  texts.push_back(log_text(outcome, command_));
  texts.push_back(json_text(summary_json(outcome, command_), 2) + '\n');
  return texts;
}

}  // namespace encke::cli
