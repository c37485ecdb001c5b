#include "device.hpp"

namespace encke::test {

template <class T>
void EmulatedDevice::run_minima(const cuda::MinimaJob& job, void* tallies, Index row_stride) {
  using Tally = typename cuda::MinimaOf<T>::Tally;
  const cuda::TallyPlane<Tally> out{static_cast<Tally*>(tallies), row_stride};
  each_tile<cuda::MinimaShape<T>>(job.rows, job.cols, [&](EmulatedExec& exec, Index r, Index c) {
    cuda::MinimaTile<T, EmulatedExec>(exec, job, out, r, c).run();
  });
}

void EmulatedDevice::store(int queue, cuda::BitList list, const cuda::BitJob& job,
                           const cuda::TallyPlanes& out) {
  ++stores;
  put(queue, [=] {
    with_list(list, [&](auto type) {
      using List = typename decltype(type)::type;
      using Tile = cuda::BitTile<List, EmulatedExec>;
      each_tile<cuda::BitShape<List>>(job.rows, job.cols,
                                      [&](EmulatedExec& exec, Index r, Index c) {
                                        cuda::store_tile<Tile>(exec, job, out, r, c);
                                      });
    });
  });
}

void EmulatedDevice::minima(int queue, cuda::MinimaType type, const cuda::MinimaJob& job,
                            void* tallies, Index row_stride) {
  put(queue, [=] {
    switch (type) {
      case cuda::MinimaType::float32:
        return run_minima<float>(job, tallies, row_stride);
      case cuda::MinimaType::float64:
        return run_minima<double>(job, tallies, row_stride);
      case cuda::MinimaType::count8:
        return run_minima<std::uint8_t>(job, tallies, row_stride);
      case cuda::MinimaType::count16:
        return run_minima<std::uint16_t>(job, tallies, row_stride);
    }
  });
}

}  // namespace encke::test
