// Ids that an output cannot hold: refused while nothing has been computed.
#include <gtest/gtest.h>

#include <encke/io/tree/biom.hpp>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

/// refuse() finds that not even P.blocks was begun.
class Ids : public Program {
 protected:
  Ids() {
    write("t.tsv", "id\tf0\tf1\na\t1\t2\nb\rc\t2\t1\nd\t1\t1\n");
    write("x.bed", bed_bytes(complete_genotypes()));
    write("x.bim", "1 r\rs0 0 1 A C\n" + bim_text(5).substr(bim_text(1).size()));
    write("x.fam",
          "F0 I0 0 0 0 1\nF1 I1 0 0 0 2\nF2 I2 0 0 0 1\nF3 I3 0 0 0 2\nF4 I4 0 0 0 1\n"
          "F5 I5 0 0 0 2\n");
    write("t.nwk", "((a:1,b:2)x:4,c:8);");
  }
  /// Three samples, the second with this id as JSON writes it.
  std::string unifrac(const std::string& id) const {
    write("t.biom", R"({"rows":[{"id":"a"},{"id":"b"},{"id":"c"}],"columns":[{"id":"S"},{"id":")" +
                        id +
                        R"("},{"id":"E"}],"shape":[3,3],"matrix_type":"sparse","data":)"
                        "[[0,0,1],[1,0,1],[1,1,3],[2,1,1],[2,2,1]]}");
    return "unifrac --biom t.biom --tree t.nwk ";
  }
};

TEST_F(Ids, ThatColumnsCannotHoldAreRefusedBeforeTheRun) {
  const std::string table = "ps --table t.tsv ";
  refuse(table, inconsistent, {"encke.edges.tsv", "vector 1", "--format packed"});
  refuse(table + "--threshold 0.1", inconsistent, {"encke.edges.tsv"});
  refuse(table + "--top 2 --format abc --out net", inconsistent, {"net.abc", "vector 1"});
  refuse("ccc --bfile x", inconsistent, {"encke.edges.tsv", "vector 0"});
  refuse(table + "--resume", inconsistent, {"encke.edges.tsv"});
  for (const std::string format : {"packed", "npy"}) succeed(table + "--format " + format);
}

TEST_F(Ids, ThatAMatrixCannotHoldAreRefusedBeforeTheRun) {
  for (const std::string id : {"a\\nb", "a\\tb", "a\\rb"}) {
    for (const std::string format : {"edges", "abc", "lsmat"}) {
      refuse(unifrac(id) + "--format " + format, inconsistent,
             {"encke.", "vector 1", "line break"});
    }
    succeed(unifrac(id) + "--format npy");
  }
  if (!io::reads_hdf5()) GTEST_SKIP() << "built without HDF5";
  succeed(unifrac("a\\nb") + "--format hdf5");
  refuse(unifrac("a\\u0000b") + "--format hdf5 --out h", inconsistent, {"h.h5", "vector 1"});
}

TEST_F(Ids, ThatAListBesideTheValuesCannotHoldAreRefusedBeforeTheRun) {
  const std::string epistasis = "epistasis --bfile x --score mi ";
  refuse(epistasis + "--best", inconsistent, {"encke.best.tsv", "vector 0"});
  refuse(epistasis + "--best --top 3 --format packed", inconsistent, {"encke.best.tsv"});
  refuse(epistasis + "--best --threshold 0.01 --format packed", inconsistent, {"encke.best.tsv"});
  refuse(epistasis + "--top 3 --permutations 9 --format packed", inconsistent,
         {"encke.permutations.tsv", "vector 0"});
  succeed(epistasis + "--top 3 --format packed");
}

TEST_F(Ids, OfPartsAreRemarkedOnAndRefusedBeforePartsAreJoined) {
  for (const std::string k : {"1", "2"}) {
    const Ended ended = succeed("ps --table t.tsv --shard " + k + "/2 --out part" + k);
    EXPECT_NE(ended.out.find("vector 1"), std::string::npos) << ended.out;
    EXPECT_NE(ended.out.find("merge needs --format packed"), std::string::npos) << ended.out;
  }
  refuse("merge --out joined part1 part2", inconsistent,
         {"joined.edges.tsv", "vector 1", "--format packed"});
  for (const std::string format : {"packed", "npy"}) {
    succeed("merge --out joined --format " + format + " part1 part2");
  }
  refuse("epistasis --bfile x --score mi --best --shard 1/2 --out part3", inconsistent,
         {"part3.best.tsv", "vector 0"});
}

}  // namespace
}  // namespace encke::test
