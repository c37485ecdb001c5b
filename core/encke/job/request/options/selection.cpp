#include <array>
#include <encke/base/joined.hpp>
#include <encke/job/request/input_table.hpp>
#include <encke/job/request/options/rows.hpp>
#include <encke/job/request/options/show.hpp>
#include <encke/job/request/options/subset_rows.hpp>

namespace encke::job {
namespace {

constexpr std::string_view half_calls[] = {"error", "missing", "haploid", "reference"};
constexpr std::string_view multiallelics[] = {"error", "ref"};

bool selects(const Request& request) { return goes_with(input_row(request.input), "--keep"); }

/// Which files select; their contents are among the inputs.
Shown selecting_files(const Request& request) {
  if (!selects(request)) return std::nullopt;
  const io::Subset& subset = request.subset;
  std::string files;
  if (!request.phenotype.file.empty()) files += " pheno";
  if (!subset.keep.empty()) files += " keep";
  if (!subset.remove.empty()) files += " remove";
  if (!subset.extract.empty()) files += " extract";
  if (!subset.exclude.empty()) files += " exclude";
  return files.empty() ? "none" : files.substr(1);
}

/// Nothing for what is refused: then there are none.
Shown shown_multiallelics(const Request& request) {
  if (request.multiallelics == io::Multiallelics::error) return std::nullopt;
  return std::string(multiallelics[static_cast<std::size_t>(request.multiallelics)]);
}

Shown shown_half_call(const Request& request) {
  if (request.vcf.half_call == io::HalfCall::error) return std::nullopt;
  return std::string(half_calls[static_cast<std::size_t>(request.vcf.half_call)]);
}

Shown shown_hard_call_threshold(const Request& request) {
  if (request.input != Input::bgen) return std::nullopt;
  return number_text(request.bgen.hard_call_threshold);
}

Shown shown_filter(const Request& request) { return shown_flag(request.vcf.var_filter); }
Shown shown_region(const Request& request) { return shown_path(request.vcf.region); }

constexpr Identifies by_files = {.entry = "selected by", .text = selecting_files};

constexpr std::array file_rows = {
    OptionRow{
        .name = "--pheno",
        .takes = "F",
        .group = Group::selection,
        .help =
            "file of phenotypes (FID IID ...); default: column 6 of\nP.fam, the first of P.psam. "
            "1 control, 2 case",
        .read = [](const OptionValue& value, Request& r) { r.phenotype.file = value.text; },
        .show = [](const Request& r) { return shown_path(r.phenotype.file); },
        .identifies = by_files},
    OptionRow{.name = "--pheno-name",
              .takes = "NAME",
              .group = Group::selection,
              .help = "column of --pheno; default: the first",
              .read = [](const OptionValue& value, Request& r) { r.phenotype.name = value.text; },
              .show = [](const Request& r) { return shown_path(r.phenotype.name); },
              .identifies = {.entry = "pheno-name",
                             .text = [](const Request& r) { return shown_path(r.phenotype.name); }},
              .only_with = "--pheno"},
    OptionRow{.name = "--keep",
              .takes = "F",
              .group = Group::selection,
              .help = "only the samples named in F",
              .read = [](const OptionValue& value, Request& r) { r.subset.keep = value.text; },
              .show = [](const Request& r) { return shown_path(r.subset.keep); },
              .identifies = by_files},
    OptionRow{.name = "--remove",
              .takes = "F",
              .group = Group::selection,
              .help = "without the samples named in F",
              .read = [](const OptionValue& value, Request& r) { r.subset.remove = value.text; },
              .show = [](const Request& r) { return shown_path(r.subset.remove); },
              .identifies = by_files},
    OptionRow{.name = "--extract",
              .takes = "F",
              .group = Group::selection,
              .help = "only the variants named in F",
              .read = [](const OptionValue& value, Request& r) { r.subset.extract = value.text; },
              .show = [](const Request& r) { return shown_path(r.subset.extract); },
              .identifies = by_files},
    OptionRow{.name = "--exclude",
              .takes = "F",
              .group = Group::selection,
              .help = "without the variants named in F",
              .read = [](const OptionValue& value, Request& r) { r.subset.exclude = value.text; },
              .show = [](const Request& r) { return shown_path(r.subset.exclude); },
              .identifies = by_files},
    OptionRow{
        .name = "--maf",
        .takes = "X",
        .group = Group::selection,
        .help = "only variants whose rarer allele is at least so\nfrequent (0 to 0.5)",
        .read = [](const OptionValue& value, Request& r) { r.subset.maf = value.real(0, 0.5); },
        .show =
            [](const Request& r) {
              return r.subset.maf > 0 ? Shown(number_text(r.subset.maf)) : std::nullopt;
            },
        .identifies = {.entry = "maf",
                       .text =
                           [](const Request& r) {
                             return selects(r) ? Shown(number_text(r.subset.maf)) : std::nullopt;
                           }}},
    OptionRow{
        .name = "--geno",
        .takes = "X",
        .group = Group::selection,
        .help = "only variants with at most this share of missing\ngenotypes (0 to 1)",
        .read = [](const OptionValue& value, Request& r) { r.subset.geno = value.real(0, 1); },
        .show =
            [](const Request& r) {
              return r.subset.geno < 1 ? Shown(number_text(r.subset.geno)) : std::nullopt;
            },
        .identifies = {.entry = "geno",
                       .text =
                           [](const Request& r) {
                             return selects(r) ? Shown(number_text(r.subset.geno)) : std::nullopt;
                           }}},
    OptionRow{.name = "--multiallelics",
              .takes = "{error,ref}",
              .group = Group::selection,
              .help =
                  "variants of more than two alleles: refused (error,\ndefault); ref: all but REF "
                  "count as one allele",
              .read =
                  [](const OptionValue& value, Request& r) {
                    r.multiallelics = static_cast<io::Multiallelics>(value.choice(multiallelics));
                  },
              .show = shown_multiallelics,
              .identifies = {.entry = "multiallelics", .text = shown_multiallelics}},
    OptionRow{.name = "--vcf-half-call",
              .takes = "X",
              .group = Group::selection,
              .help = "calls such as ./1: error (default), missing, haploid\n(the known allele), "
                      "or reference "
                      "(and that)",
              .read =
                  [](const OptionValue& value, Request& r) {
                    r.vcf.half_call = static_cast<io::HalfCall>(value.choice(half_calls));
                  },
              .show = shown_half_call,
              .identifies = {.entry = "vcf-half-call", .text = shown_half_call}},
    OptionRow{.name = "--var-filter",
              .takes = "",
              .group = Group::selection,
              .help = "only variants whose FILTER is PASS or .",
              .read = [](const OptionValue&, Request& r) { r.vcf.var_filter = true; },
              .show = shown_filter,
              .identifies = {.entry = "var-filter", .text = shown_filter}},
    OptionRow{
        .name = "--region",
        .takes = "R",
        .group = Group::selection,
        .help = "only variants at positions CHR:FROM-TO, CHR:POS or of\nCHR, several separated by "
                "commas; needs an index",
        .read = [](const OptionValue& value, Request& r) { r.vcf.region = value.text; },
        .show = shown_region,
        .identifies = {.entry = "region", .text = shown_region}},
    OptionRow{.name = "--hard-call-threshold",
              .takes = "X",
              .group = Group::selection,
              .help = "a dosage of --bgen further from a whole number is\nmissing (0 to 0.499999; "
                      "default 0.1)",
              .read = [](const OptionValue& value,
                         Request& r) { r.bgen.hard_call_threshold = value.real(0, 0.499999); },
              .show = shown_hard_call_threshold,
              .identifies = {.entry = "hard-call-threshold", .text = shown_hard_call_threshold}},
};

constexpr auto selection_options = joined(file_rows, subset_rows);

}  // namespace

std::span<const OptionRow> options_of_selection() { return selection_options; }

}  // namespace encke::job
