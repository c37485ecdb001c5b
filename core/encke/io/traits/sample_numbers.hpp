#pragma once

#include <encke/base/index.hpp>
#include <encke/file/file_record.hpp>
#include <span>
#include <string>
#include <vector>

namespace encke::io {

/// Numbers of samples, such as covariates or a trait.
struct SampleNumbers {
  std::vector<std::string> columns;
  std::vector<double> values;  ///< [column][sample], NaN where it is not known
  FileRecord record;

  std::span<const double> column(std::size_t c, std::size_t samples) const {
    return std::span(values).subspan(c * samples, samples);
  }
};

/// Reads a file as PLINK's --covar and --pheno: FID, IID and one or more numbers, separated by
/// blanks or tabs. A first line that begins with FID, #FID or #IID names the columns; #IID: there
/// is no FID. NA, nan and -9 are unknown, as in PLINK 1.9; so are samples that are not in the file.
///
/// `wanted`: names of columns; none: all. `samples`: FID and IID with a blank between them.
/// Throws Error(open), Error(read); MalformedInput, with file and line, for too few columns, for
/// what is no number and for a sample that is named twice; Error(inconsistent) where the file has
/// no column of a name, or none at all.
SampleNumbers read_sample_numbers(const std::string& path, const std::vector<std::string>& wanted,
                                  const std::vector<std::string>& samples);

/// The same of column 6 of a .fam file.
SampleNumbers read_fam_numbers(const std::string& path, const std::vector<std::string>& samples);

}  // namespace encke::io
