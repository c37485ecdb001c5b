#pragma once

#include <encke/io/dataset.hpp>
#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/source.hpp>
#include <encke/pack/codes.hpp>
#include <memory>
#include <string>

namespace encke::io {

/// Opens the transposed text PREFIX.tped, PREFIX.tfam of PLINK: a line for each variant
/// (chromosome, id, cM, position, two alleles of each sample; 0 or . where missing; columns
/// separated by blanks or tabs) and, as in a .fam, one for each sample. The vectors, fields and
/// their selection are those of open_plink() for the .bed that PLINK 1.9 makes of the two files
/// (see TpedRow for which allele is A1).
///
/// Opening reads the whole .tped for its ids, and a share of the variants kept for their alleles,
/// where rates select once more.
/// Collective over `world`: the same error on all ranks. Throws Error(open), Error(read);
/// MalformedInput with the line for less than four columns and for an empty file;
/// Error(command_line) for rates out of range; Error(inconsistent) where nothing is left.
/// Throws also what TpedRow::parse() throws of the variants kept.
std::unique_ptr<Source> open_tped(const std::string& prefix, const Subset& subset = {},
                                  MissingCode missing = MissingCode::missing,
                                  Element element = Element::genotype,
                                  const Communicator& world = {},
                                  const PhenotypeSource& phenotype = {});

/// Reads the whole of such a set. Throws what open_tped() and Source::read() throw.
Dataset read_tped(const std::string& prefix, const Subset& subset = {},
                  MissingCode missing = MissingCode::missing, Element element = Element::genotype,
                  const PhenotypeSource& phenotype = {});

}  // namespace encke::io
