#include <algorithm>
#include <cstring>
#include <encke/base/function.hpp>
#include <encke/host/threads/at_best_level.hpp>
#include <encke/io/rows/narrow_rows.hpp>
#include <type_traits>

// Loops that the compiler turns into vector code, for numbers of each kind.

namespace encke::io {
namespace {

/// True if all are allowed.
ENCKE_FUNCTION bool code_bytes(const std::uint8_t* from, Index count, std::uint8_t* codes,
                               ByteRules rules) {
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  std::uint64_t any_below = 0, any_two = 0, wrong = 0;
  for (Index f = 0; f < count; f += 8) {
    std::uint64_t x;
    std::memcpy(&x, from + f, 8);
    const std::uint64_t below = x >> 7 & ones;  // 1 in each byte that is below 0
    const std::uint64_t bit0 = x & ~below & ones, bit1 = x >> 1 & ~below & ones;
    // of bytes from 0 on: those above 3, and 3
    wrong |= ((x >> 2 | x >> 3 | x >> 4 | x >> 5 | x >> 6) & ~below & ones) | (bit0 & bit1);
    any_below |= below;
    any_two |= bit1;
    std::uint64_t code = (bit0 | bit1) | (bit1 | below) << 1;  // in the low bits of each byte
    code = (code | code >> 6) & 0x000f000f000f000fULL;
    code = (code | code >> 12) & 0x000000ff000000ffULL;
    const auto both = static_cast<std::uint16_t>(code | code >> 24);
    std::memcpy(codes + f / 4, &both, 2);
  }
  if (!rules.missing) wrong |= any_below;
  if (!rules.two) wrong |= any_two;
  return wrong == 0;
}

template <class T>
ENCKE_FUNCTION std::uint8_t genotype_byte(T x, bool below_zero_is_missing) {
  const int missing = below_zero_is_missing ? 255 : 3;
  if constexpr (std::is_floating_point_v<T>) {
    const int number = (x == T{1} ? 1 : 0) | (x == T{2} ? 2 : 0);
    const int other = x >= T{0} ? 3 : x < T{0} ? missing : 255;
    return static_cast<std::uint8_t>(number != 0 || x == T{0} ? number : other);
  } else {
    const T most = std::min(x, T{3});
    return static_cast<std::uint8_t>(x < T{0} ? static_cast<T>(missing) : most);
  }
}

template <class T>
ENCKE_FUNCTION void make_bytes(const T* from, Index count, bool below_zero_is_missing,
                               std::uint8_t* to) {
  for (Index f = 0; f < count; ++f) to[f] = genotype_byte(from[f], below_zero_is_missing);
}

template <class T>
ENCKE_FUNCTION bool narrow(const T* from, Index count, std::uint16_t most, std::uint16_t* to) {
  using Unsigned = std::make_unsigned_t<T>;
  Unsigned largest = 0;  // numbers below 0 are the largest of all
  for (Index f = 0; f < count; ++f) {
    const auto x = static_cast<Unsigned>(from[f]);
    largest = std::max(largest, x);
    to[f] = static_cast<std::uint16_t>(x);
  }
  return std::is_signed_v<T> ? largest <= static_cast<Unsigned>(std::min<std::uint64_t>(
                                              most, static_cast<Unsigned>(~Unsigned{0}) >> 1))
                             : largest <= most;
}

}  // namespace

bool codes_of_bytes(const std::uint8_t* from, Index count, std::uint8_t* codes, ByteRules rules) {
  bool allowed = false;
  at_best_level([&]() __attribute__((always_inline)) {
    allowed = code_bytes(from, count, codes, rules);
  });
  return allowed;
}

template <class T>
void genotype_bytes(const T* from, Index count, bool below_zero_is_missing, std::uint8_t* to) {
  at_best_level([&]() __attribute__((always_inline)) {
    make_bytes(from, count, below_zero_is_missing, to);
  });
}

template <class T>
bool narrow_counts(const T* from, Index count, std::uint16_t most, std::uint16_t* to) {
  bool fit = false;
  at_best_level([&]() __attribute__((always_inline)) { fit = narrow(from, count, most, to); });
  return fit;
}

template void genotype_bytes(const float*, Index, bool, std::uint8_t*);
template void genotype_bytes(const double*, Index, bool, std::uint8_t*);
template void genotype_bytes(const std::int8_t*, Index, bool, std::uint8_t*);
template void genotype_bytes(const std::uint8_t*, Index, bool, std::uint8_t*);
template void genotype_bytes(const std::int16_t*, Index, bool, std::uint8_t*);
template void genotype_bytes(const std::uint16_t*, Index, bool, std::uint8_t*);
template void genotype_bytes(const std::int32_t*, Index, bool, std::uint8_t*);
template void genotype_bytes(const std::uint32_t*, Index, bool, std::uint8_t*);
template void genotype_bytes(const std::int64_t*, Index, bool, std::uint8_t*);
template void genotype_bytes(const std::uint64_t*, Index, bool, std::uint8_t*);
template bool narrow_counts(const std::int8_t*, Index, std::uint16_t, std::uint16_t*);
template bool narrow_counts(const std::uint8_t*, Index, std::uint16_t, std::uint16_t*);
template bool narrow_counts(const std::int16_t*, Index, std::uint16_t, std::uint16_t*);
template bool narrow_counts(const std::uint16_t*, Index, std::uint16_t, std::uint16_t*);
template bool narrow_counts(const std::int32_t*, Index, std::uint16_t, std::uint16_t*);
template bool narrow_counts(const std::uint32_t*, Index, std::uint16_t, std::uint16_t*);
template bool narrow_counts(const std::int64_t*, Index, std::uint16_t, std::uint16_t*);
template bool narrow_counts(const std::uint64_t*, Index, std::uint16_t, std::uint16_t*);

}  // namespace encke::io
