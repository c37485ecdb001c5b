#include "bench/stages/pack_file.hpp"

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <fstream>
#include <string>

#include "support/scratch.hpp"

namespace {

using encke::bench::pack_file;

using BenchPackFile = encke::test::Scratch;

TEST_F(BenchPackFile, packs_all_of_a_bed) {
  std::ofstream(path("a.bed"), std::ios::binary) << std::string("\x6c\x1b\x01\x02\x0b", 5);
  std::ofstream(path("a.bim")) << "1 v1 0 1 A C\n1 v2 0 2 A C\n";
  std::ofstream(path("a.fam")) << "f s1 0 0 0 -9\nf s2 0 0 0 -9\nf s3 0 0 0 -9\n";
  const auto packed = pack_file(path("a.bed"));
  EXPECT_EQ(packed.vectors, 2);
  EXPECT_EQ(packed.fields, 3);
  EXPECT_GT(packed.seconds, 0);
  const auto json = encke::bench::to_json(packed);
  EXPECT_EQ(json.at("task"), "pack");
  EXPECT_EQ(json.at("fields"), 3);
}

TEST_F(BenchPackFile, refuses_what_it_does_not_know) {
  try {
    pack_file("table.tsv");
    FAIL();
  } catch (const encke::Error& error) {
    EXPECT_EQ(error.failure(), encke::Failure::command_line);
    EXPECT_NE(std::string(error.what()).find("a .bed, .pgen"), std::string::npos) << error.what();
  }
}

}  // namespace
