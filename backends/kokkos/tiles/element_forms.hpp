#pragma once

#include <encke/contraction/minima.hpp>
#include <encke/contraction/weighted_bits.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/tally/tally_tile.hpp>

#include "kokkos/cpu/kernels.hpp"
#include "kokkos/forms/allele_bits.hpp"
#include "kokkos/forms/count_minima.hpp"
#include "kokkos/forms/genotype_moments.hpp"
#include "kokkos/forms/genotype_tables.hpp"
#include "workspace.hpp"

namespace encke::kokkos {

/// What tiles and teams need to know of one kind of element: its kernels, and the numbers of
/// planes that go in and come out. A further kind is a further entry.
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

inline const ElementForm& form_of(Element element) {
  using cpu::Kernels;
  static constexpr ElementForm genotype{&Kernels::genotype,
                                        false,
                                        forms::PairMissing::products,
                                        forms::PairMissingPositive::products,
                                        forms::TripleMissing::products,
                                        forms::Complete::left.planes(),
                                        forms::TripleMissing::left.planes(),
                                        1,
                                        true};
  static constexpr ElementForm bit{&Kernels::bit,
                                   false,
                                   forms::BitPairMissing::products,
                                   forms::BitPairMissing::products,
                                   forms::BitTripleMissing::products,
                                   forms::BitComplete::left.planes(),
                                   forms::BitTripleMissing::left.planes(),
                                   1};
  static constexpr ElementForm case_control{
      .kernels = &Kernels::case_control,
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
      .pair_tile = {32, 144},
      .triple_tile = {16, 96}};
  static constexpr ElementForm float32{&Kernels::float32, true, 1, 1, 1, 1, 1, Minima::chunk, false,
                                       Minima::segment};
  static constexpr ElementForm float64{&Kernels::float64, true, 1, 1, 1, 1, 1, Minima::chunk, false,
                                       Minima::segment};
  static constexpr ElementForm powered32{.kernels = &Kernels::powered32,
                                         .reals = true,
                                         .pairs = 2,
                                         .pairs_of_triples = 0,
                                         .triples = 0,
                                         .folded_complete = 0,
                                         .folded_missing = 0,
                                         .chunk = Minima::chunk,
                                         .segment = Minima::segment,
                                         .pairs_complete = 2};
  static constexpr ElementForm powered64{.kernels = &Kernels::powered64,
                                         .reals = true,
                                         .pairs = 2,
                                         .pairs_of_triples = 0,
                                         .triples = 0,
                                         .folded_complete = 0,
                                         .folded_missing = 0,
                                         .chunk = Minima::chunk,
                                         .segment = Minima::segment,
                                         .pairs_complete = 2};
  static constexpr ElementForm count2 = count_form(&Kernels::count2, 2);
  static constexpr ElementForm count3 = count_form(&Kernels::count3, 3);
  static constexpr ElementForm count8 = count_form(&Kernels::count8, 1);
  static constexpr ElementForm count16 = count_form(&Kernels::count16, 1);
  static constexpr ElementForm moments{.kernels = &Kernels::moments,
                                       .reals = false,
                                       .pairs = forms::MomentsMissing::products,
                                       .pairs_of_triples = 0,
                                       .triples = 0,
                                       .folded_complete = 0,
                                       .folded_missing = 0,
                                       .chunk = 1,
                                       .constants = true};
  static constexpr ElementForm weighted32 = weighted_form(&Kernels::weighted_bits32);
  static constexpr ElementForm weighted64 = weighted_form(&Kernels::weighted_bits64);
  switch (element) {
    case Element::genotype:
      return genotype;
    case Element::bit:
      return bit;
    case Element::case_control:
      return case_control;
    case Element::float32:
      return float32;
    case Element::genotype_moments:
      return moments;
    case Element::powered32:
      return powered32;
    case Element::powered64:
      return powered64;
    case Element::count2:
      return count2;
    case Element::count3:
      return count3;
    case Element::count8:
      return count8;
    case Element::count16:
      return count16;
    case Element::weighted_bits32:
      return weighted32;
    case Element::weighted_bits64:
      return weighted64;
    case Element::float64:
      break;
  }
  return float64;
}

}  // namespace encke::kokkos
