#pragma once

#if defined(ENCKE_HAS_HTSLIB)

#include <string>

// Files that HTSlib makes of the text of a VCF.
namespace encke::test {

/// Compresses a file, as bgzip does, into PATH.gz; returns its name.
std::string bgzip(const std::string& path);
/// Makes a BCF of a VCF, compressed or not; returns its name.
std::string make_bcf(const std::string& path, bool compressed = true);
/// Makes PATH.csi or, of a VCF and where `tbi`, PATH.tbi.
void make_index(const std::string& path, bool tbi = false);

}  // namespace encke::test

#endif
