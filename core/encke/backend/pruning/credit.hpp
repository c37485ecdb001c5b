#pragma once

#include <algorithm>

namespace encke::pruning {

/// Decides for which tiles a test is made that may save work: all, while tests save more than they
/// cost, else one of 2, 4, ... 64 until one pays again. By numbers alone, never by time. Results do
/// not depend on it, so each worker has its own.
class Credit {
 public:
  /// True if the test is to be made for the next tile.
  bool due() {
    if (wait_ == 0) return true;
    --wait_;
    return false;
  }
  /// What the test saved and what it cost, in the same unit.
  void add(double saved, double cost) {
    credit_ = std::min(credit_ + saved - cost, 64 * cost);
    if (credit_ >= 0) {
      fails_ = 0;
      return;
    }
    fails_ = std::min(fails_ + 1, 6);
    wait_ = (1 << fails_) - 1;
    credit_ = 0;
  }

 private:
  double credit_ = 0;
  int fails_ = 0;
  int wait_ = 0;
};

}  // namespace encke::pruning
