#pragma once

#include <encke/base/text/text_column.hpp>
#include <memory>
#include <string>
#include <vector>

namespace encke::sink {

/// Ids of the vectors, shared by whatever prints them. Null: vectors are named 0, 1, 2, ...
using Ids = std::shared_ptr<const std::vector<std::string>>;

/// What else a line says of each vector: chromosome, position and alleles between tabs. Null: they
/// are not known, or not wanted.
using SiteTexts = std::shared_ptr<const TextColumn>;

/// Throws Error(inconsistent) where an id contains a tab or a line break, which a column of text
/// cannot hold. `output` begins the message: what the columns are of.
void check_column_ids(const std::string& output, const Ids& ids);

/// Throws Error(inconsistent) where an id contains a NUL, which HDF5 takes for the end of a text.
void check_terminated_ids(const std::string& output, const Ids& ids);

}  // namespace encke::sink
