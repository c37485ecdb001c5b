#pragma once

#include <encke/io/sites.hpp>
#include <encke/job/outcome.hpp>
#include <encke/sink/ids.hpp>
#include <encke/sink/sink.hpp>
#include <vector>

namespace encke::job {

/// Keeps the best hits of those that are written, for people to look at.
class LargestHits final : public Sink {
 public:
  static constexpr std::size_t most = 50;

  /// `sites`: of the vectors, empty or null where they are not known; must outlive this.
  /// `named_alleles`: ids are ID:ALLELE. `columns`: values of a tuple are columns of one line, of
  /// which the first is shown.
  LargestHits(sink::Ids ids, const io::Sites* sites, bool small_is_good, bool named_alleles,
              bool columns = false)
      : ids_(std::move(ids)),
        sites_(sites),
        small_is_good_(small_is_good),
        named_alleles_(named_alleles),
        columns_(columns) {}

  void begin(const SinkInfo& info) override { info_ = info; }
  void take(std::span<const Hit<2>> hits) override { keep(hits, pairs_); }
  void take(std::span<const Hit<3>> hits) override { keep(hits, triples_); }
  void finish() override {}

  /// The best first, of equal ones the first in file order. NaN are not among them.
  std::vector<ShownValue> shown() const;
  /// Hits that are as good as the last of those that are shown, and are not shown.
  Index left_equal() const { return left_equal_; }

 private:
  template <int Way>
  void keep(std::span<const Hit<Way>> hits, std::vector<Hit<Way>>& kept);
  template <int Way>
  ShownValue shown(const Hit<Way>& hit) const;

  sink::Ids ids_;
  const io::Sites* sites_;
  bool small_is_good_;
  bool named_alleles_;
  bool columns_;
  SinkInfo info_;
  Index left_equal_ = 0;
  std::vector<Hit<2>> pairs_;  ///< a heap whose first is the worst
  std::vector<Hit<3>> triples_;
};

}  // namespace encke::job
