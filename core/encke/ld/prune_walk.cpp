#include <algorithm>
#include <encke/base/index.hpp>
#include <encke/ld/prune_walk.hpp>

namespace encke::ld {
namespace {

/// The windows of a chromosome, one after the other, as ranges of its variants.
class Windows {
 public:
  Windows(Index variants, const PruneVariants& of, const PruneWindows& how)
      : variants_(variants), position_(of.position), how_(how) {
    range_.end = how_.count > 0 ? std::min(how_.count, variants) : end_of(0, 0);
  }

  Range range() const { return range_; }

  /// False where the window was the last.
  bool move_on() {
    if (range_.end >= variants_) return false;
    if (how_.count > 0) {
      range_.begin += how_.step;
      range_.end = std::min(range_.begin + how_.count, variants_);
      return true;
    }
    const Index first = at(range_.end) - how_.base_pairs;
    do {
      ++range_.begin;
    } while (at(range_.begin) < first);
    range_.end = end_of(range_.begin, range_.end + 1);
    return true;
  }

 private:
  Index at(Index variant) const { return position_[idx(variant)]; }
  Index end_of(Index begin, Index from) const {
    while (from < variants_ && at(from) <= at(begin) + how_.base_pairs) ++from;
    return from;
  }

  Index variants_;
  std::span<const Index> position_;
  const PruneWindows& how_;
  Range range_{0, 0};
};

class Walk {
 public:
  Walk(const BitBand& linked, const PruneVariants& variants, BitRow& kept)
      : linked_(linked), variants_(variants), kept_(kept), met_(idx(linked.items())) {
    for (Index i = 0; i < linked.items(); ++i) met_[idx(i)] = i + 1;
  }

  /// Every variant against those after it, again and again.
  void first_to_last(Range window) {
    bool again = true;
    while (again) {
      again = false;
      for (Index i = kept_.next(window.begin, window.end); i < window.end;
           i = kept_.next(i + 1, window.end)) {
        const Index j = next_linked(i, met_[idx(i)], window.end);
        met_[idx(i)] = std::min(j + 1, window.end);
        if (j == window.end) continue;
        kept_.clear(goes_first(i, j) ? i : j);
        again = true;
      }
    }
  }

  /// Every variant that is new, the last one first, against those before it, the nearest first.
  /// What has just been taken out by a later one still takes out others: PLINK 2 does so.
  void last_to_first(Range window) {
    const Index stop = std::max(seen_, window.begin + 1);
    for (Index j = window.end - 1; j >= stop; --j) {
      for (Index i = j - 1; i >= window.begin; --i) {
        if (!kept_.has(i) || !is_linked(i, j)) continue;
        if (!goes_first(i, j)) {
          kept_.clear(j);
          break;
        }
        kept_.clear(i);
      }
    }
    seen_ = window.end;
  }

 private:
  bool is_linked(Index i, Index j) const { return (linked_.word(i, j / 64) >> j % 64 & 1) != 0; }
  Index next_linked(Index i, Index first, Index end) const {
    return BitRow::next_of(first, end, [&](Index w) { return linked_.word(i, w) & kept_.word(w); });
  }
  bool goes_first(Index i, Index j) const {
    constexpr double more = 1 + 0x1p-44;  // two equal frequencies may differ by rounding
    return variants_.major_frequency[idx(i)] > variants_.major_frequency[idx(j)] * more;
  }

  const BitBand& linked_;
  const PruneVariants& variants_;
  BitRow& kept_;
  std::vector<Index> met_;  ///< the first that a variant has not been compared with
  Index seen_ = 0;
};

}  // namespace

void prune_walk(const BitBand& linked, const PruneVariants& variants, const PruneWindows& windows,
                PruneOrder order, BitRow& kept) {
  if (linked.items() == 0) return;
  Windows at(linked.items(), variants, windows);
  Walk walk(linked, variants, kept);
  do {
    order == PruneOrder::first ? walk.first_to_last(at.range()) : walk.last_to_first(at.range());
  } while (at.move_on());
}

}  // namespace encke::ld
