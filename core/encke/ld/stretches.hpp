#pragma once

#include <encke/base/index.hpp>
#include <encke/io/chromosome_kind.hpp>
#include <encke/io/sites.hpp>
#include <vector>

namespace encke::ld {

/// The variants of one chromosome, which follow one another.
struct Stretch {
  Range vectors;
  io::ChromosomeKind kind;
};

/// The chromosomes of an input. Throws Error(inconsistent) where nothing is known of them;
/// MalformedInput where the variants of one do not follow one another.
std::vector<Stretch> stretches_of(const io::Sites& sites);

}  // namespace encke::ld
