#pragma once

#include <functional>

#include "exec.hpp"

namespace encke::test {

/// An EmulatedExec that also has products of warpgroups, see kernels/warpgroups/tile.hpp: a warp
/// has a quarter of its warpgroup's rows. Products come as late as the waits allow.
class EmulatedWarpgroups : public EmulatedExec {
 public:
  using EmulatedExec::EmulatedExec;

  void publish() { publish_all(); }
  template <class Sums>
  static void begin_products(const Sums& /*sums*/) {}
  template <class Sums>
  void end_products(const Sums& /*sums*/) {
    begun_[static_cast<std::size_t>(warp_)].push_back(std::exchange(open_, {}));
  }
  template <int all_but, class Sums>
  void wait_products(const Sums& /*sums*/) {
    for (auto& groups : begun_) {
      while (groups.size() > static_cast<std::size_t>(all_but)) {
        for (const auto& product : groups.front()) product();
        groups.pop_front();
      }
    }
  }
  template <int c, class Sums>
  void product(Sums& sums, int warp, int left, int right) {
    warp_ = warp;
    open_.push_back([&sums, warp, left, right, this] { multiply<c>(sums, warp, left, right); });
  }

 private:
  using Shape = cuda::WarpgroupShape;

  void load_vector(int side, int vector, std::uint64_t (&to)[4]) {
    for (int half = 0; half < 2; ++half) {
      std::uint64_t two[2];
      load_published(side + Shape::offset(vector / 8, half) + vector % 8 * 16, two);
      to[2 * half] = two[0];
      to[2 * half + 1] = two[1];
    }
  }
  /// PTX ISA, "Register Fragments for wgmma.mma_async.m64nNk256": of the accumulators.
  template <int c, class Sums>
  void multiply(Sums& sums, int warp, int left, int right) {
    BitRows rows;
    for (int r = 0; r < cuda::mma_rows; ++r) {
      load_vector(left, warp % Shape::warps_of_group * cuda::mma_rows + r, rows[r]);
    }
    for (int n = 0; n < Shape::cols / cuda::mma_cols; ++n) {
      BitCols cols;
      for (int k = 0; k < cuda::mma_cols; ++k) load_vector(right, n * cuda::mma_cols + k, cols[k]);
      BitSums in_both;
      count_in_both(rows, cols, in_both);
      for (int lane = 0; lane < cuda::lanes_of_warp; ++lane) {
        for (int r = 0; r < 4; ++r) {
          sums[lane].r[c + 4 * n + r] += in_both[lane / 4 + r / 2 * 8][lane % 4 * 2 + r % 2];
        }
      }
    }
  }

  using Products = std::vector<std::function<void()>>;
  Products open_;
  std::vector<std::deque<Products>> begun_ =
      std::vector<std::deque<Products>>(cuda::warps_of_block);
  int warp_ = 0;
};

}  // namespace encke::test
