#include <algorithm>
#include <cstring>
#include <encke/check/row_sums.hpp>
#include <encke/host/threads/at_best_level.hpp>
#include <limits>
#include <numeric>

namespace encke {
namespace {

/// Sum modulo 2^32.
[[gnu::always_inline]] inline std::uint32_t sum_words(const std::int32_t* from, Index n) {
  using Unsigned [[gnu::vector_size(64)]] = std::uint32_t;
  Unsigned sums[4] = {};
  Index i = 0;
  for (; i + 64 <= n; i += 64) {
    Unsigned in[4];
    std::memcpy(in, from + i, sizeof in);
    for (int k = 0; k < 4; ++k) sums[k] += in[k];
  }
  for (; i + 16 <= n; i += 16) {
    Unsigned in;
    std::memcpy(&in, from + i, sizeof in);
    sums[0] += in;
  }
  const Unsigned all = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  std::uint32_t sum = 0;
  for (int k = 0; k < 16; ++k) sum += all[k];
  for (; i < n; ++i) sum += static_cast<std::uint32_t>(from[i]);
  return sum;
}

}  // namespace

void sum_rows(const RowsToSum<std::int32_t>& rows, std::int64_t* sums, Index stride) {
  // Where the right sum fits into 32 bits: a wrong tally changes it modulo 2^32.
  const bool fit =
      rows.cols <= std::numeric_limits<std::int32_t>::max() / std::max<std::int64_t>(rows.most, 1);
  at_best_level([&]() __attribute__((always_inline)) {
    for (Index r = 0; r < rows.rows; ++r) {
      const std::int32_t* from = rows.data + r * rows.row_stride;
      const Index begin = rows.begin(r);
      if (begin >= rows.cols) {
        sums[r * stride] = 0;
      } else if (fit) {
        sums[r * stride] = static_cast<std::int32_t>(sum_words(from + begin, rows.cols - begin));
      } else {
        sums[r * stride] = std::accumulate(from + begin, from + rows.cols, std::int64_t{0});
      }
    }
  });
}

void sum_rows(const RowsToSum<std::int64_t>& rows, std::int64_t* sums, Index stride) {
  for (Index r = 0; r < rows.rows; ++r) {
    sums[r * stride] = 0;
    for (Index c = rows.begin(r); c < rows.cols; ++c) {
      sums[r * stride] += value_of(rows.data[r * rows.row_stride + c]);
    }
  }
}

}  // namespace encke
