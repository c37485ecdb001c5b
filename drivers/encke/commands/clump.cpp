#include <fmt/format.h>

#include <encke/base/stopwatch.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/request/input.hpp>
#include <encke/ld/clump.hpp>

#include "encke/options/clump_words.hpp"
#include "encke/options/input_words.hpp"
#include "encke/process.hpp"
#include "rows.hpp"
#include "variant_lists.hpp"

namespace encke::cli::commands {
namespace {

/// Writes the clumps of a report, and a log of it. Throws Error, as ld::read_association() and
/// ld::clump(), and Error(command_line) on several ranks.
void write_clumps(const job::Request& request, const ClumpWords& asked, const Stage& stage) {
  const io::Stopwatch watch;
  const auto outputs =
      list_outputs(request, {request.out + ".clumped"}, {asked.report}, "clump", stage.world);
  sink::OutputSet set;
  sink::OutputFile log(outputs.back());
  log.join(set);
  const auto source = job::open_input(request, stage.world);
  const auto report = ld::read_association(asked.report, asked.columns, *source);
  const auto clumps = ld::clump(*source, report, asked.request, refuse_if_stopped);
  ld::write_clumps(request.out, *source, clumps, set);
  auto sentences = sentences_on(*source);
  sentences.push_back(
      fmt::format("{}: {} with a p-value, {} without; of variants that the input "
                  "does not have: {}",
                  asked.report, counted(report.lines, "line"), grouped(report.without),
                  grouped(report.unknown)));
  sentences.push_back(
      fmt::format("{} in {:.2f} s", counted(std::ssize(clumps), "clump"), watch.seconds()));
  complete_lists(sentences, outputs, log, set, stage);
}

Work read_clump(const Words& words, bool /*plan*/) {
  std::vector<job::GivenOption> given = words.options;
  const ClumpWords asked = take_clump(given);
  job::Request request = job::read_request(metric_of_variants, given);
  request.subset.founders = true;
  return {.starts_kokkos = true,
          .threads = request.threads,
          .perform = [request, asked](const Stage& stage) { write_clumps(request, asked, stage); },
          .on_all_ranks = true};
}

}  // namespace

constinit const CommandRow clump = {
    .name = "clump",
    .in_short = "encke clump ...          gathers results of an association study\n",
    .usage = "encke clump",
    .summary =
        "Gathers the results of an association study around the most significant ones:\n"
        "P.clumped has a line for each clump of linked variants, as PLINK 1.9's --clump",
    .footer =
        "r2 is that of haplotypes, of founders alone.\n"
        "Example:\n"
        "  encke clump --bfile cohort --clump study.assoc --clump-r2 0.1 --out study\n",
    .options = clump_options,
    .read = read_clump};

}  // namespace encke::cli::commands
