#pragma once

#include <cstdlib>
#include <string>

namespace encke::test {

/// True if ENCKE_LONG=1 asks for the long forms of tests, which take every combination of sizes.
/// The short ones take each size with some of the others.
inline bool long_run() {
  const char* const wish = std::getenv("ENCKE_LONG");
  return wish != nullptr && std::string(wish) == "1";
}

}  // namespace encke::test
