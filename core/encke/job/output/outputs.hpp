#pragma once

#include <encke/file/output/output_file.hpp>
#include <encke/file/output/output_set.hpp>
#include <encke/io/sites.hpp>
#include <encke/job/answers/refined.hpp>
#include <encke/job/request/request.hpp>
#include <encke/plan/report.hpp>
#include <encke/sink/checksum.hpp>
#include <encke/sink/choose/best_partner.hpp>
#include <encke/sink/choose/top.hpp>
#include <encke/sink/collect.hpp>
#include <encke/sink/format/edges.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/kinship/first_values.hpp>
#include <encke/sink/kinship/relatives.hpp>
#include <encke/sink/tee.hpp>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace encke::network {
struct Outcome;
class Helpers;
}  // namespace encke::network

namespace encke::job {

class NetworkOutput;
class LargestHits;
struct ShownValue;

/// What is to be said of the ids of a part where merging cannot write them in every format, or
/// "". Throws Error(inconsistent) where it can in none.
std::string remark_on_ids_of_part(const Request& request, const std::vector<std::string>& names);

/// The names that a file of values has for the vectors.
sink::Ids ids_of_values(const Request& request, std::vector<std::string> names);

/// Where the vectors lie, for a file of values; null where it is not to tell, or nothing is known.
sink::SiteTexts sites_of_values(const Request& request, const io::Sites& sites);

/// The output files of a run. All of them get their names together, by complete(): without it an
/// earlier run's stay as they are.
class Outputs {
 public:
  /// Creates the temporary files other than that of the values. `texts`: endings of the files of
  /// text beside the values, such as ".log"; the last of them should tell of all others. Throws
  /// Error(open). The request must outlive this.
  Outputs(const Request& request, const std::vector<std::string>& texts);
  ~Outputs();
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// Makes the sink of the values; `sites`: of the vectors, or null. To be called once; throws
  /// Error(open), Error(write) where the file system has less free space than `values` values need,
  /// and Error(inconsistent) where an output cannot hold a name.
  void open_sink(std::vector<std::string> names, const sink::SiteTexts& sites, Index values);
  /// To be called before open_sink() where the pairs that are written are to have a regression.
  /// All must outlive this.
  void refine(io::Source& source, const Refinement& refinement, std::function<void()> check_stop);
  Sink& sink() { return *sink_; }
  /// The file of lines, where it is all that is made of the values; else null.
  sink::Edges* edges_alone();
  /// From now on the sink has all values, and is to be finished alone.
  void note_printed() { printed_ = true; }
  bool are_printed() const { return printed_; }

  /// To be called before open_sink() where a network or a report is asked for, or loci: where
  /// vectors lie. All must outlive this. Throws as NetworkOutput::locate().
  void locate(const std::vector<std::string>& names, const io::Sites& sites,
              const std::vector<io::Locus>& loci);

  /// To be called when the run has ended: makes its report tell of the values that were written.
  void complete_report(Report& report);
  /// After the sink has ended: what there is to say of the files, a sentence each.
  std::vector<std::string> remarks() const;
  /// The checksum of the values written, where it was asked for.
  std::optional<std::string> checksum() const;
  /// The values written, in file order, with --permutations and --adjust.
  const sink::Collect& collected() const { return collect_; }
  /// Their p-values by permutation; `family_wise`: those that are corrected for all tuples, or
  /// none.
  void write_permutations(const std::vector<double>& p_values,
                          const std::vector<double>& family_wise);
  /// Their p-values, corrected for so many tests, where that is asked for.
  void write_adjusted(Index tests);
  /// Writes the diversity of each sample, where it was asked for. Throws what faith_pd_text()
  /// throws.
  void write_faith_pd();
  /// Writes what is asked for of the network of the values; nothing where none is. `helpers`: other
  /// ranks, or null.
  std::shared_ptr<const network::Outcome> make_network(network::Helpers* helpers,
                                                       const std::function<void()>& check_stop);
  /// With Request::report: the best of the values written.
  std::vector<ShownValue> largest() const;
  /// Values that are as good as the last of these, and are not among them.
  Index equal_to_last() const;
  /// Writes the files that follow from the report. Throws Error(write).
  void write_histogram(const Histogram& histogram);
  /// Writes the texts, in the order of their endings.
  void write_texts(const std::vector<std::string>& texts);
  /// Gives all files their names, when all are written. Throws Error(write), see OutputSet.
  void complete() { set_.commit(); }

 private:
  void open_values(const sink::SiteTexts& sites, Index values);
  void write(sink::OutputFile& file, const std::string& text);

  const Request& request_;
  sink::OutputSet set_;
  std::list<sink::OutputFile> texts_;
  std::optional<sink::OutputFile> histogram_;
  std::optional<sink::OutputFile> histogram_picture_;
  std::optional<sink::OutputFile> permutations_;
  std::optional<sink::OutputFile> adjusted_;
  std::optional<sink::OutputFile> faith_pd_;
  std::unique_ptr<NetworkOutput> network_;
  std::unique_ptr<Sink> values_;
  std::function<std::unique_ptr<Refined>()> make_refined_;
  std::unique_ptr<Refined> refined_;
  sink::Ids ids_;
  sink::Collect collect_;
  std::optional<sink::Checksum> checksum_;
  std::unique_ptr<LargestHits> largest_;
  const io::Sites* sites_ = nullptr;              ///< of the vectors, where the input says it
  const std::vector<io::Locus>* loci_ = nullptr;  ///< that are asked for
  std::optional<sink::Tee> written_;              ///< what becomes of the values that are written
  std::optional<sink::Top> top_;
  std::optional<sink::BestPartner> best_;
  std::optional<sink::RelativeLists> relatives_;
  std::optional<sink::FirstValues> first_values_;
  Sink* sink_ = nullptr;  ///< where hits go first
  bool printed_ = false;
};

}  // namespace encke::job
