#pragma once

#include <encke/file/input_file.hpp>
#include <encke/io/dataset.hpp>
#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/plink/plink_set.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/source.hpp>
#include <encke/pack/codes.hpp>
#include <memory>
#include <string>

namespace encke::io {

/// Opens the PLINK 1 data set PREFIX.bed, PREFIX.bim, PREFIX.fam; `prefix` may end in ".bed".
/// The vectors are the variants kept, named by their ids; the fields are the samples kept, both in
/// the order of the files. Allele 1 is A1 of the .bim; with Element::bit a vector's bits tell which
/// samples have it. The .bed is read in pieces of a few MiB; there is never a second copy of the
/// data.
///
/// Collective over `world`: all ranks read .bim, .fam and the lists of ids; where a genotype rate
/// or frequency selects, each reads a share of the .bed for it. Throws, the same on all ranks,
/// Error(open), Error(read); MalformedInput for a .bed that is not variant-major or not exactly 3 +
/// M ceil(N/4) bytes long and for .bim and .fam lines with less than six columns;
/// Error(command_line) for rates out of range; Error(inconsistent) where nothing is left.
///
/// Element::case_control: the samples kept are those that `phenotype` calls a control or a case
/// (see read_phenotype(), which also throws); the fields are the controls, then the cases.
std::unique_ptr<Source> open_plink(const std::string& prefix, const Subset& subset = {},
                                   MissingCode missing = MissingCode::missing,
                                   Element element = Element::genotype,
                                   const Communicator& world = {},
                                   const PhenotypeSource& phenotype = {});

/// Opens a .bed, whose header and size the caller has checked, of a set that has been selected but
/// for rates. Collective; throws, the same on all ranks, Error(read); Error(inconsistent) where
/// nothing is left.
std::unique_ptr<Source> open_bed(std::unique_ptr<InputFile> bed, PlinkSet set, const Subset& subset,
                                 Element element, const Communicator& world);

/// Reads the whole of such a set. Throws what open_plink() and Source::read() throw.
Dataset read_plink(const std::string& prefix, const Subset& subset = {},
                   MissingCode missing = MissingCode::missing, Element element = Element::genotype,
                   const PhenotypeSource& phenotype = {});

/// Checks magic number and size of a .bed, as read_plink() does.
/// Throws Error(read); MalformedInput unless the file is variant-major and of exactly the size that
/// the numbers of lines of the .bim and the .fam, `variants` and `samples`, want.
void check_bed(const InputFile& file, Index variants, Index samples);

}  // namespace encke::io
