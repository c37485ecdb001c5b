#pragma once

#include <encke/io/plink/plink_text.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Samples of a .psam file of PLINK 2, in order. Lines before the last that begins with '#', which
/// is "#FID IID ..." or "#IID ...", are skipped; without such a line the file is read as a .fam.
/// Further columns SID, PAT, MAT and SEX are known; all others are phenotypes, of which that
/// named `phenotype` is taken, or the first where the name is empty ("NA" where there is none).
/// Without FID the family of all samples is "0". A sample is a founder unless it has PAT or MAT.
///
/// Throws Error(open), Error(read); MalformedInput with the line for a header without IID, for a
/// line with too few columns, and for a file without samples; what read_fam() throws.
std::vector<SampleId> read_psam(const std::string& path, const std::string& phenotype,
                                ReadLog& log);

}  // namespace encke::io
