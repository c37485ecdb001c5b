#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <encke/io/bgen/hard_calls.hpp>

namespace encke::io {
namespace {

constexpr int certain = 255;  // the probability 1
constexpr std::uint8_t missing_code = 1;
constexpr std::array<std::uint8_t, 3> code_of_copies = {3, 2, 0};  // of a .bed
constexpr std::size_t head_bytes = 8;  // samples, alleles, least and largest ploidy
constexpr std::size_t flag_bytes = 2;  // whether it is phased, bits of a probability

int byte_at(std::span<const std::byte> bytes, std::size_t at) {
  return std::to_integer<int>(bytes[at]);
}

}  // namespace

HardCalls::HardCalls(BgenReference reference, double threshold) {
  codes_.fill(missing_code);
  constexpr int units = 16384;  // of a dosage of 1
  const int most = static_cast<int>(threshold * units * (1 + 0x1p-44));
  for (int first = 0; first <= 2 * certain; ++first) {
    const int copies = reference == BgenReference::first ? 2 * certain - first : first;
    const int dosage = (copies * units + certain / 2) / certain;
    const int nearest = (dosage + units / 2) / units;
    const auto at = static_cast<std::size_t>(first);
    is_uncertain_[at] = std::abs(dosage - nearest * units) > most ? 1 : 0;
    codes_[at] =
        is_uncertain_[at] != 0 ? missing_code : code_of_copies[static_cast<std::size_t>(nearest)];
  }
}

std::optional<std::string> HardCalls::read(std::span<const std::byte> block, Index samples,
                                           std::uint8_t* row) {
  const auto count = static_cast<std::size_t>(samples);
  if (block.size() < head_bytes + count + flag_bytes) return "its genotypes end early";
  std::uint32_t found = 0;
  std::memcpy(&found, block.data(), sizeof found);
  if (found != count) return fmt::format("genotypes of {} samples, {} expected", found, samples);
  if (byte_at(block, 4) != 2 || byte_at(block, 5) != 0) {
    return "its genotypes are of another number of alleles than it has";
  }
  const std::size_t flags = head_bytes + count;
  const int is_phased = byte_at(block, flags);
  if (is_phased > 1) return "neither phased (1) nor not (0)";
  if (const int bits = byte_at(block, flags + 1); bits != 8) {
    return fmt::format("probabilities of {} bits, 8 expected", bits);
  }
  const auto ploidies = block.subspan(head_bytes, count);
  const auto probabilities = block.subspan(flags + flag_bytes);
  std::memset(row, 0, static_cast<std::size_t>(divide_up(samples, 4)));
  phased_ += is_phased;
  const bool all_diploid = std::all_of(ploidies.begin(), ploidies.end(), [](std::byte ploidy) {
    return (ploidy & std::byte{0x7f}) == std::byte{2};
  });
  if (all_diploid && is_phased == 0 && probabilities.size() == 2 * count) {
    return read_genotypes(ploidies, probabilities, row);
  }
  return read_any(ploidies, probabilities, is_phased == 1, row);
}

// Nearly all variants: without a branch for each sample it takes half the time.
std::optional<std::string> HardCalls::read_genotypes(std::span<const std::byte> ploidies,
                                                     std::span<const std::byte> probabilities,
                                                     std::uint8_t* row) {
  int largest = 0;
  Index uncertain = 0;
  const auto code_of = [&](std::size_t s) {
    const int p = byte_at(probabilities, 2 * s);
    const int q = byte_at(probabilities, 2 * s + 1);
    const bool is_missing = byte_at(ploidies, s) >= 0x80;
    largest = std::max(largest, is_missing ? 0 : p + q);
    // a sum above 1, which is refused below, has an entry too
    const std::size_t first = is_missing ? missing_entry : static_cast<std::size_t>(2 * p + q);
    uncertain += is_uncertain_[first];
    return static_cast<unsigned>(codes_[first]);
  };
  std::size_t s = 0;
  for (; s + 4 <= ploidies.size(); s += 4) {
    row[s / 4] = static_cast<std::uint8_t>(code_of(s) | code_of(s + 1) << 2 | code_of(s + 2) << 4 |
                                           code_of(s + 3) << 6);
  }
  for (; s < ploidies.size(); ++s) {
    row[s / 4] |= static_cast<std::uint8_t>(code_of(s) << (2 * (s % 4)));
  }
  if (largest > certain) return "probabilities whose sum is above 1";
  uncertain_ += uncertain;
  return std::nullopt;
}

std::optional<std::string> HardCalls::read_any(std::span<const std::byte> ploidies,
                                               std::span<const std::byte> probabilities,
                                               bool is_phased, std::uint8_t* row) {
  for (std::size_t s = 0; s < ploidies.size(); ++s) {
    const int ploidy = byte_at(ploidies, s) & 0x7f;
    const bool is_missing = byte_at(ploidies, s) >= 0x80;
    if (ploidy != 1 && ploidy != 2) {
      return fmt::format("a genotype of {} alleles, one or two expected", ploidy);
    }
    if (probabilities.size() < static_cast<std::size_t>(ploidy)) return "its genotypes end early";
    const int p = byte_at(probabilities, 0);
    const int q = ploidy == 2 ? byte_at(probabilities, 1) : p;
    probabilities = probabilities.subspan(static_cast<std::size_t>(ploidy));
    std::uint8_t code = missing_code;
    if (!is_missing) {
      const bool of_genotypes = ploidy == 2 && !is_phased;
      if (of_genotypes && p + q > certain) return "probabilities whose sum is above 1";
      const auto first = static_cast<std::size_t>(of_genotypes ? 2 * p + q : p + q);
      code = codes_[first];
      uncertain_ += is_uncertain_[first];
      haploid_ += ploidy == 1 ? 1 : 0;
    }
    row[s / 4] |= static_cast<std::uint8_t>(code << (2 * (s % 4)));
  }
  if (!probabilities.empty()) return "more genotypes than samples";
  return std::nullopt;
}

}  // namespace encke::io
