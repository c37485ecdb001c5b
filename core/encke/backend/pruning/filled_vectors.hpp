#pragma once

#include <encke/backend/backend.hpp>
#include <vector>

// Correlations, and cells of alleles, of vectors that miss samples, told by vectors that miss none.
// Where a vector misses a sample it is filled with its most frequent genotype. Let z be the filled
// vector less its mean over all n samples, m = |z| of what was filled in, k the samples missing, K
// the most that a partner misses, Z the largest |z|, and T the sum of the K largest. Over the N
// samples that both of a pair have
//   |cov - sum of all z_i z_j| <= k_i m_i Z_j + k_j m_j Z_i + (k_i m_i + T_i) (k_j m_j + T_j) / N,
// which is at most slack_i slack_j with slack^2 = s (k m)^2 + Z^2 / s + (k m + T)^2 / N, for any s
// (Cauchy-Schwarz). And a vector's sum of squares about its mean is at least that of the K samples
// fewer that are nearest each other. Of a cell of alleles the joint count of the filled vectors is
// at least that of the samples that both have, which are n - k_i - k_j at least, and
//   n / (n - k_i - k_j) <= more_i more_j  with  more = 1 / sqrt(1 - 2 k / n).
// docs/design/less-work.md has the proofs.

namespace encke::pruning {

/// What missing samples may change of a vector's correlations.
struct Allowance {
  float slack = 0;      ///< covariances of pairs differ by the product of both at most
  float deviation = 0;  ///< root of the sum of squares about the mean: at least
  float more = 1;       ///< what to multiply weights of alleles by
};

/// Allowance::more of vectors that miss more samples than is allowed for: they pass with any other
/// that has the allele.
inline constexpr float passes_with_all = 1e9F;

/// The most samples that vectors of these blocks miss, but for a few that miss many more; so many
/// are allowed for, and vectors that miss more may pass with any other. -1: too many to tell
/// anything.
Index allowed_missing(const Array<Operand, 2>& blocks);

/// True if hardly any pair of a vector can be told, because it misses more samples, or (moments)
/// because its variance is of few samples more.
bool is_hard_to_tell(const PackedVectors& vectors, Index v, Index most);

/// A block of genotypes or bits with its missing samples filled, in the same order.
class FilledVectors {
 public:
  /// `most`: see allowed_missing().
  FilledVectors(const Operand& block, Index most);

  FilledVectors(const FilledVectors&) = delete;
  FilledVectors& operator=(const FilledVectors&) = delete;

  /// In the place of the block.
  Operand operand() const { return {&vectors_, {0, vectors_.vectors()}, offset_}; }
  /// Indexed by place in the block.
  const std::vector<Allowance>& allowances() const { return allowances_; }

 private:
  PackedVectors vectors_;
  Index offset_;
  std::vector<Allowance> allowances_;
};

}  // namespace encke::pruning
