#include <algorithm>
#include <encke/network/task/request.hpp>

#include "rows.hpp"

namespace encke::cli {
namespace {

using job::OptionValue;
using network::Request;

constexpr std::string_view group = "What to find";
constexpr std::string_view clusters[] = {"mcl"};
constexpr std::string_view loops[] = {"drop", "keep"};
constexpr std::string_view overlaps[] = {"cut", "keep", "split"};
constexpr std::string_view engines[] = {"fused", "spgemm"};
constexpr std::string_view laplacians[] = {"symmetric", "random-walk", "plain"};
constexpr std::string_view missing[] = {"error", "skip"};
constexpr Index most_columns = 2'147'483'647;

void read_inflations(const OptionValue& value, Request& r) {
  r.inflations = value.reals();
  for (const double inflation : r.inflations) {
    if (!(inflation > 1 && inflation <= 30)) value.refuse("numbers above 1, of 30 at most");
    if (std::count(r.inflations.begin(), r.inflations.end(), inflation) > 1) {
      value.refuse("numbers that differ");
    }
  }
}

std::string inflations_text(const Request& r) {
  std::string text;
  for (const double inflation : r.inflations) {
    text += (text.empty() ? "" : ",") + network::inflation_text(inflation);
  }
  return text;
}

constexpr NetworkOption cluster_rows[] = {
    {.name = "--reach",
     .takes = "IDS|@F|@all",
     .group = group,
     .help = "nodes reached from these (separated by commas, lines\nof a file, or all); an id of "
             "a variant means its alleles",
     .read = [](const OptionValue& value, Request& r) { r.reach = value.text; },
     .show = [](const Request& r) { return shown_text(r.reach); }},
    {.name = "--depth",
     .takes = "D",
     .group = group,
     .help = "--reach: over D edges at most (default 1)",
     .read = [](const OptionValue& value, Request& r) { r.depth = value.count(0, most_columns); },
     .show =
         [](const Request& r) {
           return r.reach.empty() ? std::nullopt : Shown(std::to_string(r.depth));
         },
     .only_with = "--reach"},
    {.name = "--reach-each",
     .takes = "",
     .group = group,
     .help = "--reach: from each node by itself, as @all does",
     .read = [](const OptionValue& /*value*/, Request& r) { r.reach_each = true; },
     .show = [](const Request& r) { return shown_flag(r.reach_each); },
     .only_with = "--reach"},
    {.name = "--reach-missing",
     .takes = "{error,skip}",
     .group = group,
     .help = "--reach: what names of no node are (default error)",
     .read = [](const OptionValue& value,
                Request& r) { r.reach_skips_missing = value.choice(missing) == 1; },
     .show = [](const Request& r) { return r.reach_skips_missing ? Shown("skip") : std::nullopt; },
     .only_with = "--reach"},
    {.name = "--cluster",
     .takes = "{mcl}",
     .group = group,
     .help = "Markov clusters, those of the program mcl",
     .read =
         [](const OptionValue& value, Request& r) {
           value.choice(clusters);
           r.cluster = true;
         },
     .show = [](const Request& r) { return r.cluster ? Shown("mcl") : std::nullopt; },
     .of_file = true},
    {.name = "--inflation",
     .takes = "I,...",
     .group = group,
     .help = "--cluster: small clusters for a large I (default 2);\nseveral: a clustering for each",
     .read = read_inflations,
     .show = [](const Request& r) { return r.cluster ? Shown(inflations_text(r)) : std::nullopt; },
     .only_with = "--cluster"},
    {.name = "--loops",
     .takes = "{drop,keep}",
     .group = group,
     .help =
         "--cluster: each node gets a loop as heavy as its\nheaviest edge (default), or has that "
         "of the edges alone\n(mcl's --discard-loops=n)",
     .read = [](const OptionValue& value, Request& r) { r.keep_loops = value.choice(loops) == 1; },
     .show = [](const Request& r) { return r.keep_loops ? Shown("keep") : std::nullopt; },
     .only_with = "--cluster"},
    {.name = "--overlap",
     .takes = "{cut,keep,split}",
     .group = group,
     .help = "--cluster: a node of several clusters stays in the\nfirst (default), in all, or "
             "overlaps become clusters",
     .read = [](const OptionValue& value,
                Request& r) { r.overlap = static_cast<network::Overlap>(value.choice(overlaps)); },
     .show =
         [](const Request& r) {
           return r.cluster ? Shown(overlaps[static_cast<std::size_t>(r.overlap)]) : std::nullopt;
         },
     .only_with = "--cluster"},
    {.name = "--scheme",
     .takes = "1..7",
     .group = group,
     .help = "--cluster: how many entries a column keeps (default 6);\nless memory and time for a "
             "small number",
     .read = [](const OptionValue& value,
                Request& r) { r.scheme = static_cast<int>(value.count(1, 7)); },
     .show =
         [](const Request& r) {
           return r.cluster ? Shown(std::to_string(r.scheme)) : std::nullopt;
         },
     .only_with = "--cluster"},
    {.name = "--prune",
     .takes = "P",
     .group = group,
     .help = "--cluster: drop entries below 1/P; 0: none",
     .read = [](const OptionValue& value, Request& r) { r.prune = value.real(0, 1e12); },
     .show = [](const Request& r) { return shown_real(r.prune); },
     .only_with = "--cluster"},
    {.name = "--select",
     .takes = "S",
     .group = group,
     .help = "--cluster: keep the S largest; 0: all",
     .read = [](const OptionValue& value, Request& r) { r.select = value.count(0, most_columns); },
     .show = [](const Request& r) { return shown_count(r.select); },
     .only_with = "--cluster"},
    {.name = "--recover",
     .takes = "R",
     .group = group,
     .help = "--cluster: take back up to R where too much was dropped",
     .read = [](const OptionValue& value, Request& r) { r.recover = value.count(0, most_columns); },
     .show = [](const Request& r) { return shown_count(r.recover); },
     .only_with = "--cluster"},
    {.name = "--recover-percent",
     .takes = "X",
     .group = group,
     .help = "--cluster: too much: less than X % are left (default 90)",
     .read = [](const OptionValue& value, Request& r) { r.recover_percent = value.real(0, 100); },
     .show = [](const Request& r) { return shown_real(r.recover_percent); },
     .only_with = "--cluster"},
    {.name = "--triangles",
     .takes = "",
     .group = group,
     .help = "of each node the triangles that it is in; their number\nand the transitivity are in "
             "the summary",
     .read = [](const OptionValue& /*value*/, Request& r) { r.triangles = true; },
     .show = [](const Request& r) { return shown_flag(r.triangles); }},
    {.name = "--engine",
     .takes = "{fused,spgemm}",
     .group = group,
     .help = "what multiplies sparse matrices: loops of Encke's own\n(default), or Kokkos Kernels "
             "where "
             "Kokkos computes",
     .read = [](const OptionValue& value,
                Request& r) { r.engine = static_cast<network::Engine>(value.choice(engines)); },
     .show =
         [](const Request& r) {
           return r.engine == network::Engine::spgemm ? Shown("spgemm") : std::nullopt;
         }},
    {.name = "--embed",
     .takes = "K",
     .group = group,
     .help =
         "K eigenvectors of the Laplacian of each component\n(P.embedding.tsv, P.eigenvalues.tsv)",
     .read = [](const OptionValue& value, Request& r) { r.axes = value.count(1, 1000); },
     .show = [](const Request& r) { return shown_count(r.axes); }},
    {.name = "--embed-min",
     .takes = "N",
     .group = group,
     .help = "--embed: components of N nodes or more (default 10)",
     .read = [](const OptionValue& value,
                Request& r) { r.embed_least = value.count(2, most_columns); },
     .show =
         [](const Request& r) {
           return r.axes ? Shown(std::to_string(r.embed_least)) : std::nullopt;
         },
     .only_with = "--embed"},
    {.name = "--embed-neighbours",
     .takes = "M",
     .group = group,
     .help = "--embed: of each node the M nearest in the embedding\n(P.neighbours.tsv; --from "
             "embed makes sets of them)",
     .read = [](const OptionValue& value,
                Request& r) { r.embed_neighbours = value.count(1, most_columns); },
     .show = [](const Request& r) { return shown_count(r.embed_neighbours); },
     .only_with = "--embed"},
    {.name = "--laplacian",
     .takes = "{symmetric,random-walk,plain}",
     .group = group,
     .help = "--embed: normalised (default), its vectors divided by\nthe roots of degrees, or not "
             "normalised",
     .read =
         [](const OptionValue& value, Request& r) {
           r.laplacian = static_cast<network::Laplacian>(value.choice(laplacians));
         },
     .show =
         [](const Request& r) {
           return r.axes ? Shown(laplacians[static_cast<std::size_t>(r.laplacian)]) : std::nullopt;
         },
     .only_with = "--embed"},
    {.name = "--tolerance",
     .takes = "X",
     .group = group,
     .help = "--embed: largest residual that is allowed (default 1e-8)",
     .read = [](const OptionValue& value, Request& r) { r.tolerance = value.real(0, 1); },
     .show = [](const Request& r) { return r.axes ? shown_real(r.tolerance) : std::nullopt; },
     .only_with = "--embed"},
};

}  // namespace

std::span<const NetworkOption> network_cluster_rows() { return cluster_rows; }

}  // namespace encke::cli
