#include "select.cuh"
#include "store.cuh"
#include "warpgroup_exec.cuh"

// Compiled for sm_90a alone: no other GPU has these instructions.

namespace encke::cuda {
namespace {

__global__ void arrange_kernel(const __grid_constant__ ArrangeJob job) {
  const Index item = Index{blockIdx.x} * blockDim.x + threadIdx.x;
  if (item < job.items()) arrange_pair(job, item);
}

/// A kernel of tiles, of which the first has another place than (0, 0).
template <class Body>
struct FromTile {
  using Exec = typename Body::Exec;
  Body body;
  __device__ void operator()(Exec& exec, Index row, Index col) const {
    body(exec, row + body.job.first_row / WarpgroupShape::rows,
         col + body.job.first_col / WarpgroupShape::cols);
  }
};

template <bool matches>
using Tile = WarpgroupTile<matches, WarpgroupExec>;

}  // namespace

void CudaDevice::arrange(int queue, const ArrangeJob& job) {
  if (job.items() == 0) return;
  constexpr int threads = 256;
  arrange_kernel<<<static_cast<unsigned>(divide_up(job.items(), threads)), threads, 0,
                   stream_[queue]>>>(job);
  check(cudaGetLastError(), "the start of a kernel");
}

void CudaDevice::store_arranged(int queue, BitList list, const WarpgroupJob& job, Index rows,
                                Index cols, const TallyPlanes& out) {
  const auto start = [&](auto matches) {
    using Body = StoreTile<Tile<decltype(matches)::value>>;
    launch_tiles<WarpgroupShape>(stream_[queue], rows, cols, FromTile<Body>{{job, out}});
  };
  list == BitList::matches ? start(std::true_type{}) : start(std::false_type{});
}

void CudaDevice::select_arranged(int queue, const WarpgroupJob& job, Index rows, Index cols,
                                 const ScreenJob& screen) {
  with_selection<Complete>(screen.kind, screen.way, screen.data, [&](auto test, auto parted) {
    using Body = SelectTile<Tile<false>, decltype(parted)::value, decltype(test)>;
    const FromTile<Body> body{{job, test, screen.out}};
    launch_wanted_tiles<WarpgroupShape>(stream_[queue], rows, cols, screen.tiles, body);
  });
}

}  // namespace encke::cuda
