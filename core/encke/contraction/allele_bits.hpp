#pragma once

#include <encke/contraction/contraction.hpp>

namespace encke {

/// One bit of one sample, or missing.
enum class Bit : std::uint8_t { zero = 0, one = 1, missing = 2 };

/// Tallies of bits: channel a reads 1 where the sample is present and its bit equals a, else 0, and
/// a field adds the product of what is read. So a tally counts samples: those that are present in
/// all vectors and have the bits of the cell.
struct AlleleBits {
  static constexpr ContractionId id = ContractionId::allele_bits;
  using element = Bit;
  using scalar = int;
  using accumulator = std::int64_t;
  static constexpr int channels = 2;

  ENCKE_FUNCTION static constexpr int read(Bit b, int channel) {
    return static_cast<int>(b) == channel ? 1 : 0;
  }
  ENCKE_FUNCTION static constexpr int fold(int a, int b) { return a * b; }
};

static_assert(Contraction<AlleleBits>);

}  // namespace encke
