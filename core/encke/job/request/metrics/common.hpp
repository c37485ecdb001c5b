#pragma once

#include <array>
#include <concepts>
#include <encke/job/request/metric_table.hpp>
#include <limits>

namespace encke::job::metrics {

/// Every input of genotypes in files of the field, and `more`.
template <std::same_as<Input>... More>
constexpr auto genotypes_and(More... more) {
  return std::array{Input::bfile, Input::tfile, Input::pfile, Input::pgen,
                    Input::vcf,   Input::bcf,   Input::bgen,  more...};
}

constexpr int one_cell(int /*way*/) { return 1; }
constexpr int cell_for_each_allele(int way) { return way == 2 ? 4 : 8; }

inline double at_most_one(const Request& /*request*/, bool /*complete*/) { return 1; }

/// The largest value of CCC and DUO: the multiplier, or less where nothing is missing.
double largest_correlation(const Request& request, bool complete);

/// Value of a tuple of vectors without content: that of equal vectors, or none.
template <int of_equals>
double empty_value(const Request& request) {
  return request.empty_pair == EmptyPair::same ? of_equals
                                               : std::numeric_limits<double>::quiet_NaN();
}

/// The same of a similarity, 1 of equal vectors, or its distance.
inline double empty_similarity(const Request& request) {
  return request.distance ? empty_value<0>(request) : empty_value<1>(request);
}

inline bool is_distance(const Request& request) { return request.distance; }

inline constexpr std::string_view below_of_distances =
    "--threshold keeps the values below T (of --distance)";
inline constexpr std::string_view seed_of_subsamples = "of --subsample-depth (default 1)";
inline constexpr std::string_view presence_in_biom =
    "table of counts in BIOM 2.1 (HDF5) or 1.0 (JSON): what a\nsample has of each, whatever the "
    "count";

template <Element element>
Element always(const Request& /*request*/) {
  return element;
}

inline constexpr std::string_view threshold_by_alleles =
    "only values above T; also LL,LH,HH,LLHH or of triples\n"
    "LLL,LLH,LHH,HHH,LLLHHH: by the alleles";
inline constexpr std::string_view missing_of_bits =
    "auto (default): frequencies over the {fields} present;\n"
    "none: the code for missing means the bit 0";

inline constexpr std::string_view bits_of_bfile =
    "PLINK 1 data set P.bed, P.bim, P.fam:\nwhich samples have allele A1";
inline constexpr std::string_view table_of_bits =
    "tab-separated text with a header line and row names,\nor .npy; a row is a {vector} of 0, 1, "
    "or "
    "NA where missing";

/// What vectors without places on chromosomes, such as samples, do not take.
inline constexpr std::string_view options_of_places[] = {
    "--window-kb", "--window-variants", "--within-chromosome",
    "--inter-chr", "--trans",           "--columns"};

}  // namespace encke::job::metrics
