#pragma once

#include "device.hpp"

namespace encke::test {

template <class List>
void EmulatedDevice::select_tiles(const cuda::BitJob& job, const cuda::ScreenJob& screen) {
  using Tile = cuda::BitTile<List, EmulatedExec>;
  cuda::with_selection<List>(
      screen.kind, screen.way, screen.data, [&](const auto& test, auto parted) {
        each_tile<cuda::BitShape<List>>(
            job.rows, job.cols, screen.tiles, [&](EmulatedExec& exec, Index r, Index c) {
              ++tiles;
              cuda::select_tile<Tile, decltype(parted)::value>(exec, job, test, screen.out, r, c);
            });
      });
}

using Planes1 = cuda::EachWithEach<1>;
using Planes2 = cuda::EachWithEach<2>;

}  // namespace encke::test
