#pragma once

#include <encke/file/output/output_file.hpp>
#include <encke/file/output/output_set.hpp>
#include <encke/job/request/request.hpp>
#include <encke/plan/report.hpp>
#include <encke/sink/checksum.hpp>
#include <encke/sink/choose/best_partner.hpp>
#include <encke/sink/choose/top.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/tee.hpp>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace encke::job {

/// What is to be said of the ids of a part where merging cannot write them in every format, or
/// "". Throws Error(inconsistent) where it can in none.
std::string remark_on_ids_of_part(const Request& request, const std::vector<std::string>& names);

/// The output files of a run. All of them get their names together, by complete(): without it an
/// earlier run's stay as they are.
class Outputs {
 public:
  /// Creates the temporary files other than that of the values. `texts`: endings of the files of
  /// text beside the values, such as ".log"; the last of them should tell of all others. Throws
  /// Error(open). The request must outlive this.
  Outputs(const Request& request, const std::vector<std::string>& texts);
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// Makes the sink of the values. To be called once; throws Error(open), Error(write) where the
  /// file system has less free space than `values` values need, and Error(inconsistent) where an
  /// output cannot hold a name.
  void open_sink(std::vector<std::string> names, Index values);
  Sink& sink() { return *sink_; }

  /// To be called when the run has ended: makes its report tell of the values that were written.
  void complete_report(Report& report);
  /// The checksum of the values written, where it was asked for.
  std::optional<std::string> checksum() const;
  /// The values written, in file order, with --permutations; their p-values go into a file.
  const sink::Collect& collected() const { return collect_; }
  void write_permutations(const std::vector<double>& p_values);
  /// Writes the files that follow from the report. Throws Error(write).
  void write_histogram(const Histogram& histogram);
  /// Writes the texts, in the order of their endings.
  void write_texts(const std::vector<std::string>& texts);
  /// Gives all files their names, when all are written. Throws Error(write), see OutputSet.
  void complete() { set_.commit(); }

 private:
  void write(sink::OutputFile& file, const std::string& text);

  const Request& request_;
  sink::OutputSet set_;
  std::list<sink::OutputFile> texts_;
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

}  // namespace encke::job
