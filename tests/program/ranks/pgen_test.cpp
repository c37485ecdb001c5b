// A .pgen on several ranks: their parts begin within chains of records that refer to others.
#include <gtest/gtest.h>

#include "ranked_program.hpp"
#include "support/inputs/pgen_file.hpp"
#include "support/long_run.hpp"

namespace encke::test {
namespace {

class PgenOnRanks : public RankedProgram {
 protected:
  PgenOnRanks() {
    constexpr unsigned types[] = {1, 2, 3, 2, 2, 3, 2, 2, 2, 3, 2, 2, 2, 2, 3, 2, 2};
    write("x.pgen", pgen_bytes(random_genotypes(97, 60, 0.03, 4), types).pgen);
    write("x.pvar", pvar_text(97));
    write("x.psam", psam_text(60));
  }
};

TEST_F(PgenOnRanks, outputs_are_those_of_one_process) {
  const std::string problems[] = {"ccc --threshold 0.4 --maf 0.1 --geno 0.06",
                                  "r2 --threshold 0.05", "epistasis --score chi2 --threshold 3"};
  for (std::size_t p = 0; p < std::size(problems); ++p) {
    const std::string problem = problems[p] + " --pfile x --block 16";
    on(0);
    succeed(problem + " --out alone");
    for (const int ranks : {2, 3, 4}) {
      if (!has_turn(p + static_cast<std::size_t>(ranks), 2)) continue;
      on(ranks);
      succeed(problem + axes(ranks, 1, 1) + "--out run");
      expect_same_outputs("run", "alone");
    }
  }
}

}  // namespace
}  // namespace encke::test
