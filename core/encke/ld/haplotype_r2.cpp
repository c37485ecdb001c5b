#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/ld/haplotype_r2.hpp>
#include <limits>
#include <vector>

namespace encke::ld {
namespace {

/// Words of a vector's planes: two copies, none, one copy of allele 1.
struct Genotypes {
  const std::uint64_t* signs;
  const std::uint64_t* mask;  ///< null: nothing is missing

  Genotypes(const PackedVectors& vectors, Index vector)
      : signs(reinterpret_cast<const std::uint64_t*>(vectors.values()) +
              vector / 8 * vectors.words() * 16 + vector % 8),
        mask(vectors.keeps_masks() ? vectors.mask() + vector / 8 * vectors.words() * 8 + vector % 8
                                   : nullptr) {}

  /// Bits of samples with 0, 1, 2 copies; `exist` has the samples that there are.
  std::array<std::uint64_t, 3> of(Index word, std::uint64_t exist) const {
    const std::uint64_t nonzero = signs[word * 16], negative = signs[word * 16 + 8];
    const std::uint64_t present = mask == nullptr ? exist : mask[word * 8];
    return {negative, present & ~nonzero, nonzero & ~negative};
  }
};

/// The likelihood of a frequency of the haplotype with both alleles 1, but for a constant.
struct Phase {
  double known[2][2];  ///< haplotypes whose alleles are known; index 0: allele 1
  double unknown;      ///< samples that are heterozygous in both
  double haplotypes;
  double first, second;  ///< frequencies of allele 1

  explicit Phase(const GenotypePairs& pairs) : known(), unknown(), haplotypes() {
    const auto at = [&](int i, int j) { return static_cast<double>(pairs.count[i][j]); };
    known[0][0] = 2 * at(2, 2) + at(2, 1) + at(1, 2);
    known[0][1] = 2 * at(2, 0) + at(2, 1) + at(1, 0);
    known[1][0] = 2 * at(0, 2) + at(0, 1) + at(1, 2);
    known[1][1] = 2 * at(0, 0) + at(0, 1) + at(1, 0);
    unknown = at(1, 1);
    haplotypes = known[0][0] + known[0][1] + known[1][0] + known[1][1] + 2 * unknown;
    first = (known[0][0] + known[0][1] + unknown) / haplotypes;
    second = (known[0][0] + known[1][0] + unknown) / haplotypes;
  }

  double least() const { return known[0][0] / haplotypes; }
  double most() const { return (known[0][0] + unknown) / haplotypes; }

  double log_likelihood(double p) const {
    const double q[2][2] = {{p, first - p}, {second - p, 1 - first - second + p}};
    const auto term = [](double times, double share) {
      if (times == 0) return 0.0;
      return share > 0 ? times * std::log(share) : -std::numeric_limits<double>::infinity();
    };
    return term(known[0][0], q[0][0]) + term(known[0][1], q[0][1]) + term(known[1][0], q[1][0]) +
           term(known[1][1], q[1][1]) + term(unknown, q[0][0] * q[1][1] + q[0][1] * q[1][0]);
  }

  /// 0 where expectation and maximisation leave p as it is.
  double slope(double p) const {
    const double coupled = p * (1 - first - second + p);
    const double all = coupled + (first - p) * (second - p);
    return (haplotypes * p - known[0][0]) * all - unknown * coupled;
  }
};

/// The root of a function between two places where its signs differ.
template <class F>
double root_between(const F& f, double low, double high) {
  const bool rises = f(low) < f(high);
  for (int step = 0; step < 200 && low < high; ++step) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    ((f(middle) < 0) == rises ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

/// Places from one to the next of which slope() has one root at most: those where it turns.
std::vector<double> turns(const Phase& phase) {
  // slope(p) = (n p - k)(2 p^2 + b p + c) - u (p^2 + d p)
  const double n = phase.haplotypes, k = phase.known[0][0], u = phase.unknown;
  const double b = 1 - 2 * phase.first - 2 * phase.second, c = phase.first * phase.second;
  const double d = 1 - phase.first - phase.second;
  const double two = 6 * n, one = 2 * (n * b - 2 * k - u), zero = n * c - k * b - u * d;
  std::vector<double> places = {phase.least(), phase.most()};
  const double square = one * one - 4 * two * zero;
  if (square > 0) {
    for (const double sign : {-1.0, 1.0}) {
      const double place = (-one + sign * std::sqrt(square)) / (2 * two);
      if (place > phase.least() && place < phase.most()) places.push_back(place);
    }
  }
  std::sort(places.begin(), places.end());
  return places;
}

double best_frequency(const Phase& phase) {
  if (phase.unknown == 0) return phase.least();
  const auto slope = [&](double p) { return phase.slope(p); };
  const std::vector<double> places = turns(phase);
  std::vector<double> candidates = places;
  for (std::size_t i = 1; i < places.size(); ++i) {
    if ((slope(places[i - 1]) < 0) == (slope(places[i]) < 0)) continue;
    candidates.push_back(root_between(slope, places[i - 1], places[i]));
  }
  return *std::max_element(candidates.begin(), candidates.end(), [&](double a, double b) {
    return phase.log_likelihood(a) < phase.log_likelihood(b);
  });
}

}  // namespace

GenotypePairs count_pairs(const PackedVectors& a, Index first, const PackedVectors& b,
                          Index second) {
  if (a.fields() != b.fields()) {
    throw Error(Failure::internal, "genotypes of different samples cannot be counted together");
  }
  const Genotypes one(a, first), other(b, second);
  GenotypePairs pairs;
  for (Index word = 0; word < a.words(); ++word) {
    const auto i = one.of(word, a.word_fields(word)), j = other.of(word, a.word_fields(word));
    for (std::size_t x = 0; x < 3; ++x) {
      for (std::size_t y = 0; y < 3; ++y) pairs.count[x][y] += std::popcount(i[x] & j[y]);
    }
  }
  return pairs;
}

double haplotype_r2(const GenotypePairs& pairs) {
  constexpr double nothing = 0x1p-44;  // of a difference of frequencies, as PLINK has it
  const Phase phase(pairs);
  const double variance = phase.first * (1 - phase.first) * phase.second * (1 - phase.second);
  if (!(phase.haplotypes > 0) || !(variance > 0)) return std::nan("");
  const double difference = best_frequency(phase) - phase.first * phase.second;
  return std::abs(difference) < nothing ? 0 : difference * difference / variance;
}

}  // namespace encke::ld
