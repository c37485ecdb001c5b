#pragma once

#include <cstdint>
#include <encke/backend/backend.hpp>
#include <vector>

namespace encke::pruning {

/// A copy of a block of vectors of genotypes, moments, bits or counts, in another order: by
/// frequency (counts: by their sum) in a few buckets of about equal size, in each of them as
/// before. Vectors of equal frequency share a bucket. So tiles have vectors of like frequency, and
/// neighbours, which are often alike, stay near each other.
class OrderedBlock {
 public:
  /// `allowed`: where samples are missing, see allowed_missing(); vectors that are hard to tell
  /// then come last. Else -1. `workers`: threads that copy.
  OrderedBlock(const Operand& block, int buckets, Index allowed = -1, int workers = 1);

  OrderedBlock(const OrderedBlock&) = delete;
  OrderedBlock& operator=(const OrderedBlock&) = delete;

  /// The copy, in the place of the block: vector v has the index indices()[v] in the whole problem.
  Operand operand() const { return {&vectors_, {0, vectors_.vectors()}, offset_}; }
  const std::vector<std::uint32_t>& indices() const { return indices_; }

 private:
  PackedVectors vectors_;
  Index offset_;
  std::vector<std::uint32_t> indices_;
};

}  // namespace encke::pruning
