#pragma once

#include <string>

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

}  // namespace encke::io
