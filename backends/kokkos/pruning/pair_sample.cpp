#include "pair_sample.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <encke/pack/count_minima.hpp>
#include <optional>
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
      const Index v = block.range.begin + (2 * s + (late ? 1 : 0)) * size / (2 * count);
      vectors_.push_back(v);
      margins_.push_back(Test::margins(bound_, packed(), v, v + block.offset));
    }
  }

  Index size() const { return std::ssize(vectors_); }
  Index vector(Index s) const { return vectors_[idx(s)]; }
  const PackedVectors& packed() const { return *block_.vectors; }
  const typename Test::Margins& margins(Index s) const { return margins_[idx(s)]; }
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
  std::vector<typename Test::Margins> margins_;
};

/// The test of sampled pairs after their first words.
template <class Bound>
class AfterWords {
 public:
  AfterWords(const Sampled<Bound>& rows, const Sampled<Bound>& cols, Index words,
             cpu::PartKernel kernel, float floor)
      : rows_(rows),
        cols_(cols),
        words_(words),
        kernel_(kernel),
        joint_(idx(cpu::PartBand::rows * columns), 0) {
    for (int a = 0; a < cpu::PartBand::arrays; ++a) {
      row_[a].assign(idx(cpu::PartBand::rows), PairTest<Bound>::nothing[a]);
      col_[a].assign(idx(columns), PairTest<Bound>::nothing[a]);
      band_.row[a] = row_[a].data();
      band_.col[a] = col_[a].data();
    }
    for (Index c = 0; c < cols.size(); ++c) cols.part(c, words, col_, c * apart);
    band_.joint = joint_.data();
    band_.row_stride = columns;
    band_.cols = {0, columns};
    band_.floor = floor;
    band_.fields = static_cast<float>(rows.packed().fields());
  }
  AfterWords(const AfterWords&) = delete;  // band_ points into it
  AfterWords& operator=(const AfterWords&) = delete;

  /// A bit for each sampled column that may pass with row r.
  std::uint32_t passing(Index r) {
    rows_.part(r, words_, row_, 0);
    for (Index c = 0; c < cols_.size(); ++c) {
      joint_[idx(c * apart)] = static_cast<std::int32_t>(
          product(rows_.packed(), rows_.vector(r), cols_.packed(), cols_.vector(c), words_));
    }
    return kernel_(band_);
  }

 private:
  const Sampled<Bound>& rows_;
  const Sampled<Bound>& cols_;
  Index words_;
  cpu::PartKernel kernel_;
  std::vector<std::int32_t> joint_;
  std::vector<float> row_[cpu::PartBand::arrays], col_[cpu::PartBand::arrays];
  cpu::PartBand band_;
};

/// True if a pair of counts would be a hit if it had its first fields alone.
bool may_pass_at_first(const PackedVectors& a, Index i, const PackedVectors& b, Index j,
                       float floor) {
  constexpr Index most_fields = 256;
  std::int64_t overlap = 0, sizes = 0;
  for (Index f = 0; f < std::min(a.fields(), most_fields); ++f) {
    const std::int32_t x = pack::count(a, i, f), y = pack::count(b, j, f);
    overlap += std::min(x, y);
    sizes += x + y;
  }
  return sizes > 0 && static_cast<float>(overlap) >= floor * static_cast<float>(sizes);
}

}  // namespace

template <class Bound>
Index part_words(const cpu::ScreenKernels& screens, const Bound& bound, Index words, bool forced) {
  constexpr Index least_words = 16;
  constexpr double latest = 0.85;
  if (part_kernel<Bound>(screens) == nullptr || words < 2) return 0;
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
  const cpu::PartKernel kernel = part_kernel<Bound>(screens);
  const PackedVectors& vectors = rows.packed();
  const auto fields = static_cast<float>(vectors.fields());
  const float floor = floor_for(bound, vectors);
  std::optional<AfterWords<Bound>> part, whole;
  if (words > 0) part.emplace(rows, cols, words, kernel, floor);
  if (kernel != nullptr) whole.emplace(rows, cols, vectors.words(), kernel, floor);
  Index told = 0, passing = 0;
  for (Index r = 0; r < rows.size(); ++r) {
    const std::uint32_t after = part ? part->passing(r) : ~std::uint32_t{0};
    if (whole) passing += std::popcount(whole->passing(r));
    for (Index c = 0; c < cols.size(); ++c) {
      const bool may = Test::may_pass(rows.margins(r), cols.margins(c), floor, fields);
      if (!may || (after >> c & 1) == 0) ++told;
      if (may && vectors.contraction() == ContractionId::count_minima) {
        passing += may_pass_at_first(vectors, rows.vector(r), cols.packed(), cols.vector(c), floor);
      }
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
