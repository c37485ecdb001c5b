#pragma once

#include <encke/metric/minima.hpp>
#include <encke/pack/packed_vectors.hpp>

#include "cpu/kernels.hpp"
#include "forms_bits.hpp"

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
  int complete = 1;  ///< sums of a pair or triple of which nothing is missing

  int tally_bytes() const { return reals ? 8 : 4; }
  int pair_planes(bool missing, bool of_triples) const {
    return !missing ? complete : of_triples ? pairs_of_triples : pairs;
  }
  int folded(bool missing) const { return missing ? folded_missing : folded_complete; }
};

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
  static constexpr ElementForm float32{&Kernels::float32, true, 1, 1, 1, 1, 1, Minima::chunk, false,
                                       Minima::segment};
  static constexpr ElementForm float64{&Kernels::float64, true, 1, 1, 1, 1, 1, Minima::chunk, false,
                                       Minima::segment};
  static constexpr ElementForm powered32{
      &Kernels::powered32, true, 2, 0, 0, 0, 0, Minima::chunk, false, Minima::segment, 2};
  static constexpr ElementForm powered64{
      &Kernels::powered64, true, 2, 0, 0, 0, 0, Minima::chunk, false, Minima::segment, 2};
  switch (element) {
    case Element::genotype:
      return genotype;
    case Element::bit:
      return bit;
    case Element::float32:
      return float32;
    case Element::powered32:
      return powered32;
    case Element::powered64:
      return powered64;
    case Element::float64:
      break;
  }
  return float64;
}

}  // namespace encke::kokkos
