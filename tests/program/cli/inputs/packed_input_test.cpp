// Inputs of text compressed with gzip or Zstandard: the bytes of a run on the plain text, and what
// is refused.
#include <gtest/gtest.h>

#include <encke/file/plain_bytes.hpp>
#include <filesystem>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"
#include "support/inputs/packed.hpp"

namespace encke::test {
namespace {

struct Kind {
  std::string name;
  io::Packing packing;
  std::string (*pack)(std::string_view);
};

class PackedInput : public Program, public testing::WithParamInterface<Kind> {
 protected:
  void SetUp() override {
    if (!io::reads(GetParam().packing)) GTEST_SKIP() << "built without " << GetParam().name;
  }
  /// Runs with this text as `name`, plain and compressed: two members, cut within a line.
  void expect_same(const std::string& arguments, const std::string& name,
                   const std::string& output = ".edges.tsv") {
    const std::string text = read(name);
    succeed(arguments + " --progress none --out plain");
    write(name, GetParam().pack(text.substr(0, text.size() / 2)) +
                    GetParam().pack(text.substr(text.size() / 2)));
    succeed(arguments + " --progress none --out packed");
    EXPECT_EQ(read("packed" + output), read("plain" + output)) << arguments;
    write(name, text);
  }
};

TEST_P(PackedInput, TableGivesTheSameFile) {
  write("t.tsv", table_text(small_profiles()));
  expect_same("ps --table t.tsv", "t.tsv");
  expect_same("ps --table t.tsv --precision f64 --block 16", "t.tsv");
}

TEST_P(PackedInput, AllelesGiveTheSameFile) {
  write("a.tsv", "id\ts1\ts2\ts3\nm1\tA/C\tA/A\tC/T\nm2\t1/2\t2/2\t./.\nm3\tA/A\tA/G\tG/G\n");
  expect_same("ccc --alleles a.tsv", "a.tsv");
}

TEST_P(PackedInput, TextsOfPlinkGiveTheSameFile) {
  write("x.bed", bed_bytes(incomplete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  write("keep", "F0 I0\nF2 I2\nF3 I3\nF5 I5\n");
  write("extract", "rs0 rs1\nrs4 rs2\n");
  write("pheno", "F0 I0 1\nF1 I1 2\nF2 I2 2\nF3 I3 1\nF4 I4 1\nF5 I5 2\n");
  for (const std::string name : {"x.bim", "x.fam", "keep", "extract"}) {
    expect_same("ccc --bfile x --keep keep --extract extract", name);
  }
  expect_same("epistasis --bfile x --score mi --pheno pheno", "pheno");
}

TEST_P(PackedInput, TreesAndTablesInJsonGiveTheSameFile) {
  write("t.nwk", "((a:1,b:2)x:4,c:8);");
  write("t.biom",
        R"({"rows":[{"id":"a"},{"id":"b"},{"id":"c"}],"columns":[{"id":"S"},{"id":"T"}],)"
        R"("shape":[3,2],"matrix_type":"sparse","data":[[0,0,1],[1,0,1],[1,1,3],[2,1,1]]})");
  for (const std::string name : {"t.nwk", "t.biom"}) {
    expect_same("unifrac --biom t.biom --tree t.nwk", name);
  }
}

TEST_P(PackedInput, ThatEndsEarlyIsRefused) {
  const std::string whole = GetParam().pack(table_text(small_profiles()));
  write("t.tsv", whole.substr(0, whole.size() - 3));
  refuse("ps --table t.tsv", malformed, {"t.tsv: byte", "end early"});
}

TEST_P(PackedInput, WhoseFirstBytesAreDamagedIsRefused) {
  std::string whole = GetParam().pack(table_text(small_profiles()));
  for (const std::size_t at : {0u, 1u, 2u}) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    write("t.tsv", damaged);
    refuse("ps --table t.tsv", malformed, {"t.tsv"});
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, PackedInput,
                         testing::Values(Kind{"gzip", io::Packing::gzip, gzipped},
                                         Kind{"Zstandard", io::Packing::zstd, zstd_packed}),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace encke::test
