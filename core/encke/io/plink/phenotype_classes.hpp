#pragma once

#include <encke/io/plink/plink_text.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Where a sample's class is written: 1 control, 2 case, and 0, -9 or NA for unknown.
struct PhenotypeSource {
  /// Empty: column 6 of the .fam. Else a file, as PLINK's --pheno: FID, IID and one or more
  /// phenotypes, separated by blanks or tabs. A first line that begins with FID, #FID or #IID names
  /// the columns; #IID: there is no FID. Samples that are not in it have an unknown class.
  std::string file = {};
  /// Column of the file; empty: the first phenotype, which is none of SID, PAT, MAT and SEX, as a
  /// .psam has them. A name needs a line of names.
  std::string name = {};
};

/// Takes the samples of unknown class out of `kept`; returns which of the samples are cases. A
/// remark tells how many controls and cases there are, and how many samples are left out.
/// Throws Error(open), Error(read); MalformedInput, with file and line, for a phenotype that is
/// none of 1, 2, 0, -9 and NA and for a sample that is named twice; Error(inconsistent) where the
/// file has no column of that name, and unless there are controls and cases.
Kept select_classes(const PhenotypeSource& source, const std::string& fam,
                    const std::vector<SampleId>& samples, Kept& kept, ReadLog& log);

}  // namespace encke::io
