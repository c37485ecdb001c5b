#include <fmt/format.h>

#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/merge_parts.hpp>
#include <encke/job/request/options/table.hpp>
#include <encke/job/request/read_request.hpp>

#include "encke/report/log_text.hpp"
#include "encke/report/reporter.hpp"
#include "encke/report/summary.hpp"
#include "rows.hpp"

namespace encke::cli::commands {
namespace {

void join(const job::Request& request, const Stage& stage) {
  const std::string text = command_text(stage.arguments);
  Console& console = stage.console;
  Reporter reporter(console, text, {});
  const job::Outcome outcome = job::merge(request, reporter);
  const auto parts = static_cast<Index>(request.parts.size());
  console.print(fmt::format("{} joined: {} of {}", counted(parts, "part"),
                            counted(outcome.report.hits, "value"),
                            counted(outcome.report.tuples, "tuple")));
  console.print("digest " + outcome.report.digest.text());
  for (const auto& path : outcome.outputs) console.print("wrote " + printable(path));
  console.emit_event("summary", summary_json(outcome, text));
}

Work read_merge(const Words& words, bool /*plan*/) {
  const job::Request request = job::read_merge(words.others, words.options);
  return {.perform = [request](const Stage& stage) { join(request, stage); }};
}

std::vector<WordOption> merge_options() {
  std::vector<WordOption> options;
  job::for_each_option([&](const job::OptionRow& row) {
    if (row.merge_help.empty()) return;
    options.push_back({.name = std::string(row.name),
                       .takes = std::string(row.takes),
                       .group = std::string(job::heading(row.group)),
                       .help = job::help_of_merge(row),
                       .also = std::string(row.also)});
  });
  return options;
}

}  // namespace

constinit const CommandRow merge = {
    .name = "merge",
    .in_short = "encke merge --out P PART ...   joins the parts of a run\n",
    .usage = "encke merge --out P PART ...",
    .summary = "Joins the parts of a run (of --phases, --stages, --shard) into its output files",
    .footer =
        "PART ... are the --out of the parts; all parts must be there, each once.\n"
        "The input is not needed.\n"
        "Example:\n"
        "  for k in 1 2 3; do encke ccc --bfile cohort --shard $k/3 --out part$k; done\n"
        "  encke merge --out cohort part1 part2 part3\n",
    .options = merge_options,
    .takes_words = true,
    .read = read_merge};

}  // namespace encke::cli::commands
