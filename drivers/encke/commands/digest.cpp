#include <fmt/format.h>

#include <encke/base/text/printable.hpp>
#include <encke/file/input_file.hpp>
#include <encke/job/request/options/value.hpp>
#include <iostream>

#include "encke/process.hpp"
#include "rows.hpp"

namespace encke::cli::commands {
namespace {

/// As sha256sum prints its sums.
void print_digests(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    refuse_if_stopped();
    io::InputFile file(path);
    std::cout << fmt::format("{}  {}\n", file.record().digest, printable(path)) << std::flush;
  }
}

Work read_digest(const Words& words, bool /*plan*/) {
  if (words.others.empty()) job::refuse("encke digest needs one file or more.");
  return {.perform = [paths = words.others](const Stage&) { print_digests(paths); }};
}

std::vector<WordOption> digest_options() { return {}; }

}  // namespace

constinit const CommandRow digest = {
    .name = "digest",
    .in_short = "encke digest FILE ...    digests of files, as logs have them\n",
    .usage = "encke digest FILE ...",
    .summary = "Prints the digest of each file as P.log and P.summary.json have it of inputs",
    .footer =
        "Tells if an input is still the file that a run read. Digests have 64 bits; they are no "
        "protection\n"
        "against someone who wants two files to have the same.\n"
        "Example:\n"
        "  encke digest cohort.bed cohort.bim\n",
    .options = digest_options,
    .takes_words = true,
    .read = read_digest};

}  // namespace encke::cli::commands
