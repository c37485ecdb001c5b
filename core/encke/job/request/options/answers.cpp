#include <algorithm>
#include <encke/job/request/metric_table.hpp>
#include <encke/job/request/options/rows.hpp>
#include <encke/job/request/options/show.hpp>
#include <encke/job/request/options/table.hpp>
#include <encke/job/request/thresholds.hpp>
#include <limits>

namespace encke::job {
namespace {

constexpr std::string_view models[] = {"logistic", "linear"};

Shown shown_p_below(const Request& request) {
  return request.p_below ? Shown(number_text(*request.p_below)) : Shown();
}

/// Reads the seed of what is random in this run: it is one thing at most.
void read_seed(const OptionValue& value, Request& request) {
  const auto seed = static_cast<std::uint64_t>(value.count(0, std::numeric_limits<Index>::max()));
  if (request.permutations) {
    request.seed = seed;
  } else if (request.table.subsample.depth > 0) {
    request.table.subsample.seed = seed;
  } else {
    refuse(takes_option(request, "--permutations") ? "--seed works only with --permutations."
                                                   : "--seed works only with --subsample-depth.");
  }
}

Shown show_seed(const Request& request) {
  if (request.permutations) return Shown(std::to_string(request.seed));
  if (request.table.subsample.depth == 0) return Shown();
  return Shown(std::to_string(request.table.subsample.seed));
}

Shown shown_model(const Request& request) {
  if (request.refine == Refine::none) return Shown();
  return Shown(models[request.refine == Refine::linear ? 1 : 0]);
}

void read_model(const OptionValue& value, Request& request) {
  request.refine = value.choice(models) == 0 ? Refine::logistic : Refine::linear;
}

/// Names separated by commas, none of them empty.
void read_names(const OptionValue& value, Request& request) {
  std::string_view rest = value.text;
  while (!rest.empty()) {
    const auto end = std::min(rest.find(','), rest.size());
    if (end == 0 || end + 1 == rest.size()) value.refuse("names of columns separated by commas");
    request.covariate_names.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

Shown shown_names(const Request& request) {
  std::string names;
  for (const auto& name : request.covariate_names) names += (names.empty() ? "" : ",") + name;
  return shown_path(names);
}

constexpr OptionRow answers_rows[] = {
    {.name = "--p-below",
     .also = "--epi1",
     .takes = "P",
     .group = Group::answers,
     .help = "only values whose p-value, by their own degrees of\nfreedom, is at most P",
     .read = read_p_below,
     .show = shown_p_below,
     .identifies = {.entry = "p-below",
                    .text = shown_p_below,
                    .recall = [](const std::string& text,
                                 Request& r) { r.p_below = stored_real("p-below", text); }}},
    {.name = "--adjust",
     .takes = "",
     .group = Group::answers,
     .help = "P.adjusted.tsv: p-values of the values written by rank,\ncorrected for all tests "
             "(Bonferroni, Benjamini-Hochberg)",
     .read = [](const OptionValue& /*value*/, Request& r) { r.adjust = true; },
     .show = [](const Request& r) { return shown_flag(r.adjust); },
     .merge_help = "P.adjusted.tsv: p-values by rank, corrected for all tests\n(of parts with "
                   "--p-below)"},
    {.name = "--permutations",
     .takes = "N",
     .group = Group::answers,
     .help = "P.permutations.tsv: p-values of the values written, of\n--top or --p-below, from N "
             "random phenotypes",
     .read = [](const OptionValue& value,
                Request& r) { r.permutations = value.count(1, 1'000'000'000); },
     .show = [](const Request& r) { return shown_count(r.permutations); }},
    {.name = "--max",
     .takes = "",
     .group = Group::answers,
     .help = "of --permutations: also p-values corrected for all\ntuples, from the best value of "
             "each phenotype; N whole runs",
     .read = [](const OptionValue& /*value*/, Request& r) { r.max = true; },
     .show = [](const Request& r) { return shown_flag(r.max); },
     .only_with = "--permutations"},
    {.name = "--seed",
     .takes = "S",
     .group = Group::answers,
     .help = "of --permutations (default 1)",
     .read = read_seed,
     .show = show_seed},
    {.name = "--refine",
     .takes = "{logistic,linear}",
     .group = Group::answers,
     .help = "P.refined.tsv: of the pairs written, the regression of\nthe phenotype (linear: of "
             "--trait) on both genotypes,\ntheir product and --covar",
     .read = read_model,
     .show = shown_model},
    {.name = "--covar",
     .takes = "F",
     .group = Group::answers,
     .help = "of --refine: covariates (FID, IID, numbers)",
     .read = [](const OptionValue& value, Request& r) { r.covariates = value.text; },
     .show = [](const Request& r) { return shown_path(r.covariates); },
     .only_with = "--refine"},
    {.name = "--covar-name",
     .takes = "A,B",
     .group = Group::answers,
     .help = "columns of --covar (default all)",
     .read = read_names,
     .show = shown_names,
     .only_with = "--covar"},
    {.name = "--trait",
     .takes = "F",
     .group = Group::answers,
     .help = "of --score linear and --refine linear: numbers (FID,\nIID, traits)",
     .read = [](const OptionValue& value, Request& r) { r.trait = value.text; },
     .show = [](const Request& r) { return shown_path(r.trait); },
     .identifies = {.entry = "input 1"}},  // by its content, with --score linear
    {.name = "--trait-name",
     .takes = "NAME",
     .group = Group::answers,
     .help = "column of --trait (default the first)",
     .read = [](const OptionValue& value, Request& r) { r.trait_name = value.text; },
     .show = [](const Request& r) { return shown_path(r.trait_name); },
     .identifies = {.entry = "trait-name",
                    .text =
                        [](const Request& r) {
                          return has_trait(r) ? shown_path(r.trait_name) : std::nullopt;
                        }},
     .only_with = "--trait"},
};

}  // namespace

std::span<const OptionRow> options_of_answers() { return answers_rows; }

}  // namespace encke::job
