#pragma once

#include <encke/base/index.hpp>
#include <encke/file/file_record.hpp>
#include <encke/ordination/distances.hpp>
#include <string>
#include <vector>

namespace encke::ordination {

/// The group of each sample.
struct Grouping {
  std::vector<std::string> names;  ///< of the groups, sorted
  std::vector<Index> of;           ///< of each sample, a place in `names`
  std::vector<Index> sizes;        ///< samples of each group
  std::string title = {};          ///< what the groups are by, such as the name of a column

  Index groups() const { return static_cast<Index>(names.size()); }
};

/// The groups of samples whose groups have these names.
Grouping grouping_of(const std::vector<std::string>& names);

/// What a table of metadata says of samples.
struct SampleColumn {
  std::vector<std::string> values;  ///< of each sample; "": unknown
  io::FileRecord file = {};
};

/// Reads the column `column` of a table of metadata for the samples `ids`: tab-separated text with
/// a line of names, as it is or compressed. The first column has the ids; whatever it is called,
/// lines that begin with # are remarks, but for the first line of all. Cells may stand in double
/// quotes. An empty cell, NA and nan are unknown.
///
/// Throws Error(open), Error(read); MalformedInput, with the line, for another number of cells than
/// the header has and for a sample that comes twice; Error(inconsistent), naming the first five,
/// where samples are not in the table, and where it has no such column, with those that it has.
SampleColumn read_sample_column(const std::string& path, const std::string& column,
                                const std::vector<std::string>& ids);

/// Takes the samples with an unknown value out of both. Returns how many these were.
Index drop_unknown(Distances& distances, std::vector<std::string>& values);

/// Throws Error(inconsistent), naming the first five, where a sample's value is unknown.
void refuse_unknown(const std::vector<std::string>& ids, const std::vector<std::string>& values,
                    const std::string& column);

}  // namespace encke::ordination
