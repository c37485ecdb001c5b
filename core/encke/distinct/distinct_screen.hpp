#pragma once

#include <encke/distinct/self_tallies.hpp>
#include <encke/screen/screen.hpp>
#include <encke/tally/vector_copies.hpp>
#include <optional>
#include <vector>

namespace encke {

/// The screen of a run for vectors that stand for several: equal vectors have equal weights and
/// sizes, so the first one's are theirs.
class DistinctScreen {
 public:
  /// `outer` may be null; both must outlive this.
  DistinctScreen(const Screen* outer, const VectorCopies& copies);
  DistinctScreen(const DistinctScreen&) = delete;
  DistinctScreen& operator=(const DistinctScreen&) = delete;

  const Screen* screen() const { return outer_ == nullptr ? nullptr : &*own_; }
  /// The floor of the run's screen, which may have risen. By any worker at any time.
  void follow();
  /// False if the screen drops the pair of a vector with one that is equal to it, of which these
  /// are the tallies. `vector`: its place in the copies.
  bool may_pass_with_itself(Index vector,
                            const Array<std::int64_t, most_self_cells>& tallies) const;

 private:
  const Screen* outer_;
  std::optional<Screen> own_;
  std::vector<float> weight_[2];
  std::vector<double> size_;
};

}  // namespace encke
