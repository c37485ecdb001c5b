// Rates of the kernels of backends/cuda on this machine's GPU, and the rates of the bare products
// that bound them; one JSON object a line. No argument.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <encke/base/error.hpp>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "bare_warpgroups.hpp"
#include "cuda/host/warpgroup_route.hpp"
#include "cuda/numbers/level_choice.hpp"
#include "cuda/numbers/number_route.hpp"
#include "cuda/nvidia/cuda_device.hpp"
#include "cuda/nvidia/device_exec.cuh"
#include "cuda/nvidia/errors.hpp"

namespace {

using namespace encke::cuda;
using encke::Index;

/// Multiplies registers, eight independent instructions at a time: nothing but the tensor cores.
__global__ void __launch_bounds__(256) bare_products(int repeats, std::int32_t* out) {
  DeviceExec::Lanes<Registers<32>> sums{};
  const std::uint32_t noise = (threadIdx.x + 1) * 0x9e3779b1U;  // zeros would take less power
  DeviceExec::Lanes<Words<4>> left{{{noise, noise * 3, noise * 5, noise * 7}}};
  DeviceExec::Lanes<Words<2>> right{{{noise * 11, noise * 13}}};
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
  std::fflush(stdout);  // what follows may fail
}

void bare_rate(CudaDevice& device) {
  int number = 0;
  check(cudaGetDevice(&number), "the device");
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, number), "properties");
  const int blocks = properties.multiProcessorCount * 4, repeats = 20000;
  auto* out = reinterpret_cast<std::int32_t*>(device.allocate(256));
  const double seconds = seconds_of([&] {
    bare_products<<<blocks, 256>>>(repeats, out);
    check(cudaDeviceSynchronize(), "the bare products");
  });
  const double products = 1.0 * blocks * 8 * repeats * 8 * mma_rows * mma_cols * mma_bits;
  tell("1-bit products, bare", products, seconds);
  if (device.has_warpgroups()) {
    const double by_warpgroups = seconds_of([&] {
      multiply_bare_warpgroups(properties.multiProcessorCount, repeats / 8, out);
      check(cudaDeviceSynchronize(), "the bare products of warpgroups");
    });
    tell("1-bit products of warpgroups, bare",
         properties.multiProcessorCount * (repeats / 8) * bits_of_bare_warpgroups, by_warpgroups);
  }
  device.release(reinterpret_cast<std::byte*>(out));
}

/// Random numbers: a product of zeros takes less power, and runs at a higher clock.
template <class T, class Draw>
void fill(CudaDevice& device, Memory& memory, Index bytes, const Draw& draw) {
  std::mt19937_64 random(1);
  std::vector<T> noise((Index{1} << 23) / sizeof(T));
  for (T& value : noise) value = draw(random);
  const auto most = static_cast<Index>(noise.size() * sizeof(T));
  memory.reserve(bytes);
  for (Index at = 0; at < bytes; at += most) {
    device.copy_in(0, memory.data() + at, noise.data(), std::min(most, bytes - at));
  }
  device.wait(0);
}
std::uint64_t any_bits(std::mt19937_64& random) { return random(); }

/// The vectors of a list of products, and what is to be done with them.
struct Problem {
  BitList list;
  int planes;
  int products;
  Index n;
  Index fields;

  double comparisons() const { return 1.0 * n * n * static_cast<double>(fields); }
  BitJob job(CudaDevice& device, Memory& panel) const {
    const Index words = encke::divide_up(fields, 64);
    fill<std::uint64_t>(device, panel, n * words * 8 * planes, any_bits);
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
    return job;
  }
};

/// All products are stored.
void store_rate(CudaDevice& device, const char* what, const Problem& of) {
  Memory panel(device, Memory::device), tallies(device, Memory::device);
  const BitJob job = of.job(device, panel);
  const TallyPlanes out{
      reinterpret_cast<std::int32_t*>(tallies.reserve(of.n * of.n * of.products * 4)), of.n * of.n,
      of.n};
  const double seconds = seconds_of([&] {
    device.store(0, of.list, job, out);
    device.wait(0);
  });
  tell(what, of.comparisons(), seconds);
  WarpgroupRoute route(device, 0);  // arranges both sides each time
  if (!route.store(0, of.list, job, out)) return;
  const double by_warpgroups = seconds_of([&] {
    route.store(0, of.list, job, out);
    device.wait(0);
  });
  tell((std::string(what) + ", warpgroups").c_str(), of.comparisons(), by_warpgroups);
}

/// All products are tested by the weights of alleles; none is kept.
void select_rate(CudaDevice& device, const char* what, const Problem& of) {
  Memory panel(device, Memory::device), own(device, Memory::device), spans(device, Memory::device),
      entries(device, Memory::device);
  const BitJob job = of.job(device, panel);
  const std::vector<float> weights(static_cast<std::size_t>(of.n), 1);
  device.copy_in(0, own.reserve(of.n * 8), weights.data(), of.n * 4);
  device.zero(0, own.data() + of.n * 4, of.n * 4);
  VectorData data;
  data.weight[0] = data.weight[1] = reinterpret_cast<const float*>(own.data());
  data.x_sum = reinterpret_cast<const std::int32_t*>(own.data() + of.n * 4);
  ScreenJob screen;
  screen.kind = ScreenKind::genotype_weights;
  screen.data.rows = screen.data.cols = data;
  screen.data.fields = static_cast<std::int32_t>(of.fields);
  screen.data.floor = 1e30F;
  constexpr Index capacity = 1 << 16;
  const Index tiles = (of.n / 32) * (of.n / 32);  // of the smallest that there are
  spans.reserve(16 + tiles * static_cast<Index>(sizeof(TileSpan)));
  screen.out = {reinterpret_cast<std::int32_t*>(entries.reserve(capacity * 4 * (1 + of.products))),
                capacity, reinterpret_cast<std::int32_t*>(spans.data()),
                reinterpret_cast<TileSpan*>(spans.data() + 16)};
  device.zero(0, spans.data(), 16);
  const double seconds = seconds_of([&] {
    device.select(0, of.list, job, screen);
    device.wait(0);
  });
  tell(what, of.comparisons(), seconds);
  WarpgroupRoute route(device, 0);
  if (!route.select(0, of.list, job, screen)) return;
  const double by_warpgroups = seconds_of([&] {
    route.select(0, of.list, job, screen);
    device.wait(0);
  });
  tell((std::string(what) + ", warpgroups").c_str(), of.comparisons(), by_warpgroups);
}

/// Products of numbers by the library, of -1, 0 and 1.
void number_rate(CudaDevice& device, const ProductLevel& level, Index n, Index k) {
  if (!why_not(level, device.capability(), device.name()).empty()) return;
  const Numbers numbers = level.numbers;
  Memory left(device, Memory::device), right(device, Memory::device), out(device, Memory::device),
      scales(device, Memory::device);
  const std::uint32_t codes[3] = {0,
                                  numbers == Numbers::fp8   ? 0x38U
                                  : numbers == Numbers::fp4 ? 0x2U
                                                            : 0x1U,
                                  numbers == Numbers::fp8   ? 0xb8U
                                  : numbers == Numbers::fp4 ? 0xaU
                                                            : 0xffU};
  const auto ternary = [&](std::mt19937_64& random) {
    const std::uint32_t first = codes[random() % 3];
    return static_cast<std::uint8_t>(numbers == Numbers::fp4 ? first | codes[random() % 3] << 4
                                                             : first);
  };
  const Index bytes = n * k / 64 * bytes_of_word(numbers);
  fill<std::uint8_t>(device, left, bytes, ternary);
  fill<std::uint8_t>(device, right, bytes, ternary);
  const Index ones = scale_bytes(n, k);
  device.fill(0, scales.reserve(ones), scale_of_one, ones);
  const NumberJob job{
      numbers, left.data(), right.data(), scales.data(), k, n, n, out.reserve(n * n * 4), n, false};
  const double seconds = seconds_of([&] {
    device.multiply(0, job);
    device.wait(0);
  });
  const std::string what =
      "products of " + std::string(level.products) + ", cuBLASLt, " + std::to_string(k) + " fields";
  tell(what.c_str(), 1.0 * n * n * static_cast<double>(k), seconds);
}

/// As long as the route by numbers makes them: floats have shorter ones, with the kernel that makes
/// integers of sums not counted.
void number_rates(CudaDevice& device) {
  for (const ProductLevel& level : product_levels) {
    if (level.numbers == Numbers::none) continue;
    try {
      number_rate(device, level, 8192, 32768);
      if (are_floats(level.numbers)) number_rate(device, level, 8192, FloatSums{}.step);
    } catch (const encke::Error& error) {
      std::printf("{\"without\": \"%s\"}\n",
                  error.what());  // the other rates are wanted all the same
    }
  }
}

/// T: of an element; the words of counts hold several.
template <class T, class Draw>
void minima_rate(CudaDevice& device, const char* what, MinimaType type, Index n, Index fields,
                 int lanes, const Draw& draw) {
  Memory panel(device, Memory::device), out(device, Memory::device);
  const Index words = fields * static_cast<Index>(sizeof(T)) * lanes / 64;
  const Index stride = words * 64;
  fill<T>(device, panel, n / lanes * stride, draw);
  const MinimaJob job{panel.data(), panel.data(), stride, stride, words, n, n, -n};
  std::byte* const tallies = out.reserve(n * n * 8);
  const double seconds = seconds_of([&] {
    device.minima(0, type, job, tallies, n);
    device.wait(0);
  });
  tell(what, 1.0 * n * n * static_cast<double>(fields), seconds);
}

/// Sums of reals of three planes, or of weights of bits.
template <class T>
void sums_rate(CudaDevice& device, const char* what, RealSums sums, Index n, Index fields) {
  const bool bits = sums == RealSums::weighted32 || sums == RealSums::weighted64;
  Memory panel(device, Memory::device), table(device, Memory::device), out(device, Memory::device);
  RealJob job;
  job.words = bits ? fields / 64 : fields;
  const Index lanes = bits ? 8 : 64 / static_cast<Index>(sizeof(T));
  job.left_stride = job.right_stride = job.words * 64 * (bits ? 1 : 3);
  const auto real = [](std::mt19937_64& random) {
    return static_cast<T>(static_cast<double>((random() >> 11) + 1) * 0x1p-53);
  };
  if (bits) {
    fill<std::uint64_t>(device, panel, n / lanes * job.left_stride, any_bits);
  } else {
    fill<T>(device, panel, n / lanes * job.left_stride, real);
  }
  fill<T>(device, table, bits ? job.words * 256 * static_cast<Index>(sizeof(T)) : 64, real);
  job.left = job.right = panel.data();
  job.shared = table.data();
  job.series = encke::PowerSeries::of(-0.5);
  job.rows = job.cols = n;
  job.diagonal = -n;
  const RealPlanes to{reinterpret_cast<double*>(out.reserve(n * n * 16)), n * n, n};
  const double seconds = seconds_of([&] {
    device.sum_reals(0, sums, job, to);
    device.wait(0);
  });
  tell(what, 1.0 * n * n * static_cast<double>(fields), seconds);
}

void unifrac_rates(CudaDevice& device) {
  sums_rate<float>(device, "unweighted UniFrac, f32", RealSums::weighted32, 8192, 65536);
  sums_rate<double>(device, "unweighted UniFrac, f64", RealSums::weighted64, 8192, 65536);
  sums_rate<float>(device, "generalised UniFrac, f32", RealSums::powered32, 4096, 8192);
  sums_rate<double>(device, "generalised UniFrac, f64", RealSums::powered64, 4096, 4096);
  sums_rate<float>(device, "variance-adjusted UniFrac, f32", RealSums::adjusted32, 4096, 8192);
}

void all_rates(CudaDevice& device) {
  const auto real = [](std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
  };
  const auto byte = [](std::mt19937_64& random) { return static_cast<std::uint8_t>(random()); };
  const Problem complete{BitList::complete, 2, 1, 8192, 100032};
  const Problem missing{BitList::missing, 3, 4, 8192, 100032};
  const Problem populus{BitList::complete, 2, 1, 32768, 896};
  bare_rate(device);
  store_rate(device, "ccc 2-way 1-bit, 100,032 samples", complete);
  select_rate(device, "ccc 2-way 1-bit, 100,032 samples, threshold", complete);
  select_rate(device, "ccc 2-way 1-bit, 896 samples, threshold", populus);
  select_rate(device, "ccc/sp 2-way 1-bit, 100,032 samples, threshold", missing);
  store_rate(device, "sorenson 2-way 1-bit, 100,032 fields",
             {BitList::one_plane, 1, 1, 8192, 100032});
  minima_rate<float>(device, "ps f32", MinimaType::float32, 8192, 8192, 16, real);
  minima_rate<double>(device, "ps f64", MinimaType::float64, 8192, 8192, 8, real);
  minima_rate<std::uint8_t>(device, "ps u8", MinimaType::count8, 8192, 16384, 8, byte);
  number_rates(device);
  unifrac_rates(device);
}

}  // namespace

int main() try {
  CudaDevice device(0);
  std::printf("{\"gpu\": \"%s\"}\n", device.name().c_str());
  all_rates(device);
  return 0;
} catch (const encke::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return error.exit_code();
}
