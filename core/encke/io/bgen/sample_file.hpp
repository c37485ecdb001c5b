#pragma once

#include <encke/io/plink/plink_text.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Samples of a .sample file of Oxford's programs, in order: two lines of names and kinds of
/// columns, then a line a sample, whose first two columns are FID and IID. A column named "sex" has
/// 1 for males, 2 for females. Throws Error(open), Error(read); MalformedInput with the line for a
/// first line without ID_1 and ID_2, for a second one that does not begin with 0 0, for a line with
/// less than two columns, and for a sample that comes twice.
std::vector<SampleId> read_sample_file(const std::string& path);

}  // namespace encke::io
