#pragma once

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/contraction/trait_sums.hpp>
#include <encke/contraction/weighted_bits.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/tally/tally_tile.hpp>
#include <iterator>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/forms/allele_bits.hpp"
#include "kokkos/forms/count_minima.hpp"
#include "kokkos/forms/genotype_matches.hpp"
#include "kokkos/forms/genotype_moments.hpp"
#include "kokkos/forms/genotype_tables.hpp"
#include "workspace.hpp"

namespace encke::kokkos {

/// What tiles and teams need to know of one kind of element: its kernels, and the numbers of
/// planes that go in and come out. A further kind is a further row of element_forms.
struct ElementForm {
  cpu::ElementKernels cpu::Kernels::*kernels;
  bool reals;              ///< tallies are doubles, not int32, and nothing is ever missing
  int pairs;               ///< products of a pair of which some are missing
  int pairs_of_triples;    ///< the same, with what triples start from
  int triples;             ///< products of a triple of which some are missing
  int folded_complete;     ///< planes of a folded vector
  int folded_missing;      ///< the same where some are missing
  Index chunk;             ///< the field axis is cut at multiples of so many words
  bool constants = false;  ///< missing forms add to constants, see forms::PairMissing
  /// Sums over so many words are made by themselves and then added; 0: there is no such order.
  Index segment = 0;
  /// Samples come in so many classes, each with products of its own: all numbers of products here
  /// are for one class.
  int classes = 1;
  int pairs_complete = 1;    ///< products of a pair of which none is missing
  int triples_complete = 1;  ///< of a triple
  /// Triples whose vectors are incomplete need no tallies of pairs, so that pairs for triples are
  /// always those of complete vectors.
  bool triples_alone = false;
  TileSize pair_tile = kokkos::pair_tile;
  TileSize triple_tile = kokkos::triple_tile;

  int tally_bytes() const { return reals ? 8 : 4; }
  int pair_planes(bool missing, bool of_triples) const {
    if (of_triples && triples_alone) missing = false;
    return classes * (!missing ? pairs_complete : of_triples ? pairs_of_triples : pairs);
  }
  /// The form of the tallies of pairs that triples start from.
  TallyForm pair_form(bool missing) const {
    return missing && !triples_alone ? TallyForm::missing : TallyForm::complete;
  }
  int triple_planes(bool missing) const { return classes * (missing ? triples : triples_complete); }
  int folded(bool missing) const { return missing ? folded_missing : folded_complete; }
};

/// Counts: one product, of which nothing is ever missing.
constexpr ElementForm count_form(cpu::ElementKernels cpu::Kernels::*kernels, int planes) {
  return {.kernels = kernels,
          .reals = false,
          .pairs = 1,
          .pairs_of_triples = 1,
          .triples = 1,
          .folded_complete = planes,
          .folded_missing = planes,
          .chunk = 1};
}

/// Bits with weights: one sum, of pairs only.
constexpr ElementForm weighted_form(cpu::ElementKernels cpu::Kernels::*kernels) {
  return {.kernels = kernels,
          .reals = true,
          .pairs = 1,
          .pairs_of_triples = 0,
          .triples = 0,
          .folded_complete = 0,
          .folded_missing = 0,
          .chunk = WeightedBits::chunk / 64,
          .segment = WeightedBits::segment / 64};
}

/// Powered and adjusted profiles: two sums, of pairs only.
constexpr ElementForm two_sums_form(cpu::ElementKernels cpu::Kernels::*kernels) {
  return {.kernels = kernels,
          .reals = true,
          .pairs = 2,
          .pairs_of_triples = 0,
          .triples = 0,
          .folded_complete = 0,
          .folded_missing = 0,
          .chunk = Minima::chunk,
          .segment = Minima::segment,
          .pairs_complete = 2};
}

/// Profiles: one sum.
constexpr ElementForm minima_form(cpu::ElementKernels cpu::Kernels::*kernels) {
  return {.kernels = kernels,
          .reals = true,
          .pairs = 1,
          .pairs_of_triples = 1,
          .triples = 1,
          .folded_complete = 1,
          .folded_missing = 1,
          .chunk = Minima::chunk,
          .segment = Minima::segment};
}

inline constexpr ElementForm genotype_form = {
    .kernels = &cpu::Kernels::genotype,
    .reals = false,
    .pairs = forms::PairMissing::products,
    .pairs_of_triples = forms::PairMissingPositive::products,
    .triples = forms::TripleMissing::products,
    .folded_complete = forms::Complete::left.planes(),
    .folded_missing = forms::TripleMissing::left.planes(),
    .chunk = 1,
    .constants = true};

inline constexpr ElementForm bit_form = {.kernels = &cpu::Kernels::bit,
                                         .reals = false,
                                         .pairs = forms::BitPairMissing::products,
                                         .pairs_of_triples = forms::BitPairMissing::products,
                                         .triples = forms::BitTripleMissing::products,
                                         .folded_complete = forms::BitComplete::left.planes(),
                                         .folded_missing = forms::BitTripleMissing::left.planes(),
                                         .chunk = 1};

inline constexpr ElementForm case_control_form = {
    .kernels = &cpu::Kernels::case_control,
    .reals = false,
    .pairs = forms::TablePairMissing::products,
    .pairs_of_triples = forms::TablePair::products,
    .triples = forms::TableTripleMissing::products,
    .folded_complete = forms::TableTriple::left.planes(),
    .folded_missing = forms::TableTripleMissing::left.planes(),
    .chunk = 1,
    .classes = 2,
    .pairs_complete = forms::TablePair::products,
    .triples_complete = forms::TableTriple::products,
    .triples_alone = true,
    .pair_tile = table_tile,
    .triple_tile = {16, 96}};

inline constexpr ElementForm moments_form = {.kernels = &cpu::Kernels::moments,
                                             .reals = false,
                                             .pairs = forms::MomentsMissing::products,
                                             .pairs_of_triples = 0,
                                             .triples = 0,
                                             .folded_complete = 0,
                                             .folded_missing = 0,
                                             .chunk = 1,
                                             .constants = true};

inline constexpr ElementForm matches_form = {.kernels = &cpu::Kernels::matches,
                                             .reals = false,
                                             .pairs = forms::MatchesMissing::products,
                                             .pairs_of_triples = 0,
                                             .triples = 0,
                                             .folded_complete = 0,
                                             .folded_missing = 0,
                                             .chunk = 1,
                                             .pairs_complete = forms::MatchesComplete::products};

/// Genotypes with a trait: exact sums, of pairs only, so that there is no order of segments.
inline constexpr ElementForm traits_form = {.kernels = &cpu::Kernels::trait_sums,
                                            .reals = true,
                                            .pairs = TraitSums::sums,
                                            .pairs_of_triples = 0,
                                            .triples = 0,
                                            .folded_complete = 0,
                                            .folded_missing = 0,
                                            .chunk = 1,
                                            .pairs_complete = TraitSums::sums,
                                            .pair_tile = trait_tile};

struct ElementFormRow {
  Element element;
  ElementForm form;
};

inline constexpr ElementFormRow element_forms[] = {
    {Element::genotype, genotype_form},
    {Element::bit, bit_form},
    {Element::case_control, case_control_form},
    {Element::genotype_moments, moments_form},
    {Element::float32, minima_form(&cpu::Kernels::float32)},
    {Element::float64, minima_form(&cpu::Kernels::float64)},
    {Element::powered32, two_sums_form(&cpu::Kernels::powered32)},
    {Element::powered64, two_sums_form(&cpu::Kernels::powered64)},
    {Element::count2, count_form(&cpu::Kernels::count2, 2)},
    {Element::count3, count_form(&cpu::Kernels::count3, 3)},
    {Element::count8, count_form(&cpu::Kernels::count8, 1)},
    {Element::count16, count_form(&cpu::Kernels::count16, 1)},
    {Element::weighted_bits32, weighted_form(&cpu::Kernels::weighted_bits32)},
    {Element::weighted_bits64, weighted_form(&cpu::Kernels::weighted_bits64)},
    {Element::genotype_matches, matches_form},
    {Element::adjusted32, two_sums_form(&cpu::Kernels::adjusted32)},
    {Element::adjusted64, two_sums_form(&cpu::Kernels::adjusted64)},
    {Element::trait_sums, traits_form},
};

/// True if there are kernels for a contraction's elements.
constexpr bool has_forms(ContractionId id) {
  return std::ranges::any_of(
      element_forms, [id](const ElementFormRow& row) { return row.element.contraction == id; });
}

/// The form of an element. Throws Error(internal) for one that has none.
inline const ElementForm& form_of(Element element) {
  const auto* const row = std::ranges::find(element_forms, element, &ElementFormRow::element);
  if (row == std::end(element_forms)) throw Error(Failure::internal, "an element without kernels");
  return row->form;
}

}  // namespace encke::kokkos
