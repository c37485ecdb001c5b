#pragma once

#include <cstdint>
#include <encke/io/plink/plink_text.hpp>
#include <encke/io/rows/bed_rows.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Which samples and variants of a PLINK data set to use, with PLINK's meaning. An empty path
/// means no such filter. Filters apply in the order of the members; rates and frequencies are
/// those of the samples kept, whether founders or not.
///
/// Sample files have a line for each sample: FID and IID, or the IID alone; further columns are
/// ignored, and so are lines that start with '#', but for '#IID', which says that the first column
/// is the IID. Variant files have ids separated by blanks, tabs or ends of lines.
struct Subset {
  std::string keep = {};     ///< file of the samples to use
  std::string remove = {};   ///< file of samples to leave out
  std::string extract = {};  ///< file of the variants to use
  std::string exclude = {};  ///< file of variants to leave out
  double geno = 1;           ///< largest missing rate of a variant, in [0, 1]
  double maf = 0;            ///< smallest frequency of a variant's rarer allele, in [0, 0.5]
};

/// Throws Error(command_line) unless geno lies in [0, 1] and maf in [0, 0.5].
void check_rates(const Subset& subset);

/// The samples that keep and remove leave; remarks say how many each takes away and how many of its
/// ids are unknown. Throws Error(open), Error(read); Error(inconsistent) where none is left.
Kept select_samples(const Subset& subset, const std::vector<SampleId>& samples, ReadLog& log);

/// The variants that extract and exclude leave; remarks and errors as above.
Kept select_variants(const Subset& subset, const std::vector<std::string>& ids, ReadLog& log);

/// Takes away variants by their genotypes among the samples kept: geno, then maf.
class RateFilter {
 public:
  explicit RateFilter(const Subset& subset) : subset_(subset) {}

  bool active() const { return subset_.geno < 1 || subset_.maf > 0; }
  /// Whether a variant with these counts stays.
  bool keeps(const GenotypeCounts& counts);
  /// Collective: adds what the other ranks' filters have taken away.
  void sum(const Communicator& world);
  /// Adds a remark for each filter in use.
  void report(ReadLog& log) const;

 private:
  Subset subset_;
  Index by_geno_ = 0;
  Index by_maf_ = 0;
};

}  // namespace encke::io
