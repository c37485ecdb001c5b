#include <algorithm>
#include <encke/network/format/format_table.hpp>
#include <encke/network/picture/picture_table.hpp>
#include <encke/network/sets/set_table.hpp>
#include <encke/network/task/request.hpp>

#include "rows.hpp"

namespace encke::cli {
namespace {

using job::OptionValue;
using network::Request;

constexpr std::string_view output_group = "Output";
constexpr std::string_view how = "How";
constexpr std::string_view sources[] = {"auto", "components", "reach", "mcl", "embed"};

/// Names of rows, separated by commas.
template <class Rows>
std::vector<std::string> read_names(const OptionValue& value, const Rows& rows) {
  std::vector<std::string> names;
  std::string known;
  for (const auto& row : rows) known += (known.empty() ? "" : ", ") + std::string(row.name);
  for (std::size_t begin = 0; begin <= value.text.size();) {
    const std::size_t comma = std::min(value.text.find(',', begin), value.text.size());
    const std::string name = value.text.substr(begin, comma - begin);
    const bool is_known =
        std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
    if (!is_known || std::count(names.begin(), names.end(), name) > 0) {
      value.refuse("each once, separated by commas, some of " + known);
    }
    names.push_back(name);
    begin = comma + 1;
  }
  return names;
}

std::optional<std::string> shown_names(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ",") + name;
  return shown_text(text);
}

constexpr NetworkOption output_rows[] = {
    {.name = "--out",
     .takes = "P",
     .group = output_group,
     .help = "prefix of the files written (default encke):\nP.nodes.tsv, P.components.tsv,\n"
             "P.clusters.I2.txt, P.reach.tsv",
     .read = [](const OptionValue& value, Request& r) { r.out = value.text; },
     .show = [](const Request& r) { return Shown(r.out); },
     .of_file = true},
    {.name = "--graph",
     .takes = "FORMAT,...",
     .group = output_group,
     .help = "the network as well:{graphs}",
     .read = [](const OptionValue& value,
                Request& r) { r.graphs = read_names(value, network::graph_formats()); },
     .show = [](const Request& r) { return shown_names(r.graphs); }},
    {.name = "--picture",
     .takes = "NAME,...",
     .group = output_group,
     .help = "pictures (SVG):{pictures}",
     .read = [](const OptionValue& value,
                Request& r) { r.pictures = read_names(value, network::pictures()); },
     .show = [](const Request& r) { return shown_names(r.pictures); }},
    {.name = "--sets",
     .takes = "FORMAT,...",
     .group = output_group,
     .help = "sets of variants:{sets}",
     .read = [](const OptionValue& value,
                Request& r) { r.sets = read_names(value, network::set_formats()); },
     .show = [](const Request& r) { return shown_names(r.sets); }},
    {.name = "--frequencies",
     .takes = "",
     .group = output_group,
     .help =
         "P.frequencies.tsv: how many cases and controls carry\nthe alleles of each cluster, or "
         "component",
     .read = [](const OptionValue& /*value*/, Request& r) { r.frequencies = true; },
     .show = [](const Request& r) { return shown_flag(r.frequencies); }},
    {.name = "--bfile",
     .takes = "P",
     .group = output_group,
     .help = "--frequencies: genotypes and phenotypes, a PLINK 1 set",
     .read = [](const OptionValue& value, Request& r) { r.bfile = value.text; },
     .show = [](const Request& r) { return shown_text(r.bfile); },
     .only_with = "--frequencies",
     .of_file = true},
    {.name = "--pheno",
     .takes = "F",
     .group = output_group,
     .help = "--frequencies: file of phenotypes (FID IID ...); default:\ncolumn 6 of P.fam. 1 "
             "control, 2 case",
     .read = [](const OptionValue& value, Request& r) { r.phenotype.file = value.text; },
     .show = [](const Request& r) { return shown_text(r.phenotype.file); },
     .only_with = "--bfile",
     .of_file = true},
    {.name = "--pheno-name",
     .takes = "NAME",
     .group = output_group,
     .help = "column of --pheno; default: the first",
     .read = [](const OptionValue& value, Request& r) { r.phenotype.name = value.text; },
     .show = [](const Request& r) { return shown_text(r.phenotype.name); },
     .only_with = "--pheno",
     .of_file = true},
    {.name = "--from",
     .takes = "{auto,components,reach,mcl,embed}",
     .group = output_group,
     .help = "--sets: of what (default: clusters, else what is\nreached, else components)",
     .read =
         [](const OptionValue& value, Request& r) {
           r.sets_from = static_cast<network::SetSource>(value.choice(sources));
         },
     .show =
         [](const Request& r) {
           return r.sets.empty() ? std::nullopt
                                 : Shown(sources[static_cast<std::size_t>(source_of_sets(r))]);
         },
     .only_with = "--sets"},
    {.name = "--bim",
     .takes = "F",
     .group = output_group,
     .help =
         "--sets: PLINK's variants, with positions; every\nvariant of a set must be there once. "
         "--graph graphml:\nnodes have chromosome and position",
     .read = [](const OptionValue& value, Request& r) { r.bim = value.text; },
     .show = [](const Request& r) { return shown_text(r.bim); }},
    {.name = "--min-size",
     .takes = "N",
     .group = output_group,
     .help = "--sets: of N variants or more (default 2)",
     .read = [](const OptionValue& value,
                Request& r) { r.set_options.least = value.count(1, any_count); },
     .show =
         [](const Request& r) {
           return r.sets.empty() ? std::nullopt : Shown(std::to_string(r.set_options.least));
         },
     .only_with = "--sets"},
    {.name = "--max-size",
     .takes = "N",
     .group = output_group,
     .help = "--sets: of N variants or less",
     .read = [](const OptionValue& value,
                Request& r) { r.set_options.most = value.count(1, any_count); },
     .show = [](const Request& r) { return shown_count(r.set_options.most); },
     .only_with = "--sets"},
    {.name = "--per-chromosome",
     .takes = "",
     .group = output_group,
     .help = "--sets: one for each chromosome of a set",
     .read = [](const OptionValue& /*value*/, Request& r) { r.set_options.per_chromosome = true; },
     .show = [](const Request& r) { return shown_flag(r.set_options.per_chromosome); },
     .only_with = "--bim"},
    {.name = "--resume",
     .takes = "",
     .group = how,
     .help = "--cluster: go on with what a run that was stopped has\nfound of large components",
     .read = [](const OptionValue& /*value*/, Request& r) { r.resume = true; },
     .show = [](const Request& r) { return shown_flag(r.resume); },
     .only_with = "--cluster",
     .of_file = true},
    {.name = "--threads",
     .takes = "N",
     .group = how,
     .help = "default: all cores",
     .read = [](const OptionValue& value,
                Request& r) { r.threads = static_cast<int>(value.count(1, 4096)); },
     .show =
         [](const Request& r) {
           return r.threads > 0 ? Shown(std::to_string(r.threads)) : std::nullopt;
         },
     .of_file = true},
    {.name = "--memory",
     .takes = "MiB",
     .group = how,
     .help = "most memory, such as 8G (default: all)",
     .read = [](const OptionValue& value,
                Request& r) { r.memory = value.mebibytes(Index{1} << 40); },
     .show = [](const Request& r) { return shown_count(r.memory); },
     .of_file = true},
};

}  // namespace

std::span<const NetworkOption> network_output_rows() { return output_rows; }

}  // namespace encke::cli
