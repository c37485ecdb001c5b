#pragma once

namespace encke::network {

/// What multiplies sparse matrices. Both find the same.
enum class Engine {
  fused,   ///< loops of our own on the CPU, which do what follows a product at once
  spgemm,  ///< the folder `sparse`, on its execution space; not in every build
};

}  // namespace encke::network
