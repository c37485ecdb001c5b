#pragma once

#include <array>
#include <encke/base/error.hpp>
#include <string_view>
#include <utility>

namespace encke::cli {

/// What the program's exit codes mean, for help texts and pages.
inline constexpr std::array<std::pair<int, std::string_view>, 13> exit_codes = {
    {{0, "done"},
     {static_cast<int>(Failure::memory), "not enough memory"},
     {static_cast<int>(Failure::open), "cannot open"},
     {static_cast<int>(Failure::read), "cannot read"},
     {static_cast<int>(Failure::write), "cannot write"},
     {static_cast<int>(Failure::malformed), "malformed input"},
     {static_cast<int>(Failure::inconsistent), "inconsistent input"},
     {static_cast<int>(Failure::command_line), "command line"},
     {static_cast<int>(Failure::gpu), "GPU"},
     {static_cast<int>(Failure::stopped), "stopped by a signal, to be resumed"},
     {static_cast<int>(Failure::checksum), "damaged data"},
     {static_cast<int>(Failure::rank_died), "a rank died"},
     {static_cast<int>(Failure::internal), "internal error"}}};

}  // namespace encke::cli
