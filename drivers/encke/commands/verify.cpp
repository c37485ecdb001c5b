#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/request/options/value.hpp>
#include <encke/job/run_identity.hpp>
#include <encke/store/run_store.hpp>
#include <encke/store/text/input_record.hpp>
#include <encke/store/text/manifest.hpp>
#include <encke/store/text/stored_domain.hpp>
#include <encke/store/text/stored_sites.hpp>
#include <encke/store/text/vector_ids.hpp>
#include <encke/store/verify.hpp>

#include "rows.hpp"

namespace encke::cli::commands {
namespace {

constexpr std::string_view repair_option = "--repair";

/// Adds what is wrong with the files beside the blocks.
void check_texts(const std::string& directory, store::Verification& found) {
  store::Identity identity;
  std::string digest;
  try {
    identity = store::Manifest::read_good_lines(store::manifest_of(directory)).identity;
    digest = job::entry(identity, "ids");
  } catch (const Error& error) {
    if (error.failure() != Failure::checksum) throw;
    return;  // has been found already
  }
  const auto add = [&](const char* name, const std::optional<std::string>& damage) {
    if (damage) found.findings.push_back({directory + "/" + name, 0, std::nullopt, *damage});
  };
  add(store::ids_name, store::damage_of_ids(directory, digest));
  if (const std::string* const domain = identity.find("domain")) {
    add(store::domain_name, store::damage_of_domain(directory, *domain));
  }
  if (const std::string* const sites = identity.find("sites")) {
    add(store::sites_name, store::damage_of_sites(directory, *sites));
  }
  add(store::about_name, store::damage_of_input_record(directory));
}

/// `repaired`: what was not committed is, and among the whole ones.
std::string text_of_tiles(const std::string& directory, const store::Verification& found,
                          bool repaired) {
  Index more = 0;
  for (const auto& file : found.uncommitted) more += repaired ? 0 : file.tiles;
  return fmt::format("{}: {}{}", printable(directory),
                     counted(static_cast<Index>(found.good.size()), "tile"),
                     more > 0 ? fmt::format(" and {} not yet committed", grouped(more)) : "");
}

/// Reads every byte of a stored run and says what is damaged: Error(checksum) where something is,
/// but with `repair` it is taken out, so that the run can be resumed.
void check_run(const std::string& out, bool repair, Console& console) {
  const std::string directory = store::directory_for(out);
  store::Verification found = repair ? store::quarantine(out) : store::verify(out);
  check_texts(directory, found);
  for (const store::Finding& finding : found.findings) console.print(printable(text(finding)));
  for (const store::Uncommitted& file : found.uncommitted) {
    if (repair) break;  // committed now
    console.print(fmt::format("{}: {}, not yet committed: --resume takes them in",
                              printable(file.path), counted(file.tiles, "tile")));
  }
  const std::string tiles = text_of_tiles(directory, found, repair);
  if (found.findings.empty()) {
    console.print(tiles + ", every byte is as it was written");
    return;
  }
  const std::string result =
      fmt::format("{} whole, {} known to be damaged or lost; ", tiles, counted(found.lost, "tile"));
  if (!repair) {
    throw Error(Failure::checksum,
                result + fmt::format("encke verify --repair {} takes out what is damaged, the "
                                     "run's command with --resume makes it again",
                                     out));
  }
  console.print(result +
                "what was damaged was taken out, the run's command with --resume makes it again");
}

Work read_verify(const Words& words, bool /*plan*/) {
  if (words.others.size() != 1) job::refuse("encke verify needs the --out of one run or part.");
  const bool repair = !words.options.empty();
  return {.perform = [out = store::prefix_for(words.others.front()), repair](const Stage& stage) {
    check_run(out, repair, stage.console);
  }};
}

std::vector<WordOption> verify_options() {
  return {{.name = std::string(repair_option),
           .takes = "",
           .group = "How",
           .help = "drop damaged tiles, so that --resume computes them again"}};
}

}  // namespace

constinit const CommandRow verify = {
    .name = "verify",
    .in_short = "encke verify P           checks the stored state of a run, P.blocks/\n",
    .usage = "encke verify P",
    .summary = "Reads every byte of P.blocks/ and says what is not as it was written",
    .footer =
        "Example:\n"
        "  encke verify part1\n",
    .options = verify_options,
    .takes_words = true,
    .read = read_verify};

}  // namespace encke::cli::commands
