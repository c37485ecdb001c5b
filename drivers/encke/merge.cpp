#include "encke/merge.hpp"

#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/merge_parts.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/input_record.hpp>
#include <encke/store/text/manifest.hpp>
#include <encke/store/text/vector_ids.hpp>
#include <encke/store/verify.hpp>

#include "encke/report/log_text.hpp"
#include "encke/report/reporter.hpp"
#include "encke/report/summary.hpp"

namespace encke::cli {

void merge(const Command& command, Console& console) {
  const std::string text = command_text(command.arguments);
  Reporter reporter(console, text, true);
  const job::Outcome outcome = job::merge(command.request, reporter);
  const auto parts = static_cast<Index>(command.request.parts.size());
  console.print(fmt::format("{} joined: {} of {}", counted(parts, "part"),
                            counted(outcome.report.hits, "value"),
                            counted(outcome.report.tuples, "tuple")));
  console.print("digest " + outcome.report.digest.text());
  for (const auto& path : outcome.outputs) console.print("wrote " + printable(path));
  console.emit_event("summary", summary_json(outcome, text));
}

namespace {

/// Adds what is wrong with the files beside the blocks.
void check_texts(const std::string& directory, store::Verification& found) {
  std::string digest;
  try {
    digest =
        job::entry(store::Manifest::read_good_lines(store::manifest_of(directory)).identity, "ids");
  } catch (const Error& error) {
    if (error.failure() != Failure::checksum) throw;
    return;  // has been found already
  }
  const auto add = [&](const char* name, const std::optional<std::string>& damage) {
    if (damage) found.findings.push_back({directory + "/" + name, 0, std::nullopt, *damage});
  };
  add(store::ids_name, store::damage_of_ids(directory, digest));
  add(store::about_name, store::damage_of_input_record(directory));
}

std::string text_of_tiles(const std::string& directory, const store::Verification& found) {
  Index more = 0;
  for (const auto& file : found.uncommitted) more += file.tiles;
  return fmt::format("{}: {}{}", printable(directory),
                     counted(static_cast<Index>(found.good.size()), "tile"),
                     more > 0 ? fmt::format(" and {} not yet committed", grouped(more)) : "");
}

}  // namespace

void verify(const Command& command, Console& console) {
  const std::string& out = command.request.out;
  const std::string directory = store::directory_for(out);
  store::Verification found = command.repair ? store::quarantine(out) : store::verify(out);
  check_texts(directory, found);
  for (const store::Finding& finding : found.findings) console.print(printable(text(finding)));
  for (const store::Uncommitted& file : found.uncommitted) {
    if (command.repair) break;  // committed now
    console.print(fmt::format("{}: {}, not yet committed: --resume takes them in",
                              printable(file.path), counted(file.tiles, "tile")));
  }
  const std::string tiles = text_of_tiles(directory, found);
  if (found.findings.empty()) {
    console.print(tiles + ", every byte is as it was written");
    return;
  }
  const std::string result =
      fmt::format("{} whole, {} known to be damaged or lost; ", tiles, counted(found.lost, "tile"));
  if (!command.repair) {
    throw Error(Failure::checksum,
                result + fmt::format("encke verify --repair {} takes out what is damaged, the "
                                     "run's command with --resume makes it again",
                                     out));
  }
  console.print(result +
                "what was damaged was taken out, the run's command with --resume makes it again");
}

}  // namespace encke::cli
