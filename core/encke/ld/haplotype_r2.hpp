#pragma once

#include <encke/base/index.hpp>
#include <encke/pack/packed_vectors.hpp>

namespace encke::ld {

/// Samples by the genotypes of two variants, [copies of allele 1 of one][of the other]; those that
/// are missing in either do not count.
struct GenotypePairs {
  Index count[3][3] = {};
};

/// Counts two vectors, each of vectors packed as genotypes or moments, of the same samples.
GenotypePairs count_pairs(const PackedVectors& a, Index first, const PackedVectors& b,
                          Index second);

/// r^2 of the alleles of two variants on haplotypes, of which only genotypes are known: of the
/// frequencies with the largest likelihood, given those of the alleles. Samples that are
/// heterozygous in both may have either phase; what makes the likelihood largest is a root of a
/// cubic polynomial (Hill, Heredity 33 (1974); Gaunt et al., BMC Bioinformatics 8 (2007)). NaN
/// where one of the two has one allele only. As `plink1.9 --clump` and `--r2 dprime` have it.
double haplotype_r2(const GenotypePairs& pairs);

}  // namespace encke::ld
