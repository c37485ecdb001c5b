#pragma once

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/cpu/masks/mask_count.hpp"
#include "kokkos/cpu/masks/mask_tallies.hpp"
#include "kokkos/cpu/masks/table_count.hpp"
#include "kokkos/cpu/masks/table_tallies.hpp"
#include "kokkos/cpu/products/adjusted_sums.hpp"
#include "kokkos/cpu/products/fold.hpp"
#include "kokkos/cpu/products/micro_kernel.hpp"
#include "kokkos/cpu/products/powered_sums.hpp"
#include "kokkos/cpu/products/trait_sums.hpp"
#include "kokkos/cpu/products/weighted_bits.hpp"
#include "kokkos/cpu/screens/correlation.hpp"
#include "kokkos/cpu/screens/overlap.hpp"
#include "kokkos/cpu/screens/parts.hpp"
#include "kokkos/cpu/screens/scores.hpp"
#include "kokkos/cpu/screens/weights.hpp"
#include "kokkos/forms/allele_bits.hpp"
#include "kokkos/forms/allele_counts.hpp"
#include "kokkos/forms/count_minima.hpp"
#include "kokkos/forms/genotype_matches.hpp"
#include "kokkos/forms/genotype_moments.hpp"
#include "kokkos/forms/genotype_tables.hpp"
#include "kokkos/forms/trait_sums.hpp"

namespace encke::cpu {

/// The form of complete genotypes: Level::Complete, where a level names one.
template <class Level>
struct CompleteForm {
  using Form = forms::Complete;
};
template <class Level>
requires requires { typename Level::Complete; }
struct CompleteForm<Level> {
  using Form = typename Level::Complete;
};
template <class Level>
using CompleteOf = typename CompleteForm<Level>::Form;

/// The kernels of integer tallies: those of `Form`s, and the screens.
template <class Level, class Complete, TileShape complete, class Pairs, class PairsOfTriples,
          TileShape pairs, class Triples, TileShape triples, bool bits>
constexpr ElementKernels counting_kernels() {
  using Unit = typename Level::Bits;
  ElementKernels all = {
      {&block_product<Unit, Complete, complete>, &block_product<Unit, Pairs, pairs>,
       &block_product<Unit, PairsOfTriples, pairs>, &block_product<Unit, Triples, triples>},
      bits ? &fold_bits<Level> : &fold_complete<Level>,
      bits ? &fold_bits_missing<Level> : &fold_missing<Level>,
      {.weights = {{&screen_weights_pair_complete<Level, bits>,
                    &screen_weights_pair_missing<Level, bits>},
                   {&screen_weights_triple_complete<Level, bits>,
                    &screen_weights_triple_missing<Level, bits>}},
       .overlap = {&screen_overlap_pair<Level, std::int32_t>,
                   &screen_overlap_triple<Level, std::int32_t>},
       .any_overlap = &screen_any_overlap<Level>}};
  all.multiply.writes = writes_tallies<Unit, Complete>();
  all.screens.parts.weights = &mark_part<Level, PartWeights<Level, bits>>;
  if (bits) all.screens.parts.overlap = &mark_part<Level, PartOverlap<Level>>;
  constexpr int planes = bits ? 1 : 2;
  all.masks = mask_kernels<typename Level::Lines, planes, false>();
  return all;
}

/// The kernels of sums of minima.
template <class Level, class Unit, class T>
constexpr ElementKernels minimum_kernels() {
  return {
      {&block_product<Unit, forms::Minimum, Level::minimum>, nullptr, nullptr, nullptr},
      &fold_minimum<Level, T>,
      nullptr,
      {.overlap = {&screen_overlap_pair<Level, double>, &screen_overlap_triple<Level, double>}}};
}

/// The kernels of genotypes by class.
template <class Level>
constexpr ElementKernels table_kernels() {
  using Unit = typename Level::Bits;
  constexpr auto* complete = &block_product<Unit, forms::TablePair, Level::table_pair>;
  return {{complete, &block_product<Unit, forms::TablePairMissing, Level::table_pair_missing>,
           complete, &block_product<Unit, forms::TableTripleMissing, Level::table_triple_missing>,
           &block_product<Unit, forms::TableTriple, Level::table_triple>},
          &fold_tables<Level, 2>,
          &fold_tables<Level, 3>,
          {.scores = {{&ScoreScreens<Level>::k2_pairs, &ScoreScreens<Level>::k2_triples},
                      {&ScoreScreens<Level>::information_pairs,
                       &ScoreScreens<Level>::information_triples},
                      {&ScoreScreens<Level>::chi_squared_pairs,
                       &ScoreScreens<Level>::chi_squared_triples},
                      {&ScoreScreens<Level>::interaction_pairs, nullptr}}},
          {},
          table_list_kernels<typename Level::Lines>()};
}

/// The kernels of counts: those of `Form`, over any Unit, and the fold that fits it.
template <class Level, class Unit, class Form, TileShape shape, void (*fold)(const Fold&)>
constexpr ElementKernels count_kernels() {
  return {{&block_product<Unit, Form, shape>, nullptr, nullptr, nullptr},
          fold,
          nullptr,
          {.overlap = {&screen_overlap_pair<Level, std::int32_t>,
                       &screen_overlap_triple<Level, std::int32_t>},
           .any_overlap = &screen_any_overlap<Level>}};
}

/// The kernels of powered sums.
template <class Level, class T>
constexpr ElementKernels powered_kernels() {
  ElementKernels all = {};
  all.multiply.complete = &PoweredKernel<Level, T>::multiply;
  return all;
}

/// The kernels of adjusted sums.
template <class Level, class T>
constexpr ElementKernels adjusted_kernels() {
  ElementKernels all = {};
  all.multiply.complete = &AdjustedKernel<Level, T>::multiply;
  return all;
}

/// The kernels of genotypes with a trait.
template <class Level>
constexpr ElementKernels trait_kernels() {
  using Unit = typename Level::Bits;
  ElementKernels all = {};
  all.multiply.complete = &TraitKernel<
      Level, &block_product<Unit, forms::TraitPair, Level::table_pair>,
      &block_product<Unit, forms::TraitPairMissing, Level::table_pair_missing>>::multiply;
  return all;
}

/// The kernels of bits with weights.
template <class Level, class Unit>
constexpr ElementKernels weighted_kernels() {
  ElementKernels all = {};
  all.multiply.complete = &WeightedProduct<Level, Unit>::multiply;
  return all;
}

/// The kernels of genotype moments.
template <class Level>
constexpr ElementKernels moment_kernels() {
  using Unit = typename Level::Bits;
  ElementKernels all = {};
  all.multiply.complete = &block_product<Unit, CompleteOf<Level>, Level::complete>;
  all.multiply.writes = writes_tallies<Unit, CompleteOf<Level>>();
  all.multiply.pairs = &block_product<Unit, forms::MomentsMissing, Level::moments_missing>;
  all.screens.correlation[0] = &screen_correlation<Level, false>;
  all.screens.correlation[1] = &screen_correlation<Level, true>;
  all.screens.parts.correlation = &mark_part<Level, PartCorrelation<Level>>;
  all.masks = mask_kernels<typename Level::Lines, 2, true>();
  return all;
}

/// The kernels of genotype matches, which have as many counters as those of genotypes.
template <class Level>
constexpr ElementKernels match_kernels() {
  using Unit = typename Level::Bits;
  ElementKernels all = {};
  all.multiply.complete = &block_product<Unit, forms::MatchesComplete, Level::complete>;
  all.multiply.pairs = &block_product<Unit, forms::MatchesMissing, Level::pair_missing>;
  return all;
}

/// The table of one level. `Level` names its units and the shape of its register tile for each
/// number of counters, so that hardware facts are data in one place for each level.
template <class Level>
constexpr Kernels kernels_of(const char* name, bool (*supported)()) {
  return {
      .level = name,
      .supported = supported,
      .preferred = supported,
      .genotype = counting_kernels<Level, CompleteOf<Level>, Level::complete, forms::PairMissing,
                                   forms::PairMissingPositive, Level::pair_missing,
                                   forms::TripleMissing, Level::triple_missing, false>(),
      .bit = counting_kernels<Level, forms::BitComplete, Level::bit_complete, forms::BitPairMissing,
                              forms::BitPairMissing, Level::bit_pair_missing,
                              forms::BitTripleMissing, Level::bit_triple_missing, true>(),
      .float32 = minimum_kernels<Level, typename Level::Floats, float>(),
      .float64 = minimum_kernels<Level, typename Level::Doubles, double>(),
      .case_control = table_kernels<Level>(),
      .powered32 = powered_kernels<Level, float>(),
      .powered64 = powered_kernels<Level, double>(),
      .count2 = count_kernels<Level, typename Level::Bits, forms::CountPlanes<2>, Level::count2,
                              &fold_count_planes<Level, 2>>(),
      .count3 = count_kernels<Level, typename Level::Bits, forms::CountPlanes<3>, Level::count3,
                              &fold_count_planes<Level, 3>>(),
      .count8 = count_kernels<Level, typename Level::Counts8, forms::Minimum, Level::count8,
                              &fold_counts<Level, std::uint8_t>>(),
      .count16 = count_kernels<Level, typename Level::Counts16, forms::Minimum, Level::count16,
                               &fold_counts<Level, std::uint16_t>>(),
      .moments = moment_kernels<Level>(),
      .weighted_bits32 = weighted_kernels<Level, typename Level::WeightedFloats>(),
      .weighted_bits64 = weighted_kernels<Level, typename Level::WeightedDoubles>(),
      .matches = match_kernels<Level>(),
      .adjusted32 = adjusted_kernels<Level, float>(),
      .adjusted64 = adjusted_kernels<Level, double>(),
      .trait_sums = trait_kernels<Level>(),
  };
}

}  // namespace encke::cpu
