#pragma once

#include <span>
#include <string>
#include <vector>

#include "support/genotypes.hpp"

namespace encke::test {

/// The record of a variant in a .pgen of PLINK 2; the genotypes 0 to 3 are the format's categories.
/// `type`: 0, 1, 4, 6 or 7, or 2 or 3 with `base`, the genotypes of the record that it refers to;
/// with higher bits some bytes follow that stand for other tracks.
std::string pgen_record(std::span<const std::uint8_t> genotypes, unsigned type,
                        std::span<const std::uint8_t> base = {});

/// How a .pgen is written.
struct PgenForm {
  unsigned mode = 0x10;
  bool wide_types = false;  ///< 8 bits each, not 4
  int length_bytes = 3;     ///< 1 to 4
  int allele_bytes = 0;     ///< 0 to 3
  unsigned reference = 1;   ///< 0 to 3; 3: with flags in the header
};

struct PgenBytes {
  std::string pgen;
  std::string index;  ///< the .pgi of the modes 0x20 and 0x21
};

/// Allele 1 is ALT. types[v % types.size()] is the type of record v, which must not be 2 or 3 at
/// the begin of a block of 65,536; the modes 0x01 to 0x04 need none.
PgenBytes pgen_bytes(const Genotypes& genotypes, std::span<const unsigned> types,
                     const PgenForm& form = {});

/// Text files for it: variants rs0, rs1, ... on chromosome 1; samples F0 I0, F1 I1, ...
std::string pvar_text(Index variants);
std::string psam_text(Index samples);
std::string bim_of(Index variants);
std::string fam_of(Index samples);

}  // namespace encke::test
