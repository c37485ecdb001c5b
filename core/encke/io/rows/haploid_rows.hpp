#pragma once

#include <cstdint>
#include <encke/base/index.hpp>
#include <vector>

namespace encke::io {

/// One byte for each sample or variant: 1 where it is kept.
using Kept = std::vector<std::uint8_t>;

/// How many copies of a chromosome samples have.
enum class Ploidy : std::uint8_t {
  diploid,  ///< all have two
  x,        ///< males have one
  y,        ///< females have none, all others one
  mt        ///< all have one, which may be mixed
};

/// Which genotypes of X and Y cannot be, in rows of codes of a .bed: heterozygotes of males on X,
/// heterozygotes on Y, and all genotypes of females on Y. They are read as missing, as PLINK 2's
/// --set-hh-missing has it, unless all are kept. Of MT none is.
class HaploidRows {
 public:
  /// All rows are diploid.
  HaploidRows() = default;
  /// `ploidy`: of each row. `males`, `females`: 1 for each sample that is one; others are of
  /// unknown sex.
  HaploidRows(std::vector<Ploidy> ploidy, const Kept& males, const Kept& females);

  Ploidy of(Index row) const {
    return ploidy_.empty() ? Ploidy::diploid : ploidy_[static_cast<std::size_t>(row)];
  }
  /// From now on none is missing.
  void keep_all() { kept_all_ = true; }
  /// True if genotypes of this row may have to be missing.
  bool changes(Index row) const {
    return !kept_all_ && (of(row) == Ploidy::x || of(row) == Ploidy::y);
  }
  /// Sets them missing in the bytes `bytes` of a row, which begin at `codes`.
  void set_missing(Index row, Range bytes, std::uint8_t* codes) const {
    if (changes(row)) replace(row, bytes, codes);
  }

 private:
  void replace(Index row, Range bytes, std::uint8_t* codes) const;

  std::vector<Ploidy> ploidy_;  ///< none: all are diploid
  bool kept_all_ = false;
  // The low bit of each sample's code.
  std::vector<std::uint8_t> males_;
  std::vector<std::uint8_t> females_;
};

}  // namespace encke::io
