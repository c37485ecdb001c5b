#pragma once

#include <encke/file/output/compression.hpp>
#include <encke/file/output/output_file.hpp>
#include <encke/sink/format/hit_sorter.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <optional>
#include <string>
#include <vector>

namespace encke::sink {

/// Writes pairs of samples with their kinship as PLINK 2's --make-king-table does, PREFIX.kin0:
///   #FID1 IID1 FID2 IID2 NSNP HETHET IBS0 KINSHIP
/// between tabs; HETHET and IBS0 are shares of NSNP, numbers have six digits. The first sample of a
/// line is the later one of the input, as there; lines are sorted by the earlier sample, then the
/// later. A kinship that is not a number is "nan" (there: "-inf").
class KinTable final : public Sink {
 public:
  /// Creates the temporary output file. Throws Error(open). `ids`: FID and IID with a blank between
  /// them, or an IID alone, of FID 0; null: 0, 1, 2, …
  KinTable(const std::string& prefix, Ids ids, const SortLimits& limits = {},
           Compression compression = Compression::none);

  /// Throws Error(inconsistent) where tuples do not have the values of King, or ids do not fit.
  void begin(const SinkInfo& info) override;
  /// Throw Error(open) or Error(write) where a run cannot be spilled; Error(internal) for triples.
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void flush_before(Index vector) override;
  void finish() override;
  /// Pairs, with their kinships.
  std::optional<Selected> selected() const override { return selected_; }
  std::int64_t memory() const override;

  void join(OutputSet& set) { file_.join(set); }
  const std::string& path() const { return file_.path(); }

 private:
  void print();
  void print_line(const Hit<2>* column);

  Ids ids_;
  SortLimits limits_;
  OutputFile file_;
  std::optional<HitSorter<2>> sorter_;
  std::vector<std::string> samples_;  ///< columns of each
  std::size_t longest_ = 0;           ///< line
  std::vector<Hit<2>> line_;          ///< columns of a pair that have come
  Selected selected_;
};

}  // namespace encke::sink
