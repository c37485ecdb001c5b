#pragma once

#include <encke/run/estimate.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "encke/layout.hpp"
#include "encke/metrics.hpp"
#include "encke/options/options.hpp"

namespace encke::cli {

/// A plan in words, in a few lines: work (of a part: the part's), blocks, memory and time, which is
/// the busiest rank's. `rate_of_rank`: comparisons per second in a trial on one rank, 0 where that
/// told nothing.
std::string plan_text(const Options& options, const Shape& shape, const Layout& layout,
                      std::optional<double> rate_of_rank);

/// What to say of a part of a run that has nothing to do.
std::string no_tile_text(const Estimate& estimate);

/// The same as plan_text() for programs.
nlohmann::ordered_json plan_json(const Options& options, const Shape& shape, const Layout& layout,
                                 std::optional<double> rate_of_rank);

}  // namespace encke::cli
