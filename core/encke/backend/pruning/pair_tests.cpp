#include <algorithm>
#include <cmath>
#include <encke/backend/pruning/pair_tests.hpp>
#include <encke/host/threads/at_best_level.hpp>

namespace encke::pruning {
namespace {

constexpr float below = 1 - 1e-6F;  // for what floats round
constexpr float never = 1e18F;      // a deviation that no pair reaches

/// Samples with one allele at least, and with two, of a vector of genotypes or of bits.
struct Copies {
  float a1[2], a2[2];

  Copies(const PackedVectors& vectors, Index v) {
    const auto n = static_cast<float>(vectors.fields());
    const auto positive = static_cast<float>(vectors.positive_count(v));
    const auto negative = positive - static_cast<float>(vectors.x_sum(v));
    const bool bits = vectors.contraction() == ContractionId::allele_bits;
    a1[1] = bits ? positive : n - negative;
    a2[1] = bits ? 0 : positive;
    a1[0] = n - positive;
    a2[0] = bits ? 0 : negative;
  }
};

double deviation_of(const PackedVectors& vectors, Index v) {
  const auto n = static_cast<double>(vectors.fields());
  const auto x = static_cast<double>(vectors.x_sum(v));
  return std::sqrt(std::max(0.0, static_cast<double>(vectors.square_sum(v)) - x * x / n));
}

bool varies(const PackedVectors& vectors, Index v) {
  const Index x = vectors.x_sum(v);
  return vectors.fields() * vectors.square_sum(v) > x * x;
}

}  // namespace

PartSums::PartSums(const PackedVectors& vectors, Index v, Index words) {
  const int planes = vectors.element().planes();
  const auto* word = reinterpret_cast<const std::uint64_t*>(vectors.values()) +
                     v / 8 * vectors.words() * planes * 8 + v % 8;
  Index some = 0, minus = 0;
  at_best_level([&]() __attribute__((always_inline)) {  // else each count is a call
    for (Index w = 0; w < words; ++w, word += planes * 8) {
      some += __builtin_popcountll(word[0]);
      if (planes == 2) minus += __builtin_popcountll(word[8]);
    }
  });
  fields = static_cast<float>(std::min(vectors.fields(), words * 64));
  positive = static_cast<float>(some - minus);
  negative = static_cast<float>(minus);
}

void PairTest<CorrelationBound>::Margins::add(const Margins& other) {
  a1 = std::max(a1, other.a1);
  a2 = std::max(a2, other.a2);
  b1 = std::min(b1, other.b1);
  b2 = std::min(b2, other.b2);
  most = std::max(most, other.most);
  least = std::min(least, other.least);
  deviation = std::min(deviation, other.deviation);
  slack = std::max(slack, other.slack);
}

/// A filled vector that does not vary has one genotype alone, and so is in no hit.
void PairTest<CorrelationBound>::allow(const Allowance& allowance, Margins& margins) {
  if (margins.deviation == never) return;
  margins.deviation = allowance.deviation;
  margins.slack = allowance.slack;
}

/// a b + c d is at most the product of the roots of a^2 + c^2 and b^2 + d^2.
void PairTest<CorrelationBound>::allow(const Allowance& allowance, float (&part)[part_arrays]) {
  if (part[3] == never) return;
  part[3] = allowance.deviation;
  part[4] = std::hypot(part[4], allowance.slack) * (1 + 1e-6F);
}

/// A vector without variance is in no hit, so it has nothing to say.
auto PairTest<CorrelationBound>::margins(const CorrelationBound&, const PackedVectors& vectors,
                                         Index v, Index) -> Margins {
  Margins m;
  if (!varies(vectors, v)) return m;
  const Copies copies(vectors, v);
  m.a1 = m.b1 = copies.a1[1];
  m.a2 = m.b2 = copies.a2[1];
  m.most = m.least = (copies.a1[1] + copies.a2[1]) / static_cast<float>(vectors.fields());
  m.deviation = static_cast<float>(deviation_of(vectors, v));
  return m;
}

void PairTest<CorrelationBound>::part(const CorrelationBound&, const PackedVectors& vectors,
                                      Index v, Index, const PartSums& sums,
                                      float (&out)[part_arrays]) {
  const double mean = static_cast<double>(vectors.x_sum(v)) / static_cast<double>(vectors.fields());
  const double x = sums.positive - sums.negative;
  const double left_x = static_cast<double>(vectors.x_sum(v)) - x;
  const double left_squares =
      static_cast<double>(vectors.square_sum(v)) - sums.positive - sums.negative;
  const double left = static_cast<double>(vectors.fields()) - sums.fields;
  const double rest = left_squares - 2 * mean * left_x + left * mean * mean;
  out[0] = static_cast<float>(mean);
  out[1] = static_cast<float>(x - sums.fields * mean);
  out[2] = static_cast<float>(x);
  out[3] = varies(vectors, v) ? static_cast<float>(deviation_of(vectors, v)) : never;
  out[4] = static_cast<float>(std::sqrt(std::max(0.0, rest)) * (1 + 1e-6));
}

float PairTest<CorrelationBound>::floor_of(const CorrelationBound& bound, float) {
  return std::sqrt(bound.floor.load()) * below;
}

/// The covariance times the samples lies between the least and the largest sum of the products of
/// copies that these counts allow (Frechet and Hoeffding), less samples times both means.
bool PairTest<CorrelationBound>::may_pass(const Margins& i, const Margins& j, float floor,
                                          float fields) {
  const auto both = [&](float a, float b) { return std::max(0.0F, a + b - fields); };
  const float most = std::min(i.a1, j.a1) + std::min(i.a1, j.a2) + std::min(i.a2, j.a1) +
                     std::min(i.a2, j.a2) - fields * i.least * j.least;
  const float least = both(i.b1, j.b1) + both(i.b1, j.b2) + both(i.b2, j.b1) + both(i.b2, j.b2) -
                      fields * i.most * j.most;
  return std::max(most, -least) + i.slack * j.slack + 4e-6F * fields >=
         floor * i.deviation * j.deviation * below;
}

/// An uncorrelated pair is told once what is left of it is below the root of the threshold, at
/// 1 - root; pairs that are somewhat correlated a little later.
double PairTest<CorrelationBound>::place(const CorrelationBound& bound) {
  const double root = std::sqrt(static_cast<double>(bound.floor.load()));
  return std::max(0.0, 1 - root) + (root > 0.85 ? 0.06 : 0.12);
}

void PairTest<WeightBound>::Margins::add(const Margins& other) {
  for (int a = 0; a < 2; ++a) {
    a1[a] = std::max(a1[a], other.a1[a]);
    a2[a] = std::max(a2[a], other.a2[a]);
    weight[a] = std::max(weight[a], other.weight[a]);
    weighted1[a] = std::max(weighted1[a], other.weighted1[a]);
    weighted2[a] = std::max(weighted2[a], other.weighted2[a]);
  }
}

auto PairTest<WeightBound>::margins(const WeightBound& bound, const PackedVectors& vectors, Index v,
                                    Index index) -> Margins {
  Margins m;
  const Copies copies(vectors, v);
  for (int a = 0; a < 2; ++a) {
    m.a1[a] = copies.a1[a];
    m.a2[a] = copies.a2[a];
    m.weight[a] = bound.weight[a][index];
    m.weighted1[a] = m.a1[a] * m.weight[a];
    m.weighted2[a] = m.a2[a] * m.weight[a];
  }
  return m;
}

/// Values of the samples that both have are those of all, with weights that are larger.
void PairTest<WeightBound>::allow(const Allowance& allowance, Margins& margins) {
  for (int a = 0; a < 2; ++a) {
    margins.weight[a] *= allowance.more;
    margins.weighted1[a] *= allowance.more;
    margins.weighted2[a] *= allowance.more;
  }
}

void PairTest<WeightBound>::allow(const Allowance& allowance, float (&part)[part_arrays]) {
  for (const int a : {3, 4}) part[a] /= allowance.more;
}

void PairTest<WeightBound>::part(const WeightBound& bound, const PackedVectors& vectors, Index v,
                                 Index index, const PartSums& sums, float (&out)[part_arrays]) {
  const auto positive = static_cast<float>(vectors.positive_count(v));
  const auto x = static_cast<float>(vectors.x_sum(v));
  out[0] = positive - sums.positive;
  out[1] = positive - x - sums.negative;
  out[2] = x;
  out[3] = 1 / bound.weight[0][index];
  out[4] = 1 / bound.weight[1][index];
}

float PairTest<WeightBound>::floor_of(const WeightBound& bound, float sum_of_table) {
  return bound.floor * sum_of_table * below;
}

/// In a cell the joint count is at most the sum of the least of both vectors' counts, and
/// min(a, b) u v = min(a u v, b v u).
bool PairTest<WeightBound>::may_pass(const Margins& i, const Margins& j, float floor, float) {
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 2; ++b) {
      const float u = i.weight[a];
      const float v = j.weight[b];
      const auto least = [&](float one, float other) { return std::min(one * v, other * u); };
      const float most =
          least(i.weighted1[a], j.weighted1[b]) + least(i.weighted1[a], j.weighted2[b]) +
          least(i.weighted2[a], j.weighted1[b]) + least(i.weighted2[a], j.weighted2[b]);
      if (most >= floor * below) return true;
    }
  }
  return false;
}

void PairTest<OverlapBound>::Margins::add(const Margins& other) {
  least = std::min(least, other.least);
  most = std::max(most, other.most);
}

auto PairTest<OverlapBound>::margins(const OverlapBound& bound, const PackedVectors&, Index,
                                     Index index) -> Margins {
  const auto size = static_cast<float>(bound.size[index]);
  return {.least = size, .most = size};
}

void PairTest<OverlapBound>::part(const OverlapBound& bound, const PackedVectors& vectors, Index v,
                                  Index index, const PartSums& sums, float (&out)[part_arrays]) {
  out[0] = static_cast<float>(vectors.positive_count(v)) - sums.positive;
  out[1] = static_cast<float>(bound.size[index]);
  out[2] = out[3] = out[4] = 0;
}

float PairTest<OverlapBound>::floor_of(const OverlapBound& bound, float) {
  return bound.floor * below;
}

/// The overlap is at most the smaller size, so the two most similar sizes decide.
bool PairTest<OverlapBound>::may_pass(const Margins& i, const Margins& j, float floor, float) {
  const float smaller = std::min(i.most, j.most);
  const float larger = std::max(smaller, std::max(i.least, j.least));
  return smaller >= floor * (smaller + larger);
}

bool can_prune_pairs(const Array<Operand, 2>& blocks, const Screen& screen, bool forced) {
  constexpr Index least_rows = 64;               // of a block that meets a large one
  constexpr Index most_fields = Index{1} << 22;  // counts of copies are exact in float32
  const PackedVectors& vectors = *blocks[0].vectors;
  const ContractionId id = vectors.contraction();
  const bool bits = id == ContractionId::allele_bits;
  const bool counts = id == ContractionId::count_minima;
  const bool known =
      (std::holds_alternative<CorrelationBound>(screen) && id == ContractionId::genotype_moments) ||
      (std::holds_alternative<WeightBound>(screen) &&
       (bits || id == ContractionId::allele_counts)) ||
      (std::holds_alternative<OverlapBound>(screen) && (bits || counts));
  if (!known || vectors.fields() == 0 || vectors.fields() > most_fields) return false;
  const auto* const overlap = std::get_if<OverlapBound>(&screen);
  const bool missing = any_missing(blocks[0]) || any_missing(blocks[1]);
  if (missing && (overlap != nullptr || !is_active(screen) || allowed_missing(blocks) < 0)) {
    return false;
  }
  const Index rows = blocks[0].range.size(), cols = blocks[1].range.size();
  const bool few = std::min(rows, cols) < least_rows || rows * cols < least_vectors * least_vectors;
  if (few && !forced) return false;
  for (const Operand& block : blocks.items) {
    for (Index v = block.range.begin; v < block.range.end; ++v) {
      // a size is the number of bits, or the sum of the counts, by which the margins go
      if (overlap == nullptr) continue;
      const Index own = counts ? block.vectors->x_sum(v) : block.vectors->positive_count(v);
      if (overlap->size[v + block.offset] != static_cast<double>(own)) return false;
    }
  }
  return true;
}

}  // namespace encke::pruning
