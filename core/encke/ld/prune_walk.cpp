#include <algorithm>
#include <encke/base/index.hpp>
#include <encke/ld/prune_walk.hpp>
#include <vector>

namespace encke::ld {
namespace {

/// The windows of a chromosome, one after the other, as ranges of its variants.
class Windows {
 public:
  Windows(const PruneVariants& of, const PruneWindows& how)
      : of_(of), variants_(of.count()), how_(how) {
    range_.end = how_.count > 0 ? std::min(how_.count, variants_) : end_of(0, 0);
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
  Index at(Index variant) const { return of_.position(variant); }
  Index end_of(Index begin, Index from) const {
    while (from < variants_ && at(from) <= at(begin) + how_.base_pairs) ++from;
    return from;
  }

  const PruneVariants& of_;
  Index variants_;
  const PruneWindows& how_;
  Range range_{0, 0};
};

class Walk {
 public:
  Walk(PruneVariants& variants, BitRow& kept)
      : variants_(variants), kept_(kept), met_(idx(variants.count())) {
    for (Index i = 0; i < variants.count(); ++i) met_[idx(i)] = i + 1;
  }

  void in(Range window, PruneOrder order) {
    variants_.enter(window, kept_);
    order == PruneOrder::first ? first_to_last(window) : last_to_first(window);
  }

 private:
  /// Every variant against those after it, again and again.
  void first_to_last(Range window) {
    bool again = true;
    while (again) {
      again = false;
      for (Index i = kept_.next(window.begin, window.end); i < window.end;
           i = kept_.next(i + 1, window.end)) {
        const Index j = variants_.next_linked(i, met_[idx(i)], window.end, kept_);
        met_[idx(i)] = std::min(j + 1, window.end);
        if (j == window.end) continue;
        kept_.clear(variants_.goes_first(i, j) ? i : j);
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
        if (!kept_.has(i) || variants_.next_linked(j, i, i + 1, kept_) > i) continue;
        if (!variants_.goes_first(i, j)) {
          kept_.clear(j);
          break;
        }
        kept_.clear(i);
      }
    }
    seen_ = window.end;
  }

  PruneVariants& variants_;
  BitRow& kept_;
  std::vector<Index> met_;  ///< the first that a variant has not been compared with
  Index seen_ = 0;
};

}  // namespace

void prune_walk(PruneVariants& variants, const PruneWindows& windows, PruneOrder order,
                BitRow& kept) {
  if (variants.count() == 0) return;
  Windows at(variants, windows);
  Walk walk(variants, kept);
  do {
    walk.in(at.range(), order);
  } while (at.move_on());
}

}  // namespace encke::ld
