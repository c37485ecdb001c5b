#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>

#include "rows.hpp"

namespace encke::cli {
namespace {

/// What other programs call a command, and what it is here.
struct OtherCommand {
  std::string_view name;
  std::string_view say;
};

constexpr OtherCommand other_commands[] = {
    {"permanova", "group-test --method permanova"},
    {"adonis", "group-test --method permanova"},
    {"adonis2", "group-test --method permanova"},
    {"anosim", "group-test --method anosim"},
    {"permdisp", "group-test --method permdisp"},
    {"betadisper", "group-test --method permdisp"},
    {"beta-group-significance", "group-test"},
    {"ordination", "pcoa"},
    {"pca", "pcoa of distances of samples (of genotypes: plink2 --pca, not here)"},
    {"pcoa-biplot", "pcoa"},
    {"mds", "pcoa"},
    {"nmds", "pcoa, whose distances are kept as they are (NMDS, of ranks, is not here)"},
    {"beta", "unifrac or encke braycurtis"},
    {"vegdist", "braycurtis"},
    {"simsearch", "tanimoto"},
    {"cluster", "network"},
    {"mcl", "network --cluster mcl"},
    {"faith-pd", "unifrac --faith-pd"},
    {"faith", "unifrac --faith-pd"},
    {"alpha-phylogenetic", "unifrac --faith-pd"},
    {"filter-features", "braycurtis --min-samples N --min-frequency N (or unifrac, jaccard)"},
    {"rarefy", "braycurtis --subsample-depth N (or unifrac, jaccard)"},
    {"rarefaction", "braycurtis --subsample-depth N (or unifrac, jaccard)"},
    {"core-metrics-phylogenetic", "unifrac and encke braycurtis, with --subsample-depth N"},
    {"genome", "king"},
    {"make-king", "king"},
    {"indep-pairwise", "prune"},
};

}  // namespace

std::span<const CommandRow* const> command_table() {
  static constexpr const CommandRow* rows[] = {
      &commands::merge,      &commands::verify,  &commands::prune,
      &commands::clump,      &commands::network, &commands::pcoa,
      &commands::group_test, &commands::digest,  &commands::help};
  return rows;
}

const CommandRow* find_command(std::string_view name) {
  const auto rows = command_table();
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const CommandRow* row) { return row->name == name; });
  return found == rows.end() ? nullptr : *found;
}

const job::MetricRow& find_metric(std::string_view name) {
  const auto* const other = std::find_if(std::begin(other_commands), std::end(other_commands),
                                         [&](const OtherCommand& row) { return row.name == name; });
  if (other != std::end(other_commands)) {
    throw Error(Failure::command_line,
                fmt::format("no command {}; here it is encke {}", in_quotes(name), other->say));
  }
  std::string names;
  for (const CommandRow* const row : command_table()) {
    names += (names.empty() ? "; or a command: " : ", ") + std::string(row->name);
  }
  return job::find_metric(name, names);
}

}  // namespace encke::cli
