#pragma once

#include <cstdint>
#include <encke/io/plink/plink_text.hpp>
#include <encke/io/plink/subset.hpp>
#include <encke/io/rows/bed_rows.hpp>
#include <encke/io/rows/coded_rows.hpp>
#include <string>
#include <vector>

namespace encke::io {

/// Throws Error(command_line) unless geno lies in [0, 1] and maf in [0, 0.5].
void check_rates(const Subset& subset);

/// The samples that keep and remove leave; remarks say how many each takes away and how many of its
/// ids are unknown. Throws Error(open), Error(read); Error(inconsistent) where none is left.
Kept select_samples(const Subset& subset, const std::vector<SampleId>& samples, ReadLog& log);

/// The variants that extract and exclude leave; remarks and errors as above.
Kept select_variants(const Subset& subset, const std::vector<std::string>& ids, ReadLog& log);

/// Takes away variants by their genotypes among the samples kept: geno, then maf.
class RateFilter {
 public:
  explicit RateFilter(const Subset& subset) : subset_(subset) {}

  bool active() const { return subset_.geno < 1 || subset_.maf > 0; }
  /// Whether a variant with these counts stays.
  bool keeps(const GenotypeCounts& counts);
  /// Collective: adds what the other ranks' filters have taken away.
  void sum(const Communicator& world);
  /// Adds a remark for each filter in use.
  void report(ReadLog& log) const;

 private:
  Subset subset_;
  Index by_geno_ = 0;
  Index by_maf_ = 0;
};

}  // namespace encke::io
