#pragma once

#include <string_view>

namespace encke {

/// Version of the library, "MAJOR.MINOR.PATCH".
std::string_view version();

}  // namespace encke
