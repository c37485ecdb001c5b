#pragma once

#include "cuda/kernels/stored_tile.hpp"
#include "cuda_device.hpp"
#include "launch.cuh"

// Tiles whose entries are tested: compiled by several files, which share the work of the compiler.

namespace encke::cuda {

template <class Tile, bool parted, class Test>
struct SelectTile {
  using Exec = typename Tile::Exec;
  typename Tile::Job job;
  Test test;
  Candidates out;
  __device__ void operator()(Exec& exec, Index row, Index col) const {
    select_tile<Tile, parted>(exec, job, test, out, row, col);
  }
};

template <class List>
void CudaDevice::select_tiles(int queue, const BitJob& job, const ScreenJob& screen) {
  with_selection<List>(screen.kind, screen.way, screen.data, [&](auto test, auto parted) {
    const SelectTile<BitTile<List, DeviceExec>, decltype(parted)::value, decltype(test)> body{
        job, test, screen.out};
    launch_wanted_tiles<BitShape<List>>(stream_[queue], job.rows, job.cols, screen.tiles, body);
  });
}

}  // namespace encke::cuda
