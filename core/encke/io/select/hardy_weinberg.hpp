#pragma once

#include <encke/io/rows/bed_rows.hpp>

namespace encke::io {

/// The exact test of Hardy-Weinberg equilibrium (Wigginton, Cutler and Abecasis 2005): of all
/// genotypes with these numbers of alleles, the share of those that are no likelier than the
/// observed ones. 1 without any genotype; below 1e-290 it may be 0.
double hardy_weinberg_p_value(const GenotypeCounts& counts);

/// The same for X, of which males have one allele (Graffelman and Weir 2016): also over the numbers
/// of alleles of either sex. A male's homozygote is one allele; his heterozygotes do not count.
double hardy_weinberg_p_value_of_x(const GenotypeCounts& females, const GenotypeCounts& males);

/// True if there are fewer heterozygotes than expected, or as many.
bool has_few_heterozygotes(const GenotypeCounts& counts);

}  // namespace encke::io
