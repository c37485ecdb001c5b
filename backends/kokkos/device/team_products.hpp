#pragma once

#include <encke/pack/packed_vectors.hpp>
#include <span>
#include <string>

#include "kokkos/forms/adjusted_sums.hpp"
#include "kokkos/forms/allele_bits.hpp"
#include "kokkos/forms/allele_counts.hpp"
#include "kokkos/forms/count_minima.hpp"
#include "kokkos/forms/genotype_matches.hpp"
#include "kokkos/forms/genotype_moments.hpp"
#include "kokkos/forms/genotype_tables.hpp"
#include "kokkos/forms/powered_sums.hpp"
#include "team_gemm.hpp"
#include "team_traits.hpp"
#include "team_units.hpp"
#include "team_weighted_bits.hpp"

namespace encke::kokkos {

template <class Exec, class Form, class Unit = TeamBits>
void team_gemm(const Block& block) {
  TeamGemm<Exec, Form, Unit>::run(std::string("encke::team gemm ") + Form::name, block);
}

/// The products of an element of which nothing is ever missing.
template <class Exec, class Form, class Unit = TeamBits>
constexpr Products team_sums() {
  return {&team_gemm<Exec, Form, Unit>, nullptr, nullptr, nullptr};
}

/// What teams of `Exec` multiply of one element; a further one is a further row of team_elements.
struct TeamElement {
  Element element;
  Products products;
};

/// All that teams can multiply.
template <class Exec>
std::span<const TeamElement> team_elements() {
  using namespace forms;
  static const TeamElement all[] = {
      {Element::genotype,
       {&team_gemm<Exec, Complete>, &team_gemm<Exec, PairMissing>,
        &team_gemm<Exec, PairMissingPositive>, &team_gemm<Exec, TripleMissing>}},
      {Element::bit,
       {&team_gemm<Exec, BitComplete>, &team_gemm<Exec, BitPairMissing>,
        &team_gemm<Exec, BitPairMissing>, &team_gemm<Exec, BitTripleMissing>}},
      {Element::case_control,
       {&team_gemm<Exec, TablePair>, &team_gemm<Exec, TablePairMissing>,
        &team_gemm<Exec, TablePair>, &team_gemm<Exec, TableTripleMissing>,
        &team_gemm<Exec, TableTriple>}},
      {Element::genotype_moments,
       {&team_gemm<Exec, Complete>, &team_gemm<Exec, MomentsMissing>, nullptr, nullptr}},
      {Element::genotype_matches,
       {&team_gemm<Exec, MatchesComplete>, &team_gemm<Exec, MatchesMissing>, nullptr, nullptr}},
      {Element::count2, team_sums<Exec, CountPlanes<2>>()},
      {Element::count3, team_sums<Exec, CountPlanes<3>>()},
      {Element::count8, team_sums<Exec, Minimum, TeamCounts<std::uint8_t>>()},
      {Element::count16, team_sums<Exec, Minimum, TeamCounts<std::uint16_t>>()},
      {Element::float32, team_sums<Exec, Minimum, TeamReals<float>>()},
      {Element::float64, team_sums<Exec, Minimum, TeamReals<double>>()},
      {Element::weighted_bits32, {&TeamWeighted<Exec, float>::run, nullptr, nullptr, nullptr}},
      {Element::weighted_bits64, {&TeamWeighted<Exec, double>::run, nullptr, nullptr, nullptr}},
      {Element::powered32, team_sums<Exec, PoweredFields<float>, TeamReals<float>>()},
      {Element::powered64, team_sums<Exec, PoweredFields<double>, TeamReals<double>>()},
      {Element::adjusted32, team_sums<Exec, AdjustedFields<float>, TeamReals<float>>()},
      {Element::adjusted64, team_sums<Exec, AdjustedFields<double>, TeamReals<double>>()},
      {Element::trait_sums, {&TeamTraits<Exec>::run, nullptr, nullptr, nullptr}},
  };
  return all;
}

/// The products of one element; none where teams have none.
template <class Exec>
Products team_products(Element element) {
  for (const TeamElement& row : team_elements<Exec>()) {
    if (row.element == element) return row.products;
  }
  return {};
}

template <class Exec>
bool have_teams(ContractionId id) {
  for (const TeamElement& row : team_elements<Exec>()) {
    if (row.element.contraction == id) return true;
  }
  return false;
}

}  // namespace encke::kokkos
