#pragma once

#include <encke/io/dataset.hpp>

#include "encke/record.hpp"

namespace encke::cli {

/// Counts the real vectors that are all zero, for which a tuple of such vectors has no value of its
/// own. Throws Error(inconsistent) that names some of them where the options refuse such tuples.
void note_empty_vectors(const io::Dataset& data, Record& record);

}  // namespace encke::cli
