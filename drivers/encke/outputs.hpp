#pragma once

#include <encke/file/output_file.hpp>
#include <encke/file/output_set.hpp>
#include <encke/plan/report.hpp>
#include <encke/sink/checksum.hpp>
#include <encke/sink/choose/best_partner.hpp>
#include <encke/sink/choose/top.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/format/edge_lines.hpp>
#include <encke/sink/tee.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "encke/metrics.hpp"
#include "encke/options/options.hpp"

namespace encke::cli {

/// Bytes of hits that a rank holds until they are with the system.
inline constexpr std::size_t writer_buffer = std::size_t{1} << 20;

/// Names of the files that the options ask for; a part of a run has no file of values.
std::vector<std::string> output_paths(const Options& options);
/// Of the hits that are not among the --top largest only the best ones of each vector are used.
bool stores_best_only(const Options& options);

/// Throws Error(command_line) where one of the inputs would be replaced by an output, removed with
/// the directory `state` of the run, or taken for what a killed run left of an output.
void check_not_inputs(const std::vector<std::string>& outputs,
                      const std::vector<std::string>& inputs, const std::string& state);

/// What is to be said of the ids of a part where encke merge cannot write them in every format, or
/// "". Throws Error(inconsistent) where it can in none.
std::string remark_on_ids_of_part(const Options& options, const std::vector<std::string>& names);

/// Memory that the sink of the values will take, for `values` values, in bytes; the
/// largest number where that would overflow.
std::int64_t sink_bytes(const Options& options, Index values);

/// The --memory with which a run fits that needs `needed` bytes with the present one: less memory
/// goes with smaller buffers.
std::int64_t memory_that_suffices(const Options& options, std::int64_t needed);

/// The output files of a run. All of them get their names together, by complete(): without it an
/// earlier run's stay as they are.
class Outputs {
 public:
  /// Creates the temporary files other than that of the values. Throws Error(open).
  explicit Outputs(const Options& options);
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// Makes the sink of the values. To be called once; throws Error(open), Error(write) where the
  /// file system has less room than `values` values need, and Error(inconsistent) where an output
  /// cannot hold a name.
  void open_sink(std::vector<std::string> names, Index values);
  Sink& sink() { return *sink_; }

  /// To be called when the run has ended: makes its report tell of the values that were written.
  void settle(Report& report);
  /// The checksum of the values written, where it was asked for.
  std::optional<std::string> checksum() const;
  /// The values written, in file order, with --permutations; their p-values go into a file.
  const sink::Collect& collected() const { return collect_; }
  void write_permutations(const std::vector<double>& p_values);
  /// Writes the files that follow from the report. Throws Error(write).
  void write_histogram(const Histogram& histogram);
  void write_log(const std::string& text);
  void write_summary(const std::string& text);
  /// Gives all files their names, when all are written. Throws Error(write), see OutputSet.
  void complete() { set_.commit(); }

 private:
  void write(sink::OutputFile& file, const std::string& text);

  template <class Values, class... Arguments>
  void make_values(Arguments&&... arguments);

  const Options& options_;
  sink::OutputSet set_;
  sink::OutputFile log_;
  sink::OutputFile summary_;
  std::optional<sink::OutputFile> histogram_;
  std::optional<sink::OutputFile> permutations_;
  std::unique_ptr<Sink> values_;
  sink::Ids ids_;
  sink::Collect collect_;
  std::optional<sink::Checksum> checksum_;
  std::optional<sink::Tee> written_;  ///< what becomes of the values that are written
  std::optional<sink::Top> top_;
  std::optional<sink::BestPartner> best_;
  Sink* sink_ = nullptr;  ///< where hits go first
};

}  // namespace encke::cli
