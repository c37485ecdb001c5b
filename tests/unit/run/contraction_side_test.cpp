#include <encke/contraction/allele_bits.hpp>
#include <encke/contraction/allele_counts.hpp>
#include <encke/pack/packers.hpp>
#include <encke/run/run_tiles.hpp>

#include "support/common.hpp"
#include "support/files.hpp"

// What a run asks of a contraction by its name. That it computes what it should is seen by all
// runs.

namespace encke::contraction_side_test {
namespace {

using detail::AnyMargins;
using detail::contraction_side;

TEST(ContractionSide, HasPairsOfAllAndTriplesOfThoseThatHaveThem) {
  for (const ContractionRow& row : contraction_rows) {
    EXPECT_NE(contraction_side<2>(row.id), nullptr) << row.data;
  }
  for (const auto id :
       {ContractionId::allele_counts, ContractionId::allele_bits, ContractionId::minima,
        ContractionId::count_minima, ContractionId::genotype_tables}) {
    EXPECT_NE(contraction_side<3>(id), nullptr) << row_of(id).data;
  }
  for (const auto id : {ContractionId::genotype_moments, ContractionId::genotype_matches,
                        ContractionId::trait_sums}) {
    io::expect_error([&] { contraction_side<3>(id); }, Failure::inconsistent, {"3-way"});
  }
}

TEST(AnyMargins, AreThoseOfTheirContractionAlone) {
  const AnyMargins::Of<AlleleCounts> counts{{{3, 5}}, {{2, 6}}};
  const auto any = AnyMargins::of<AlleleCounts>(counts);
  EXPECT_EQ(&any.as<AlleleCounts>(), &counts);
  io::expect_error([&] { any.as<AlleleBits>(); }, Failure::internal, {"another contraction"});
}

}  // namespace
}  // namespace encke::contraction_side_test
