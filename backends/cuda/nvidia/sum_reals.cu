#include "cuda/kernels/two_sums_tile.hpp"
#include "cuda/kernels/weighted_tile.hpp"
#include "cuda_device.hpp"
#include "launch.cuh"

namespace encke::cuda {
namespace {

template <class Tile>
struct SumReals {
  using Exec = DeviceExec;
  RealJob job;
  RealPlanes out;
  __device__ void operator()(DeviceExec& exec, Index row, Index col) const {
    Tile(exec, job, out, row, col).run();
  }
};

template <class Tile>
void sum_tiles(cudaStream_t stream, const RealJob& job, const RealPlanes& out) {
  launch_tiles<typename Tile::Shape>(stream, job.rows, job.cols, SumReals<Tile>{job, out});
}

}  // namespace

void CudaDevice::sum_reals(int queue, RealSums sums, const RealJob& job, const RealPlanes& out) {
  switch (sums) {
    case RealSums::none:
      return;
    case RealSums::powered32:
      return sum_tiles<TwoSumsTile<PoweredStep<float>, DeviceExec>>(stream_[queue], job, out);
    case RealSums::powered64:
      return sum_tiles<TwoSumsTile<PoweredStep<double>, DeviceExec>>(stream_[queue], job, out);
    case RealSums::adjusted32:
      return sum_tiles<TwoSumsTile<AdjustedStep<float>, DeviceExec>>(stream_[queue], job, out);
    case RealSums::adjusted64:
      return sum_tiles<TwoSumsTile<AdjustedStep<double>, DeviceExec>>(stream_[queue], job, out);
    case RealSums::weighted32:
      return sum_tiles<WeightedTile<float, DeviceExec>>(stream_[queue], job, out);
    case RealSums::weighted64:
      return sum_tiles<WeightedTile<double, DeviceExec>>(stream_[queue], job, out);
  }
}

}  // namespace encke::cuda
