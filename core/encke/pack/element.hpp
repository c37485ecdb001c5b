#pragma once

#include <encke/base/index.hpp>
#include <encke/contraction/weighted_bits.hpp>

namespace encke {

/// genotype_moments: genotypes, packed alike, for GenotypeMoments.
/// powered32, powered64: profiles of float32 or float64 for PoweredSums. case_control: genotypes of
/// samples in two classes, controls first. count2 to count16: whole numbers, for CountMinima.
/// weighted_bits32, weighted_bits64: bits of fields with weights of float32 or float64, for
/// WeightedBits.
enum class Element {
  genotype,
  float32,
  float64,
  bit,
  powered32,
  powered64,
  case_control,
  count2,
  count3,
  count8,
  count16,
  genotype_moments,
  weighted_bits32,
  weighted_bits64
};

/// Bits of a count; 0 for other elements.
constexpr int count_bits(Element element) {
  return element == Element::count2    ? 2
         : element == Element::count3  ? 3
         : element == Element::count8  ? 8
         : element == Element::count16 ? 16
                                       : 0;
}
constexpr bool is_count(Element element) { return count_bits(element) > 0; }
constexpr int largest_count(Element element) { return (1 << count_bits(element)) - 1; }
/// Planes of counts: one for each bit of up to three, else the numbers side by side in one.
constexpr int count_planes(Element element) {
  return count_bits(element) < 4 ? count_bits(element) : 1;
}
/// Fields in 64 bits of a plane of elements that are not reals.
constexpr int fields_of_word(Element element) {
  return element == Element::count8 ? 8 : element == Element::count16 ? 4 : 64;
}

constexpr bool is_powered(Element element) {
  return element == Element::powered32 || element == Element::powered64;
}
constexpr bool is_real(Element element) {
  return element == Element::float32 || element == Element::float64 || is_powered(element);
}
constexpr bool is_weighted(Element element) {
  return element == Element::weighted_bits32 || element == Element::weighted_bits64;
}
/// Whether tallies are sums of reals: fields can be cut at multiples of Minima::segment only.
constexpr bool has_real_sums(Element element) { return is_real(element) || is_weighted(element); }
/// The contraction that the elements are packed for.
constexpr ContractionId contraction_of(Element element) {
  return element == Element::genotype           ? ContractionId::allele_counts
         : element == Element::genotype_moments ? ContractionId::genotype_moments
         : element == Element::bit              ? ContractionId::allele_bits
         : element == Element::case_control     ? ContractionId::genotype_tables
         : is_powered(element)                  ? ContractionId::powered_sums
         : is_count(element)                    ? ContractionId::count_minima
         : is_weighted(element)                 ? ContractionId::weighted_bits
                                                : ContractionId::minima;
}
/// Bytes of the sums of the groups of 64 fields, see PackedVectors::shared().
constexpr Index bytes_of_group_sums(Element element) {
  return Index{64 / WeightedBits::group * WeightedBits::entries} *
         (element == Element::weighted_bits32 ? 4 : 8);
}
/// Vectors of a group, see Stream.
constexpr int lanes_of(Element element) {
  return element == Element::float32 || element == Element::powered32 ? 16 : 8;
}

}  // namespace encke
