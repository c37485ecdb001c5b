#pragma once

#include <array>
#include <encke/file/output/output_set.hpp>
#include <encke/io/source.hpp>
#include <encke/ld/association.hpp>
#include <functional>
#include <string>
#include <vector>

namespace encke::ld {

/// What clumping is asked for; the defaults are those of PLINK.
struct ClumpRequest {
  double p1 = 1e-4;            ///< an index variant's p-value, at most
  double p2 = 0.01;            ///< of a variant that is listed with it, below
  double r2 = 0.5;             ///< of a variant of a clump with the index variant, above
  Index base_pairs = 250'000;  ///< the two are nearer than so many
};

/// Variants that are explained by one of them.
struct Clump {
  Index variant;   ///< the index variant, a vector of the source
  double p_value;  ///< its smallest
  std::array<Index, 5> others =
      {};                          ///< results with p >= 0.05, and below 0.05, 0.01, 0.001, 0.0001
  std::vector<Index> listed = {};  ///< variants with a p-value below p2, once for each
};

/// Makes clumps as PLINK 1.9's --clump: variants with a p-value up to p1 in the order of their
/// p-values, of equal ones the first of the input; each takes those variants of the report that are
/// in no clump yet, near enough and linked (see haplotype_r2()), and is in no other clump then. The
/// source's vectors are variants of founders packed as genotypes or moments, with sites().
/// `between` is called before each clump. Throws Error(inconsistent) where the source does not say
/// where variants lie; MalformedInput where positions fall within a chromosome; what Source::read()
/// and `between` throw.
std::vector<Clump> clump(io::Source& source, const Association& association,
                         const ClumpRequest& request, const std::function<void()>& between);

/// Writes PREFIX.clumped, tab-separated: CHR F SNP BP P TOTAL NSIG S05 S01 S001 S0001 SP2.
void write_clumps(const std::string& prefix, const io::Source& source,
                  const std::vector<Clump>& clumps, sink::OutputSet& set);

}  // namespace encke::ld
