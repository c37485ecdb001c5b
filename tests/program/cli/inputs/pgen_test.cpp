// --pfile gives the files that --bfile gives for the same genotypes.
#include <gtest/gtest.h>

#include "program/cli/program.hpp"
#include "program/exit_codes.hpp"
#include "support/inputs/pgen_file.hpp"

namespace encke::test {
namespace {

class Pgen : public Program {
 protected:
  Pgen() {
    const auto g = random_genotypes(70, 45, 0.04, 3);
    constexpr unsigned types[] = {0, 2, 3, 1, 2, 4, 3, 6, 7, 2};
    write("x.pgen", pgen_bytes(g, types).pgen);
    write("x.pvar", pvar_text(70));
    write("x.psam", psam_text(45));
    write("x.bed", pgen_bytes(g, {}, {.mode = 0x01}).pgen);
    write("x.bim", bim_of(70));
    write("x.fam", fam_of(45));
    std::string some, few;
    for (int i = 0; i < 70; ++i) some += i % 9 < 7 ? "rs" + std::to_string(i) + "\n" : "";
    for (int i = 0; i < 45; ++i) few += i % 6 < 5 ? "I" + std::to_string(i) + "\n" : "";
    write("some", some);
    write("few", few);
  }

  void expect_same(const std::string& command) const {
    succeed(command + " --bfile x --out bed");
    for (const std::string input : {"--pfile x", "--pgen x.pgen --pvar x.pvar --psam x.psam"}) {
      succeed(command + " " + input + " --out pgen");
      EXPECT_TRUE(read("pgen.edges.tsv") == read("bed.edges.tsv")) << command;
      EXPECT_GT(summary("pgen").at("written"), 0) << command;
      for (const auto* const entry : {"digest", "num_missing", "num_vectors", "num_fields"}) {
        EXPECT_EQ(summary("pgen").at(entry), summary("bed").at(entry)) << command << " " << entry;
      }
    }
  }
};

TEST_F(Pgen, GivesWhatTheBedGives) {
  const std::string selection = " --keep few --extract some --maf 0.1 --geno 0.08";
  for (const std::string& selected : {std::string(), selection}) {
    expect_same("ccc --threshold 0.4" + selected);
    expect_same("r2 --threshold 0.02" + selected);
    expect_same("duo --top 100" + selected);
    expect_same("sorenson --missing none --top 100" + selected);
    expect_same("epistasis --score chi2 --threshold 4" + selected);
  }
  expect_same("ccc --way 3 --top 50 --block 16");
}

TEST_F(Pgen, TakesAPhenotypeOfAPsamByItsName) {
  std::string psam = "#FID IID SEX FIRST SECOND\n", first, second;
  for (int i = 0; i < 45; ++i) {
    const std::string id = "F" + std::to_string(i) + " I" + std::to_string(i);
    const std::string a = i % 5 == 0 ? "NA" : i % 2 == 0 ? "1" : "2", b = i % 3 == 0 ? "1" : "2";
    psam += id + " 1 " + a + " " + b + "\n";
    first += id + " " + a + "\n";
    second += id + " " + b + "\n";
  }
  write("p.psam", psam);
  write("first", first);
  write("second", second);
  const std::string command = "epistasis --bfile x --score chi2 --threshold 4 --pheno ";
  for (const auto& [words, file] :
       {std::pair{" --pheno-name FIRST", "first"}, std::pair{" --pheno-name SECOND", "second"},
        std::pair{"", "first"}}) {
    succeed(command + "p.psam" + words + " --out psam");
    succeed(command + file + " --out plain");
    EXPECT_TRUE(read("psam.edges.tsv") == read("plain.edges.tsv")) << words;
    EXPECT_EQ(summary("psam").at("num_fields"), file == std::string("first") ? 36 : 45) << words;
  }
}

TEST_F(Pgen, IsPlannedResumedAndJoinedFromParts) {
  EXPECT_EQ(run("plan ccc --pfile x").code, 0);
  succeed("ccc --pfile x --threshold 0.4 --out whole");
  for (const std::string part : {"1/2", "2/2"}) {
    succeed("ccc --pfile x --threshold 0.4 --shard " + part + " --out part" + part.substr(0, 1));
  }
  succeed("merge part1 part2 --out joined");
  EXPECT_TRUE(read("joined.edges.tsv") == read("whole.edges.tsv"));
  succeed("ccc --pfile x --threshold 0.4 --resume --out whole");
  EXPECT_TRUE(read("joined.edges.tsv") == read("whole.edges.tsv"));
}

TEST_F(Pgen, IsRefusedWhereItIsNotWhatItShouldBe) {
  refuse("ccc --pgen x.pgen --psam x.psam", command_line, {"--pvar", "needed with --pgen"});
  refuse("ccc --bfile x --multiallelics ref", command_line, {"--multiallelics", "--pfile"});
  std::string bytes = read("x.pgen");
  write("y.pgen", bytes.substr(0, bytes.size() - 1));
  refuse("ccc --pgen y.pgen --pvar x.pvar --psam x.psam", malformed, {"y.pgen", "by the header"});
  refuse("ccc --pgen x.pgen --pvar x.psam --psam x.psam", malformed, {"x.psam"});
  write("y.pvar", pvar_text(69) + "1 70 . A C,G\n");
  refuse("ccc --pgen x.pgen --pvar y.pvar --psam x.psam", inconsistent,
         {"y.pvar", "1 variant with", "1:70:A:C,G", "bcftools norm -m-"});
  succeed("ccc --pgen x.pgen --pvar y.pvar --psam x.psam --multiallelics ref");
  EXPECT_NE(read("encke.log").find("more than two alleles: 1 (1:70:A:C,G)"), std::string::npos);
}

}  // namespace
}  // namespace encke::test
