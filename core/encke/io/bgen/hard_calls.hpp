#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <encke/base/index.hpp>
#include <optional>
#include <span>
#include <string>

namespace encke::io {

/// Which of a variant's two alleles is the reference's. BGEN does not say.
enum class BgenReference {
  first,
  last,
  unknown,  ///< taken for the last, as PLINK 2 does
};

/// Genotypes of the probabilities of two alleles, 8 bits each: the whole number of copies that the
/// dosage is nearest to, or missing where it is further from it than a threshold. As in PLINK 2,
/// dosages are rounded to 1/16384 first.
class HardCalls {
 public:
  /// `threshold`: 0 to 0.499999
  HardCalls(BgenReference reference, double threshold);

  /// Writes the codes of a .bed of the `samples` samples of a block (layout 2, decompressed) to
  /// `row`, ceil(samples / 4) bytes; A1 is the allele that is not the reference's. Returns what is
  /// wrong with the block, if something is.
  std::optional<std::string> read(std::span<const std::byte> block, Index samples,
                                  std::uint8_t* row);

  Index uncertain() const { return uncertain_; }  ///< calls that the threshold made missing
  Index haploid() const { return haploid_; }
  Index phased() const { return phased_; }  ///< variants

 private:
  static constexpr std::size_t missing_entry = 767;  ///< behind those of any two bytes

  std::optional<std::string> read_genotypes(std::span<const std::byte> ploidies,
                                            std::span<const std::byte> probabilities,
                                            std::uint8_t* row);
  std::optional<std::string> read_any(std::span<const std::byte> ploidies,
                                      std::span<const std::byte> probabilities, bool is_phased,
                                      std::uint8_t* row);

  std::array<std::uint8_t, 768> codes_{};  ///< by copies of the first allele, in 1/255
  std::array<std::uint8_t, 768> is_uncertain_{};
  Index uncertain_ = 0;
  Index haploid_ = 0;
  Index phased_ = 0;
};

}  // namespace encke::io
