#pragma once

#include <encke/backend/backend.hpp>

#include "device.hpp"

// Which test of the kernels stands for a bound, and which tallies of pairs it reads: an overload
// for each bound.

namespace encke::cuda {

inline ScreenKind kind_of(const WeightBound&, Element element) {
  return element == Element::bit ? ScreenKind::bit_weights : ScreenKind::genotype_weights;
}

inline ScreenKind kind_of(const OverlapBound&, Element) { return ScreenKind::overlap; }

inline ScreenKind kind_of(const CorrelationBound&, Element) { return ScreenKind::correlation; }

inline ScreenKind kind_of(const ScoreBound& bound, Element element) {
  if (element != Element::case_control) return ScreenKind::none;
  switch (bound.score) {
    case CellScore::k2:
      return ScreenKind::k2;
    case CellScore::mutual_information:
      return ScreenKind::mutual_information;
    case CellScore::chi_squared:
      return ScreenKind::chi_squared;
    case CellScore::interaction:
      return ScreenKind::interaction;
  }
  return ScreenKind::none;
}

/// The test of a screen; none where there is no screen, or no such test. The screen may be active
/// only later, while a block is contracted.
inline ScreenKind kind_of(const Screen* screen, Element element) {
  if (screen == nullptr) return ScreenKind::none;
  return std::visit([&](const auto& bound) { return kind_of(bound, element); }, *screen);
}

/// Planes of the pairs' tallies, of `all`, that tests of triples read. Where samples are missing
/// all is among the triple's own products, but not what pairs share.
inline int pair_planes_of(const WeightBound&, bool missing, int /*all*/) { return missing ? 0 : 1; }
inline int pair_planes_of(const OverlapBound&, bool /*missing*/, int /*all*/) { return 1; }
inline int pair_planes_of(const CorrelationBound&, bool, int) { return 0; }  // of pairs alone
inline int pair_planes_of(const ScoreBound&, bool missing, int all) { return missing ? 0 : all; }

/// The same of a screen; 0 where there is no test.
inline int pair_planes_of(const Screen* screen, Element element, bool missing, int all) {
  if (kind_of(screen, element) == ScreenKind::none) return 0;
  return std::visit([&](const auto& bound) { return pair_planes_of(bound, missing, all); },
                    *screen);
}

}  // namespace encke::cuda
