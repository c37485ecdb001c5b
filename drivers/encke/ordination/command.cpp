#include <encke/job/request/options/table.hpp>

#include "encke/commands/rows.hpp"
#include "encke/options/progress.hpp"
#include "run.hpp"

namespace encke::cli::commands {
namespace {

template <bool tests>
std::vector<WordOption> options() {
  std::vector<WordOption> options = ordination_options(tests);
  options.push_back(progress_word(std::string(job::heading(job::Group::how))));
  return options;
}

template <bool tests>
Work read(const Words& words, bool /*plan*/) {
  std::vector<job::GivenOption> given = words.options;
  const ProgressMode progress = take_progress(given);
  const OrdinationRequest request = read_ordination(tests, words.others, given);
  return {.starts_kokkos = true,
          .threads = request.threads,
          .perform = [request](const Stage& stage) { run_ordination(request, stage); },
          .progress = progress};
}

}  // namespace

constinit const CommandRow pcoa = {
    .name = "pcoa",
    .in_short = "encke pcoa DISTANCES     principal coordinates of samples\n",
    .usage = "encke pcoa DISTANCES",
    .summary = "Principal coordinates of samples",
    .footer =
        "Examples:\n"
        "  encke unifrac --biom table.biom --tree tree.nwk --format lsmat --out u\n"
        "  encke pcoa u.lsmat.tsv --out axes\n"
        "  encke pcoa u.lsmat.tsv --format ordination --out axes\n"
        "  encke pcoa u.lsmat.tsv --picture scatter --metadata samples.tsv --column "
        "site --out axes\n",
    .options = options<false>,
    .takes_words = true,
    .read = read<false>};

constinit const CommandRow group_test = {
    .name = "group-test",
    .in_short =
        "encke group-test DISTANCES --metadata F --column NAME\n"
        "                         whether groups of samples differ\n",
    .usage = "encke group-test DISTANCES --metadata F --column NAME",
    .summary = "Whether groups of samples differ, by their distances",
    .footer =
        "Examples:\n"
        "  encke group-test u.lsmat.tsv --metadata samples.tsv --column site --out u\n"
        "  encke group-test u.lsmat.tsv --metadata samples.tsv --column site "
        "--method permanova,permdisp --permutations 9999 --out u\n",
    .options = options<true>,
    .takes_words = true,
    .read = read<true>};

}  // namespace encke::cli::commands
