#pragma once

#include <encke/network/products/engine.hpp>
#include <encke/sparse/products.hpp>
#include <vector>

namespace encke::test {

/// Those that this build has.
inline std::vector<network::Engine> network_engines() {
  std::vector<network::Engine> all = {network::Engine::fused};
  if (sparse::has_products()) all.push_back(network::Engine::spgemm);
  return all;
}

}  // namespace encke::test
