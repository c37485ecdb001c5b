#pragma once

#include <encke/pack/packed_vectors.hpp>
#include <string>

#include "kokkos/forms/allele_bits.hpp"
#include "kokkos/forms/allele_counts.hpp"
#include "kokkos/forms/count_minima.hpp"
#include "kokkos/forms/genotype_moments.hpp"
#include "kokkos/forms/genotype_tables.hpp"
#include "team_gemm.hpp"
#include "team_units.hpp"
#include "team_weighted_bits.hpp"

namespace encke::kokkos {

template <class Exec, class Form, class Unit = TeamBits>
void team_gemm(const Block& block) {
  TeamGemm<Exec, Form, Unit>::run(std::string("encke::team gemm ") + Form::name, block);
}

/// The products of one kind of sums of minima, of which nothing is ever missing.
template <class Exec, class Form, class Unit = TeamBits>
constexpr Products team_minima() {
  return {&team_gemm<Exec, Form, Unit>, nullptr, nullptr, nullptr};
}

/// The products of one kind of element, by teams of `Exec`. Powered sums have none.
template <class Exec>
Products team_products(Element element) {
  using namespace forms;
  switch (element) {
    case Element::genotype:
      return {&team_gemm<Exec, Complete>, &team_gemm<Exec, PairMissing>,
              &team_gemm<Exec, PairMissingPositive>, &team_gemm<Exec, TripleMissing>};
    case Element::bit:
      return {&team_gemm<Exec, BitComplete>, &team_gemm<Exec, BitPairMissing>,
              &team_gemm<Exec, BitPairMissing>, &team_gemm<Exec, BitTripleMissing>};
    case Element::case_control:
      return {&team_gemm<Exec, TablePair>, &team_gemm<Exec, TablePairMissing>,
              &team_gemm<Exec, TablePair>, &team_gemm<Exec, TableTripleMissing>,
              &team_gemm<Exec, TableTriple>};
    case Element::genotype_moments:
      return {&team_gemm<Exec, Complete>, &team_gemm<Exec, MomentsMissing>, nullptr, nullptr};
    case Element::count2:
      return team_minima<Exec, CountPlanes<2>>();
    case Element::count3:
      return team_minima<Exec, CountPlanes<3>>();
    case Element::count8:
      return team_minima<Exec, Minimum, TeamCounts<std::uint8_t>>();
    case Element::count16:
      return team_minima<Exec, Minimum, TeamCounts<std::uint16_t>>();
    case Element::float32:
      return team_minima<Exec, Minimum, TeamReals<float>>();
    case Element::float64:
      return team_minima<Exec, Minimum, TeamReals<double>>();
    case Element::weighted_bits32:
      return {&TeamWeighted<Exec, float>::run, nullptr, nullptr, nullptr};
    case Element::weighted_bits64:
      return {&TeamWeighted<Exec, double>::run, nullptr, nullptr, nullptr};
    case Element::powered32:
    case Element::powered64:
      break;
  }
  return {};
}

}  // namespace encke::kokkos
