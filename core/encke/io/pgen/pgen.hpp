#pragma once

#include <encke/io/dataset.hpp>
#include <encke/io/plink/multiallelics.hpp>
#include <encke/io/plink/phenotype_classes.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/source.hpp>
#include <encke/pack/codes.hpp>
#include <memory>
#include <string>

namespace encke::io {

/// The files of a PLINK 2 data set; .pvar and .psam may be a .bim and a .fam.
struct PgenFiles {
  std::string pgen;
  std::string pvar;
  std::string psam;
};

/// PREFIX.pgen, PREFIX.pvar (where there is none, PREFIX.pvar.zst), PREFIX.psam; `prefix` may end
/// in ".pgen".
PgenFiles pgen_files(const std::string& prefix);

/// Opens a PLINK 2 data set for its hard calls. Vectors, fields and their selection are those of
/// open_plink(); allele 1 is the alternate allele, ALT. Record types and storage modes are those of
/// the PLINK 2 file format specification; phase and dosages are not used. Remarks say where
/// there are dosages.
/// Records are decoded one by one; reading a part begins at the record that its first one refers
/// to.
///
/// Collective over `world`: all ranks read the texts and the header. Throws, the same on all ranks,
/// what read_pvar() and read_psam() throw; Error(open), Error(read); MalformedInput with the byte
/// for a .pgen that is not whole or not of the shape of the texts; Error(command_line) for rates
/// out of range; Error(inconsistent) where nothing is left, and with Multiallelics::error for
/// variants of more than two alleles among those that are left before rates.
/// Source::read() throws MalformedInput, with the byte, for records that break a rule of the
/// format.
std::unique_ptr<Source> open_pgen(const PgenFiles& files, const Subset& subset = {},
                                  Multiallelics multiallelics = Multiallelics::error,
                                  MissingCode missing = MissingCode::missing,
                                  Element element = Element::genotype,
                                  const Communicator& world = {},
                                  const PhenotypeSource& phenotype = {});

}  // namespace encke::io
