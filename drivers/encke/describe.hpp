#pragma once

#include <encke/run/estimate.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "encke/layout.hpp"
#include "encke/metrics.hpp"
#include "encke/options.hpp"

namespace encke::cli {

/// A plan in words, in a few lines: work, blocks, memory and time. `rate`: comparisons per second
/// in a trial, 0 where that told nothing.
std::string plan_text(const Options& options, const Shape& shape, const Layout& layout,
                      std::optional<double> rate);

/// The same for programs.
nlohmann::ordered_json plan_json(const Options& options, const Shape& shape, const Layout& layout,
                                 std::optional<double> rate);

}  // namespace encke::cli
