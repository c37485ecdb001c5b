// Rates of the kernels of backends/cuda on this machine's GPU, and the rates of the bare products
// that bound them; one JSON object a line. No argument.
#include <chrono>
#include <cstdio>
#include <encke/base/error.hpp>
#include <functional>
#include <vector>

#include "cuda_device.hpp"
#include "device_exec.cuh"
#include "errors.hpp"

namespace {

using namespace encke::cuda;
using encke::Index;

/// Multiplies registers, eight independent instructions at a time: nothing but the tensor cores.
__global__ void __launch_bounds__(256) bare_products(int repeats, std::int32_t* out) {
  DeviceExec::Lanes<Registers<32>> sums{};
  DeviceExec::Lanes<Words<4>> left{{{threadIdx.x, 1, 2, 3}}};
  DeviceExec::Lanes<Words<2>> right{{{threadIdx.x, 5}}};
  for (int i = 0; i < repeats; ++i) {
    unrolled<8>([&](auto k) { DeviceExec::mma<decltype(k)::value * 4, 0, 0>(sums, left, right); });
  }
  std::int32_t all = 0;
  for (int i = 0; i < 32; ++i) all += sums.own.r[i];
  if (all == 1) *out = all;
}

/// Seconds of one call, the best of some.
double seconds_of(const std::function<void()>& action) {
  double best = 1e30;
  action();
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    action();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    best = best < time.count() ? best : time.count();
  }
  return best;
}

void tell(const char* what, double operations, double seconds) {
  std::printf("{\"rate\": \"%s\", \"per_second\": %.4e, \"seconds\": %.4e}\n", what,
              operations / seconds, seconds);
}

void bare_rate(CudaDevice& device) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "properties");
  const int blocks = properties.multiProcessorCount * 4, repeats = 20000;
  auto* out = reinterpret_cast<std::int32_t*>(device.allocate(256));
  const double seconds = seconds_of([&] {
    bare_products<<<blocks, 256>>>(repeats, out);
    check(cudaDeviceSynchronize(), "the bare products");
  });
  const double products = 1.0 * blocks * 8 * repeats * 8 * mma_rows * mma_cols * mma_bits;
  tell("1-bit products, bare", products, seconds);
  device.release(reinterpret_cast<std::byte*>(out));
}

/// Vectors by vectors by fields of a list of products.
void kernel_rate(CudaDevice& device, const char* what, BitList list, int left_planes,
                 int right_planes, int products, Index n, Index fields) {
  const Index words = encke::divide_up(fields, 64);
  Memory panel(device, Memory::device), tallies(device, Memory::device);
  const int planes = left_planes > right_planes ? left_planes : right_planes;
  panel.room(n * words * 8 * planes);
  device.zero(0, panel.data(), n * words * 8 * planes);
  BitJob job;
  for (int p = 0; p < planes; ++p) {
    for (PlaneSet* side : {&job.left, &job.right}) {
      side->plane[p] = panel.data() + p * 64;
      side->group_stride[p] = words * 64 * planes;
      side->word_stride[p] = 64 * planes;
    }
  }
  job.words = words;
  job.rows = job.cols = n;
  job.diagonal = -n;
  const TallyPlanes out{reinterpret_cast<std::int32_t*>(tallies.room(n * n * products * 4)), n * n,
                        n};
  const double seconds = seconds_of([&] {
    device.store(0, list, job, out);
    device.wait(0);
  });
  tell(what, 1.0 * n * n * static_cast<double>(fields), seconds);
}

void int8_rate(CudaDevice& device, Index n, Index k) {
  Memory left(device, Memory::device), right(device, Memory::device), out(device, Memory::device);
  left.room(n * k);
  right.room(n * k);
  device.zero(0, left.data(), n * k);
  device.zero(0, right.data(), n * k);
  const Int8Job job{reinterpret_cast<std::int8_t*>(left.data()),
                    reinterpret_cast<std::int8_t*>(right.data()),
                    k,
                    n,
                    n,
                    reinterpret_cast<std::int32_t*>(out.room(n * n * 4)),
                    n,
                    false};
  const double seconds = seconds_of([&] {
    device.multiply(0, job);
    device.wait(0);
  });
  tell("8-bit products, cuBLASLt", 1.0 * n * n * static_cast<double>(k), seconds);
}

void minima_rate(CudaDevice& device, const char* what, MinimaType type, Index n, Index words,
                 int fields_of_word, int lanes) {
  Memory panel(device, Memory::device), out(device, Memory::device);
  const Index stride = words * 64;
  panel.room(n / lanes * stride);
  device.zero(0, panel.data(), n / lanes * stride);
  const MinimaJob job{panel.data(), panel.data(), stride, stride, words, n, n, -n};
  std::byte* const tallies = out.room(n * n * 8);
  const double seconds = seconds_of([&] {
    device.minima(0, type, job, tallies, n);
    device.wait(0);
  });
  tell(what, 1.0 * n * n * static_cast<double>(words * fields_of_word), seconds);
}

}  // namespace

int main() try {
  CudaDevice device;
  std::printf("{\"gpu\": \"%s\"}\n", device.name().c_str());
  bare_rate(device);
  kernel_rate(device, "ccc 2-way 1-bit, 100,032 samples", BitList::complete, 2, 2, 1, 8192, 100032);
  kernel_rate(device, "ccc 2-way 1-bit, 896 samples", BitList::complete, 2, 2, 1, 16384, 896);
  kernel_rate(device, "ccc/sp 2-way 1-bit, 100,032 samples", BitList::missing, 3, 3, 4, 8192,
              100032);
  kernel_rate(device, "sorenson 2-way 1-bit, 100,032 fields", BitList::one_plane, 1, 1, 1, 8192,
              100032);
  minima_rate(device, "ps f32", MinimaType::float32, 8192, 8192, 1, 16);
  minima_rate(device, "ps f64", MinimaType::float64, 8192, 8192, 1, 8);
  minima_rate(device, "ps u8", MinimaType::count8, 8192, 2048, 8, 8);
  int8_rate(device, 8192, 32768);
  return 0;
} catch (const encke::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return error.exit_code();
}
