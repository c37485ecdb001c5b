#pragma once

#include <encke/io/plink/plink_text.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// The variants of a .pvar, in order.
struct PvarVariants {
  std::vector<std::string> ids;
  Sites sites;                      ///< alleles as ALT/REF
  std::vector<Index> multiallelic;  ///< numbers, from 0, of those with several alleles in ALT
};

/// Reads a .pvar of PLINK 2, a sites-only VCF, or a .bim. Lines before "#CHROM ..." are skipped;
/// this line names the columns, of which CHROM, POS, ID, REF and ALT are needed; those from FORMAT
/// on do not count. Without it there are six columns, CHROM ID CM POS ALT REF, or five without CM.
/// A variant without an id (".") is named CHROM:POS:REF:ALT, and a remark says how many there are.
///
/// Throws Error(open), Error(read); MalformedInput with the line for a header without one of those
/// columns, for a line with too few columns, and for a file without variants.
PvarVariants read_pvar(const std::string& path, ReadLog& log);

}  // namespace encke::io
