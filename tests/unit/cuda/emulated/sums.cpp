#include "device.hpp"

// Products of 8-bit integers, in a file that is compiled with vectors (tests/CMakeLists.txt).

namespace encke::test {

static std::int32_t sum_of_products(const std::int8_t* left, const std::int8_t* right, Index k) {
  std::int32_t sum = 0;
  for (Index i = 0; i < k; ++i) sum += left[i] * right[i];
  return sum;
}

void EmulatedDevice::multiply(int queue, const cuda::Int8Job& job) {
  put(queue, [=] {
    for (Index r = 0; r < job.rows; ++r) {
      for (Index c = 0; c < job.cols; ++c) {
        const std::int32_t sum =
            sum_of_products(job.left + r * job.k, job.right + c * job.k, job.k);
        std::int32_t& out = job.out[r * job.row_stride + c];
        out = sum + (job.add ? out : 0);
      }
    }
  });
}

}  // namespace encke::test
