#pragma once

#include <cstdint>
#include <encke/io/sites.hpp>
#include <vector>

namespace encke::io {

/// Each variant's chromosome, as a number of the order in which they begin. Unlike in
/// Sites::chromosomes(), names that mean one chromosome, such as 1 and chr1, have one number (see
/// usual_name_of_chromosome()).
std::vector<std::uint32_t> chromosome_numbers(const Sites& sites);

}  // namespace encke::io
