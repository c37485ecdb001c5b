#pragma once

#include <array>
#include <encke/file/output/output_file.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <string>
#include <vector>

namespace encke::sink {

/// Two samples.
using Relatives = std::array<std::uint32_t, 2>;

/// Which of `samples` samples to leave out so that no pair of relatives is left, ascending. Greedy:
/// while a sample has a single relative left, the first such sample's relative goes; otherwise the
/// first of those with the most relatives. As PLINK 2's --king-cutoff leaves them out, found by
/// trying it on random graphs.
std::vector<Index> relatives_left_out(Index samples, const std::vector<Relatives>& pairs);

/// Writes the samples that are kept and those that are left out so that no kinship above `cutoff`
/// is left: PREFIX.king.cutoff.in.id and PREFIX.king.cutoff.out.id, with a header line #FID IID.
/// Looks at the first value of each pair, and passes everything on to another sink. Holds 8 bytes
/// for each pair above the cutoff.
class RelativeLists final : public Sink {
 public:
  /// Creates the temporary files. Throws Error(open). `ids` as those of KinTable; `inner` must
  /// outlive this.
  RelativeLists(const std::string& prefix, Ids ids, double cutoff, Sink& inner);
  /// The files that it writes.
  static std::array<std::string, 2> paths(const std::string& prefix);

  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override { inner_.take(hits); }
  void start_tile(Index id) override { inner_.start_tile(id); }
  void tile_done(const TileSummary& tile) override { inner_.tile_done(tile); }
  void flush_before(Index vector) override { inner_.flush_before(vector); }
  void finish() override;
  std::optional<Selected> selected() const override { return inner_.selected(); }
  std::int64_t memory() const override;

  void join(OutputSet& set);
  /// After finish().
  Index left_out() const { return left_out_; }

 private:
  Ids ids_;
  double cutoff_;
  Sink& inner_;
  OutputFile in_;
  OutputFile out_;
  Index samples_ = 0;
  Index left_out_ = 0;
  std::vector<Relatives> pairs_;
};

}  // namespace encke::sink
