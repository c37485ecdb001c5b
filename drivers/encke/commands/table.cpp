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
    {"faith_pd", "unifrac --faith-pd"},
    {"faith", "unifrac --faith-pd"},
    {"alpha-phylogenetic", "unifrac --faith-pd"},
    {"filter-features", "braycurtis --min-samples N --min-frequency N (or unifrac, jaccard)"},
    {"rarefy", "braycurtis --subsample-depth N (or unifrac, jaccard)"},
    {"rarefaction", "braycurtis --subsample-depth N (or unifrac, jaccard)"},
    {"core-metrics-phylogenetic", "unifrac and encke braycurtis, with --subsample-depth N"},
    {"genome", "king"},
    {"make-king", "king"},
    {"make-king-table", "king"},
    {"king-cutoff", "king --king-cutoff X"},
    {"indep-pairwise", "prune"},
    {"pruning", "prune"},
    {"clumping", "clump"},
    {"fast-epistasis", "epistasis --score alleles (boost, joint-effects: --score of that name)"},
    {"beta-phylogenetic", "unifrac"},
    {"unweighted_unifrac", "unifrac"},
    {"weighted_unifrac", "unifrac --method weighted_unnormalized"},
    {"weighted_normalized_unifrac", "unifrac --method weighted_normalized"},
    {"generalized_unifrac", "unifrac --method generalized"},
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

bool names_command(std::string_view name) {
  if (name == "plan" || find_command(name) != nullptr) return true;
  const auto named = [&](const auto& row) { return row.name == name; };
  const auto metrics = job::metric_table();
  const auto aliases = job::metric_aliases();
  return std::any_of(aliases.begin(), aliases.end(), named) ||
         std::any_of(metrics.begin(), metrics.end(), [&](const auto* row) { return named(*row); });
}

const job::MetricRow& find_metric(std::string_view given) {
  std::string name(given);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const auto* const other = std::find_if(std::begin(other_commands), std::end(other_commands),
                                         [&](const OtherCommand& row) { return row.name == name; });
  if (other != std::end(other_commands)) {
    throw Error(Failure::command_line,
                fmt::format("no command {}; here it is encke {}", in_quotes(given), other->say));
  }
  if (name != given && names_command(name)) {
    throw Error(Failure::command_line,
                fmt::format("no command {}; here it is encke {}", in_quotes(given), name));
  }
  std::string names;
  for (const CommandRow* const row : command_table()) {
    names += (names.empty() ? "; or a command: " : ", ") + std::string(row->name);
  }
  return job::find_metric(given, names);
}

}  // namespace encke::cli
