#pragma once

#include <encke/backend/backend.hpp>
#include <encke/pack/packers.hpp>
#include <encke/tally/evidence.hpp>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace encke::test {

/// Keeps the evidence of every tuple that is visited, and how often each was.
template <class C, int Way>
class TallyRecord final : public TallyVisitor {
 public:
  using Margin = Array<typename C::accumulator, C::channels>;
  using Index_ = Array<Index, Way>;
  using Values = std::vector<typename C::accumulator>;  ///< joint table, and the pairs' of a triple

  /// margins[v]: own sums of vector v over all fields.
  explicit TallyRecord(std::vector<Margin> margins) : margins_(std::move(margins)) {}

  void visit(const TallyTile& tile, int worker) override {
    const std::lock_guard lock(mutex_);
    if (worker >= workers_) workers_ = worker + 1;
    for (Index r = 0; r < tile.rows.size(); ++r) {
      for (Index c = 0; c < tile.cols.size(); ++c) {
        Index_ index;
        index[Way - 2] = tile.rows.begin + r;
        index[Way - 1] = tile.cols.begin + c;
        if constexpr (Way == 3) index[0] = tile.pivot;
        if (index[Way - 2] >= index[Way - 1] || index[0] >= index[1]) continue;
        Evidence<C, Way> seen;
        for (int v = 0; v < Way; ++v) seen.margin[v] = margins_[static_cast<std::size_t>(index[v])];
        EvidenceOf<C>::fill(seen, tile, r, c);
        Values values(seen.joint.begin(), seen.joint.end());
        if constexpr (Way == 3) {
          for (const auto& pair : seen.pair) values.insert(values.end(), pair.begin(), pair.end());
        }
        ++visits_[index];
        values_[index] = std::move(values);
      }
    }
  }

  const std::map<Index_, Values>& values() const { return values_; }
  const std::map<Index_, int>& visits() const { return visits_; }
  int workers() const { return workers_; }  ///< one more than the largest that was seen

 private:
  std::vector<Margin> margins_;
  std::mutex mutex_;
  int workers_ = 0;
  std::map<Index_, Values> values_;
  std::map<Index_, int> visits_;
};

/// All vectors' own sums.
template <class C>
auto margins_of(const PackedVectors& vectors) {
  std::vector<Array<typename C::accumulator, C::channels>> margins;
  for (Index v = 0; v < vectors.vectors(); ++v) margins.push_back(margin<C>(vectors, v));
  return margins;
}

}  // namespace encke::test
