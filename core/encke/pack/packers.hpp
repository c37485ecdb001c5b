#pragma once

#include <encke/pack/allele_bits.hpp>
#include <encke/pack/allele_counts.hpp>
#include <encke/pack/count_minima.hpp>
#include <encke/pack/genotype_moments.hpp>
#include <encke/pack/genotype_tables.hpp>
#include <encke/pack/profiles/adjusted_sums.hpp>
#include <encke/pack/profiles/minima.hpp>
#include <encke/pack/profiles/powered_sums.hpp>
#include <encke/pack/traits/trait_sums.hpp>
#include <encke/pack/weighted_bits.hpp>

// What fills packed vectors, and decodes them for references and tests: a file for each
// contraction.

namespace encke {

namespace detail {

template <class C, class Work>
decltype(auto) with(Work&& work) {
  static_assert(row_of(C::id).id == C::id, "a contraction without its row in pack/element.hpp");
  return work(C{});
}

}  // namespace detail

/// Calls work(C{}) with the contraction C of that name; `work` returns the same type for all.
template <class Work>
decltype(auto) with_contraction(ContractionId id, Work&& work) {
  switch (id) {
    case ContractionId::allele_counts:
      return detail::with<AlleleCounts>(work);
    case ContractionId::minima:
      return detail::with<Minima>(work);
    case ContractionId::allele_bits:
      return detail::with<AlleleBits>(work);
    case ContractionId::genotype_tables:
      return detail::with<GenotypeTables>(work);
    case ContractionId::powered_sums:
      return detail::with<PoweredSums>(work);
    case ContractionId::count_minima:
      return detail::with<CountMinima>(work);
    case ContractionId::genotype_moments:
      return detail::with<GenotypeMoments>(work);
    case ContractionId::genotype_matches:
      return detail::with<GenotypeMatches>(work);
    case ContractionId::adjusted_sums:
      return detail::with<AdjustedSums>(work);
    case ContractionId::trait_sums:
      return detail::with<TraitSums>(work);
    case ContractionId::weighted_bits:
      break;
  }
  return detail::with<WeightedBits>(work);
}

}  // namespace encke

namespace encke::pack {

/// True if the element is packed from two-bit codes of genotypes, all samples of one class.
constexpr bool is_of_codes(Element element) {
  return element == Element::genotype || element == Element::genotype_moments ||
         element == Element::genotype_matches || element == Element::bit;
}

/// set_genotypes() or set_bits_from_codes(), by the element. Throws as these do.
inline void set_codes(PackedVectors& to, Index first, Index count, const std::uint8_t* codes,
                      Index stride, GenotypeCode code, MissingCode missing) {
  to.element() == Element::bit ? set_bits_from_codes(to, first, count, codes, stride, code, missing)
                               : set_genotypes(to, first, count, codes, stride, code, missing);
}

}  // namespace encke::pack
