#pragma once

#include <encke/io/source.hpp>
#include <encke/ld/bit_band.hpp>
#include <encke/plan/plan.hpp>
#include <span>
#include <vector>

namespace encke::ld {

/// What pruning needs to know of a chromosome's variants.
struct Links {
  BitBand linked;                       ///< pairs within the window whose r2 is above the threshold
  std::vector<double> major_frequency;  ///< of the more frequent allele; 1 where nothing is known
  std::vector<bool> varies;             ///< true if a variant has two different genotypes at all
  Index pairs = 0;                      ///< compared
};

/// Computes them for the vectors `chromosome` of the source, variants packed for moments, of which
/// those are compared whose coordinates, one for each of them, differ by at most `distance` (see
/// Window). `plan` says how, with which memory, and is asked for progress; r2 is what has to be
/// exceeded, by more than 2^-44 of it. Vectors are read and compared in pieces, so that beside the
/// bits they take half of plan.memory at most, or of `at_once` vectors, if that is not 0. Throws
/// what Window, Source::read() and run() throw, and OutOfMemory.
Links find_links(io::Source& source, Range chromosome, std::span<const double> coordinates,
                 double distance, double r2, const Plan& plan, Index at_once = 0);

}  // namespace encke::ld
