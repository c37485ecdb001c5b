#include "definition.hpp"

#include <algorithm>
#include <cmath>
#include <encke/pack/packers.hpp>

namespace encke::bench {
namespace {

constexpr int missing_genotype = 3;
constexpr int missing_bit = 2;

/// C = 9/2 f(alleles) prod (1 - 2/3 f_v(allele of v)); Joubert et al., Parallel Computing 84
/// (2019).
template <int Way>
std::vector<double> ccc(const PackedVectors& vectors, const Array<Index, Way>& index) {
  constexpr int cells = ipow(2, Way);
  double joint[cells] = {};
  double joint_samples = 0;
  double single[Way][2] = {};
  double samples[Way] = {};
  for (Index field = 0; field < vectors.fields(); ++field) {
    int copies[Way];
    bool all = true;
    for (int v = 0; v < Way; ++v) {
      copies[v] = pack::genotype(vectors, index[v], field);
      if (copies[v] == missing_genotype) {
        all = false;
        continue;
      }
      samples[v] += 1;
      single[v][1] += copies[v];
      single[v][0] += 2 - copies[v];
    }
    if (!all) continue;
    joint_samples += 1;
    for (int cell = 0; cell < cells; ++cell) {
      double product = 1;
      for (int v = 0; v < Way; ++v) {
        const int allele = (cell >> (Way - 1 - v)) & 1;
        product *= allele == 1 ? copies[v] : 2 - copies[v];
      }
      joint[cell] += product;
    }
  }
  std::vector<double> values(cells, 0.0);
  if (joint_samples == 0) return values;
  for (int cell = 0; cell < cells; ++cell) {
    double value = 4.5 * joint[cell] / (cells * joint_samples);
    for (int v = 0; v < Way; ++v) {
      const int allele = (cell >> (Way - 1 - v)) & 1;
      value *= 1 - 2.0 / 3.0 * single[v][allele] / (2 * samples[v]);
    }
    values[static_cast<std::size_t>(cell)] = value;
  }
  return values;
}

/// C = 4 f(bits) prod (1 - 2/3 f_v(bit of v)), with f relative frequencies of bits.
template <int Way>
std::vector<double> duo(const PackedVectors& vectors, const Array<Index, Way>& index) {
  constexpr int cells = ipow(2, Way);
  double joint[cells] = {};
  double joint_samples = 0;
  double single[Way][3] = {};
  for (Index field = 0; field < vectors.fields(); ++field) {
    int cell = 0;
    bool all = true;
    for (int v = 0; v < Way; ++v) {
      const int bit = pack::bit(vectors, index[v], field);
      single[v][bit] += 1;
      all = all && bit != missing_bit;
      cell = 2 * cell + (bit & 1);
    }
    if (!all) continue;
    joint_samples += 1;
    joint[cell] += 1;
  }
  std::vector<double> values(cells, 0.0);
  if (joint_samples == 0) return values;
  for (int cell = 0; cell < cells; ++cell) {
    double value = 4 * joint[cell] / joint_samples;
    for (int v = 0; v < Way; ++v) {
      const int bit = (cell >> (Way - 1 - v)) & 1;
      value *= 1 - 2.0 / 3.0 * single[v][bit] / (single[v][0] + single[v][1]);
    }
    values[static_cast<std::size_t>(cell)] = value;
  }
  return values;
}

/// Mutual information of the genotypes and the class.
template <int Way>
std::vector<double> mutual_information(const PackedVectors& vectors,
                                       const Array<Index, Way>& index) {
  double table[2][ipow(3, Way)] = {};
  double of_class[2] = {};
  for (Index field = 0; field < vectors.fields(); ++field) {
    int cell = 0;
    bool all = true;
    for (int v = 0; v < Way; ++v) {
      const int genotype = pack::genotype(vectors, index[v], field);
      all = all && genotype != missing_genotype;
      cell = 3 * cell + genotype;
    }
    if (!all) continue;
    const int c = vectors.class_fields(0).contains(field) ? 0 : 1;
    table[c][cell] += 1;
    of_class[c] += 1;
  }
  const double n = of_class[0] + of_class[1];
  double sum = 0;
  for (int c = 0; c < 2; ++c) {
    for (int cell = 0; cell < ipow(3, Way); ++cell) {
      const double x = table[c][cell];
      const double r = table[0][cell] + table[1][cell];
      if (x > 0) sum += x / n * std::log(x * n / (r * of_class[c]));
    }
  }
  return {sum};
}

/// (Way / (Way - 1)) sum of what the vectors share over the sum of all; for three vectors, what is
/// shared is min(u,v) + min(u,w) + min(v,w) - min(u,v,w), which is the median plus the minimum.
template <int Way>
std::vector<double> ps(const PackedVectors& vectors, const Array<Index, Way>& index) {
  const auto element_at = [&](Index vector, Index field) -> double {
    if (vectors.element() == Element::bit) return pack::bit(vectors, vector, field);
    if (vectors.element().contraction == ContractionId::count_minima)
      return pack::count(vectors, vector, field);
    return pack::real(vectors, vector, field);
  };
  double shared = 0;
  double all = 0;
  for (Index field = 0; field < vectors.fields(); ++field) {
    double x[Way];
    for (int v = 0; v < Way; ++v) {
      x[v] = element_at(index[v], field);
    }
    std::sort(x, x + Way);
    for (int v = 0; v < Way; ++v) all += x[v];
    for (int v = 0; v + 1 < Way; ++v) shared += x[v];
  }
  return {Way / (Way - 1.0) * shared / all};
}

/// Generalised UniFrac: sum l (u + v)^(a-1) |u - v| over sum l (u + v)^a. What is stored is u and
/// l u^(a-1).
std::vector<double> unifrac(const PackedVectors& vectors, Index i, Index j) {
  constexpr double a = unifrac_exponent;
  double apart = 0;
  double all = 0;
  for (Index field = 0; field < vectors.fields(); ++field) {
    const auto x = pack::powered(vectors, i, field);
    const auto y = pack::powered(vectors, j, field);
    const double sum = x.value + y.value;
    if (sum == 0) continue;
    const auto& stored = x.value > 0 ? x : y;
    const double length = stored.factor * std::pow(stored.value, 1 - a);
    apart += length * std::pow(sum, a - 1) * std::abs(x.value - y.value);
    all += length * std::pow(sum, a);
  }
  return {apart / all};
}

}  // namespace

template <int Way>
std::vector<double> values_by_definition(MetricName metric, const PackedVectors& vectors,
                                         const Array<Index, Way>& index) {
  switch (metric) {
    case MetricName::ccc:
      return ccc<Way>(vectors, index);
    case MetricName::duo:
      return duo<Way>(vectors, index);
    case MetricName::epistasis:
      return mutual_information<Way>(vectors, index);
    case MetricName::unifrac:
      return unifrac(vectors, index[0], index[1]);
    case MetricName::ps:
    case MetricName::sorenson:
      break;
  }
  return ps<Way>(vectors, index);
}

template std::vector<double> values_by_definition<2>(MetricName, const PackedVectors&,
                                                     const Array<Index, 2>&);
template std::vector<double> values_by_definition<3>(MetricName, const PackedVectors&,
                                                     const Array<Index, 3>&);

double tolerance(MetricName metric, Precision precision) {
  // a difference of sums a few times larger than it; series good to 4e-7 and 6e-15
  if (metric == MetricName::unifrac) return precision == Precision::float32 ? 1e-4 : 1e-11;
  // a difference of sums of x ln x, a hundred times larger than it
  if (metric == MetricName::epistasis && precision == Precision::float64) return 1e-9;
  if (precision == Precision::float64) return 1e-11;
  return metric != MetricName::ps ? 1.2e-7 : 256 * 0x1p-24;
}

bool close(double a, double b, double relative) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b));
}

}  // namespace encke::bench
