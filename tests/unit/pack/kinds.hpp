#pragma once

#include <encke/pack/packed_vectors.hpp>
#include <functional>
#include <string>
#include <vector>

namespace encke::test {

/// Packed vectors of one kind, any number of them.
struct Kind {
  std::string name;
  std::function<PackedVectors(Index vectors)> make;
};

/// All elements, with and without masks where they may have some.
std::vector<Kind> kinds();

}  // namespace encke::test
