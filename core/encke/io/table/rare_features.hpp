#pragma once

#include <encke/io/table/subsample.hpp>
#include <encke/io/tree/biom.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Which features of a table are taken: of those that are rare, values tell little.
struct RareFeatures {
  Index min_samples = 0;    ///< samples that have it, at least
  Index min_frequency = 0;  ///< its counts in all samples together, at least
};

/// What of a table is taken. Rare features go first, and are counted before any sampling.
struct TableSelection {
  RareFeatures rare = {};
  Subsample subsample = {};
};

/// Takes out the features that are rarer, and their counts. Samples stay, also those that have
/// nothing left. Returns a remark with the numbers. Throws Error(inconsistent) where no feature is
/// left. `path`: of the table, for messages.
std::string leave_out_rare(SparseTable& table, const RareFeatures& rare, const std::string& path);

/// Leaves of a table what is to be taken, with a remark on each step. Throws as leave_out_rare()
/// and take_subsample().
std::vector<std::string> take_selection(SparseTable& table, const TableSelection& selection,
                                        const std::string& path);

}  // namespace encke::io
