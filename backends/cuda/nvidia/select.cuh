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
  with_screen<List>(screen.kind, screen.way, [&](auto test) {
    using Test = typename decltype(test)::type;
    const auto start = [&](auto parted) {
      const SelectTile<BitTile<List, DeviceExec>, decltype(parted)::value, Test> body{
          job, {screen.data}, screen.out};
      if (screen.tiles.places == nullptr) {
        launch_tiles<BitShape<List>>(stream_[queue], job.rows, job.cols, body);
      } else {
        launch_listed_tiles<BitShape<List>>(stream_[queue], screen.tiles, body);
      }
    };
    if constexpr (HasPartTest<Test>) {
      if (screen.data.part_stages > 0) return start(std::true_type{});
    }
    start(std::false_type{});
  });
}

}  // namespace encke::cuda
