#pragma once

#include <encke/comm/communicator.hpp>
#include <encke/file/input_file.hpp>
#include <string>

namespace encke::io {

/// Rows of two-bit codes, ceil(samples / 4) bytes each, from byte `offset` of a file on.
struct RowEnds {
  Index offset = 0;
  Index rows = 0;
  Index samples = 0;
  bool bed = false;  ///< codes of a .bed, of which 00 is the rarest genotype as a rule
};

/// A file's size tells the number of samples up to the three more that a row's last byte may hold;
/// the bits after the last sample, always 0, and the last samples tell more. Returns a sentence for
/// the log where the number seems wrong, or none. Looks at 1,024 rows at most, evenly spaced.
/// It is no error, because PLINK does not look at these bits and takes such files.
/// Collective; throws Error(read) on all ranks.
std::string remark_on_row_ends(const InputFile& file, const RowEnds& ends,
                               const Communicator& world);

}  // namespace encke::io
