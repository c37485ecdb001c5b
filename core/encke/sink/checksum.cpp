#include <fmt/format.h>

#include <encke/base/error.hpp>
#include <encke/sink/checksum.hpp>

namespace encke::sink {
namespace {

__extension__ using Wide = unsigned __int128;

// The linear congruential generator of the hash, and the two offsets at which it is read.
constexpr std::uint64_t modulus = 714025;
constexpr std::uint64_t factor = 4096;
constexpr std::uint64_t increment = 150889;
constexpr std::uint64_t low_offset = 956158765;
constexpr std::uint64_t high_offset = 842467637;

constexpr std::uint64_t generate(std::uint64_t id) {
  return (id % modulus * factor + increment) % modulus;
}

/// The hash of a value's coordinates. The id of a value enters only modulo `modulus`, so it is
/// kept reduced and cannot overflow.
template <int Way>
std::uint64_t weight(const Hit<Way>& hit, const SinkInfo& info) {
  std::uint64_t id = 0;
  std::uint32_t cell = 0;
  for (int v = Way - 1; v >= 0; --v) {  // indices ascend, the id wants them descending
    id = (id * static_cast<std::uint64_t>(info.vectors) + hit.index[v]) % modulus;
    cell = 2 * cell + ((hit.cell >> (Way - 1 - v)) & 1);
  }
  id = id * static_cast<std::uint64_t>(info.cells) + cell;
  return generate(id + low_offset) + modulus * generate(id + high_offset);
}

template <int Way>
[[noreturn]] void refuse(const Hit<Way>& hit) {
  throw Error(Failure::inconsistent,
              fmt::format("the checksum is defined for values from 0 to below 16: {} found in cell "
                          "{} of the vectors {} (all from 0)",
                          hit.value, hit.cell, fmt::join(hit.index, ", ")));
}

template <int Way>
std::uint64_t fixed_point(const Hit<Way>& hit) {
  if (!(hit.value >= 0 && hit.value < 16)) refuse(hit);  // refuses NaN too
  return static_cast<std::uint64_t>(hit.value / 16 * static_cast<double>(std::uint64_t{1} << 60));
}

}  // namespace

void Checksum::begin(const SinkInfo& info) {
  if (info.cells != 1 && info.cells != ipow(2, info.way)) {
    throw Error(Failure::inconsistent,
                "the checksum is defined for 1 or " + std::to_string(ipow(2, info.way)) +
                    " values of a tuple, this metric has " + std::to_string(info.cells));
  }
  info_ = info;
}

void Checksum::take(std::span<const Hit<2>> hits) { add(hits); }
void Checksum::take(std::span<const Hit<3>> hits) { add(hits); }

template <int Way>
void Checksum::add(std::span<const Hit<Way>> hits) {
  for (const auto& hit : hits) {
    const Wide product = static_cast<Wide>(fixed_point(hit)) * weight(hit, info_);
    const Wide low = ((static_cast<Wide>(sum_[1]) << 64) | sum_[0]) + product;
    if (low < product) ++sum_[2];
    sum_[0] = static_cast<std::uint64_t>(low);
    sum_[1] = static_cast<std::uint64_t>(low >> 64);
  }
}

std::string Checksum::text() const {
  constexpr std::uint64_t digit = (std::uint64_t{1} << 60) - 1;
  const std::uint64_t d0 = sum_[0] & digit;
  const std::uint64_t d1 = (sum_[0] >> 60 | sum_[1] << 4) & digit;
  const std::uint64_t d2 = (sum_[1] >> 56 | sum_[2] << 8);
  return std::to_string(d2) + '-' + std::to_string(d1) + '-' + std::to_string(d0);
}

}  // namespace encke::sink
