#pragma once

#include <cstdint>
#include <encke/pack/packers.hpp>
#include <functional>
#include <span>
#include <vector>

namespace encke::test {

/// Genotypes as plain numbers: 0, 1 or 2 copies of allele 1, or 3 where missing.
struct Genotypes {
  Index vectors = 0;
  Index fields = 0;
  std::vector<std::uint8_t> values{};  ///< [vector][field]

  Genotypes(Index v, Index f) : vectors(v), fields(f), values(static_cast<std::size_t>(v * f)) {}
  std::uint8_t& at(Index v, Index f) { return values[static_cast<std::size_t>(v * fields + f)]; }
  std::uint8_t at(Index v, Index f) const {
    return values[static_cast<std::size_t>(v * fields + f)];
  }
  std::span<const std::uint8_t> vector(Index v) const {
    return std::span(values).subspan(static_cast<std::size_t>(v * fields),
                                     static_cast<std::size_t>(fields));
  }
};

/// Each vector with its own frequency of allele 1; each genotype missing with probability `rate`.
Genotypes random_genotypes(Index vectors, Index fields, double rate, std::uint64_t seed);

/// The two-bit codes of vectors [first, first + count), ceil(fields / 4) bytes each; the bits
/// beyond the last field are set, since readers must ignore them.
std::vector<std::uint8_t> encode(const Genotypes& g, Index first, Index count, GenotypeCode code);

/// All vectors, packed at once.
PackedVectors pack(const Genotypes& g, GenotypeCode code = GenotypeCode::bed);
/// The same for GenotypeMoments, and for GenotypeMatches.
PackedVectors pack_moments(const Genotypes& g);
/// With a number for each sample.
PackedVectors pack_with_trait(const Genotypes& g, const std::vector<double>& trait);
PackedVectors pack_matches(const Genotypes& g);

/// 1 for a genotype that has allele 1 at all, 0 for others, 2 where it is missing.
inline std::uint8_t bit_of(std::uint8_t genotype) {
  return genotype == 3 ? std::uint8_t{2} : genotype == 0 ? std::uint8_t{0} : std::uint8_t{1};
}
/// All vectors, packed as bits, from their values or from two-bit codes.
PackedVectors pack_bits(const Genotypes& g);
PackedVectors pack_bits(const Genotypes& g, GenotypeCode code,
                        MissingCode missing = MissingCode::missing);
/// The bits as reals; missing samples are 0.
std::vector<std::vector<double>> reals_of_bits(const Genotypes& g);

/// Another arrangement of the same genotypes.
Genotypes with_vectors(const Genotypes& g, std::span<const Index> order);
Genotypes with_fields(const Genotypes& g, std::span<const Index> order);
Genotypes with_values(const Genotypes& g, const std::function<std::uint8_t(std::uint8_t)>& change);

/// 0 … n-1, shuffled.
std::vector<Index> shuffled_indices(Index n, std::uint64_t seed);

/// Profiles of reals, [vector][field], with some equal values and zeros.
std::vector<std::vector<double>> random_reals(Index vectors, Index fields, std::uint64_t seed);
PackedVectors pack(Element element, Index fields, const std::vector<std::vector<double>>& reals);

}  // namespace encke::test
