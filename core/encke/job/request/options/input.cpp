#include <encke/job/request/input_table.hpp>
#include <encke/job/request/options/rows.hpp>
#include <encke/job/request/options/show.hpp>

namespace encke::job {
namespace {

constexpr std::string_view references[] = {"first", "last", "unknown"};
constexpr std::string_view problems[] = {"random", "analytic"};
constexpr std::string_view compared[] = {"samples", "features"};

// What the files hold identifies the run, not their paths: see identity_of().
constexpr Identifies by_content = {.entry = "input 1"};

template <Input input>
void read_path(const OptionValue& value, Request& request) {
  request.input = input;
  request.path = value.text;
}

template <Input input>
Shown show_path(const Request& request) {
  return request.input == input ? Shown(request.path) : std::nullopt;
}

/// Nothing for the default, which is as many runs before there was another.
Shown features_compared(const Request& request) {
  return request.compare == io::Compare::features ? Shown("features") : std::nullopt;
}

/// PLINK writes them ref-first, ref-last and ref-unknown.
void read_reference(const OptionValue& value, Request& request) {
  constexpr std::string_view of_plink = "ref-";
  const bool is_plinks = value.text.starts_with(of_plink);
  const OptionValue name{value.option, is_plinks ? value.text.substr(of_plink.size()) : value.text};
  request.bgen.reference = static_cast<io::BgenReference>(name.choice(references));
}

Shown shown_reference(const Request& request) {
  if (request.input != Input::bgen) return std::nullopt;
  return std::string(references[static_cast<std::size_t>(request.bgen.reference)]);
}

void recall_alleles(const std::string& text, Request& request) {
  if (text == "named") request.input = Input::alleles;
}

constexpr OptionRow input_options[] = {
    {.name = "--bfile",
     .takes = "P",
     .group = Group::input,
     .help = "PLINK 1 data set P.bed, P.bim, P.fam",
     .read = read_path<Input::bfile>,
     .show = show_path<Input::bfile>,
     .identifies = by_content},
    {.name = "--tfile",
     .takes = "P",
     .group = Group::input,
     .help = "PLINK 1 transposed text P.tped, P.tfam; the rarer\nallele is A1",
     .read = read_path<Input::tfile>,
     .show = show_path<Input::tfile>,
     .identifies = by_content},
    {.name = "--pfile",
     .takes = "P",
     .group = Group::input,
     .help = "PLINK 2 data set P.pgen, P.pvar or P.pvar.zst, P.psam:\nits hard calls",
     .read = read_path<Input::pfile>,
     .show = show_path<Input::pfile>,
     .identifies = by_content},
    {.name = "--pgen",
     .takes = "F",
     .group = Group::input,
     .help = "the same with other names, with --pvar and --psam",
     .read = read_path<Input::pgen>,
     .show = show_path<Input::pgen>,
     .identifies = by_content},
    {.name = "--pvar",
     .takes = "F",
     .group = Group::input,
     .help = "{vectors} of --pgen: .pvar, .pvar.zst or .bim",
     .read = [](const OptionValue& value, Request& r) { r.pvar = value.text; },
     .show = [](const Request& r) { return shown_path(r.pvar); },
     .identifies = by_content},
    {.name = "--psam",
     .takes = "F",
     .group = Group::input,
     .help = "{fields} of --pgen: .psam or .fam",
     .read = [](const OptionValue& value, Request& r) { r.psam = value.text; },
     .show = [](const Request& r) { return shown_path(r.psam); },
     .identifies = by_content},
    {.name = "--vcf",
     .takes = "F",
     .group = Group::input,
     .help = "genotypes (GT) of a VCF, as it is or compressed, or of a\nBCF; its first bytes tell "
             "which",
     .read = read_path<Input::vcf>,
     .show = show_path<Input::vcf>,
     .identifies = by_content},
    {.name = "--bcf",
     .takes = "F",
     .group = Group::input,
     .help = "the same",
     .read = read_path<Input::bcf>,
     .show = show_path<Input::bcf>,
     .identifies = by_content},
    {.name = "--bgen",
     .takes = "F",
     .group = Group::input,
     .help = "hard calls of a BGEN 1.2 or 1.3 of 8 bits, with\n--bgen-ref, and with --sample where "
             "it has no ids",
     .read = read_path<Input::bgen>,
     .show = show_path<Input::bgen>,
     .identifies = by_content},
    {.name = "--sample",
     .takes = "F",
     .group = Group::input,
     .help = "{fields} of --bgen: a .sample file",
     .read = [](const OptionValue& value, Request& r) { r.bgen.sample = value.text; },
     .show = [](const Request& r) { return shown_path(r.bgen.sample); },
     .identifies = by_content},
    {.name = "--bgen-ref",
     .takes = "{first,last,unknown}",
     .group = Group::input,
     .help = "which allele of --bgen is the reference's; unknown is\ntaken for last, as in PLINK 2",
     .read = read_reference,
     .show = shown_reference,
     .identifies = {.entry = "bgen-ref", .text = shown_reference}},
    {.name = "--table",
     .takes = "F",
     .group = Group::input,
     .help = "tab-separated text with a header line and row names,\nor .npy; a row is a {vector}",
     .read = read_path<Input::table>,
     .show = show_path<Input::table>,
     .identifies = by_content},
    {.name = "--alleles",
     .takes = "F",
     .group = Group::input,
     .help =
         "markers with any number of alleles: tab-separated text\nwith a header line; a row is a "
         "marker's name and cells\nsuch as A/C, 152/156, or ./. where missing",
     .read = read_path<Input::alleles>,
     .show = show_path<Input::alleles>,
     .identifies = {.entry = "alleles",
                    .text =
                        [](const Request& r) {
                          return r.input == Input::alleles ? Shown("named") : std::nullopt;
                        },
                    .recall = recall_alleles}},
    {.name = "--biom",
     .takes = "F",
     .group = Group::input,
     .help = "table of counts in BIOM 2.1 (HDF5) or 1.0 (JSON)",
     .read = read_path<Input::biom>,
     .show = show_path<Input::biom>,
     .identifies = by_content},
    {.name = "--tree",
     .takes = "F",
     .group = Group::input,
     .help = "tree of the table's observations in Newick format",
     .read = [](const OptionValue& value, Request& r) { r.tree = value.text; },
     .show = [](const Request& r) { return shown_path(r.tree); },
     .identifies = by_content},
    {.name = "--compare",
     .takes = "{samples,features}",
     .group = Group::input,
     .help =
         "what of a table is compared: samples (default; the rows of\n--table, the columns where "
         "its header begins with #OTU ID)\nor features",
     .read = [](const OptionValue& value,
                Request& r) { r.compare = static_cast<io::Compare>(value.choice(compared)); },
     .show = features_compared,
     .identifies = {.entry = "compare", .text = features_compared}},
    {.name = "--min-samples",
     .takes = "N",
     .group = Group::input,
     .help = "only features that at least N samples have; counted\nbefore --subsample-depth",
     .read = [](const OptionValue& value,
                Request& r) { r.table.rare.min_samples = value.count(1, largest_count); },
     .show = [](const Request& r) { return shown_count(r.table.rare.min_samples); },
     .identifies = {.entry = "min-samples",
                    .text =
                        [](const Request& r) { return shown_count(r.table.rare.min_samples); }}},
    {.name = "--min-frequency",
     .takes = "N",
     .group = Group::input,
     .help = "only features with at least N counts in all samples",
     .read = [](const OptionValue& value,
                Request& r) { r.table.rare.min_frequency = value.count(1, largest_count); },
     .show = [](const Request& r) { return shown_count(r.table.rare.min_frequency); },
     .identifies = {.entry = "min-frequency",
                    .text =
                        [](const Request& r) { return shown_count(r.table.rare.min_frequency); }}},
    {.name = "--subsample-depth",
     .takes = "N",
     .group = Group::input,
     .help =
         "N of the counts of each sample, at random, without\nreplacement; samples with less are "
         "left out",
     .read = [](const OptionValue& value,
                Request& r) { r.table.subsample.depth = value.count(1, largest_count); },
     .show = [](const Request& r) { return shown_count(r.table.subsample.depth); },
     .identifies = {.entry = "subsample",
                    .text =
                        [](const Request& r) {
                          return r.table.subsample.depth == 0
                                     ? std::nullopt
                                     : Shown(std::to_string(r.table.subsample.depth) + " seed " +
                                             std::to_string(r.table.subsample.seed));
                        }}},
    {.name = "--fps",
     .takes = "F",
     .group = Group::input,
     .help = "fingerprints in FPS format: lines of hexadecimal bytes,\na tab and an id",
     .read = read_path<Input::fps>,
     .show = show_path<Input::fps>,
     .identifies = by_content},
    {.name = "--packed",
     .takes = "F",
     .group = Group::input,
     .help = "headerless file of {vectors},\nwith --num-vectors and --num-fields",
     .read = read_path<Input::packed>,
     .show = show_path<Input::packed>,
     .identifies = by_content},
    {.name = "--synthetic",
     .takes = "{random,analytic}",
     .group = Group::input,
     .help = "test problem, with --num-vectors and --num-fields",
     .read =
         [](const OptionValue& value, Request& r) {
           r.input = Input::synthetic;
           r.problem = static_cast<io::TestProblem>(value.choice(problems));
         },
     .show =
         [](const Request& r) {
           return r.input == Input::synthetic ? Shown(problems[static_cast<std::size_t>(r.problem)])
                                              : std::nullopt;
         },
     .identifies = {.entry = "synthetic",
                    .text =
                        [](const Request& r) {
                          return r.input == Input::synthetic
                                     ? Shown(problems[static_cast<std::size_t>(r.problem)])
                                     : std::nullopt;
                        }}},
    {.name = "--num-vectors",
     .takes = "N",
     .group = Group::input,
     .help = "{vectors} of --packed or --synthetic",
     .read = [](const OptionValue& value,
                Request& r) { r.num_vectors = value.count(1, largest_count); },
     .show = [](const Request& r) { return shown_count(r.num_vectors); },
     .identifies = {.entry = "num-vectors"}},
    {.name = "--num-fields",
     .takes = "N",
     .group = Group::input,
     .help = "{fields} of a {vector} of --packed or --synthetic",
     .read = [](const OptionValue& value,
                Request& r) { r.num_fields = value.count(1, largest_count); },
     .show = [](const Request& r) { return shown_count(r.num_fields); },
     .identifies = {.entry = "num-fields"}},
};

}  // namespace

std::span<const OptionRow> options_of_input() { return input_options; }

}  // namespace encke::job
