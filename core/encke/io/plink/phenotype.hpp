#pragma once

#include <string>

namespace encke::io {

/// Where a sample's class is written: 1 control, 2 case, and 0, -9 or NA for unknown.
struct PhenotypeSource {
  /// Empty: column 6 of the .fam. Else a file, as PLINK's --pheno: FID, IID and one or more
  /// phenotypes, separated by blanks or tabs. A first line that begins with FID, #FID or #IID names
  /// the columns; #IID: there is no FID. Samples that are not in it have an unknown class.
  std::string file = {};
  /// Column of the file; empty: the first phenotype. Needs a line of names.
  std::string name = {};
};

}  // namespace encke::io
