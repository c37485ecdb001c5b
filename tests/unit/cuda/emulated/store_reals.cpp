#include "cuda/kernels/two_sums_tile.hpp"
#include "cuda/kernels/weighted_tile.hpp"
#include "device.hpp"

namespace encke::test {

template <class Tile>
void EmulatedDevice::run_reals(const cuda::RealJob& job, const cuda::RealPlanes& out) {
  each_tile<typename Tile::Shape>(job.rows, job.cols, [&](EmulatedExec& exec, Index r, Index c) {
    Tile(exec, job, out, r, c).run();
  });
}

void EmulatedDevice::sum_reals(int queue, cuda::RealSums sums, const cuda::RealJob& job,
                               const cuda::RealPlanes& out) {
  using namespace cuda;
  put(queue, [=] {
    switch (sums) {
      case RealSums::none:
        return;
      case RealSums::powered32:
        return run_reals<TwoSumsTile<PoweredStep<float>, EmulatedExec>>(job, out);
      case RealSums::powered64:
        return run_reals<TwoSumsTile<PoweredStep<double>, EmulatedExec>>(job, out);
      case RealSums::adjusted32:
        return run_reals<TwoSumsTile<AdjustedStep<float>, EmulatedExec>>(job, out);
      case RealSums::adjusted64:
        return run_reals<TwoSumsTile<AdjustedStep<double>, EmulatedExec>>(job, out);
      case RealSums::weighted32:
        return run_reals<WeightedTile<float, EmulatedExec>>(job, out);
      case RealSums::weighted64:
        return run_reals<WeightedTile<double, EmulatedExec>>(job, out);
    }
  });
}

}  // namespace encke::test
