#pragma once

#include <encke/file/output/output_file.hpp>
#include <encke/sink/choose/best_table.hpp>
#include <encke/sink/format/edge_lines.hpp>
#include <encke/sink/sink.hpp>
#include <string>

namespace encke::sink {

/// Writes for each vector the best value of all tuples that it is in, and the tuple's other
/// vectors (see BestTable): PREFIX.best.tsv, a header line that begins with '#', then ID, PARTNER
/// [PARTNER2], VALUE and, of chi-squared statistics, DF and P. A vector without a value, or with
/// NaN only, has no line.
class BestPartner final : public Sink {
 public:
  /// `next`, which may be null and must outlive this sink, gets all hits as well. `ids` null:
  /// vectors are named 0, 1, 2, ... `digits`: see print_value(). Throws Error(open).
  BestPartner(const std::string& prefix, Ids ids, Sink* next = nullptr, int digits = 0);

  /// Throws Error(inconsistent) unless a tuple has one value, or where an id contains a tab or a
  /// line break, and what `next` throws.
  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  void start_tile(Index id) override;
  void tile_done(const TileSummary& tile) override;
  void flush_before(Index vector) override;
  /// Throws Error(write), and what `next` throws.
  void finish() override;
  /// See BestTable.
  double floor() const override;
  double ceiling() const override;
  double bound_of(Index vector) const override;
  /// Those of `next`; without one, the tuples of all lines.
  std::optional<Selected> selected() const override;
  std::int64_t memory() const override;

  /// From now on finish() leaves it to `set`, which must outlive this, to give the file its name.
  void join(OutputSet& set) { file_.join(set); }

  const std::string& path() const { return file_.path(); }

 private:
  template <int Way>
  void keep(std::span<const Hit<Way>> hits);
  template <int Way>
  void count(std::size_t vector, const BestTable::Entry& best);
  std::string line(std::size_t vector, const BestTable::Entry& best) const;
  std::string name(std::size_t vector) const;

  Ids ids_;
  Sink* next_;
  OutputFile file_;
  SinkInfo info_;
  BestTable best_;
  Selected selected_;
  int digits_;
};

}  // namespace encke::sink
