#include <encke/network/task/request.hpp>

#include "rows.hpp"

namespace encke::cli {
namespace {

using job::OptionValue;
using network::Request;

constexpr std::string_view input = "Input";
constexpr std::string_view distance_words[] = {"none", "one-minus"};
constexpr std::string_view triples[] = {"pairs", "star"};
constexpr std::string_view merges[] = {"no", "max", "count"};

constexpr NetworkOption input_rows[] = {
    {.name = "--edges",
     .takes = "F",
     .group = input,
     .help = "Encke's P.edges.tsv or P.abc, PLINK's .ld, .vcor\nor .kin0; also compressed (gzip, "
             "Zstandard); -: standard input",
     .read = [](const OptionValue& value, Request& r) { r.edges = value.text; },
     .show = [](const Request& r) { return Shown(r.edges); },
     .of_file = true},
    {.name = "--threshold",
     .takes = "T",
     .group = input,
     .help = "only values above T",
     .read = [](const OptionValue& value, Request& r) { r.threshold = value.real(); },
     .show = [](const Request& r) { return shown_real(r.threshold); },
     .of_file = true},
    {.name = "--below",
     .takes = "",
     .group = input,
     .help = "--threshold keeps the values below T",
     .read = [](const OptionValue& /*value*/, Request& r) { r.below = true; },
     .show = [](const Request& r) { return shown_flag(r.below); },
     .only_with = "--threshold",
     .of_file = true},
    {.name = "--distance",
     .takes = "{none,one-minus}",
     .group = input,
     .help = "one-minus: values are distances, the weight of an\nedge is 1 - value; none: they are "
             "weights, also\nwhere a column DISTANCE has them",
     .read =
         [](const OptionValue& value, Request& r) {
           r.one_minus = value.choice(distance_words) == 1;
           r.as_they_are = !r.one_minus;
         },
     .show =
         [](const Request& r) {
           if (r.as_they_are) return Shown("none");
           return r.one_minus ? Shown("one-minus") : std::nullopt;
         },
     .of_file = true},
    {.name = "--knn",
     .takes = "K",
     .group = input,
     .help = "only edges among the K heaviest of one end",
     .read = [](const OptionValue& value, Request& r) { r.nearest = value.count(1, any_count); },
     .show = [](const Request& r) { return shown_count(r.nearest); }},
    {.name = "--mutual",
     .takes = "",
     .group = input,
     .help = "--knn: of both ends",
     .read = [](const OptionValue& /*value*/, Request& r) { r.mutual = true; },
     .show = [](const Request& r) { return shown_flag(r.mutual); },
     .only_with = "--knn"},
    {.name = "--max-degree",
     .takes = "D",
     .group = input,
     .help = "drop nodes of more than D edges",
     .read = [](const OptionValue& value, Request& r) { r.max_degree = value.count(1, any_count); },
     .show = [](const Request& r) { return shown_count(r.max_degree); }},
    {.name = "--alleles-in-labels",
     .takes = "",
     .group = input,
     .help = "labels are an id, a colon and an allele",
     .read = [](const OptionValue& /*value*/, Request& r) { r.alleles_in_labels = true; },
     .show = [](const Request& r) { return shown_flag(r.alleles_in_labels); },
     .of_file = true},
    {.name = "--merge-alleles",
     .takes = "{no,max,count}",
     .group = input,
     .help = "nodes are variants instead of alleles; the weight is\nthe largest, or the number, "
             "of the alleles' edges",
     .read =
         [](const OptionValue& value, Request& r) {
           r.merge_alleles = static_cast<network::MergeAlleles>(value.choice(merges));
         },
     .show =
         [](const Request& r) {
           const auto merge = static_cast<std::size_t>(r.merge_alleles);
           return merge == 0 ? std::nullopt : Shown(merges[merge]);
         }},
    {.name = "--triples",
     .takes = "{pairs,star}",
     .group = input,
     .help = "a triple is three edges (default), or a node",
     .read = [](const OptionValue& value,
                Request& r) { r.triples = static_cast<network::Triples>(value.choice(triples)); },
     .show =
         [](const Request& r) {
           return r.triples == network::Triples::star ? Shown("star") : std::nullopt;
         }},
};

}  // namespace

std::span<const NetworkOption> network_input_rows() { return input_rows; }

}  // namespace encke::cli
