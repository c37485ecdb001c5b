#pragma once

#include <algorithm>
#include <cmath>
#include <encke/contraction/allele_counts.hpp>
#include <span>
#include <vector>

#include "genotypes.hpp"

// The metrics by their published definitions, in plain loops and long double: what the library's
// values are compared with. Shares no code with it but the evidence's type.

namespace encke::test {

/// Copies of an allele; none where missing.
inline int copies(int genotype, int allele) {
  if (genotype == 3) return 0;
  return allele == 1 ? genotype : 2 - genotype;
}

/// Allele of vector v in a cell.
inline int allele_of(int way, int cell, int v) { return (cell >> (way - 1 - v)) & 1; }

/// Sum over the fields of the product of the copies that some vectors have of some alleles.
inline std::int64_t tally(const Genotypes& g, const std::vector<Index>& vectors, int cell) {
  const int way = static_cast<int>(vectors.size());
  std::int64_t sum = 0;
  for (Index f = 0; f < g.fields; ++f) {
    int product = 1;
    for (int v = 0; v < way; ++v) {
      product *= copies(g.at(vectors[static_cast<std::size_t>(v)], f), allele_of(way, cell, v));
    }
    sum += product;
  }
  return sum;
}

template <int Way>
Evidence<AlleleCounts, Way> evidence(const Genotypes& g, const Array<Index, Way>& index) {
  Evidence<AlleleCounts, Way> seen;
  const std::vector<Index> all(index.begin(), index.end());
  for (int c = 0; c < ipow(2, Way); ++c) seen.joint[c] = tally(g, all, c);
  for (int v = 0; v < Way; ++v) {
    for (int a = 0; a < 2; ++a) seen.margin[v][a] = tally(g, {index[v]}, a);
  }
  if constexpr (Way == 3) {
    for (int c = 0; c < 4; ++c) {
      seen.pair[0][c] = tally(g, {index[0], index[1]}, c);
      seen.pair[1][c] = tally(g, {index[0], index[2]}, c);
      seen.pair[2][c] = tally(g, {index[1], index[2]}, c);
    }
  }
  return seen;
}

/// Relative frequency of a combination of alleles over the samples present in all the vectors.
inline long double frequency(const Genotypes& g, const std::vector<Index>& vectors, int cell) {
  std::int64_t present = 0;
  for (Index f = 0; f < g.fields; ++f) {
    bool all = true;
    for (const Index v : vectors) all = all && g.at(v, f) != 3;
    present += all ? 1 : 0;
  }
  if (present == 0) return 0;
  const auto all_copies = static_cast<long double>(present << vectors.size());
  return static_cast<long double>(tally(g, vectors, cell)) / all_copies;
}

/// k f(ab..) prod (1 - gamma f(a)), 0 where no sample is present in all of the vectors.
template <int Way>
double ccc(const Genotypes& g, const Array<Index, Way>& index, int cell, long double k = 4.5L,
           long double gamma = 2.0L / 3) {
  long double value = k * frequency(g, {index.begin(), index.end()}, cell);
  for (int v = 0; v < Way; ++v) {
    value *= 1 - gamma * frequency(g, {index[v]}, allele_of(Way, cell, v));
  }
  return static_cast<double>(value);
}

/// What two samples have in common, counted one field at a time. [a][b]: genotypes of i and j.
struct PairOfGenotypes {
  Index count[3][3] = {};

  PairOfGenotypes(const Genotypes& g, Index i, Index j) {
    for (Index f = 0; f < g.fields; ++f) {
      if (g.at(i, f) != 3 && g.at(j, f) != 3) ++count[g.at(i, f)][g.at(j, f)];
    }
  }
  Index present() const {
    Index sum = 0;
    for (const auto& row : count) sum += row[0] + row[1] + row[2];
    return sum;
  }
  Index ibs0() const { return count[0][2] + count[2][0]; }
  Index ibs2() const { return count[0][0] + count[1][1] + count[2][2]; }
  /// KING-robust, as Manichaikul et al. (2010) write it.
  double kinship() const {
    const Index first = count[1][0] + count[1][1] + count[1][2];
    const Index second = count[0][1] + count[1][1] + count[2][1];
    const auto least = static_cast<long double>(std::min(first, second));
    if (least == 0) return std::nan("");
    const auto shared = static_cast<long double>(count[1][1] - 2 * ibs0());
    return static_cast<double>(shared / (2 * least) + 0.5L -
                               0.25L * static_cast<long double>(first + second) / least);
  }
  double ibs() const {
    if (present() == 0) return std::nan("");
    const auto ibs1 = static_cast<long double>(present() - ibs0() - ibs2());
    return static_cast<double>((static_cast<long double>(ibs2()) + 0.5L * ibs1) /
                               static_cast<long double>(present()));
  }
};

/// Squared correlation of the copies of allele 1 over the samples present in both: two passes, the
/// means first. NaN where one of the two does not vary.
inline double r_squared(const Genotypes& g, Index i, Index j) {
  long double n = 0, mean_i = 0, mean_j = 0;
  const auto for_each = [&](const auto& use) {
    for (Index f = 0; f < g.fields; ++f) {
      if (g.at(i, f) != 3 && g.at(j, f) != 3) use(g.at(i, f), g.at(j, f));
    }
  };
  int least[2] = {3, 3}, most[2] = {-1, -1};
  for_each([&](int a, int b) {
    n += 1;
    mean_i += a;
    mean_j += b;
    least[0] = std::min(least[0], a);
    least[1] = std::min(least[1], b);
    most[0] = std::max(most[0], a);
    most[1] = std::max(most[1], b);
  });
  if (least[0] >= most[0] || least[1] >= most[1]) return std::nan("");
  mean_i /= n;
  mean_j /= n;
  long double ij = 0, ii = 0, jj = 0;
  for_each([&](int a, int b) {
    ij += (a - mean_i) * (b - mean_j);
    ii += (a - mean_i) * (a - mean_i);
    jj += (b - mean_j) * (b - mean_j);
  });
  return static_cast<double>(ij * ij / (ii * jj));
}

inline double ps(std::span<const double> u, std::span<const double> v) {
  long double minima = 0, sum = 0;
  for (std::size_t f = 0; f < u.size(); ++f) {
    minima += std::min(u[f], v[f]);
    sum += static_cast<long double>(u[f]) + v[f];
  }
  return static_cast<double>(2 * minima / sum);
}

inline double ps(std::span<const double> u, std::span<const double> v, std::span<const double> w) {
  long double minima = 0, sum = 0;
  for (std::size_t f = 0; f < u.size(); ++f) {
    minima += static_cast<long double>(std::min(u[f], v[f])) + std::min(u[f], w[f]) +
              std::min(v[f], w[f]) - std::min(std::min(u[f], v[f]), w[f]);
    sum += static_cast<long double>(u[f]) + v[f] + w[f];
  }
  return static_cast<double>(1.5L * minima / sum);
}

}  // namespace encke::test
