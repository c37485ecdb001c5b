#include "cuda/kernels/epilogue.hpp"
#include "cuda_device.hpp"
#include "store.cuh"

namespace encke::cuda {
namespace {

template <class T>
struct SumMinima {
  using Exec = DeviceExec;
  MinimaJob job;
  TallyPlane<typename MinimaOf<T>::Tally> out;
  __device__ void operator()(DeviceExec& exec, Index row, Index col) const {
    MinimaTile<T, DeviceExec>(exec, job, out, row, col).run();
  }
};

template <class T>
void sum_minima(cudaStream_t stream, const MinimaJob& job, void* tallies, Index row_stride) {
  using Tally = typename MinimaOf<T>::Tally;
  launch_tiles<MinimaShape<T>>(stream, job.rows, job.cols,
                               SumMinima<T>{job, {static_cast<Tally*>(tallies), row_stride}});
}

__global__ void fold_kernel(const __grid_constant__ FoldJob job) {
  const Index item = Index{blockIdx.x} * blockDim.x + threadIdx.x;
  if (item < job.items()) fold_word(job, item);
}

__global__ void expand_kernel(const __grid_constant__ ExpandJob job) {
  const Index item = Index{blockIdx.x} * blockDim.x + threadIdx.x;
  if (item < job.items()) expand_quarter(job, item);
}

__global__ void convert_kernel(const __grid_constant__ ConvertJob job) {
  const Index item = Index{blockIdx.x} * blockDim.x + threadIdx.x;
  if (item < job.count) convert_sum(job, item);
}

}  // namespace

void CudaDevice::convert(int queue, const ConvertJob& job) {
  if (job.count == 0) return;
  constexpr int threads = 256;
  convert_kernel<<<static_cast<unsigned>(divide_up(job.count, threads)), threads, 0,
                   stream_[queue]>>>(job);
  check(cudaGetLastError(), "the start of a kernel");
}

void CudaDevice::expand(int queue, const ExpandJob& job) {
  if (job.items() == 0) return;
  constexpr int threads = 256;
  expand_kernel<<<static_cast<unsigned>(divide_up(job.items(), threads)), threads, 0,
                  stream_[queue]>>>(job);
  check(cudaGetLastError(), "the start of a kernel");
}

void CudaDevice::store(int queue, BitList list, const BitJob& job, const TallyPlanes& out) {
  with_list(list, [&](auto type) {
    using List = typename decltype(type)::type;
    launch_tiles<BitShape<List>>(stream_[queue], job.rows, job.cols,
                                 StoreTile<BitTile<List, DeviceExec>>{job, out});
  });
}

void CudaDevice::minima(int queue, MinimaType type, const MinimaJob& job, void* tallies,
                        Index row_stride) {
  switch (type) {
    case MinimaType::float32:
      return sum_minima<float>(stream_[queue], job, tallies, row_stride);
    case MinimaType::float64:
      return sum_minima<double>(stream_[queue], job, tallies, row_stride);
    case MinimaType::count8:
      return sum_minima<std::uint8_t>(stream_[queue], job, tallies, row_stride);
    case MinimaType::count16:
      return sum_minima<std::uint16_t>(stream_[queue], job, tallies, row_stride);
  }
}

void CudaDevice::fold(int queue, const FoldJob& job) {
  if (job.items() == 0) return;
  constexpr int threads = 256;
  fold_kernel<<<static_cast<unsigned>(divide_up(job.items(), threads)), threads, 0,
                stream_[queue]>>>(job);
  check(cudaGetLastError(), "the start of a kernel");
}

}  // namespace encke::cuda
