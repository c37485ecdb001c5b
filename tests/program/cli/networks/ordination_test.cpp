// Principal coordinates and group tests from the command line.
#include <gtest/gtest.h>

#include <encke/io/tree/biom.hpp>
#include <encke/ordination/axes.hpp>

#include "program/cli/program.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class Ordination : public Program {
 protected:
  Ordination() {
    // A rectangle of 3 by 4: axes of 4 and 3, both corners of a side at the same place.
    write("d.tsv", "\ta\tb\tc\td\na\t0\t3\t4\t5\nb\t3\t0\t5\t4\nc\t4\t5\t0\t3\nd\t5\t4\t3\t0\n");
    write("m.tsv", "id\tside\thalf\na\tleft\tx\nb\tleft\t\nc\tright\tx\nd\tright\ty\n");
  }
  std::vector<double> column(const std::string& file, std::size_t number) const {
    std::vector<double> values;
    for (const auto& line : lines_of(read(file))) {
      if (!line.starts_with('#')) values.push_back(std::stod(cells_of(line)[number]));
    }
    return values;
  }
  /// Distances of 60 samples, in lsmat; their groups are in 60.tsv.
  void write_many() {
    std::string table = "id\tf1\tf2\tf3\n";
    std::string groups = "id\tgroup\n";
    for (int i = 0; i < 60; ++i) {
      const std::string id = "s" + std::to_string(i);
      table += id;
      for (const int k : {7, 11, 13}) table += "\t" + std::to_string(1 + i * k % 17);
      groups += id + "\tg" + std::to_string(i % 3) + "\n";
      table += "\n";
    }
    write("60.table", table);
    write("60.tsv", groups);
    succeed("ps --table 60.table --distance --format lsmat --out 60 --progress none");
  }
};

TEST_F(Ordination, PcoaOfARectangle) {
  const Ended ended = succeed("pcoa d.tsv");
  const std::vector<double> values = column("encke.eigenvalues.tsv", 1);
  ASSERT_EQ(values.size(), 4U);
  EXPECT_NEAR(values[0], 16, 1e-13);
  EXPECT_NEAR(values[1], 9, 1e-13);
  EXPECT_EQ(values[2], 0);
  EXPECT_EQ(read("encke.pcoa.tsv").substr(0, 27),
            "#SAMPLE\tPC1\tPC2\tPC3\tPC4\na\t2" + std::string());
  EXPECT_EQ(outputs(), (std::vector<std::string>{"d.tsv", "encke.eigenvalues.tsv", "encke.log",
                                                 "encke.pcoa.tsv", "encke.summary.json", "m.tsv"}));
  EXPECT_NE(ended.out.find("4 axes of 10"), std::string::npos);
  EXPECT_NE(read("encke.log").find("d.tsv: "), std::string::npos);
  const auto all = summary();
  EXPECT_EQ(all.at("analysis"), "pcoa");
  EXPECT_EQ(all.at("pcoa").at("method"), "exact");
  EXPECT_EQ(all.at("num_samples"), 4);
  EXPECT_EQ(all.at("options").at("axes"), "10");
  EXPECT_EQ(all.at("outputs").size(), 4U);
}

TEST_F(Ordination, FormatOrdinationIsInPlaceOfTheTable) {
  succeed("pcoa --distances d.tsv --axes 2 --format ordination --out o --picture scatter");
  EXPECT_EQ(read("o.ordination.txt").substr(0, 10), "Eigvals\t2\n");
  EXPECT_NE(read("o.ordination.txt").find("\nSite\t4\t2\na\t"), std::string::npos);
  EXPECT_TRUE(read("o.scatter.svg").ends_with("</svg>\n"));
  EXPECT_EQ(files().size(), 7U);
}

TEST_F(Ordination, ThePictureHasTheColoursOfGroups) {
  succeed("pcoa d.tsv --picture scatter --metadata m.tsv --column half --out o --picture-axes 2,1");
  const std::string text = read("o.scatter.svg");
  for (const std::string name : {">unknown (1)<", ">x (2)<", ">y (1)<", ">PC2 (36.00 %)<"}) {
    EXPECT_NE(text.find(name), std::string::npos) << name;
  }
}

TEST_F(Ordination, GroupTestsOfARectangle) {
  succeed(
      "group-test d.tsv --metadata m.tsv --column side --method permanova,anosim,permdisp --out g");
  // Squares 9, 16, 25 twice: 100 / 4 in all, 9 / 2 twice within: F = 16 / (9 / 2)
  const std::vector<double> values = column("g.group_test.tsv", 2);
  ASSERT_EQ(values.size(), 3U);
  EXPECT_NEAR(values[0], 32.0 / 9, 1e-14);
  // Ranks 1.5, 3.5, 5.5: between 4.5, within 1.5
  EXPECT_EQ(values[1], 1);
  EXPECT_EQ(lines_of(read("g.groups.tsv"))[1].substr(0, 9), "left\t2\t3\t");
  EXPECT_EQ(summary("g").at("tests").size(), 3U);
  EXPECT_EQ(summary("g").at("analysis"), "group-test");
  EXPECT_EQ(summary("g").at("tests")[0].at("permutations"), 999);
  const double p = summary("g").at("tests")[0].at("p");
  EXPECT_NEAR(p, 1.0 / 3, 0.06);  // a third of the orders
}

TEST_F(Ordination, SamplesWithoutAGroupAreRefusedOrLeftOut) {
  const std::string run = "group-test d.tsv --metadata m.tsv --column half ";
  refuse(run, inconsistent, {"'half' of 'b'", "--unknown drop"});
  const Ended ended = succeed(run + "--unknown drop --permutations 0");
  EXPECT_NE(ended.out.find("1 sample left out"), std::string::npos);
  EXPECT_NE(ended.out.find("3 samples in 2 groups"), std::string::npos);
  EXPECT_EQ(cells_of(lines_of(read("encke.group_test.tsv"))[1])[3], "nan");
  EXPECT_TRUE(summary().at("tests")[0].at("p").is_null());
}

TEST_F(Ordination, ThreadsDoNotChangeAByte) {
  write_many();
  const bool lanczos = ordination::detail::has_lanczos();
  for (const std::string threads : {"1", "2", "5"}) {
    const std::string with = " --threads " + threads + " --out t" + threads;
    succeed("pcoa 60.lsmat.tsv --axes 3 --picture scatter" + with +
            (lanczos ? " --method lanczos" : ""));
    succeed(
        "group-test 60.lsmat.tsv --metadata 60.tsv --column group --permutations 199 "
        "--method permanova,anosim,permdisp" +
        with + "g");
    for (const std::string file :
         {".pcoa.tsv", ".eigenvalues.tsv", ".scatter.svg", "g.group_test.tsv", "g.groups.tsv"}) {
      EXPECT_EQ(read("t1" + file), read("t" + threads + file)) << file;
    }
  }
}

TEST_F(Ordination, EveryFormOfTheMatrixGivesTheSame) {
  write_many();
  succeed("ps --table 60.table --distance --format npy --out 60 --progress none");
  std::string ids;
  for (int i = 0; i < 60; ++i) ids += "s" + std::to_string(i) + "\n";
  write("60.ids", ids);
  succeed("pcoa 60.lsmat.tsv --out text");
  succeed("pcoa 60.npy --ids 60.ids --out npy");
  EXPECT_EQ(read("text.pcoa.tsv"), read("npy.pcoa.tsv"));
  if (!io::reads_hdf5()) return;
  succeed("ps --table 60.table --distance --format hdf5 --out 60 --progress none");
  succeed("pcoa 60.h5 --out hdf5");
  EXPECT_EQ(read("text.pcoa.tsv"), read("hdf5.pcoa.tsv"));
}

TEST_F(Ordination, BadInputsAreRefused) {
  write("asymmetric", "\ta\tb\na\t0\t1\nb\t2\t0\n");
  refuse("pcoa asymmetric", malformed, {"asymmetric:3:2:", "not symmetric"});
  write("short", "\ta\tb\na\t0\t1\n");
  refuse("pcoa short", malformed, {"short:3:", "not square"});
  refuse("pcoa none.tsv", open_failed, {"none.tsv"});
  refuse("group-test d.tsv --metadata m.tsv --column weight", inconsistent,
         {"m.tsv", "'weight'", "'side', 'half'"});
  write("few.tsv", "id\tside\na\tleft\n");
  refuse("group-test d.tsv --metadata few.tsv --column side", inconsistent,
         {"3 of the 4 samples", "'b', 'c', 'd'"});
  write("d.qza", "PK\x03\x04");
  refuse("pcoa d.qza", malformed, {"qiime tools export", "distance-matrix.tsv"});
  refuse("pcoa d.tsv --picture scatter --picture-axes 1,9", inconsistent, {"no axis 9"});
  refuse("pcoa d.tsv --ids m.tsv", inconsistent, {"ids of its own"});
}

TEST_F(Ordination, BadOptionsAreRefused) {
  refuse("pcoa", command_line, {"file of distances"});
  refuse("pcoa d.tsv d.tsv", command_line, {"one file of distances"});
  refuse("pcoa d.tsv --axes 0", command_line, {"--axes 0", "from 1"});
  refuse("pcoa d.tsv --methd exact", command_line, {"--methd", "--method"});
  refuse("pcoa d.tsv --method fast", command_line, {"auto, exact, lanczos"});
  refuse("pcoa d.tsv --picture-axes 1,2", command_line, {"--picture scatter"});
  refuse("pcoa d.tsv --picture scatter --picture-axes 1", command_line, {"two numbers"});
  refuse("pcoa d.tsv --metadata m.tsv", command_line, {"only together"});
  refuse("pcoa d.tsv --metadata m.tsv --column side", command_line, {"--picture scatter"});
  refuse("pcoa d.tsv --permutations 9", command_line, {"--permutations"});
  refuse("group-test d.tsv", command_line, {"--metadata F and --column"});
  const std::string test = "group-test d.tsv --metadata m.tsv --column side ";
  refuse(test + "--method permanova,permanova", command_line, {"once"});
  refuse(test + "--method anova", command_line, {"permanova, anosim, permdisp"});
  refuse(test + "--permutations -1", command_line, {"--permutations"});
}

TEST_F(Ordination, AnOutputDoesNotReplaceAnInput) {
  write("x.pcoa.tsv", read("d.tsv"));
  refuse("pcoa x.pcoa.tsv --out x", command_line, {"would be replaced"});
}

TEST_F(Ordination, MemoryIsPlannedBeforeTheWork) {
  std::string ids;
  for (int i = 0; i < 600; ++i) ids += "s" + std::to_string(i) + "\n";
  write("600.ids", ids);
  succeed("ps --synthetic random --num-vectors 600 --num-fields 4 --distance --format npy --out s");
  refuse("pcoa s.npy --ids 600.ids --memory 1", out_of_memory, {"s.npy"});
  refuse("pcoa s.npy --ids 600.ids --memory 3", out_of_memory, {"pcoa"});
}

TEST_F(Ordination, HelpHasTheOptionsOfEach) {
  const std::string pcoa = succeed("pcoa --help").out;
  const std::string test = succeed("group-test --help").out;
  EXPECT_NE(pcoa.find("--picture-axes"), std::string::npos);
  EXPECT_EQ(test.find("--picture-axes"), std::string::npos);
  EXPECT_NE(test.find("--centre"), std::string::npos);
  EXPECT_NE(pcoa.find("--progress"), std::string::npos);
  EXPECT_NE(succeed("--help").out.find("encke pcoa"), std::string::npos);
}

}  // namespace
}  // namespace encke::test
