#pragma once

#include <encke/sink/sink.hpp>
#include <vector>

namespace encke::sink {

/// In which order values are passed on.
enum class TopOrder {
  by_index,  ///< by vector indices, then cell
  by_value   ///< the best ones first, then by indices and cell
};

/// Keeps the `count` largest values (of a run for which small is good, the smallest) and passes
/// them on to another sink at the end, the best ones first or in file order. Of equal values those
/// of the smaller indices, then of the smaller cell are kept, so that the result does not depend on
/// the order of arrival. NaN is never kept.
class Top final : public Sink {
 public:
  /// `inner` must outlive this sink. Throws Error(inconsistent) unless count >= 1.
  Top(Index count, Sink& inner, TopOrder order = TopOrder::by_index);

  /// Passed on with all = false. Throws what `inner` throws.
  void begin(const SinkInfo& info) override;
  void take(std::span<const Hit<2>> hits) override;
  void take(std::span<const Hit<3>> hits) override;
  /// Throws what `inner` throws.
  void finish() override;
  /// The count-th largest value once there are so many. Equal ones must still be sent.
  double floor() const override { return small_ ? Sink::floor() : bound_; }
  double ceiling() const override { return small_ ? bound_ : Sink::ceiling(); }
  std::optional<Selected> selected() const override { return selected_; }
  /// Before begin(), for `count` values; after it, for as many as the run has.
  std::int64_t memory() const override;

 private:
  template <int Way>
  void keep(std::vector<Hit<Way>>& kept, std::span<const Hit<Way>> hits);
  template <int Way>
  void pass_on(std::vector<Hit<Way>>& kept);

  Index count_;
  Sink& inner_;
  bool small_ = false;
  TopOrder order_;
  double bound_;  ///< the count-th value; infinite before
  Selected selected_;
  std::vector<Hit<2>> pairs_;  // heaps whose front is the first to go
  std::vector<Hit<3>> triples_;
};

}  // namespace encke::sink
