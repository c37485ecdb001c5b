#pragma once

#include <string>
#include <string_view>

namespace encke::io {

/// Kinds of chromosomes, as PLINK has them for man.
enum class ChromosomeKind {
  autosome,  ///< 1 to 22
  unplaced,  ///< 0
  x,         ///< X, 23
  y,         ///< Y, 24
  pseudo,    ///< XY, 25, PAR1, PAR2: the parts that X and Y share
  mt,        ///< MT, M, 26
  other      ///< all else
};

/// The kind of a chromosome of this name; "chr" before it does not count, nor does case.
ChromosomeKind kind_of_chromosome(std::string_view name);

/// One name for all names of a chromosome: "1" for chr1, "X" for x, chrX and 23, "MT" for M. Names
/// that PLINK does not know stay, but for "chr".
std::string usual_name_of_chromosome(std::string_view name);

/// PLINK's number of a chromosome, 0 to 26; -1 of PAR1, PAR2 and names that PLINK does not know.
int number_of_chromosome(std::string_view name);

}  // namespace encke::io
