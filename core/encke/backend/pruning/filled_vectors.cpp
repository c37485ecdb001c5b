#include <algorithm>
#include <cmath>
#include <encke/backend/pruning/filled_vectors.hpp>

namespace encke::pruning {
namespace {

constexpr Index group = 8;
constexpr double up = 1 + 1e-6, down = 1 - 1e-6;  // for what floats round

Index missing_of(const PackedVectors& vectors, Index v) {
  return vectors.fields() - vectors.present_count(v);
}

/// Samples by x = -1, 0, 1.
using Counts = Array<Index, 3>;

Counts present_counts(const PackedVectors& vectors, Index v) {
  const Index positive = vectors.positive_count(v);
  const Index negative = positive - vectors.x_sum(v);
  return {{negative, vectors.present_count(v) - negative - positive, positive}};
}

/// The sum of squares about the mean without the lowest `low` and the highest `high` samples.
double squares_without(const Counts& counts, Index low, Index high) {
  Index left[3];
  for (int a = 0; a < 3; ++a) left[a] = counts[a];
  for (int a = 0; a < 3; ++a) {
    const Index gone = std::min(low, left[a]);
    left[a] -= gone;
    low -= gone;
  }
  for (int a = 2; a >= 0; --a) {
    const Index gone = std::min(high, left[a]);
    left[a] -= gone;
    high -= gone;
  }
  const auto n = static_cast<double>(left[0] + left[1] + left[2]);
  const auto x = static_cast<double>(left[2] - left[0]);
  return n > 0 ? static_cast<double>(left[2] + left[0]) - x * x / n : 0;
}

/// The least that is left without any `most` samples. These are some lowest and some highest; from
/// one to the other the sum is concave while the kinds that are cut do not change, so that it is
/// least where they do.
double least_squares(const Counts& counts, Index most) {
  if (counts[0] + counts[1] + counts[2] <= most) return 0;
  double least = squares_without(counts, 0, most);
  for (const Index low :
       {most, counts[0], counts[0] + counts[1], most - counts[2], most - counts[2] - counts[1]}) {
    if (low >= 0 && low <= most) least = std::min(least, squares_without(counts, low, most - low));
  }
  return std::max(0.0, least);
}

/// The sum of the `most` largest distances from the mean.
double farthest(const Counts& counts, double mean, Index most) {
  Array<int, 3> order = {{0, 1, 2}};
  const auto distance = [&](int a) { return std::abs(a - 1 - mean); };
  std::ranges::sort(order.items, [&](int a, int b) { return distance(a) > distance(b); });
  double sum = 0;
  for (const int a : order.items) {
    const Index some = std::min(most, counts[a]);
    sum += static_cast<double>(some) * distance(a);
    most -= some;
  }
  return sum;
}

/// x of the most frequent genotype.
int most_frequent(const Counts& counts) {
  return static_cast<int>(std::ranges::max_element(counts.items) -
                          std::ranges::begin(counts.items)) -
         1;
}

bool misses_too_many(const PackedVectors& vectors, Index v, Index most) {
  const Index missing = missing_of(vectors, v);
  return missing > most || 4 * missing > vectors.fields();
}

bool has_moments(const PackedVectors& vectors) {
  return vectors.contraction() == ContractionId::genotype_moments;
}

/// What may be missing of the samples that a pair has, as a factor of each vector: 1 - a - b is at
/// least the root of (1 - 2 a)(1 - 2 b).
float more_of(const PackedVectors& vectors, Index v) {
  const auto n = static_cast<double>(vectors.fields());
  const auto missing = static_cast<double>(missing_of(vectors, v));
  return static_cast<float>(up / std::sqrt(1 - 2 * missing / n));
}

Allowance allowance_of(const PackedVectors& vectors, Index v, Index most) {
  if (misses_too_many(vectors, v, most)) return {.more = passes_with_all};
  if (!has_moments(vectors)) return {.more = more_of(vectors, v)};
  Counts counts = present_counts(vectors, v);
  Allowance allowance;
  allowance.deviation = static_cast<float>(std::sqrt(least_squares(counts, most)) * down);
  const Index missing = missing_of(vectors, v);
  const int filled = most_frequent(counts);
  counts[filled + 1] += missing;
  const auto n = static_cast<double>(vectors.fields());
  const double mean = static_cast<double>(counts[2] - counts[0]) / n;
  const double km = static_cast<double>(missing) * std::abs(filled - mean);
  const double z = farthest(counts, mean, 1);
  const double both = km + farthest(counts, mean, most);
  const double s = 6 / static_cast<double>(std::max<Index>(1, most));  // about Z / (k m), as a rule
  const double squares = s * km * km + z * z / s + both * both * 2 / n;  // N >= n / 2
  allowance.slack = static_cast<float>(std::sqrt(squares) * up);
  return allowance;
}

/// The words of one vector, `group` apart: planes of x != 0 and, of genotypes, of x < 0.
void fill(const PackedVectors& from, Index v, int filled, std::uint64_t* to) {
  const int planes = from.element().planes();
  const Index lines = from.words() * planes;
  const auto* word =
      reinterpret_cast<const std::uint64_t*>(from.values()) + v / group * lines * group + v % group;
  const std::uint64_t* mask =
      from.keeps_masks() ? from.mask() + v / group * from.words() * group + v % group : nullptr;
  for (Index w = 0; w < from.words(); ++w, word += planes * group, to += planes * group) {
    const std::uint64_t missing =
        mask != nullptr ? from.word_fields(w) & ~mask[w * group] : std::uint64_t{0};
    to[0] = word[0] | (filled != 0 ? missing : 0);
    if (planes == 2) to[group] = word[group] | (filled < 0 ? missing : 0);
  }
}

}  // namespace

Index allowed_missing(const Array<Operand, 2>& blocks) {
  Index most = 0;
  for (const Operand& block : blocks.items) {
    std::vector<Index> missing;
    for (Index v = block.range.begin; v < block.range.end; ++v) {
      missing.push_back(missing_of(*block.vectors, v));
    }
    if (missing.empty()) continue;
    const auto nearly_all = missing.begin() + (std::ssize(missing) * 99 - 1) / 100;
    std::ranges::nth_element(missing, nearly_all);
    const Index of_all = *std::max_element(nearly_all, missing.end());
    most = std::max(most, of_all <= 2 * *nearly_all ? of_all : *nearly_all);
  }
  return 4 * most > blocks[0].vectors->fields() ? -1 : most;
}

bool is_hard_to_tell(const PackedVectors& vectors, Index v, Index most) {
  if (!has_moments(vectors)) return misses_too_many(vectors, v, most);
  if (vectors.present_count(v) * vectors.square_sum(v) <= vectors.x_sum(v) * vectors.x_sum(v)) {
    return false;  // without variance: in no hit
  }
  const Allowance allowance = allowance_of(vectors, v, most);
  return allowance.deviation * allowance.deviation < 2 * allowance.slack * allowance.slack ||
         allowance.deviation == 0;
}

FilledVectors::FilledVectors(const Operand& block, Index most)
    : vectors_(PackedVectors::allocate_like(*block.vectors, block.range.size(), false)),
      offset_(block.indices().begin) {
  const PackedVectors& from = *block.vectors;
  const PackedVectors::Storage storage = vectors_.storage();
  const int planes = from.element().planes();
  for (Index place = 0; place < block.range.size(); ++place) {
    const Index v = block.range.begin + place;
    const int filled = most_frequent(present_counts(from, v));
    fill(from, v, filled,
         storage.words() + place / group * from.words() * planes * group + place % group);
    const Index missing = missing_of(from, v);
    storage.margins.positive[idx(place)] = from.positive_count(v) + (filled > 0 ? missing : 0);
    storage.margins.x_sum[idx(place)] = from.x_sum(v) + filled * missing;
    allowances_.push_back(allowance_of(from, v, most));
  }
}

}  // namespace encke::pruning
