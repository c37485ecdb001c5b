#pragma once

#include "device.hpp"

namespace encke::test {

template <class List>
void EmulatedDevice::select_tiles(const cuda::BitJob& job, const cuda::ScreenJob& screen) {
  cuda::with_screen<List>(screen.kind, screen.way, [&](auto test) {
    using Test = typename decltype(test)::type;
    const Test passes{screen.data};
    const auto start = [&](auto parted) {
      each_tile<cuda::BitShape<List>>(
          job.rows, job.cols, screen.tiles, [&](EmulatedExec& exec, Index r, Index c) {
            ++tiles;
            cuda::select_tile<cuda::BitTile<List, EmulatedExec>, decltype(parted)::value>(
                exec, job, passes, screen.out, r, c);
          });
    };
    if constexpr (cuda::HasPartTest<Test>) {
      if (screen.data.part_stages > 0) return start(std::true_type{});
    }
    start(std::false_type{});
  });
}

using Planes1 = cuda::EachWithEach<1>;
using Planes2 = cuda::EachWithEach<2>;

}  // namespace encke::test
