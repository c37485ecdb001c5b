#pragma once

#include <string_view>
#include <vector>

#include "words.hpp"

// Commands that are no metrics, but read variants as one does.
namespace encke::cli {

/// The metric whose inputs they take.
inline constexpr std::string_view metric_of_variants = "r2";

/// The options of a command of its own, whose group is "What to compute", among those of the input,
/// its selection, --out and the machine.
std::vector<WordOption> with_input_options(const std::vector<WordOption>& own);

}  // namespace encke::cli
