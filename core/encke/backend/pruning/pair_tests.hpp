#pragma once

#include <encke/backend/backend.hpp>
#include <encke/backend/pruning/filled_vectors.hpp>
#include <encke/screen/screen.hpp>

// What can be told of pairs of complete vectors before their products are made, or from a part of
// them: for each bound a PairTest with
//   Margins            of one vector, or what the vectors of a group have at most and at least
//   margins(...)       of one vector
//   part(...)          of one vector: the arrays of part_arrays
//   may_pass(...)      whether a pair of two groups may pass
//   place(bound)       share of the samples after which a test of pairs is made, or tried
//   may_be_filled      whether vectors may be filled where samples are missing; then
//   allow(...)         puts what these may change to margins and arrays
// docs/design/less-work.md has the proofs.

namespace encke::pruning {

/// Numbers of a vector that a test after a part of the samples has:
///   correlation  0: mean of x over all samples; 1: sum of x - mean over the part; 2: sum of x over
///                the part; 3: root of the sum of (x - mean)^2 over all samples; 4: over the rest
///   weights      0: samples of the rest with x > 0; 1: with x < 0; 2: sum of x over all samples;
///                3, 4: 1 / weight of allele 0, 1
///   overlap      0: samples of the rest with the bit; 1: size
inline constexpr int part_arrays = 5;

/// Sums of a vector over its first words.
struct PartSums {
  float fields = 0;  ///< samples in these words
  float positive = 0, negative = 0;

  PartSums(const PackedVectors& vectors, Index v, Index words);
};

template <class Bound>
struct PairTest;

template <>
struct PairTest<CorrelationBound> {
  static constexpr bool may_be_filled = true;  ///< where samples are missing
  static constexpr int buckets = 16;
  static constexpr double words_of_test = 4;  ///< what a test of a tile costs, in words of products

  /// Numbers of a vector behind the last, which passes with none.
  static constexpr float nothing[part_arrays] = {0, 0, 0, 1e18F, 0};

  struct Margins {
    float a1 = 0, a2 = 0;          ///< samples with 1 copy or more, with 2: at most
    float b1 = 1e9F, b2 = 1e9F;    ///< at least
    float most = 0, least = 1e9F;  ///< mean of copies
    float deviation = 1e18F;       ///< root of the sum of (x - mean)^2: at least
    float slack = 0;               ///< see Allowance: at most

    void add(const Margins& other);
  };
  static void allow(const Allowance& allowance, Margins& margins);
  static void allow(const Allowance& allowance, float (&part)[part_arrays]);
  static Margins margins(const CorrelationBound&, const PackedVectors& vectors, Index v, Index);
  static void part(const CorrelationBound&, const PackedVectors& vectors, Index v, Index,
                   const PartSums& sums, float (&out)[part_arrays]);
  static float floor_of(const CorrelationBound& bound, float fields);
  static bool may_pass(const Margins& i, const Margins& j, float floor, float fields);
  static double place(const CorrelationBound& bound);
};

template <>
struct PairTest<WeightBound> {
  static constexpr bool may_be_filled = true;
  static constexpr int buckets = 32;
  static constexpr double words_of_test = 6;

  /// Numbers of a vector behind the last, which passes with none.
  static constexpr float nothing[part_arrays] = {0, 0, 0, 1e18F, 1e18F};

  struct Margins {
    /// For each allele, at most: samples with 1 copy or more, with 2; the weight; and both
    /// products.
    float a1[2] = {}, a2[2] = {}, weight[2] = {}, weighted1[2] = {}, weighted2[2] = {};

    void add(const Margins& other);
  };
  static void allow(const Allowance& allowance, Margins& margins);
  static void allow(const Allowance& allowance, float (&part)[part_arrays]);
  static Margins margins(const WeightBound& bound, const PackedVectors& vectors, Index v,
                         Index index);
  static void part(const WeightBound& bound, const PackedVectors& vectors, Index v, Index index,
                   const PartSums& sums, float (&out)[part_arrays]);
  /// `fields`: samples; of genotypes a table's sum is four times that.
  static float floor_of(const WeightBound& bound, float sum_of_table);
  static bool may_pass(const Margins& i, const Margins& j, float floor, float fields);
  static double place(const WeightBound&) { return 0.5; }
};

template <>
struct PairTest<OverlapBound> {
  static constexpr bool may_be_filled = false;
  static constexpr int buckets = 32;
  static constexpr double words_of_test = 3;

  /// Numbers of a vector behind the last, which passes with none.
  static constexpr float nothing[part_arrays] = {0, 1e18F, 0, 0, 0};

  struct Margins {
    float least = 1e30F, most = -1;  ///< samples with the bit

    void add(const Margins& other);
  };
  static Margins margins(const OverlapBound& bound, const PackedVectors& vectors, Index v,
                         Index index);
  static void part(const OverlapBound& bound, const PackedVectors& vectors, Index v, Index index,
                   const PartSums& sums, float (&out)[part_arrays]);
  static float floor_of(const OverlapBound& bound, float fields);
  static bool may_pass(const Margins& i, const Margins& j, float floor, float fields);
  static double place(const OverlapBound&) { return 0.5; }
};

/// PairTest::floor_of() of these vectors.
template <class Bound>
float floor_for(const Bound& bound, const PackedVectors& vectors) {
  const auto fields = static_cast<float>(vectors.fields());
  const bool genotypes = vectors.contraction() == ContractionId::allele_counts;
  return PairTest<Bound>::floor_of(bound, genotypes ? 4 * fields : fields);
}

/// True if there is a PairTest for some bound of such elements.
constexpr bool prunes_pairs(Element element) {
  return element.contraction == ContractionId::allele_counts ||
         element.contraction == ContractionId::allele_bits ||
         element.contraction == ContractionId::genotype_moments ||
         element.contraction == ContractionId::count_minima;
}

/// Of blocks with fewer vectors all pairs are contracted: a test takes as long as what it spares.
inline constexpr Index least_vectors = 512;

/// True if pairs of these blocks can be tested before they are contracted: vectors of a bound with
/// a PairTest, complete ones or such as it can fill, and enough of them (`forced`: of any number).
bool can_prune_pairs(const Array<Operand, 2>& blocks, const Screen& screen, bool forced);

}  // namespace encke::pruning
