#include <encke/base/text/printable.hpp>
#include <encke/job/output/paths.hpp>
#include <encke/job/request/options/table.hpp>
#include <encke/store/run_store.hpp>

#include "encke/commands/rows.hpp"
#include "encke/options/progress.hpp"
#include "encke/process.hpp"
#include "encke/report/log_text.hpp"
#include "options.hpp"
#include "report.hpp"

namespace encke::cli::commands {
namespace {

class OrdinationObserver final : public ordination::Observer {
 public:
  explicit OrdinationObserver(OrdinationWords words) : words_(std::move(words)) {}

  void check_stop() override { refuse_if_stopped(); }
  std::vector<std::string> text_endings() const override { return {".log", ".summary.json"}; }
  std::vector<std::string> texts(const ordination::Outcome& outcome) const override {
    return {ordination_log(outcome, words_),
            json_text(ordination_summary(outcome, words_), 2) + '\n'};
  }

 private:
  OrdinationWords words_;
};

/// Throws as ordination::perform(); Error(command_line) where an input would be replaced by an
/// output.
void work(const ReadOrdination& read, const Stage& stage) {
  ordination::Request request = read.request;
  request.threads = stage.threads;
  const OrdinationWords words{command_text(stage.arguments), read.options};
  OrdinationObserver observer(words);
  std::vector<std::string> outputs = ordination::result_paths(request);
  for (const auto& ending : observer.text_endings()) outputs.push_back(request.out + ending);
  job::check_not_inputs(outputs, ordination::input_paths(request),
                        store::directory_for(request.out));

  const ordination::Outcome outcome = ordination::perform(request, observer);
  Console& console = stage.console;
  for (const auto& line : ordination_lines(outcome)) console.print(line);
  for (const auto& remark : outcome.remarks) console.print("note: " + printable(remark));
  for (const auto& path : outcome.outputs) console.print("wrote " + printable(path));
  console.emit_event("summary", ordination_summary(outcome, words));
}

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
  const ReadOrdination asked = read_ordination(tests, words.others, given);
  return {.starts_kokkos = true,
          .threads = asked.request.threads,
          .perform = [asked](const Stage& stage) { work(asked, stage); },
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
        "  encke pcoa u.lsmat.tsv --picture scatter --metadata samples.tsv \\\n"
        "    --column site --out axes\n",
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
        "  encke group-test u.lsmat.tsv --metadata samples.tsv --column site \\\n"
        "    --method permanova,permdisp --permutations 9999 --out u\n",
    .options = options<true>,
    .takes_words = true,
    .read = read<true>};

}  // namespace encke::cli::commands
