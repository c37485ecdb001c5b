#include "encke/compute.hpp"

#include <encke/job/job.hpp>

#include "encke/report/log_text.hpp"
#include "encke/report/reporter.hpp"
#include "encke/report/summary.hpp"

namespace encke::cli {

void compute(const Command& command, Console& console, const Communicator& world) {
  const std::string text = command_text(command.arguments);
  Reporter reporter(
      console, text,
      {.warns = world.is_root(), .page = command.request.report, .verbose = command.verbose});
  const job::Outcome outcome = job::perform(command.request, world, reporter);
  if (!world.is_root()) return;
  if (outcome.was_whole) {
    console.print(whole_text(outcome));
    return console.emit_event("whole", {{"outputs", outcome.outputs}});
  }
  console.print(command.verbose ? result_text(outcome) : brief_text(outcome));
  if (!outcome.note_of_removal.empty()) console.print(outcome.note_of_removal);
  console.emit_event("summary", summary_json(outcome, text));
}

}  // namespace encke::cli
