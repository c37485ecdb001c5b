#pragma once

#include <encke/io/plink/plink_text.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// What is done with variants of more than two alleles.
enum class Multiallelics {
  error,  ///< they are refused
  ref,    ///< allele 0 is the reference, and allele 1 stands for all others
};

/// Refuses those of the variants `several` (numbers, rising) that are kept, or remarks on them; the
/// message names the first five, and the file. Throws Error(inconsistent).
void check_multiallelics(Multiallelics multiallelics, const std::string& path,
                         const std::vector<Index>& several, const std::vector<std::string>& names,
                         const Kept& rows, ReadLog& log);

}  // namespace encke::io
