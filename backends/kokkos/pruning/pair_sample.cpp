#include "pair_sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace encke::kokkos {
namespace {

constexpr Index most_sampled = 16;  ///< vectors of a block
constexpr Index apart = 8;          ///< a kernel answers for so many columns together
constexpr Index columns = most_sampled * apart;

/// The first word of a vector; its next ones are 8 planes further.
const std::uint64_t* words_of(const PackedVectors& vectors, Index v) {
  return reinterpret_cast<const std::uint64_t*>(vectors.values()) +
         v / 8 * vectors.words() * vectors.element().planes() * 8 + v % 8;
}

/// The sum of x_i x_j over the first words.
Index product(const PackedVectors& a, Index i, const PackedVectors& b, Index j, Index words) {
  const int planes = a.element().planes();
  const std::uint64_t* x = words_of(a, i);
  const std::uint64_t* y = words_of(b, j);
  Index sum = 0;
  for (Index w = 0; w < words; ++w, x += planes * 8, y += planes * 8) {
    const std::uint64_t both = x[0] & y[0];
    sum += std::popcount(both);
    if (planes == 2) sum -= 2 * std::popcount(both & (x[8] ^ y[8]));
  }
  return sum;
}

/// The vectors of a block that are looked at, and what the tests need of them.
template <class Bound>
class Sampled {
 public:
  using Test = PairTest<Bound>;

  /// `late`: half a distance further on, so that two such of one block have no vector in common.
  Sampled(const Operand& block, const Bound& bound, bool late) : block_(block), bound_(bound) {
    const Index size = block.range.size();
    const Index count = std::min(most_sampled, size);
    for (Index s = 0; s < count; ++s) {
      vectors_.push_back(block.range.begin + (2 * s + (late ? 1 : 0)) * size / (2 * count));
    }
  }

  Index size() const { return std::ssize(vectors_); }
  Index vector(Index s) const { return vectors_[idx(s)]; }
  const PackedVectors& packed() const { return *block_.vectors; }
  typename Test::Margins margins(Index s) const {
    return Test::margins(bound_, packed(), vector(s), vector(s) + block_.offset);
  }
  /// Puts the numbers of PartBand for one vector to place `at` of its arrays.
  void part(Index s, Index words, std::vector<float> (&arrays)[cpu::PartBand::arrays],
            Index at) const {
    float out[cpu::PartBand::arrays];
    Test::part(bound_, packed(), vector(s), vector(s) + block_.offset,
               PartSums(packed(), vector(s), words), out);
    for (int a = 0; a < cpu::PartBand::arrays; ++a) arrays[a][idx(at)] = out[a];
  }

 private:
  Operand block_;
  const Bound& bound_;
  std::vector<Index> vectors_;
};

/// A bit for each sampled column that may pass with row r after the first words.
template <class Bound>
std::uint32_t passing_after(const Sampled<Bound>& rows, Index r, const Sampled<Bound>& cols,
                            Index words, cpu::PartKernel kernel, float floor) {
  using Test = PairTest<Bound>;
  std::vector<float> row[cpu::PartBand::arrays], col[cpu::PartBand::arrays];
  for (int a = 0; a < cpu::PartBand::arrays; ++a) {
    row[a].assign(idx(cpu::PartBand::rows), Test::nothing[a]);
    col[a].assign(idx(columns), Test::nothing[a]);
  }
  std::vector<std::int32_t> joint(idx(cpu::PartBand::rows * columns), 0);
  rows.part(r, words, row, 0);
  for (Index c = 0; c < cols.size(); ++c) {
    cols.part(c, words, col, c * apart);
    joint[idx(c * apart)] = static_cast<std::int32_t>(
        product(rows.packed(), rows.vector(r), cols.packed(), cols.vector(c), words));
  }
  cpu::PartBand band;
  band.joint = joint.data();
  band.row_stride = columns;
  band.cols = {0, columns};
  for (int a = 0; a < cpu::PartBand::arrays; ++a) {
    band.row[a] = row[a].data();
    band.col[a] = col[a].data();
  }
  band.floor = floor;
  band.fields = static_cast<float>(rows.packed().fields());
  return kernel(band);
}

}  // namespace

template <class Bound>
Index part_words(const cpu::ScreenKernels& screens, const Bound& bound, Index words, bool forced) {
  constexpr Index least_words = 16;
  constexpr double latest = 0.85;
  if (PairTest<Bound>::kernel(screens) == nullptr || words < 2) return 0;
  const double place = bound.active() ? PairTest<Bound>::place(bound) : 0.5;
  const auto part = static_cast<Index>(std::ceil(place * static_cast<double>(words)));
  if (forced) return std::clamp<Index>(part, 1, words - 1);
  return words < least_words || place > latest ? 0 : part;
}

template <class Bound>
PairSample sample_pairs(const Array<Operand, 2>& blocks, const cpu::ScreenKernels& screens,
                        const Bound& bound, Index words) {
  using Test = PairTest<Bound>;
  const Sampled<Bound> rows(blocks[0], bound, false);
  const Sampled<Bound> cols(blocks[1], bound, true);
  const cpu::PartKernel kernel = Test::kernel(screens);
  const PackedVectors& vectors = rows.packed();
  const auto fields = static_cast<float>(vectors.fields());
  const bool genotypes = vectors.contraction() == ContractionId::allele_counts;
  const float floor = Test::floor_of(bound, genotypes ? 4 * fields : fields);
  Index told = 0, passing = 0;
  for (Index r = 0; r < rows.size(); ++r) {
    std::uint32_t after = ~std::uint32_t{0};
    if (words > 0) after = passing_after(rows, r, cols, words, kernel, floor);
    if (kernel != nullptr) {
      passing += std::popcount(passing_after(rows, r, cols, vectors.words(), kernel, floor));
    }
    for (Index c = 0; c < cols.size(); ++c) {
      const bool may = Test::may_pass(rows.margins(r), cols.margins(c), floor, fields);
      if (!may || (after >> c & 1) == 0) ++told;
    }
  }
  const auto pairs = static_cast<double>(rows.size() * cols.size());
  return {static_cast<double>(told) / pairs, static_cast<double>(passing) / pairs};
}

template Index part_words(const cpu::ScreenKernels&, const CorrelationBound&, Index, bool);
template Index part_words(const cpu::ScreenKernels&, const WeightBound&, Index, bool);
template Index part_words(const cpu::ScreenKernels&, const OverlapBound&, Index, bool);
template PairSample sample_pairs(const Array<Operand, 2>&, const cpu::ScreenKernels&,
                                 const CorrelationBound&, Index);
template PairSample sample_pairs(const Array<Operand, 2>&, const cpu::ScreenKernels&,
                                 const WeightBound&, Index);
template PairSample sample_pairs(const Array<Operand, 2>&, const cpu::ScreenKernels&,
                                 const OverlapBound&, Index);

}  // namespace encke::kokkos
