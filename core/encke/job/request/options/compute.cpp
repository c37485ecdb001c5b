#include <algorithm>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/options/rows.hpp>
#include <encke/job/request/options/show.hpp>

namespace encke::job {
namespace {

constexpr std::string_view ways[] = {"2", "3"};
constexpr std::string_view missing_modes[] = {"auto", "none"};
constexpr std::string_view methods[] = {"unweighted", "weighted_normalized",
                                        "weighted_unnormalized", "generalized"};
constexpr std::string_view scores[] = {"k2",      "mi",        "chi2",          "boost",
                                       "alleles", "case-only", "joint-effects", "joint-case-only",
                                       "linear"};
/// Those of pairs alone follow.
constexpr Score first_of_pairs = Score::boost;
constexpr std::string_view empty_pairs[] = {"nan", "same", "error"};

template <class Enumeration, std::size_t size>
Shown name_in(const std::string_view (&names)[size], Enumeration value) {
  return Shown(names[static_cast<std::size_t>(value)]);
}

void read_missing(const OptionValue& value, Request& request) {
  request.missing = value.choice(missing_modes) == 0;
  const InputRow& input = input_row(request.input);
  if (request.missing || input.missing_code) return;
  refuse("--missing none does not work with " + std::string(input.option) +
         ", which has no code for missing that may mean something else. Leave it out.");
}

Shown show_missing(const Request& request) { return request.missing ? "auto" : "none"; }

/// What leaves out missing samples always does so where it does not take the option.
Shown missing_entry(const Request& request) {
  const bool applies = metric_of(request).missing || takes_option(request, "--missing");
  return applies ? show_missing(request) : std::nullopt;
}

void read_multiplier(const OptionValue& value, Request& request) {
  request.multiplier = value.real();
  if (!(*request.multiplier > 0)) value.refuse("a number above 0");
}

Shown show_multiplier(const Request& request) { return number_text(multiplier_of(request)); }
Shown show_gamma(const Request& request) { return number_text(request.gamma); }

/// A metric of whole numbers also takes their forms; its values are of float64 then.
void read_precision(const OptionValue& value, Request& request) {
  const InputRow& input = input_row(request.input);
  std::vector<std::string_view> names = {"f64", "f32"};
  if (metric_of(request).whole_numbers) {
    names = {"auto", "f64", "f32"};
    for (const auto& [name, element] : count_names()) names.push_back(name);
  }
  const std::string_view name = names[value.choice(names)];
  request.precision = name == "f32" ? Precision::float32 : Precision::float64;
  request.find_numbers = name == "auto" && !input.makes_numbers;
  for (const auto& [count, element] : count_names()) {
    if (name != count) continue;
    if (input.makes_numbers) {
      refuse("--precision " + value.text + " does not work with " + std::string(input.option) +
             ", which makes reals. Use f64 or f32.");
    }
    request.numbers = element;
  }
}

/// As it was asked for; merging does not know, and the values are the same.
Shown show_precision(const Request& request) {
  if (request.find_numbers) return "auto";
  if (request.numbers && request.numbers->contraction == ContractionId::count_minima)
    return Shown(count_name(*request.numbers));
  return request.precision == Precision::float32 ? "f32" : "f64";
}

/// Says what QIIME 2's names of methods are here: its weighted_unifrac is not normalised.
void read_method(const OptionValue& value, Request& request) {
  constexpr std::string_view end = "_unifrac";
  const std::string_view text = value.text;
  const bool longer = text.ends_with(end);
  const std::string_view plain = longer ? text.substr(0, text.size() - end.size()) : text;
  if (plain == "weighted") {
    value.refuse(longer ? "weighted_unnormalized (QIIME 2's weighted_unifrac)"
                        : "weighted_unnormalized (QIIME 2's weighted_unifrac) or "
                          "weighted_normalized");
  }
  const bool known = std::find(std::begin(methods), std::end(methods), plain) != std::end(methods);
  if (longer && known) value.refuse(std::string(plain));
  request.method = static_cast<UnifracMethod>(value.choice(methods));
}

constexpr OptionRow compute_rows[] = {
    {.name = "--way",
     .takes = "{2,3}",
     .group = Group::compute,
     .help = "pairs (2, the default) or triples",
     .read = [](const OptionValue& value, Request& r) { r.way = value.choice(ways) == 0 ? 2 : 3; },
     .show = [](const Request& r) { return Shown(std::to_string(r.way)); },
     .identifies = {.entry = "way",
                    .text = [](const Request& r) { return Shown(std::to_string(r.way)); },
                    .recall =
                        [](const std::string& text, Request& r) {
                          r.way = static_cast<int>(stored_count("way", text));
                        }}},
    {.name = "--method",
     .takes = "NAME",
     .group = Group::compute,
     .help = "unweighted (default), weighted_normalized,\nweighted_unnormalized or generalized",
     .read = read_method,
     .show = [](const Request& r) { return name_in(methods, r.method); },
     .identifies = {.entry = "method",
                    .text =
                        [](const Request& r) {
                          return takes_option(r, "--method") ? name_in(methods, computed_method(r))
                                                             : std::nullopt;
                        },
                    .recall =
                        [](const std::string& text, Request& r) {
                          r.method =
                              static_cast<UnifracMethod>(stored_choice("method", text, methods));
                        }}},
    {.name = "--alpha",
     .takes = "X",
     .group = Group::compute,
     .help = "exponent of generalized, 0 to 1 (default 1)",
     .read =
         [](const OptionValue& value, Request& r) {
           if (r.method != UnifracMethod::generalized) {
             refuse("--alpha works only with --method generalized.");
           }
           r.alpha = value.real(0, 1);
         },
     .show =
         [](const Request& r) {
           return r.method == UnifracMethod::generalized ? Shown(number_text(r.alpha))
                                                         : std::nullopt;
         },
     .identifies = {.entry = "alpha",
                    .text =
                        [](const Request& r) {
                          const bool applies = takes_option(r, "--alpha") &&
                                               computed_method(r) == UnifracMethod::generalized;
                          return applies ? Shown(number_text(r.alpha)) : std::nullopt;
                        },
                    .recall = [](const std::string& text,
                                 Request& r) { r.alpha = stored_real("alpha", text); }}},
    {.name = "--vaw",
     .takes = "",
     .group = Group::compute,
     .help = "variance adjusted: branches weigh less where the counts\nof both {vectors} vary more",
     .read =
         [](const OptionValue& /*value*/, Request& r) {
           if (computed_method(r) == UnifracMethod::generalized) {
             refuse("--vaw does not work with --method generalized below --alpha 1.");
           }
           r.variance_adjusted = true;
         },
     .show = [](const Request& r) { return shown_flag(r.variance_adjusted); },
     .identifies = {.entry = "vaw",
                    .text =
                        [](const Request& r) {
                          return r.variance_adjusted ? Shown("yes") : std::nullopt;
                        },
                    .recall = [](const std::string& text,
                                 Request& r) { r.variance_adjusted = text == "yes"; }}},
    {.name = "--missing",
     .takes = "{auto,none}",
     .group = Group::compute,
     .help = "auto (default): frequencies over the {fields} present;\n"
             "none: the code for missing means a heterozygote",
     .read = read_missing,
     .show = show_missing,
     .identifies = {.entry = "missing",
                    .text = missing_entry,
                    .recall = [](const std::string& text,
                                 Request& r) { r.missing = text != "none"; }}},
    {.name = "--gamma",
     .takes = "X",
     .group = Group::compute,
     .help = "weight of the allele frequencies, 0 to 1 (default 2/3)",
     .read = [](const OptionValue& value, Request& r) { r.gamma = value.real(0, 1); },
     .show = show_gamma,
     .identifies = {.entry = "gamma",
                    .text =
                        [](const Request& r) {
                          return takes_option(r, "--gamma") ? show_gamma(r) : std::nullopt;
                        },
                    .recall = [](const std::string& text,
                                 Request& r) { r.gamma = stored_real("gamma", text); }}},
    {.name = "--multiplier",
     .takes = "X",
     .group = Group::compute,
     .help = "factor of every value, above 0 (default {multiplier})",
     .read = read_multiplier,
     .show = show_multiplier,
     .identifies = {.entry = "multiplier",
                    .text =
                        [](const Request& r) {
                          return takes_option(r, "--multiplier") ? show_multiplier(r)
                                                                 : std::nullopt;
                        },
                    .recall = [](const std::string& text,
                                 Request& r) { r.multiplier = stored_real("multiplier", text); }}},
    {.name = "--score",
     .takes = "NAME",
     .group = Group::compute,
     .help =
         "k2 (default; small is good), mi (mutual information),\nchi2 (of the table), or of the "
         "interaction of a pair, as\nPLINK 1.9's --fast-epistasis: boost, alleles,\n"
         "joint-effects; of cases alone: case-only,\njoint-case-only; of a trait of numbers "
         "(--trait):\nlinear, as "
         "PLINK 1.9's --epistasis",
     .read =
         [](const OptionValue& value, Request& r) {
           r.score = static_cast<Score>(value.choice(scores));
           if (r.score >= first_of_pairs && r.way == 3) {
             refuse("--score " + value.text + " does not work with --way 3. Use --way 2.");
           }
         },
     .show = [](const Request& r) { return name_in(scores, r.score); },
     .identifies = {.entry = "score",
                    .text =
                        [](const Request& r) {
                          return takes_option(r, "--score") ? name_in(scores, r.score)
                                                            : std::nullopt;
                        },
                    .recall =
                        [](const std::string& text, Request& r) {
                          r.score = static_cast<Score>(stored_choice("score", text, scores));
                        }}},
    {.name = "--r",
     .takes = "",
     .group = Group::compute,
     .help =
         "r with its sign, of the copies of A1, not r2;\n--threshold T keeps values above T and "
         "below -T",
     .read = [](const OptionValue& /*value*/, Request& r) { r.with_sign = true; },
     .show = [](const Request& r) { return shown_flag(r.with_sign); },
     .identifies = {.entry = "r",
                    .text = [](const Request& r) { return r.with_sign ? Shown("yes") : Shown(); },
                    .recall = [](const std::string& text,
                                 Request& r) { r.with_sign = text == "yes"; }}},
    {.name = "--empty-pair",
     .takes = "{nan,same,error}",
     .group = Group::compute,
     .help = "value of tuples of {vectors} without content: nan\n(default), that of equal "
             "{vectors}, or an error",
     .read = [](const OptionValue& value,
                Request& r) { r.empty_pair = static_cast<EmptyPair>(value.choice(empty_pairs)); },
     .show = [](const Request& r) { return name_in(empty_pairs, r.empty_pair); },
     .identifies = {.entry = "empty-pair",
                    .text =
                        [](const Request& r) {
                          if (!takes_option(r, "--empty-pair")) return Shown();
                          // A run that refuses such tuples has none: it is one with NaN.
                          return Shown(r.empty_pair == EmptyPair::same ? "same" : "nan");
                        },
                    .recall =
                        [](const std::string& text, Request& r) {
                          r.empty_pair = text == "same" ? EmptyPair::same : EmptyPair::nan;
                        }}},
    {.name = "--distance",
     .takes = "",
     .group = Group::compute,
     .help = "the values are distances, 1 less the similarity; so are\nthose of --threshold, which "
             "needs --below, and --top",
     .read = [](const OptionValue& /*value*/, Request& r) { r.distance = true; },
     .show = [](const Request& r) { return shown_flag(r.distance); },
     .identifies =
         {.entry = "distance",
          .text = [](const Request& r) { return r.distance ? Shown("yes") : std::nullopt; },
          .recall = [](const std::string& text, Request& r) { r.distance = text == "yes"; }}},
    {.name = "--all-chromosomes",
     .takes = "",
     .group = Group::compute,
     .help = "variants of X, Y, MT and others too, not of the\nautosomes alone",
     .read = [](const OptionValue& /*value*/, Request& r) { r.all_chromosomes = true; },
     .show = [](const Request& r) { return shown_flag(r.all_chromosomes); },
     .identifies = {.entry = "variant-chromosomes",
                    .text =
                        [](const Request& r) {
                          if (!takes_option(r, "--all-chromosomes")) return Shown();
                          return Shown(r.all_chromosomes ? "all" : "autosomes");
                        }}},
    {.name = "--precision",
     .takes = "NAME",
     .group = Group::compute,
     .taken_by = TakenBy::all,
     .help = "f64 (default) or f32: of the values",
     .read = read_precision,
     .show = show_precision,
     .identifies = {.entry = "precision",
                    .text =
                        [](const Request& r) {
                          return Shown(r.precision == Precision::float32 ? "f32" : "f64");
                        },
                    .recall =
                        [](const std::string& text, Request& r) {
                          r.precision = text == "f32" ? Precision::float32 : Precision::float64;
                        }}},
};

}  // namespace

std::span<const OptionRow> options_of_compute() { return compute_rows; }

}  // namespace encke::job
