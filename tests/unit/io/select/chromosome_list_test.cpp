#include <gtest/gtest.h>

#include <encke/io/select/chromosome_list.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

std::string names(const std::string& text) {
  std::string all;
  const ChromosomeList list("--chr", text);
  for (const auto& name : list.names()) all += name + " ";
  return all;
}

TEST(ChromosomeList, has_names_and_ranges) {
  EXPECT_EQ(names("1-4,22,X"), "1 2 3 4 22 X ");
  EXPECT_EQ(names("chr21-chrX"), "21 22 X ");
  EXPECT_EQ(names("22-26"), "22 X Y XY MT ");
  EXPECT_EQ(names("PAR1,m,0"), "PAR1 MT 0 ");
  EXPECT_EQ(names("HLA-A,chrUn"), "HLA-A Un ");
}

TEST(ChromosomeList, knows_all_names_of_a_chromosome) {
  const ChromosomeList list("--chr", "2,X");
  for (const char* const name : {"2", "chr2", "X", "23", "chrx"}) EXPECT_TRUE(list.has(name));
  for (const char* const name : {"22", "1", "XY", "PAR1", ""}) EXPECT_FALSE(list.has(name));
}

TEST(ChromosomeList, refuses_what_is_no_list) {
  for (const char* const text : {"", "1,,2", "1,", "4-1", "X-22"}) {
    expect_error([&] { names(text); }, Failure::command_line, {"--chr", text, "1-4"});
  }
}

}  // namespace
}  // namespace encke::io
