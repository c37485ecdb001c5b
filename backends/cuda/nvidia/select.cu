#include "cuda/kernels/stored_tile.hpp"
#include "cuda_device.hpp"
#include "launch.cuh"

namespace encke::cuda {
namespace {

template <class List, bool parted, class Test>
struct SelectTile {
  BitJob job;
  Test test;
  Candidates out;
  __device__ void operator()(DeviceExec& exec, Index row, Index col) const {
    select_tile<List, parted>(exec, job, test, out, row, col);
  }
};

struct StoredShape {
  static constexpr int rows = screen_rows, cols = screen_cols, shared_bytes = 0;
};

template <class T, int products, class Test>
struct SelectStored {
  StoredTallies tallies;
  Test test;
  Candidates out;
  __device__ void operator()(DeviceExec& exec, Index row, Index col) const {
    select_stored_tile<T, products>(exec, tallies, test, out, row, col);
  }
};

}  // namespace

bool CudaDevice::selects(BitList list, ScreenKind kind, int way) const {
  bool found = false;
  with_list(list, [&](auto type) {
    found = with_screen<typename decltype(type)::type>(kind, way, [](auto) {});
  });
  return found;
}

void CudaDevice::select(int queue, BitList list, const BitJob& job, const ScreenJob& screen) {
  with_list(list, [&](auto type) {
    using List = typename decltype(type)::type;
    with_screen<List>(screen.kind, screen.way, [&](auto test) {
      using Test = typename decltype(test)::type;
      const auto start = [&](auto parted) {
        const SelectTile<List, decltype(parted)::value, Test> body{job, {screen.data}, screen.out};
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
  });
}

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
