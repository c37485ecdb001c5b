#include <gtest/gtest.h>

#include <encke/io/chromosome_kind.hpp>

namespace encke::io {
namespace {

TEST(KindOfChromosome, is_that_of_man) {
  for (const char* const name : {"1", "22", "chr9", "CHR10", "Chr1"}) {
    EXPECT_EQ(kind_of_chromosome(name), ChromosomeKind::autosome) << name;
  }
  EXPECT_EQ(kind_of_chromosome("0"), ChromosomeKind::unplaced);
  for (const char* const name : {"23", "X", "chrX", "x"}) {
    EXPECT_EQ(kind_of_chromosome(name), ChromosomeKind::x) << name;
  }
  for (const char* const name : {"24", "Y", "chry"}) {
    EXPECT_EQ(kind_of_chromosome(name), ChromosomeKind::y) << name;
  }
  for (const char* const name : {"26", "MT", "M", "chrM"}) {
    EXPECT_EQ(kind_of_chromosome(name), ChromosomeKind::mt) << name;
  }
  for (const char* const name : {"25", "XY", "PAR1", "par2", "chrXY"}) {
    EXPECT_EQ(kind_of_chromosome(name), ChromosomeKind::pseudo) << name;
  }
  for (const char* const name : {"27", "-1", "", "chr", "1p", "XX", "chr23_random", "+1"}) {
    EXPECT_EQ(kind_of_chromosome(name), ChromosomeKind::other) << name;
  }
}

TEST(UsualNameOfChromosome, is_one_for_all_names) {
  EXPECT_EQ(usual_name_of_chromosome("chr7"), "7");
  EXPECT_EQ(usual_name_of_chromosome("23"), "X");
  EXPECT_EQ(usual_name_of_chromosome("chrx"), "X");
  EXPECT_EQ(usual_name_of_chromosome("m"), "MT");
  EXPECT_EQ(usual_name_of_chromosome("par1"), "PAR1");
  EXPECT_EQ(usual_name_of_chromosome("chrUn_KI27"), "Un_KI27");
}

}  // namespace
}  // namespace encke::io
