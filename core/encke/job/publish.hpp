#pragma once

#include <encke/job/observer.hpp>
#include <encke/job/outcome.hpp>
#include <encke/job/output/outputs.hpp>
#include <encke/job/request/opened.hpp>
#include <encke/job/stored_run.hpp>
#include <encke/network/ranks/helpers.hpp>
#include <encke/store/block_set.hpp>
#include <memory>

namespace encke::job {

/// What stored tiles are of.
struct StoredProblem {
  SinkInfo info;
  Partition partition;
};

/// `domain`: what was compared. Throws Error(inconsistent) where tiles are missing.
StoredProblem problem_of(const store::BlockSet& set, const Domain& domain);

/// Makes the output of all values from stored tiles, all of which must be there, and completes the
/// outcome's report with what the tiles say. `domain`: what was compared. The sink of `outputs`
/// must have been opened; `observer` follows the writing. Throws Error(inconsistent) where tiles
/// are missing, Error(checksum) where they are damaged, Error(write).
void publish_values(const store::BlockSet& set, const Domain& domain, Outputs& outputs,
                    Outcome& outcome, Observer& observer);

/// Writes the files that follow from the outcome and the observer's texts, and gives all files
/// their names. Throws Error(write).
void complete_files(Outputs& outputs, const Outcome& outcome, const Observer& observer);

/// The files that a job is going to write, the observer's texts last.
std::vector<std::string> output_paths(const Request& request, const Observer& observer,
                                      const std::vector<io::Locus>& loci = {});

/// On the root, for a whole run: the files of values from what is stored, and the p-values of
/// these; `maxima`: see best_of_phenotypes(); `helpers`: other ranks for the network, or null.
/// Throws as publish_values() and `stored.to_be_resumed()`.
void publish_all(const Opened& input, StoredRun& stored, Outputs& outputs, Outcome& outcome,
                 const std::vector<double>& maxima, network::Helpers* helpers, Observer& observer);

/// On the root while all others are in help_publishing(), which ends with what is returned: these
/// ranks, or null where they have no share.
std::unique_ptr<network::Helpers> helpers_of(const Request& request, const Communicator& world);
/// The share of the other ranks: components of the network of the values, where that has clusters.
void help_publishing(const Request& request, const Communicator& world, Observer& observer);

/// On the root: what there is to say of a part.
void close_part(const Request& request, StoredRun& stored, Outcome& outcome);

/// What stored tiles say of themselves; each tuple has so many `values`.
void add_totals(const store::Totals& totals, Index values, Report& report);

/// Progress of a run that may have been resumed, of whose tuples `outcome` knows the number: with
/// what earlier runs have done, and one hit for each line of values.
Progress since_the_beginning(Progress progress, const Outcome& outcome);

/// What a run asks and tells on the way goes to the observer; warnings are remarks, too.
void connect(Plan& plan, Outcome& outcome, Observer& observer);

}  // namespace encke::job
