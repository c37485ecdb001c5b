#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "bench/kernels/case.hpp"

namespace encke::bench {

/// A file of genotypes as it was packed.
struct PackedFile {
  Index vectors = 0;
  Index fields = 0;
  double seconds = 0;  ///< from opening to the last packed vector
};

/// Opens a .bed or .pgen (with the two texts beside it), .vcf, .vcf.gz or .bcf, reads and packs all
/// of it once, and does nothing else: next to a whole conversion by another program one takes the
/// processor's seconds of the whole process. Throws Error(command_line) for another ending, and
/// what open_plink(), open_pgen(), open_vcf() and Source::read() throw.
PackedFile pack_file(const std::string& file);

/// One line of the output.
nlohmann::ordered_json to_json(const PackedFile& packed);

}  // namespace encke::bench
