#pragma once

#include <array>
#include <cstdint>
#include <encke/base/index.hpp>
#include <span>
#include <vector>

namespace encke::io {

/// Numbers of the genotypes of one variant among some samples.
struct GenotypeCounts {
  Index missing = 0;
  Index het = 0;
  Index hom_a1 = 0;
  Index hom_a2 = 0;

  friend bool operator==(const GenotypeCounts&, const GenotypeCounts&) = default;
};

/// The samples that are kept of each row (variant) of a .bed file; a row has ceil(N / 4) bytes, two
/// bits a sample, lowest bits first: 00 hom A1, 01 missing, 10 het, 11 hom A2.
class BedSamples {
 public:
  /// kept[s] is nonzero where sample s is kept.
  explicit BedSamples(std::span<const std::uint8_t> kept);

  Index samples() const { return samples_; }
  Index kept() const { return kept_; }
  bool all() const { return kept_ == samples_; }
  /// Bytes of a row before and after gather().
  Index row_bytes() const { return divide_up(samples_, 4); }
  Index gathered_bytes() const { return divide_up(kept_, 4); }

  /// Counts the genotypes of the samples kept.
  GenotypeCounts count(const std::uint8_t* row) const;
  /// Writes the codes of the samples kept, without gaps, padded with zero bits. `out` may not
  /// overlap `row`.
  void gather(const std::uint8_t* row, std::uint8_t* out) const;

 private:
  /// How the codes that are kept of a 64-bit word (32 samples) move together: in step i, those in
  /// moves[i] go down by 2^i codes.
  struct Word {
    std::uint64_t kept = 0;  ///< both bits of each code that is kept
    std::array<std::uint64_t, 5> moves = {};
    int bits = 0;  ///< two for each code that is kept
  };

  static Word make_word(std::span<const std::uint8_t> kept);

  Index samples_;
  Index kept_ = 0;
  std::vector<Word> words_;
};

}  // namespace encke::io
