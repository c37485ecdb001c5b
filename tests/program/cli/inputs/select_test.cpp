// Selection from the command line: what is left, what the log says, and what is refused.
#include <gtest/gtest.h>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

/// Five variants of seven samples: a father, a mother and their son, and four more.
class SelectCli : public Program {
 protected:
  SelectCli() {
    write("x.bed", bed_bytes({{0, 1, 1, 0, 2, 0, 1},
                              {1, 1, -1, 1, 1, 1, 1},
                              {0, 0, 0, 0, 1, 0, 0},
                              {1, 2, 2, 0, 0, 2, 0},
                              {2, -1, 0, 0, 2, 2, -1}}));
    write("x.bim", "1 a 0 10 A C\nchr1 b 0 20 A C\n2 c 0 5 A C\nX d 0 10 A C\nY e 0 10 A C\n");
    write("x.fam",
          "f i1 0 0 1 1\nf i2 0 0 2 2\nf i3 i1 i2 1 2\nf i4 0 0 1 1\ng i5 0 0 2 2\ng i6 0 0 1 1\n"
          "g i7 0 0 0 2\n");
  }

  std::string remarks() const { return summary().at("remarks").dump(); }
};

TEST_F(SelectCli, LeavesWhatIsAskedForAndSaysHowMany) {
  succeed("ccc --bfile x --all --chr 1-2,X --keep-founders --geno 0.2 --hwe 0.1 --mac 2");
  const auto result = summary();
  EXPECT_EQ(result.at("num_vectors"), 2);
  EXPECT_EQ(result.at("num_fields"), 6);
  for (const char* const remark :
       {"founders only: 1 of 7 samples left out", "--chr 1-2,X: 1 of 5 variants left out",
        "--geno 0.2: 0 of 4 variants left out", "--hwe 0.1: 1 of 4 variants left out",
        "--mac 2: 1 of 3 variants left out"}) {
    EXPECT_NE(remarks().find(remark), std::string::npos) << remark << remarks();
  }
}

TEST_F(SelectCli, TakesOtherNamesOfPlink) {
  succeed("ccc --bfile x --all --filter-founders --autosome --mind 0.5 --out other");
  succeed("ccc --bfile x --all --keep-founders --not-chr X,Y --mind 0.5");
  EXPECT_EQ(read("other.edges.tsv"), read("encke.edges.tsv"));
}

TEST_F(SelectCli, SaysWhichGenotypesCannotBe) {
  succeed("ccc --bfile x --all");
  EXPECT_NE(remarks().find("1 of males heterozygous on X, 0 heterozygous on Y, 1 of females on Y"),
            std::string::npos)
      << remarks();
  succeed("ccc --bfile x --all --het-haploid keep --out kept");
  EXPECT_NE(read("kept.edges.tsv"), read("encke.edges.tsv"));
}

TEST_F(SelectCli, LogNamesWhatIsCompared) {
  succeed("ccc --bfile x --all --chr 1");
  EXPECT_NE(read("encke.log").find("2 (of 5) variants of 7 samples, 1 missing"), std::string::npos)
      << read("encke.log");
  EXPECT_NE(run("plan ccc --bfile x --chr 1").out.find("2 variants of 7 samples"),
            std::string::npos);
  succeed("ibs --bfile x --chr 1,2");
  EXPECT_NE(read("encke.log").find("7 samples of 3 (of 5) variants"), std::string::npos)
      << read("encke.log");
}

TEST_F(SelectCli, RefusesWhatCannotBe) {
  refuse("ccc --bfile x --from-bp 5", command_line, {"--from-bp", "--chr"});
  refuse("ccc --bfile x --chr 1,2 --to-bp 5", command_line, {"--chr with one chromosome"});
  refuse("ccc --bfile x --chr 2-1", command_line, {"--chr '2-1'", "1-4"});
  refuse("ccc --bfile x --hwe 2", command_line, {"--hwe 2", "0 to 1"});
  refuse("ccc --bfile x --hwe 1", command_line, {"--hwe 1", "[0, 1)"});
  refuse("ccc --bfile x --keep-fewhet", command_line, {"--keep-fewhet", "--hwe"});
  refuse("ccc --bfile x --mac -1", command_line, {"--mac -1"});
  refuse("ccc --bfile x --chr 7", inconsistent, {"--chr 7: none of 5 variants left"});
  write("k", "f i3\n");
  refuse("ccc --bfile x --chr 1 --keep k --mind 0.1", inconsistent, {"--mind 0.1: 0 of 1"});
}

/// r^2 as in PLINK: of founders, and on X with males by half.
TEST_F(SelectCli, OfLinkageCountsFoundersAndMalesByHalf) {
  // a sample that has a parent, and without it: a father, two mothers
  write("x.bed", bed_bytes({{0, 1, 2, 1, 2, 0, 1}, {2, 1, 0, 0, 2, 0, 1}, {0, 1, 2, 2, 2, 0, 0}}));
  write("x.bim", "X a 0 10 A C\nX b 0 20 A C\n1 c 0 5 A C\n");
  succeed("r2 --bfile x --inter-chr --columns ids --out founders");
  EXPECT_NE(summary("founders")
                .at("remarks")
                .dump()
                .find("founders alone count for linkage, as in PLINK: 1 of 7 samples left out"),
            std::string::npos);
  succeed("r2 --bfile x --inter-chr --columns ids --keep-founders --out kept");
  EXPECT_EQ(read("kept.edges.tsv"), read("founders.edges.tsv"));
  succeed("r2 --bfile x --inter-chr --columns ids --nonfounders --out all");
  EXPECT_NE(read("all.edges.tsv"), read("founders.edges.tsv"));
  // the same with all who are not male written twice, on an autosome; i4 is heterozygous on X
  const std::string fam = read("x.fam");
  write("y.bed", bed_bytes({{0, 1, -1, 2, 0, 1, 1, 2, 1}, {2, 1, 0, 2, 0, 1, 1, 2, 1}}));
  write("y.bim", "1 a 0 10 A C\n1 b 0 20 A C\n");
  write("y.fam", fam_text(9));
  succeed("r2 --bfile y --columns ids --out twice");
  const auto value = [&](const std::string& file) { return cells_of(lines_of(read(file))[1])[2]; };
  EXPECT_EQ(value("twice.edges.tsv"), value("founders.edges.tsv"));
  write("x.fam",
        "f i1 a b 1 1\nf i2 a b 2 2\nf i3 a b 1 2\nf i4 a b 1 1\ng i5 a b 2 2\n"
        "g i6 a b 1 1\ng i7 a b 0 2\n");
  refuse("r2 --bfile x --inter-chr", inconsistent,
         {"none of 7 samples is a founder", "--nonfounders"});
}

}  // namespace
}  // namespace encke::test
