#pragma once

#include <array>
#include <encke/comm/communicator.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/rows/bed_rows.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Which samples count for what where variants are selected by their genotypes; all of those kept.
struct CountedSamples {
  Kept all;
  Kept founders;  ///< that count for frequencies
  Kept males;
  Kept females;  ///< who is neither is of unknown sex
};

/// The samples kept, by family and sex. With subset.nonfounders all count as founders.
CountedSamples counted_samples(const Subset& subset, const std::vector<SampleId>& people,
                               const Kept& kept);

/// Rates that differ by less are equal: what is left of rounding in PLINK 2, too.
inline constexpr double rate_tolerance = 0x1p-44;

/// Takes away variants by their genotypes, as PLINK 2: geno, hwe, then maf, mac and max_maf.
/// Missing rates are those of all samples, on Y of males; all else counts founders alone: on X
/// males have one copy, on Y males alone have one, of MT all have one, half a heterozygote's is of
/// either allele.
class RateFilter {
 public:
  RateFilter(const Subset& subset, const CountedSamples& samples);

  bool active() const { return subset_.geno < 1 || needs_frequencies(); }
  bool needs_frequencies() const {
    return subset_.hwe > 0 || subset_.maf > 0 || subset_.mac > 0 || subset_.max_maf < 1;
  }
  /// True if a variant with these codes of a .bed stays.
  bool keeps(Ploidy ploidy, const std::uint8_t* codes);
  /// Collective: adds what the other ranks' filters have taken away.
  void sum(const Communicator& world);
  /// Adds a remark for each filter in use, with the number of variants before it.
  void report(ReadLog& log) const;
  /// The filters in use, as options.
  std::string options() const;

 private:
  enum Reason : std::size_t { by_geno, by_hwe, by_maf, by_mac, by_max_maf, reasons };
  /// Half copies of alleles: a homozygote has four, of one who has one copy two.
  struct Alleles {
    Index rarer = 0;
    Index all = 0;
  };

  bool in_use(Reason reason) const;
  std::string option(Reason reason) const;
  bool has_calls(Ploidy ploidy, const std::uint8_t* codes);
  bool in_equilibrium(Ploidy ploidy, const std::uint8_t* codes) const;
  Alleles alleles(Ploidy ploidy, const std::uint8_t* codes) const;
  bool drop(Reason reason);

  Subset subset_;
  BedSamples all_;
  BedSamples males_;
  BedSamples founders_;
  BedSamples founding_males_;
  BedSamples founding_females_;
  bool all_found_;
  GenotypeCounts counts_;  ///< of all_ in the variant that is looked at
  Index seen_ = 0;
  std::array<Index, reasons> dropped_ = {};
};

}  // namespace encke::io
