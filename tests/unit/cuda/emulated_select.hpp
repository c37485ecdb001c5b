#pragma once

#include "emulated_device.hpp"

namespace encke::test {

template <class List>
void EmulatedDevice::select_tiles(const cuda::BitJob& job, const cuda::ScreenJob& screen) {
  cuda::with_screen<List>(screen.kind, screen.way, [&](auto test) {
    const typename decltype(test)::type passes{screen.data};
    each_tile<cuda::BitShape<List>>(job.rows, job.cols, [&](EmulatedExec& exec, Index r, Index c) {
      cuda::select_tile<List>(exec, job, passes, screen.out, r, c);
    });
  });
}

using Planes1 = cuda::EachWithEach<1>;
using Planes2 = cuda::EachWithEach<2>;

}  // namespace encke::test
