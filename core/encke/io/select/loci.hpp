#pragma once

#include <encke/base/index.hpp>
#include <encke/file/file_record.hpp>
#include <encke/io/sites.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// A stretch of a chromosome that is looked at by itself, such as the surroundings of an
/// association.
struct Locus {
  std::string name;
  Range variants;  ///< of the input, after selection
};

/// What a list of loci names.
struct Loci {
  std::vector<Locus> loci;  ///< that have variants, by their first one
  Index empty = 0;          ///< that have none
  FileRecord file;
};

/// Reads a list of loci: a line for each, CHR FROM TO and perhaps a NAME, separated by blanks or
/// tabs; positions in base pairs, from 1, both included; what follows is not read, nor are lines
/// that begin with '#'. Without a name it is "CHR_FROM_TO", with the chromosome as in the list.
/// Loci may overlap.
///
/// `sites`: of the variants, with chromosomes one after the other and positions in order. Throws
/// Error(open), Error(read); MalformedInput, with the line, for too few columns, for positions that
/// are none or fall, for a name that no file may have or that an earlier line has.
Loci read_loci(const std::string& path, const Sites& sites);

}  // namespace encke::io
