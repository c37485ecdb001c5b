#pragma once

#include <string>
#include <string_view>

namespace encke {

/// Version of the library, "MAJOR.MINOR.PATCH".
std::string_view version();
/// The commit that the library was built from, as git abbreviates it when the build was configured;
/// empty where that is not known.
std::string_view commit();
/// "0.1.0 (0123456789ab)": version and, where it is known, commit.
std::string build_name();

}  // namespace encke
