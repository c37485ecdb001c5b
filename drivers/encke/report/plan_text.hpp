#pragma once

#include <encke/job/layout.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace encke::cli {

/// A plan in words, in a few lines: work (of a part: the part's), blocks, memory and time, which is
/// the busiest rank's. `rate_of_rank`: comparisons per second in a trial on one rank, 0 where that
/// told nothing.
std::string plan_text(const job::Request& request, const job::Extents& extents,
                      const job::Layout& layout, std::optional<double> rate_of_rank);

/// Seconds of computing of the busiest rank; nothing where that is not known.
std::optional<double> expected_seconds(const job::Request& request, const job::Extents& extents,
                                       const job::Layout& layout,
                                       std::optional<double> rate_of_rank);

/// The same as plan_text() for programs.
nlohmann::ordered_json plan_json(const job::Request& request, const job::Extents& extents,
                                 const job::Layout& layout, std::optional<double> rate_of_rank);

}  // namespace encke::cli
