#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace encke::io {

/// What a sample counts for where A1 is chosen.
enum class Founder : std::uint8_t { no, yes, male };

/// Turns lines of a .tped file, a variant each, into rows of two-bit codes as a .bed has them.
///
/// Which allele is A1 is decided as PLINK 1.9 --make-bed does (found by trial, with version
/// 1.90b6): the allele that is rarer among the founders; where none is, that which is rarer among
/// all samples; where none is, that which comes later in the line. Of the founders' X (23) males
/// have one copy, and their Y (24) counts in males only. A variant with one allele has it as A2.
class TpedRow {
 public:
  /// `path` is for messages; `founders` are those of all samples. Both must outlive this.
  TpedRow(const std::string& path, const std::vector<Founder>& founders);

  /// Reads a line; `number` is its number, from 1. Throws MalformedInput with line and column for
  /// another number of columns than 4 and two for each sample, for a sample of which one allele is
  /// missing (0 or .) and the other is not, and for a third allele.
  void parse(std::string_view line, Index number);

  /// Codes of all samples of the line; ceil(samples / 4) bytes.
  const std::uint8_t* codes() const { return codes_.data(); }
  /// "A1/A2" of the line as PLINK's .bim has them: 0 stands for one that does not occur.
  std::string alleles() const;

 private:
  /// Genotypes by the allele that comes first in the line.
  enum Genotype : std::uint8_t { first, het, second, missing };

  Genotype genotype_of(std::string_view a, std::string_view b, Index column);
  bool is_second(std::string_view allele, Index column);
  Index founder_weight(std::size_t sample) const;
  bool second_is_a1() const;
  void encode();
  [[noreturn]] void fail(Index column, const std::string& message) const;

  const std::string& path_;
  const std::vector<Founder>& founders_;
  Index line_ = 0;
  enum class Chromosome { other, x, y } chromosome_ = Chromosome::other;
  std::string_view alleles_[2];  ///< of the line, in order of appearance; empty: not met
  bool flip_ = false;            ///< A1 is the second of them
  std::vector<std::uint8_t> genotypes_;
  std::vector<std::uint8_t> codes_;
};

}  // namespace encke::io
