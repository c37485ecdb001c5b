#include <algorithm>
#include <bit>
#include <cmath>

#include "device.hpp"

// Products of bits and numbers, in a file that is compiled with vectors (tests/CMakeLists.txt).

namespace encke::test {

[[gnu::always_inline]] static inline void count_each(const BitRows& rows, const BitCols& cols,
                                                     BitSums& sums) {
  for (int r = 0; r < cuda::mma_rows; ++r) {
    if ((rows[r][0] | rows[r][1] | rows[r][2] | rows[r][3]) == 0) {  // most are, of small problems
      std::fill_n(sums[r], cuda::mma_cols, 0);
      continue;
    }
    for (int c = 0; c < cuda::mma_cols; ++c) {
      sums[r][c] = 0;
      for (int w = 0; w < 4; ++w) sums[r][c] += std::popcount(rows[r][w] & cols[c][w]);
    }
  }
}

#if defined(__x86_64__)
/// By an instruction: else each count is a call, which took a fifth of the time of these tests.
[[gnu::target("popcnt")]] static void count_at_once(const BitRows& rows, const BitCols& cols,
                                                    BitSums& sums) {
  count_each(rows, cols, sums);
}
#endif

void count_in_both(const BitRows& rows, const BitCols& cols, BitSums& sums) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt")) return count_at_once(rows, cols, sums);
#endif
  count_each(rows, cols, sums);
}

/// Numbers of 16 bits, for which all x86-64 CPUs have an instruction.
static std::int32_t sum_of_products(const std::int16_t* left, const std::int16_t* right, Index k) {
  std::int32_t sum = 0;
  for (Index i = 0; i < k; ++i) sum += left[i] * right[i];
  return sum;
}

/// The same in a sum that keeps its first `bits` significant bits alone.
static std::int32_t narrow_sum(const std::int16_t* left, const std::int16_t* right, Index k,
                               int bits) {
  const std::int32_t most = std::int32_t{1} << bits;
  std::int32_t sum = 0;
  for (Index i = 0; i < k; ++i) {
    sum += left[i] * right[i];
    if (std::abs(sum) < most) continue;  // nearly always: divisions took half the time
    std::int32_t unit = 1;
    while (std::abs(sum) / unit >= most) unit *= 2;
    sum = sum / unit * unit;
  }
  return sum;
}

/// To the nearest number of `bits` significant bits.
static float rounded(float value, int bits) {
  if (bits == 24) return value;
  if (std::abs(value) < std::ldexp(1.F, bits) && value == std::trunc(value)) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(value, bits - exponent)), exponent - bits);
}

/// What a code of a float stands for; a test fails where it is not of -1, 0 or 1.
static std::int8_t value_of(cuda::Numbers numbers, unsigned code) {
  const bool four_bits = numbers == cuda::Numbers::fp4;
  if (code == 0) return 0;
  if (code == (four_bits ? 0x2U : 0x38U)) return 1;
  if (code != (four_bits ? 0xaU : 0xb8U)) ADD_FAILURE() << "a float of code " << code;
  return -1;
}

static std::vector<std::int16_t> values_of(cuda::Numbers numbers, const std::byte* from,
                                           Index count) {
  std::vector<std::int16_t> values(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) {
    std::int16_t& value = values[static_cast<std::size_t>(i)];
    if (numbers == cuda::Numbers::int8) {
      value = static_cast<std::int8_t>(from[i]);
    } else if (numbers == cuda::Numbers::fp8) {
      value = value_of(numbers, std::to_integer<unsigned>(from[i]));
    } else {
      value = value_of(numbers, std::to_integer<unsigned>(from[i / 2]) >> i % 2 * 4 & 0xf);
    }
  }
  return values;
}

/// What the library asks of a product, as far as it is not written in types.
static void expect_valid(const cuda::NumberJob& job) {
  EXPECT_EQ(job.k % 64 + job.rows % 16 + job.cols % 16, 0);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(job.left) % 16, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(job.right) % 16, 0U);
  if (job.numbers != cuda::Numbers::fp4) return;
  const Index scales = cuda::scale_bytes(std::max(job.rows, job.cols), job.k);
  EXPECT_TRUE(std::all_of(job.scales, job.scales + scales,
                          [](std::byte b) { return b == std::byte{cuda::scale_of_one}; }));
}

/// Which of `vectors` of `k` values each are all 0: those that fill up the last tiles.
static std::vector<bool> zeros_of(const std::vector<std::int16_t>& values, Index vectors, Index k) {
  std::vector<bool> zero;
  for (Index v = 0; v < vectors; ++v) {
    const auto first = values.begin() + v * k;
    zero.push_back(std::all_of(first, first + k, [](std::int16_t value) { return value == 0; }));
  }
  return zero;
}

void EmulatedDevice::multiply(int queue, const cuda::NumberJob& job) {
  longest_product = std::max(longest_product, job.k);
  put(queue, [=, this] {
    expect_valid(job);
    const auto left = values_of(job.numbers, job.left, job.rows * job.k);
    const auto right = values_of(job.numbers, job.right, job.cols * job.k);
    const auto no_row = zeros_of(left, job.rows, job.k), no_col = zeros_of(right, job.cols, job.k);
    const bool floats = cuda::are_floats(job.numbers);
    const bool exact = !floats || job.k <= Index{1} << sum_bits;
    for (Index r = 0; r < job.rows; ++r) {
      for (Index c = 0; c < job.cols; ++c) {
        const std::int16_t* const row = left.data() + r * job.k;
        const std::int16_t* const col = right.data() + c * job.k;
        const bool none =
            no_row[static_cast<std::size_t>(r)] || no_col[static_cast<std::size_t>(c)];
        std::int32_t sum = 0;
        if (!none) {
          sum = exact ? sum_of_products(row, col, job.k) : narrow_sum(row, col, job.k, sum_bits);
        }
        void* const out = static_cast<std::int32_t*>(job.out) + r * job.row_stride + c;
        if (floats) {
          float& result = *static_cast<float*>(out);
          result = rounded(static_cast<float>(sum) + (job.add ? result : 0.F), result_bits);
        } else {
          std::int32_t& result = *static_cast<std::int32_t*>(out);
          result = sum + (job.add ? result : 0);
        }
      }
    }
  });
}

}  // namespace encke::test
