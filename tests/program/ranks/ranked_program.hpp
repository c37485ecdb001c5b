#pragma once

#include <string>
#include <vector>

#include "program/cli/program.hpp"

namespace encke::test {

/// Runs the command line on several ranks, by the command that ENCKE_MPIEXEC has; the number of
/// ranks is to follow it. Skips where there is none.
class RankedProgram : public Program {
 protected:
  void SetUp() override;

  /// What is run from now on is run on so many ranks; 0: without a launcher.
  void on(int ranks);
  /// The options of a decomposition.
  static std::string axes(int vector, int field, int replica);

  /// Writes x.bed, x.bim, x.fam, x.vcf and x.bgen: random genotypes, one in `missing` missing (0:
  /// none).
  void write_plink(int variants, int samples, int missing) const;
  /// Writes t.tsv: random profiles.
  void write_table(int rows, int fields) const;

  /// Expects that runs with the prefixes `found` and `expected` have written the same: bytes of
  /// all files but the log, and of the summary what does not depend on time and ranks.
  void expect_same_outputs(const std::string& found, const std::string& expected) const;

 private:
  /// Ends of the names of the files P.*, without log and summary.
  std::vector<std::string> endings(const std::string& prefix) const;
};

}  // namespace encke::test
