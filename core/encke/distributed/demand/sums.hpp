#pragma once

#include <encke/pack/packed_vectors.hpp>
#include <vector>

namespace encke {

/// The sums of vectors by themselves, kept of vectors whose elements are not: what a pass over the
/// blocks of an input leaves. They are PackedVectors whose elements nobody may read; all that is
/// known of a vector by itself may be asked of them.
class VectorSums {
 public:
  /// `vectors` vectors, none of which is known yet.
  explicit VectorSums(Index vectors) : vectors_(vectors) {}

  /// The vectors from `first` on are those of `block`, which has the parts of RankVectors.
  void take(Index first, const std::vector<PackedVectors>& block);

  /// The sums, one for each part; empty before anything was taken. `masks`: the vectors themselves
  /// keep masks.
  std::vector<PackedVectors> finish(bool masks);

 private:
  Index vectors_;
  std::vector<PackedVectors> parts_;
};

}  // namespace encke
