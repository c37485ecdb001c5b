#include <fmt/format.h>

#include <encke/base/stopwatch.hpp>
#include <encke/base/text/text.hpp>
#include <encke/job/layout.hpp>
#include <encke/job/request/input.hpp>
#include <encke/ld/prune.hpp>

#include "encke/options/input_words.hpp"
#include "encke/options/prune_words.hpp"
#include "encke/process.hpp"
#include "rows.hpp"
#include "variant_lists.hpp"

namespace encke::cli::commands {
namespace {

/// Writes which variants of an input stay and which go, and a log of it. Throws Error, as
/// ld::prune(), and Error(command_line) on several ranks.
void write_lists(const job::Request& request, const ld::PruneRequest& windows, const Stage& stage) {
  const io::Stopwatch watch;
  const auto lists = ld::list_paths(request.out);
  const auto outputs =
      list_outputs(request, {lists.begin(), lists.end()}, {}, "prune", stage.world);
  sink::OutputSet set;
  sink::OutputFile log(outputs.back());
  log.join(set);
  const auto source = job::open_input(request, stage.world);
  Plan plan = job::make_plan(request, 1);
  plan.progress = [](const Progress&) { refuse_if_stopped(); };
  const ld::Pruned pruned = ld::prune(*source, windows, plan);
  ld::write_lists(request.out, *source, pruned, set);
  auto sentences = sentences_on(*source);
  sentences.insert(sentences.end(), pruned.remarks.begin(), pruned.remarks.end());
  const Index kept = std::ssize(pruned.kept), removed = std::ssize(pruned.removed);
  sentences.push_back(fmt::format(
      "{} compared, {} of {} removed, {} kept, in {:.2f} s", counted(pruned.pairs, "pair"),
      grouped(removed), counted(removed + kept, "variant"), grouped(kept), watch.seconds()));
  complete_lists(sentences, outputs, log, set, stage);
}

Work read_prune(const Words& words, bool /*plan*/) {
  std::vector<job::GivenOption> given = words.options;
  const ld::PruneRequest windows = take_prune(given);
  job::Request request = job::read_request(metric_of_variants, given);
  request.subset.founders = true;
  return {
      .perform = [request, windows](const Stage& stage) { write_lists(request, windows, stage); },
      .on_all_ranks = true};
}

}  // namespace

constinit const CommandRow prune = {
    .name = "prune",
    .in_short = "encke prune ...          variants in linkage equilibrium\n",
    .usage = "encke prune",
    .summary =
        "Leaves variants in approximate linkage equilibrium: P.prune.in and P.prune.out\n"
        "have the ids of those that stay and of those that go, as PLINK's\n"
        "--indep-pairwise",
    .footer =
        "Of founders alone; chromosome 0 is left out.\n"
        "Example:\n"
        "  encke prune --bfile cohort --indep-pairwise 250kb 0.2 --out cohort\n"
        "  encke king --bfile cohort --extract cohort.prune.in --out cohort\n",
    .options = prune_options,
    .read = read_prune};

}  // namespace encke::cli::commands
