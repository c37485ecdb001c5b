#pragma once

#include <array>
#include <encke/io/select/chromosome_list.hpp>
#include <encke/job/request/options/show.hpp>
#include <encke/job/request/options/table.hpp>
#include <limits>
#include <optional>
#include <string>

// Rows of the options that select samples and variants by where they lie and by their genotypes.
namespace encke::job {

/// The member of a subset that an option sets: its text, number or flag; nothing where it is at
/// `none`, which selects all.
template <auto member>
Shown shown_text(const Request& request) {
  return shown_path(request.subset.*member);
}
template <auto member>
Shown shown_switch(const Request& request) {
  return shown_flag(request.subset.*member);
}
template <auto member, int none>
Shown shown_limit(const Request& request) {
  const double value = request.subset.*member;
  return value == none ? std::nullopt : Shown(number_text(value));
}
template <auto member>
Shown shown_place(const Request& request) {
  const auto& value = request.subset.*member;
  return value ? Shown(number_text(*value)) : std::nullopt;
}

template <auto member>
void read_text(const OptionValue& value, Request& request) {
  request.subset.*member = value.text;
}
template <auto member>
void read_chromosomes(const OptionValue& value, Request& request) {
  (void)io::ChromosomeList(value.option, value.text);  // refuses what is no list
  request.subset.*member = value.text;
}
template <auto member>
void read_switch(const OptionValue& /*value*/, Request& request) {
  request.subset.*member = true;
}
template <auto member>
void read_share(const OptionValue& value, Request& request) {
  request.subset.*member = value.real(0, 1);
}
template <auto member>
void read_amount(const OptionValue& value, Request& request) {
  request.subset.*member = value.real(0, std::numeric_limits<double>::max());
}
template <auto member>
void read_place(const OptionValue& value, Request& request) {
  request.subset.*member = value.real();
}

inline void read_het_haploid(const OptionValue& value, Request& request) {
  static constexpr std::string_view choices[] = {"missing", "keep"};
  request.subset.keep_het_haploid = value.choice(choices) == 1;
}
inline Shown shown_het_haploid(const Request& request) {
  return request.subset.keep_het_haploid ? Shown("keep") : std::nullopt;
}

/// Which files of ranges select; their contents are among the inputs.
inline Shown shown_ranges(const Request& request) {
  const io::Subset& subset = request.subset;
  std::string files;
  if (!subset.extract_range.empty()) files += " extract";
  if (!subset.exclude_range.empty()) files += " exclude";
  return files.empty() ? std::nullopt : Shown(files.substr(1));
}

inline constexpr Identifies by_ranges = {.entry = "ranges", .text = shown_ranges};

inline constexpr std::array subset_rows = {
    OptionRow{
        .name = "--keep-founders",
        .also = "--filter-founders",
        .takes = "",
        .group = Group::selection,
        .help = "only samples both of whose parents are 0",
        .read = read_switch<&io::Subset::founders>,
        .show = shown_switch<&io::Subset::founders>,
        .identifies = {.entry = "keep-founders", .text = shown_switch<&io::Subset::founders>}},
    OptionRow{.name = "--chr",
              .takes = "LIST",
              .group = Group::selection,
              .help = "only variants of these chromosomes, such as 1-4,22,X",
              .read = read_chromosomes<&io::Subset::chr>,
              .show = shown_text<&io::Subset::chr>,
              .identifies = {.entry = "chr", .text = shown_text<&io::Subset::chr>}},
    OptionRow{.name = "--not-chr",
              .takes = "LIST",
              .group = Group::selection,
              .help = "without variants of these chromosomes",
              .read = read_chromosomes<&io::Subset::not_chr>,
              .show = shown_text<&io::Subset::not_chr>,
              .identifies = {.entry = "not-chr", .text = shown_text<&io::Subset::not_chr>}},
    OptionRow{.name = "--autosome",
              .takes = "",
              .group = Group::selection,
              .help = "only variants of chromosomes 1 to 22",
              .read = read_switch<&io::Subset::autosome>,
              .show = shown_switch<&io::Subset::autosome>,
              .identifies = {.entry = "autosome", .text = shown_switch<&io::Subset::autosome>}},
    OptionRow{.name = "--from-bp",
              .takes = "X",
              .group = Group::selection,
              .help = "only variants at position X and behind it; needs\n--chr with one chromosome",
              .read = read_place<&io::Subset::from_bp>,
              .show = shown_place<&io::Subset::from_bp>,
              .identifies = {.entry = "from-bp", .text = shown_place<&io::Subset::from_bp>},
              .only_with = "--chr"},
    OptionRow{.name = "--to-bp",
              .takes = "X",
              .group = Group::selection,
              .help = "only variants up to position X; likewise",
              .read = read_place<&io::Subset::to_bp>,
              .show = shown_place<&io::Subset::to_bp>,
              .identifies = {.entry = "to-bp", .text = shown_place<&io::Subset::to_bp>},
              .only_with = "--chr"},
    OptionRow{.name = "--mind",
              .takes = "X",
              .group = Group::selection,
              .help = "only samples with at most this share of missing\ngenotypes (0 to 1)",
              .read = read_share<&io::Subset::mind>,
              .show = shown_limit<&io::Subset::mind, 1>,
              .identifies = {.entry = "mind", .text = shown_limit<&io::Subset::mind, 1>}},
    OptionRow{.name = "--hwe",
              .takes = "P",
              .group = Group::selection,
              .help =
                  "only variants whose genotypes have a p-value of at\nleast P in the exact test "
                  "of Hardy-Weinberg\nequilibrium",
              .read = read_share<&io::Subset::hwe>,
              .show = shown_limit<&io::Subset::hwe, 0>,
              .identifies = {.entry = "hwe", .text = shown_limit<&io::Subset::hwe, 0>}},
    OptionRow{
        .name = "--keep-fewhet",
        .takes = "",
        .group = Group::selection,
        .help = "of these also those with too few heterozygotes",
        .read = read_switch<&io::Subset::keep_fewhet>,
        .show = shown_switch<&io::Subset::keep_fewhet>,
        .identifies = {.entry = "keep-fewhet", .text = shown_switch<&io::Subset::keep_fewhet>},
        .only_with = "--hwe"},
    OptionRow{.name = "--mac",
              .takes = "N",
              .group = Group::selection,
              .help = "only variants with at least N copies of the rarer\nallele",
              .read = read_amount<&io::Subset::mac>,
              .show = shown_limit<&io::Subset::mac, 0>,
              .identifies = {.entry = "mac", .text = shown_limit<&io::Subset::mac, 0>}},
    OptionRow{.name = "--max-maf",
              .takes = "X",
              .group = Group::selection,
              .help = "only variants whose rarer allele is at most so\nfrequent",
              .read = read_share<&io::Subset::max_maf>,
              .show = shown_limit<&io::Subset::max_maf, 1>,
              .identifies = {.entry = "max-maf", .text = shown_limit<&io::Subset::max_maf, 1>}},
    OptionRow{
        .name = "--nonfounders",
        .takes = "",
        .group = Group::selection,
        .help = "--maf, --mac, --max-maf and --hwe, and r2 itself,\ncount all samples, not only "
                "founders",
        .read = read_switch<&io::Subset::nonfounders>,
        .show = shown_switch<&io::Subset::nonfounders>,
        .identifies = {.entry = "nonfounders", .text = shown_switch<&io::Subset::nonfounders>}},
    OptionRow{.name = "--het-haploid",
              .takes = "{missing,keep}",
              .group = Group::selection,
              .help = "genotypes that cannot be, such as heterozygous ones\nof males on X: missing "
                      "(default), or as they are",
              .read = read_het_haploid,
              .show = shown_het_haploid,
              .identifies = {.entry = "het-haploid", .text = shown_het_haploid}},
    OptionRow{.name = "--extract-range",
              .takes = "F",
              .group = Group::selection,
              .help = "only variants in the ranges in F: CHR FROM TO",
              .read = read_text<&io::Subset::extract_range>,
              .show = shown_text<&io::Subset::extract_range>,
              .identifies = by_ranges},
    OptionRow{.name = "--exclude-range",
              .takes = "F",
              .group = Group::selection,
              .help = "without variants in the ranges in F",
              .read = read_text<&io::Subset::exclude_range>,
              .show = shown_text<&io::Subset::exclude_range>,
              .identifies = by_ranges},
};

}  // namespace encke::job
