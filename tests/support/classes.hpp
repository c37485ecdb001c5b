#pragma once

#include <array>
#include <cmath>
#include <encke/pack/packers.hpp>
#include <vector>

#include "genotypes.hpp"

// Genotypes of cases and controls, and the scores of epistasis from their definitions: plain loops
// over the samples, long double, nothing of the library's arithmetic.

namespace encke::test {

/// Status of each sample: 0 control, 1 case.
using Classes = std::vector<int>;

/// Every n-th sample is a case, so that the classes interleave.
Classes interleaved(Index samples, Index n);
/// The first `controls` samples are controls.
Classes apart(Index controls, Index cases);

/// The genotypes of one class, in order.
Genotypes of_class(const Genotypes& g, const Classes& status, int c);
PackedVectors pack(const Genotypes& g, const Classes& status,
                   GenotypeCode code = GenotypeCode::bed);

/// counts[c][cell] of some vectors.
using TwoTables = std::array<std::vector<Index>, 2>;
TwoTables class_tables(const Genotypes& g, const Classes& status,
                       const std::vector<Index>& vectors);

double k2(const TwoTables& t);
double mutual_information(const TwoTables& t);
double chi_squared(const TwoTables& t);
/// Pairs: the likelihood ratio of the model without interaction of the two vectors and the class.
double interaction(const TwoTables& t);

}  // namespace encke::test
