#pragma once

#include "cuda/kernels/epilogue.hpp"
#include "launch.cuh"

namespace encke::cuda {

/// Tiles of which all products are stored.
template <class Tile>
struct StoreTile {
  using Exec = typename Tile::Exec;
  typename Tile::Job job;
  TallyPlanes out;
  __device__ void operator()(Exec& exec, Index row, Index col) const {
    store_tile<Tile>(exec, job, out, row, col);
  }
};

}  // namespace encke::cuda
