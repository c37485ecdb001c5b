#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/io/source.hpp>
#include <encke/job/answers/refined_pairs.hpp>
#include <encke/job/request/request.hpp>
#include <encke/sink/format/hit_sorter.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace encke::job {

/// Reads covariates and trait of the samples of an input of two classes, where regressions are
/// asked for; on the root alone, others get nothing. Adds to `remarks`. Collective. Throws, on all
/// ranks, what read_sample_numbers() throws, and Error(inconsistent) where no sample has all
/// numbers, a covariate has one value alone, or the input does not name its samples.
std::optional<Refinement> read_refinement(const Request& request, io::Source& source,
                                          std::vector<std::string>& remarks,
                                          const Communicator& world);

/// Writes P.refined.tsv: for each pair that comes the regression with the product of its genotypes,
/// in file order, whatever the order in which they come. Pairs are held as Edges holds them.
class Refined final : public Sink {
 public:
  /// Creates the temporary output file. Throws Error(open). `check_stop`: as of RefinedPairs. All
  /// must outlive this.
  Refined(const Request& request, sink::Ids ids, io::Source& source, const Refinement& refinement,
          std::function<void()> check_stop);

  void begin(const SinkInfo& info) override { float32_ = info.float32; }
  void take(std::span<const Hit<2>> hits) override { sorter_.add(hits); }
  void take(std::span<const Hit<3>> hits) override;
  void flush_before(Index vector) override;
  /// Throws what Source::read throws, and Error(write).
  void finish() override;

  /// From now on finish() leaves it to `set`, which must outlive this, to give the file its name.
  void join(sink::OutputSet& set) { file_.join(set); }

 private:
  void drain();
  void write(const Hit<2>& hit, const PairEffect& effect);

  sink::Ids ids_;
  RegressionModel model_;
  RefinedPairs pairs_;
  sink::OutputFile file_;
  sink::HitSorter<2> sorter_;
  bool float32_ = false;
};

}  // namespace encke::job
