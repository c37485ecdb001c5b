#include <fmt/format.h>

#include <algorithm>
#include <encke/base/text/printable.hpp>
#include <encke/job/output/format_table.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/options/other_names.hpp>
#include <encke/job/request/options/table.hpp>
#include <encke/job/request/read_request.hpp>
#include <encke/store/run_store.hpp>

namespace encke::job {
namespace {

using Given = std::span<const GivenOption>;

const GivenOption* find(Given given, std::string_view name) {
  const auto at = std::find_if(given.begin(), given.end(),
                               [&](const GivenOption& option) { return option.name == name; });
  return at == given.end() ? nullptr : &*at;
}

std::string joined(std::string all, std::string_view name) {
  return all + (all.empty() ? "" : ", ") + std::string(name);
}

/// Names of the metric's inputs of which `holds` is true.
template <class Predicate>
std::string inputs_that(const MetricRow& metric, const Predicate& holds) {
  std::string names;
  for (const Input input : metric.inputs) {
    if (holds(input_row(input))) names = joined(names, input_row(input).option);
  }
  return names;
}

/// With the name of each option in place of its other one.
std::vector<GivenOption> by_name(Given given) {
  std::vector<GivenOption> named(given.begin(), given.end());
  for (GivenOption& option : named) {
    const OptionRow* const row = find_option(option.name);
    if (row != nullptr) option.name = row->name;
  }
  return named;
}

/// Each is known, of the metric, and given once.
void check_names(const MetricRow& metric, std::string_view called, Given given) {
  for (const GivenOption& option : given) {
    const OptionRow* const row = find_option(option.name);
    if (row == nullptr) {
      std::vector<std::string_view> known;
      for_each_option([&](const OptionRow& other) {
        known.push_back(other.name);
        if (!other.also.empty()) known.push_back(other.also);
      });
      refuse(
          fmt::format("unknown option {}{}", shortened(option.name), hint_for(option.name, known)));
    }
    const auto times = std::count_if(given.begin(), given.end(), [&](const GivenOption& other) {
      return other.name == option.name;
    });
    if (times > 1) refuse(fmt::format("{}: given {} times", option.name, times));
    if (takes(metric, *row)) continue;
    refuse(why_not(metric, *row, called));
  }
}

/// What does nearly the same where an option does not go with others.
std::string_view instead_of(std::string_view option) {
  constexpr std::string_view of_counts =
      " Of a table of counts biom convert --to-json makes a BIOM table (with -i, -o and "
      "--table-type).";
  constexpr std::pair<std::string_view, std::string_view> instead[] = {
      {"--region", " Of others: --chr with --from-bp and --to-bp."},
      {"--subsample-depth", of_counts},
      {"--min-samples", of_counts},
      {"--min-frequency", of_counts},
      {"--below", " --top keeps the smallest of distances without it."}};
  for (const auto& [name, sentence] : instead) {
    if (name == option) return sentence;
  }
  return "";
}

/// There is one input, with what goes with it and nothing that does not.
const InputRow& check_input(const MetricRow& metric, Given given) {
  const InputRow* chosen = nullptr;
  int count = 0;
  for (const Input input : metric.inputs) {
    if (find(given, input_row(input).option) == nullptr) continue;
    chosen = &input_row(input);
    ++count;
  }
  if (count == 0 && metric.inputs.size() == 1) {
    refuse(fmt::format("{} needs an input. Give {}.", metric.name,
                       input_row(metric.inputs.front()).option));
  }
  if (count != 1) {
    refuse(fmt::format("Give exactly one input: {} (you gave {}).",
                       inputs_that(metric, [](const InputRow&) { return true; }),
                       count == 0 ? "none" : std::to_string(count)));
  }
  for (const std::string_view name : metric.needs) {
    if (find(given, name) == nullptr) {
      refuse(fmt::format("{} is needed with {}.", name, chosen->option));
    }
  }
  for (const std::string_view name : chosen->needs) {
    if (find(given, name) != nullptr) continue;
    const std::string_view takes = find_option(name)->takes;
    refuse(fmt::format(
        "{}{} is needed with {}.", name, takes.starts_with('{') ? " " + std::string(takes) : "",
        inputs_that(metric, [&](const InputRow& row) {
          return std::find(row.needs.begin(), row.needs.end(), name) != row.needs.end();
        })));
  }
  for (const GivenOption& option : given) {
    if (option.name == chosen->option || takes(metric, *find_option(option.name), chosen->input)) {
      continue;
    }
    refuse(fmt::format(
        "{} works only with {}.{}", option.name,
        inputs_that(metric, [&](const InputRow& row) { return goes_with(row, option.name); }),
        instead_of(option.name)));
  }
  return *chosen;
}

void read_options(Given given, Request& request) {
  for_each_option([&](const OptionRow& row) {
    const GivenOption* const option = find(given, row.name);
    if (option == nullptr) return;
    if (!row.only_with.empty() && find(given, row.only_with) == nullptr) {
      refuse(
          fmt::format("{} works only with {}.{}", row.name, row.only_with, instead_of(row.name)));
    }
    row.read({row.name, option->text}, request);
  });
}

void check_threshold(Given given, const Request& request) {
  if (!request.threshold || !small_is_good(request) || request.below) return;
  refuse(fmt::format("--threshold {} needs --below with {}, of which small values are good.",
                     find(given, "--threshold")->text,
                     value_of_same(request) == 0 ? "distances" : "--score k2"));
}

void check_permutations(const Request& request) {
  if (!request.permutations || request.top || request.p_below) return;
  refuse("--permutations works only with --top or --p-below.");
}

/// What --score linear does not go with, and where its numbers are.
void check_trait(const Request& request) {
  const bool regressed = request.refine == Refine::linear;
  if (!has_trait(request)) {
    if (request.trait.empty() || regressed) return;
    refuse(request.refine == Refine::none
               ? "--trait works only with --score linear or --refine linear."
               : "--trait is for --refine linear. The phenotype of --refine logistic is that of "
                 "--score.");
  }
  if (request.permutations) refuse("--permutations does not work with --score linear.");
  if (request.check) {
    refuse("--check does not work with --score linear. It checks counts, not sums of a trait.");
  }
  if (request.refine == Refine::logistic) {
    refuse("--refine logistic does not work with --score linear. Use --refine linear.");
  }
  if (!request.trait.empty() && !request.phenotype.file.empty()) {
    refuse("--pheno does not work with --trait. Give one of them.");
  }
  const bool in_fam = request.input == Input::bfile || request.input == Input::tfile;
  if (!request.trait.empty() || !request.phenotype.file.empty() || in_fam) return;
  refuse("--score linear needs --trait F, a file of FID, IID and numbers.");
}

void check_refine(const Request& request) {
  if (request.refine == Refine::none) return;
  if (request.way == 3) refuse("--refine is for pairs. Use --way 2.");
  if (!has_threshold(request) && !request.top) {
    refuse("--refine works only with --top, --p-below or --threshold.");
  }
  const bool linear = request.refine == Refine::linear;
  if (linear && request.trait.empty() && !has_trait(request)) {
    refuse("--refine linear needs --trait F.");
  }
  if (is_part(request)) refuse("--refine does not work with a part of a run.");
}

/// The largest values with a sign are not the strongest.
void check_sign(const Request& request) {
  if (!request.with_sign) return;
  if (request.top)
    refuse("--top does not work with --r, whose values have a sign. Use --threshold.");
  if (request.histogram) refuse("--histogram does not work with --r, whose values have a sign.");
}

/// What follows where an option is not given.
void set_defaults(const MetricRow& metric, Request& request) {
  if (!request.format_given && !request.top && !request.best) request.format = metric.format;
  if (request.king_cutoff && !request.threshold) request.threshold = request.king_cutoff;
}

void check_cutoff(const Request& request) {
  if (!request.king_cutoff) return;
  if (request.top || request.best) {
    refuse("--king-cutoff does not work with --top and --best. It needs all pairs above it.");
  }
  if (!request.extract_first.empty()) {
    refuse("--king-cutoff does not work with --extract-first. It needs all pairs of samples.");
  }
  if (*request.threshold <= *request.king_cutoff) return;
  refuse(fmt::format("--king-cutoff {} needs all pairs above it. Use a --threshold up to it.",
                     *request.king_cutoff));
}

void check_format_of_request(const Request& request) {
  const FormatRow& format = format_of(request);
  if (format.columns && !metric_of(request).columns) {
    refuse(fmt::format("--format {} is for kinships (king).", format.name));
  }
  if (format.columns && (request.top || request.best)) {
    refuse(fmt::format("--format {} does not work with --top and --best. Use --format edges.",
                       format.name));
  }
  if (format.matrix && (request.way != 2 || values_of_line(request) != 1)) {
    refuse(fmt::format(
        "--format {} is for pairs with one value each. Use --format npy for all values of others.",
        format.name));
  }
  if (!format.holds_all) return;
  const auto refuse_with = [&](bool chosen, std::string_view option) {
    if (chosen)
      refuse(fmt::format("{} does not work with --format {}, which has all values.", option,
                         format.name));
  };
  refuse_with(request.threshold.has_value(), "--threshold");
  refuse_with(request.p_below.has_value(), "--p-below");
  refuse_with(request.top.has_value(), "--top");
  refuse_with(request.best, "--best");
}

/// What is decided when parts are joined is no option of a part.
void check_part(Given given, const Request& request) {
  if (!is_part(request)) return;
  for (const GivenOption& option : given) {
    const OptionRow& row = *find_option(option.name);
    const bool of_values =
        (row.group == Group::output || row.group == Group::answers) && !row.merge_help.empty();
    if (!of_values || option.name == "--out") continue;
    refuse(
        fmt::format("{} does not work with a part of a run. Give it to encke merge.", option.name));
  }
  if (request.permutations) refuse("--permutations does not work with a part of a run.");
  if (request.faith_pd) {
    refuse(
        "--faith-pd does not work with a part of a run. It takes a moment in a run of its own, "
        "with --top 1 in place of --shard.");
  }
  if (request.king_cutoff) refuse("--king-cutoff does not work with a part of a run.");
}

}  // namespace

Request read_request(std::string_view name, std::span<const GivenOption> all) {
  const std::vector<GivenOption> given = by_name(all);
  const MetricRow& metric = find_metric(name);
  Request request;
  request.metric = metric.name;
  request.distance = names_distance(name);
  check_names(metric, name, given);
  const InputRow& input = check_input(metric, given);
  request.find_numbers =
      metric.whole_numbers && !input.makes_numbers && find(given, "--precision") == nullptr;
  read_options(given, request);
  set_defaults(metric, request);
  check_threshold(given, request);
  check_permutations(request);
  check_adjusted(request);
  check_trait(request);
  check_refine(request);
  check_sign(request);
  check_cutoff(request);
  check_format_of_request(request);
  check_values_file(request);
  check_alleles(request);
  check_part(given, request);
  return request;
}

Request read_merge(const std::vector<std::string>& parts, std::span<const GivenOption> given) {
  if (parts.empty()) refuse("encke merge needs the --out of at least one part.");
  if (find(given, "--out") == nullptr) refuse("encke merge needs --out P.");
  for (const GivenOption& option : given) {
    const OptionRow* const row = find_option(option.name);
    if (row != nullptr && !row->merge_help.empty()) continue;
    refuse(fmt::format("{} is no option of encke merge.", shortened(option.name)));
  }
  Request request;
  for (const std::string& part : parts) request.parts.push_back(store::prefix_for(part));
  read_options(given, request);
  return request;
}

std::vector<std::pair<std::string, std::string>> options_in_effect(const Request& request) {
  const MetricRow& metric = metric_of(request);
  const bool joins = !request.parts.empty();
  std::vector<std::pair<std::string, std::string>> list;
  for_each_option([&](const OptionRow& row) {
    const bool of_input = row.group == Group::input || row.group == Group::selection;
    if (joins ? of_input : !takes(metric, row, request.input)) return;
    if (joins && !takes(metric, row)) return;
    if (const auto text = row.show(request)) list.emplace_back(row.name, *text);
  });
  return list;
}

void check_values_file(const Request& request) {
  if (!only_best(request)) return;
  const auto refuse_with = [](bool given, std::string_view option) {
    if (!given) return;
    refuse(
        fmt::format("{} needs a file of values. Use --threshold or --top, or leave it out: --best "
                    "alone writes P.best.tsv.",
                    option));
  };
  refuse_with(request.checksum, "--checksum");
  refuse_with(request.compression != sink::Compression::none, "--zst");
  refuse_with(request.format_given, "--format");
}

void check_adjusted(const Request& request) {
  if (!request.adjust) return;
  if (!request.p_below) {
    refuse("--adjust works only with --p-below, which keeps the smallest p-values.");
  }
  if (request.top) {
    refuse(
        "--adjust does not work with --top, whose values are not always those of the smallest "
        "p-values.");
  }
}

void check_alleles(const Request& request) {
  if (!input_row(request.input).named_alleles) return;
  if (request.checksum)
    refuse(
        "--checksum does not work with --alleles. CoMet's checksum is of markers with two "
        "alleles.");
  const FormatRow& format = format_of(request);
  if (format.two_alleles) {
    refuse(
        fmt::format("--format {} does not work with --alleles. CoMet's format is of markers with "
                    "two alleles.",
                    format.name));
  }
  if (format.holds_all) {
    refuse(
        fmt::format("--format {} does not work with --alleles. It has a value for every pair, and "
                    "alleles of one marker have none.",
                    format.name));
  }
}

}  // namespace encke::job
