#pragma once

#include <encke/store/block_set.hpp>

#include "encke/outputs.hpp"
#include "encke/record.hpp"

namespace encke::cli {

/// Makes the output of all values from stored tiles, all of which must be there, and completes the
/// record's report with what the tiles say. The sink of `outputs` must have been opened.
/// Throws Error(inconsistent) where tiles are missing, Error(checksum) where they are damaged,
/// Error(write).
void publish_values(const store::BlockSet& set, Outputs& outputs, Record& record);

/// Writes the files that follow from the record, and says what was written.
void write_files(Outputs& outputs, Record& record);

/// What stored tiles say of themselves.
void add_totals(const store::Totals& totals, const store::Identity& identity, Record& record);

}  // namespace encke::cli
