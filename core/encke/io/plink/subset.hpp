#pragma once

#include <cstdint>
#include <encke/io/plink/plink_text.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::io {

/// Which samples and variants of a PLINK data set to use, with PLINK's meaning. An empty path
/// means no such filter. Filters apply in the order of the members, as PLINK 2 applies them: those
/// by genotypes see only samples and variants that the others leave. Frequencies are those of
/// founders (both parents 0), see RateFilter.
///
/// Sample files have a line for each sample: FID and IID, or the IID alone; further columns are
/// ignored, and so are lines that start with '#', but for '#IID', which says that the first column
/// is the IID. Variant files have ids separated by blanks, tabs or ends of lines.
struct Subset {
  std::string keep = {};               ///< file of the samples to use
  std::string remove = {};             ///< file of samples to leave out
  bool founders = false;               ///< only samples whose parents are both 0
  std::string chr = {};                ///< chromosomes to use, see ChromosomeList
  std::string not_chr = {};            ///< chromosomes to leave out
  bool autosome = false;               ///< only chromosomes 1 to 22
  std::optional<double> from_bp = {};  ///< lowest position; with one chromosome of `chr`
  std::optional<double> to_bp = {};    ///< highest position; likewise
  std::string extract_range = {};      ///< file of positions to use, see PositionRanges
  std::string exclude_range = {};      ///< file of positions to leave out
  std::string extract = {};            ///< file of the variants to use
  std::string exclude = {};            ///< file of variants to leave out
  double mind = 1;                     ///< largest missing rate of a sample, in [0, 1]
  double geno = 1;                     ///< largest missing rate of a variant, in [0, 1]
  double hwe = 0;                 ///< smallest p-value of Hardy-Weinberg equilibrium, in [0, 1)
  bool keep_fewhet = false;       ///< hwe spares variants with too few heterozygotes, but on X
  double maf = 0;                 ///< smallest frequency of a variant's rarer allele, in [0, 0.5]
  double mac = 0;                 ///< smallest number of copies of it
  double max_maf = 1;             ///< largest frequency of it, in [0, 1]
  bool nonfounders = false;       ///< all samples count for frequencies, and with `linkage`
  bool linkage = false;           ///< founders alone stay behind all filters, as in PLINK's r^2
  bool keep_het_haploid = false;  ///< genotypes that cannot be are not missing, see HaploidRows
};

/// Throws Error(command_line) for a rate that is out of its range, for `chr` and `not_chr` that are
/// no lists, and for positions without one chromosome or in the wrong order.
void check_subset(const Subset& subset);

/// The samples that keep, remove and founders leave; remarks say how many each takes away and how
/// many of its ids are unknown. Throws Error(open), Error(read); Error(inconsistent) where none is
/// left.
Kept select_samples(const Subset& subset, const std::vector<SampleId>& samples, ReadLog& log);

/// Names of the samples that are kept, FID and IID with a blank between them, in the order in which
/// they are packed: of two classes the controls come first.
std::vector<std::string> names_as_packed(const std::vector<SampleId>& samples,
                                         const CodedRows& stored);

/// The variants that chromosomes, positions and ids leave; remarks and errors as above.
/// Throws Error(inconsistent) too where `sites` are asked for and there are none.
Kept select_variants(const Subset& subset, const std::vector<std::string>& ids, const Sites& sites,
                     ReadLog& log);

/// How many copies of the variants' chromosomes samples have, and of what sex these are.
HaploidRows haploid_rows(const Sites& sites, const std::vector<SampleId>& samples);

}  // namespace encke::io
