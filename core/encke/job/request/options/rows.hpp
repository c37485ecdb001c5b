#pragma once

#include <encke/job/request/options/table.hpp>
#include <span>

// The rows of the options, by group; options_of() knows them all.
namespace encke::job {

std::span<const OptionRow> options_of_input();
std::span<const OptionRow> options_of_selection();
std::span<const OptionRow> options_of_compared();
std::span<const OptionRow> options_of_compute();
std::span<const OptionRow> options_of_output();
std::span<const OptionRow> options_of_answers();
std::span<const OptionRow> options_of_how();
std::span<const OptionRow> options_of_ranks();
std::span<const OptionRow> options_of_parts();

}  // namespace encke::job
