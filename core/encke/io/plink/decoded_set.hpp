#pragma once

#include <encke/io/plink/multiallelics.hpp>
#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/rows/temporary_rows.hpp>
#include <encke/io/source.hpp>
#include <encke/pack/codes.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace encke::io {

/// What is wanted of the genotypes of a file that cannot be read in parts.
struct GenotypeWishes {
  Subset subset = {};
  Multiallelics multiallelics = Multiallelics::error;
  MissingCode missing = MissingCode::missing;
  Element element = Element::genotype;
  PhenotypeSource phenotype = {};
  /// The temporary file of the genotypes is PATH.tmp-MARK-PID; all ranks must reach it. Empty: it
  /// lies in $TMPDIR, or /tmp.
  std::string temporary = {};
};

/// What decoding tells of such a file, but for the genotypes.
struct DecodedSet {
  std::vector<std::string> names;  ///< of the variants
  Sites sites;                     ///< of them
  std::vector<SampleId> samples;   ///< of these, FID, IID and sex
  std::vector<Index> several;      ///< numbers of the variants with more than two alleles
  std::vector<std::string> remarks;
};

/// Adds a row of codes of a .bed for each variant.
using Decode = std::function<DecodedSet(TemporaryRows& rows)>;

/// Opens such a file, the first of `paths`; the others have been read for it, too. One rank decodes
/// it once, from front to back, into a temporary file that goes with the source. Vectors, fields
/// and their selection are then those of open_plink(). Collective over `world`. Throws, the same on
/// all ranks, what `decode` throws, and Error(open), Error(read), Error(write); Error(command_line)
/// for rates out of range, and for Element::case_control without a file of phenotypes;
/// Error(inconsistent) where nothing is left, and see check_multiallelics().
std::unique_ptr<Source> open_decoded(const std::vector<std::string>& paths,
                                     const GenotypeWishes& wishes, const Communicator& world,
                                     const Decode& decode);

}  // namespace encke::io
