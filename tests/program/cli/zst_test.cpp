// Compressed files of values.
#include <gtest/gtest.h>

#include <cstdlib>
#include <encke/file/output/zstd_stream.hpp>

#include "program.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class Zst : public Program {
 protected:
  void SetUp() override {
    if (!sink::has_zstd()) GTEST_SKIP() << "this Encke was built without Zstandard";
    if (std::system("command -v zstd >/dev/null") != 0) GTEST_SKIP() << "zstd is not installed";
  }
  std::string unpacked(const std::string& name) const {
    const std::string command =
        "zstd -q -d -c '" + path(name) + "' > '" + path("unpacked") + "' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return read("unpacked");
  }
};

TEST_F(Zst, HasTheBytesThatThePlainFileHas) {
  for (const std::string format : {"edges", "abc", "packed"}) {
    const std::string arguments =
        "ccc --synthetic random --num-vectors 90 --num-fields 40 --format " + format;
    succeed(arguments + " --out plain");
    succeed(arguments + " --zst --out small");
    const std::string name = format == "edges" ? ".edges.tsv" : format == "abc" ? ".abc" : ".bin";
    EXPECT_EQ(unpacked("small" + name + ".zst"), read("plain" + name));
    EXPECT_LT(read("small" + name + ".zst").size(), read("plain" + name).size() / 2);
  }
}

TEST_F(Zst, OfARunWithoutHitsHasTheHeader) {
  succeed("ccc --synthetic random --num-vectors 9 --num-fields 40 --threshold 4 --zst");
  EXPECT_EQ(unpacked("encke.edges.tsv.zst"), "#ID1\tID2\tA1\tA2\tVALUE\n");
}

TEST_F(Zst, IsAnOptionOfMergeNotOfAPart) {
  const std::string arguments = "ps --synthetic random --num-vectors 40 --num-fields 9 ";
  refuse(arguments + "--shard 1/2 --out a --zst", command_line, {"--zst", "merge"});
  succeed(arguments + "--out plain");
  succeed(arguments + "--shard 1/2 --out a");
  succeed(arguments + "--shard 2/2 --out b");
  succeed("merge --zst --out all a b");
  EXPECT_EQ(unpacked("all.edges.tsv.zst"), read("plain.edges.tsv"));
}

TEST_F(Zst, IsRefusedWhereItCannotBe) {
  const std::string arguments = "ps --synthetic random --num-vectors 40 --num-fields 9 --zst ";
  refuse(arguments + "--format npy", command_line, {"--zst", "npy"});
}

class ZstWithoutTheLibrary : public Program {};

TEST_F(ZstWithoutTheLibrary, IsRefused) {
  if (sink::has_zstd()) GTEST_SKIP() << "this Encke was built with Zstandard";
  refuse("ps --synthetic random --num-vectors 9 --num-fields 9 --zst", inconsistent,
         {"without Zstandard"});
}

}  // namespace
}  // namespace encke::test
