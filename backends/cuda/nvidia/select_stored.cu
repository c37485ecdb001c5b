#include "cuda/kernels/stored_tile.hpp"
#include "cuda_device.hpp"
#include "launch.cuh"

namespace encke::cuda {
namespace {

struct StoredShape {
  static constexpr int rows = screen_rows, cols = screen_cols, shared_bytes = 0;
};

template <class T, int products, class Test>
struct SelectStored {
  using Exec = DeviceExec;
  StoredTallies tallies;
  Test test;
  Candidates out;
  __device__ void operator()(DeviceExec& exec, Index row, Index col) const {
    select_stored_tile<T, products>(exec, tallies, test, out, row, col);
  }
};

}  // namespace

void CudaDevice::select_stored(int queue, const StoredTallies& tallies, const ScreenJob& screen) {
  with_stored_test(tallies.reals, tallies.products, screen.kind, screen.way,
                   [&](auto element, auto products, auto test) {
                     using T = typename decltype(element)::type;
                     using Test = typename decltype(test)::type;
                     launch_tiles<StoredShape>(stream_[queue], tallies.rows, tallies.cols,
                                               SelectStored<T, decltype(products)::value, Test>{
                                                   tallies, {screen.data}, screen.out});
                   });
}

}  // namespace encke::cuda
