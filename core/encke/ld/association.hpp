#pragma once

#include <encke/base/index.hpp>
#include <encke/io/source.hpp>
#include <string>
#include <vector>

namespace encke::ld {

/// Where a report of an association study has its columns.
struct ReportColumns {
  std::string variant = "SNP";
  std::string p_value = "P";
};

/// p-values of an input's variants: several of one where the report has several lines of it, none
/// where it has none.
struct Association {
  std::vector<std::vector<double>> p_values;  ///< of each vector of the source, as they come
  Index lines = 0;                            ///< with a p-value
  Index without = 0;                          ///< lines without a number, such as NA
  Index unknown = 0;                          ///< lines of variants that the source does not have
  io::FileRecord file{};
};

/// Reads a report: a header line with the names of the columns, then a line for each result;
/// columns are separated by blanks or tabs. A '#' before the first name does not count. Throws
/// Error(open), Error(read); MalformedInput without such columns, for a line that has fewer, or a
/// p-value that is not from 0 to 1.
Association read_association(const std::string& path, const ReportColumns& columns,
                             const io::Source& source);

}  // namespace encke::ld
