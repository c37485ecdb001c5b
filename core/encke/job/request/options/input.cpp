#include <encke/job/request/input_table.hpp>
#include <encke/job/request/options/rows.hpp>
#include <encke/job/request/options/show.hpp>
#include <limits>

namespace encke::job {
namespace {

constexpr Index most = std::numeric_limits<Index>::max();
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

constexpr Identifies by_files = {.entry = "selected by", .text = selecting_files};

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
    {.name = "--subsample-depth",
     .takes = "N",
     .group = Group::input,
     .help =
         "N of the counts of each sample, at random, without\nreplacement; samples with less are "
         "left out",
     .read = [](const OptionValue& value, Request& r) { r.subsample.depth = value.count(1, most); },
     .show = [](const Request& r) { return shown_count(r.subsample.depth); },
     .identifies = {.entry = "subsample",
                    .text =
                        [](const Request& r) {
                          return r.subsample.depth == 0
                                     ? std::nullopt
                                     : Shown(std::to_string(r.subsample.depth) + " seed " +
                                             std::to_string(r.subsample.seed));
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
     .read = [](const OptionValue& value, Request& r) { r.num_vectors = value.count(1, most); },
     .show = [](const Request& r) { return shown_count(r.num_vectors); },
     .identifies = {.entry = "num-vectors"}},
    {.name = "--num-fields",
     .takes = "N",
     .group = Group::input,
     .help = "{fields} of a {vector} of --packed or --synthetic",
     .read = [](const OptionValue& value, Request& r) { r.num_fields = value.count(1, most); },
     .show = [](const Request& r) { return shown_count(r.num_fields); },
     .identifies = {.entry = "num-fields"}},
};

constexpr OptionRow selection_options[] = {
    {.name = "--pheno",
     .takes = "F",
     .group = Group::selection,
     .help = "file of phenotypes (FID IID ...); default: column 6 of\nP.fam. 1 control, 2 case",
     .read = [](const OptionValue& value, Request& r) { r.phenotype.file = value.text; },
     .show = [](const Request& r) { return shown_path(r.phenotype.file); },
     .identifies = by_files},
    {.name = "--pheno-name",
     .takes = "NAME",
     .group = Group::selection,
     .help = "column of --pheno; default: the first",
     .read = [](const OptionValue& value, Request& r) { r.phenotype.name = value.text; },
     .show = [](const Request& r) { return shown_path(r.phenotype.name); },
     .identifies = {.entry = "pheno-name",
                    .text = [](const Request& r) { return shown_path(r.phenotype.name); }},
     .only_with = "--pheno"},
    {.name = "--keep",
     .takes = "F",
     .group = Group::selection,
     .help = "only the {fields} named in F",
     .read = [](const OptionValue& value, Request& r) { r.subset.keep = value.text; },
     .show = [](const Request& r) { return shown_path(r.subset.keep); },
     .identifies = by_files},
    {.name = "--remove",
     .takes = "F",
     .group = Group::selection,
     .help = "without the {fields} named in F",
     .read = [](const OptionValue& value, Request& r) { r.subset.remove = value.text; },
     .show = [](const Request& r) { return shown_path(r.subset.remove); },
     .identifies = by_files},
    {.name = "--extract",
     .takes = "F",
     .group = Group::selection,
     .help = "only the {vectors} named in F",
     .read = [](const OptionValue& value, Request& r) { r.subset.extract = value.text; },
     .show = [](const Request& r) { return shown_path(r.subset.extract); },
     .identifies = by_files},
    {.name = "--exclude",
     .takes = "F",
     .group = Group::selection,
     .help = "without the {vectors} named in F",
     .read = [](const OptionValue& value, Request& r) { r.subset.exclude = value.text; },
     .show = [](const Request& r) { return shown_path(r.subset.exclude); },
     .identifies = by_files},
    {.name = "--maf",
     .takes = "X",
     .group = Group::selection,
     .help = "only {vectors} whose rarer allele is at least so\nfrequent (0 to 0.5)",
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
    {.name = "--geno",
     .takes = "X",
     .group = Group::selection,
     .help = "only {vectors} with at most this share of missing\ngenotypes (0 to 1)",
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
};

}  // namespace

std::span<const OptionRow> options_of_input() { return input_options; }
std::span<const OptionRow> options_of_selection() { return selection_options; }

}  // namespace encke::job
