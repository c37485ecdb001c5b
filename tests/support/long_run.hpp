#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>

namespace encke::test {

/// True if ENCKE_LONG=1 asks for the long forms of tests, which take every combination of sizes.
/// The short ones take each size with some of the others.
inline bool long_run() {
  const char* const wish = std::getenv("ENCKE_LONG");
  return wish != nullptr && std::string(wish) == "1";
}

/// True for every `of`-th `number`, and in a long run for all of them: of loops in one another the
/// short forms take the inner one in turns.
inline bool has_turn(std::size_t number, std::size_t of) { return long_run() || number % of == 0; }

}  // namespace encke::test
