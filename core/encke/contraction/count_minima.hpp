#pragma once

#include <encke/contraction/contraction.hpp>

namespace encke {

/// Sums of field-wise minima of counts: whole numbers from 0 to 65535. They are exact, so unlike
/// those of Minima they do not depend on the order of the fields, which may be cut anywhere.
struct CountMinima {
  static constexpr ContractionId id = ContractionId::count_minima;
  using element = std::int32_t;
  using scalar = std::int64_t;
  using accumulator = std::int64_t;
  static constexpr int channels = 1;
  /// Largest sum of a vector: three of them fit in an int32, in which backends add.
  static constexpr std::int64_t most_sum = ((std::int64_t{1} << 31) - 1) / 3;

  ENCKE_FUNCTION static constexpr std::int64_t read(std::int32_t x, int) { return x; }
  ENCKE_FUNCTION static constexpr std::int64_t fold(std::int64_t a, std::int64_t b) {
    return a < b ? a : b;
  }
};

static_assert(Contraction<CountMinima>);

}  // namespace encke
