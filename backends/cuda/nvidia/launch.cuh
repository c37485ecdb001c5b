#pragma once

#include <cuda_runtime.h>

#include "cuda/kernels/tile_order.hpp"
#include "device_exec.cuh"
#include "errors.hpp"

namespace encke::cuda {

/// body(exec, tile row, tile column) for each block of threads, one for each of rows by cols tiles.
template <class Body>
__global__ void __launch_bounds__(threads_of_block)
    tile_kernel(const __grid_constant__ Body body, Index rows, Index cols) {
  extern __shared__ __align__(128) std::byte shared[];
  __shared__ std::int32_t counters[2];
  typename Body::Exec exec(shared, counters);
  const TilePlace tile = tile_place(Index{blockIdx.x}, rows, cols);
  body(exec, tile.row, tile.col);
}

/// The same for each tile of a list.
template <class Body>
__global__ void __launch_bounds__(threads_of_block)
    listed_tile_kernel(const __grid_constant__ Body body, const TilePlace* places) {
  extern __shared__ __align__(128) std::byte shared[];
  __shared__ std::int32_t counters[2];
  typename Body::Exec exec(shared, counters);
  const TilePlace tile = places[blockIdx.x];
  body(exec, tile.row, tile.col);
}

/// Starts the kernel on the tiles of a list.
template <class Shape, class Body>
void launch_listed_tiles(cudaStream_t stream, const TileList& tiles, const Body& body) {
  if (tiles.count <= 0) return;
  check(cudaFuncSetAttribute(listed_tile_kernel<Body>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             Shape::shared_bytes),
        "a kernel's shared memory");
  listed_tile_kernel<<<static_cast<unsigned>(tiles.count), threads_of_block, Shape::shared_bytes,
                       stream>>>(body, tiles.places);
  check(cudaGetLastError(), "the start of a kernel");
}

/// Starts the kernel on a rectangle cut into tiles of Shape.
template <class Shape, class Body>
void launch_tiles(cudaStream_t stream, Index rows, Index cols, const Body& body) {
  if (rows <= 0 || cols <= 0) return;
  const Index tile_rows = divide_up(rows, Shape::rows), tile_cols = divide_up(cols, Shape::cols);
  const auto grid = static_cast<unsigned>(tile_rows * tile_cols);
  // above 48 KiB a kernel has to ask
  check(cudaFuncSetAttribute(tile_kernel<Body>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             Shape::shared_bytes),
        "a kernel's shared memory");
  tile_kernel<<<grid, threads_of_block, Shape::shared_bytes, stream>>>(body, tile_rows, tile_cols);
  check(cudaGetLastError(), "the start of a kernel");
}

/// Starts it on the tiles of a list, if there is one, else on all.
template <class Shape, class Body>
void launch_wanted_tiles(cudaStream_t stream, Index rows, Index cols, const TileList& tiles,
                         const Body& body) {
  if (tiles.places == nullptr) return launch_tiles<Shape>(stream, rows, cols, body);
  launch_listed_tiles<Shape>(stream, tiles, body);
}

}  // namespace encke::cuda
