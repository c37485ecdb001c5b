#pragma once

#include <encke/job/observer.hpp>
#include <encke/job/outcome.hpp>
#include <encke/job/output/outputs.hpp>
#include <encke/store/block_set.hpp>

namespace encke::job {

/// Makes the output of all values from stored tiles, all of which must be there, and completes the
/// outcome's report with what the tiles say. The sink of `outputs` must have been opened.
/// Throws Error(inconsistent) where tiles are missing, Error(checksum) where they are damaged,
/// Error(write).
void publish_values(const store::BlockSet& set, Outputs& outputs, Outcome& outcome);

/// Writes the files that follow from the outcome and the observer's texts, and gives all files
/// their names. Throws Error(write).
void complete_files(Outputs& outputs, const Outcome& outcome, const Observer& observer);

/// The files that a job is going to write, the observer's texts last.
std::vector<std::string> output_paths(const Request& request, const Observer& observer);

/// What stored tiles say of themselves, of values of so many `cells`.
void add_totals(const store::Totals& totals, Index cells, Report& report);

}  // namespace encke::job
