// The result does not depend on how it is computed, and is the predecessor's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "program/cli/program.hpp"

namespace encke::test {
namespace {

class SameResult : public Program {
 protected:
  /// Digests over all values of a run with each of these options equal that without.
  void expect_same(const std::string& problem, const std::vector<std::string>& variants) const {
    const std::string expected = digest(problem + " --digest all --threshold 0.6");
    for (const auto& variant : variants) {
      EXPECT_EQ(digest(problem + " --digest all --threshold 0.6 " + variant), expected) << variant;
    }
  }

  /// The instruction-set levels that are there, as the message about a wrong one lists them.
  std::vector<std::string> level_options() const {
    const std::string message =
        run("ps --synthetic random --num-vectors 3 --num-fields 3 --level ?").err;
    std::istringstream names(message.substr(message.find("auto, ") + 6));
    std::vector<std::string> options;
    for (std::string name; std::getline(names >> std::ws, name, ',');) {
      options.push_back("--level " + name.substr(0, name.find('\n')));
    }
    return options;
  }
};

const std::vector<std::string> ways_to_compute = {
    "--backend reference", "--backend kokkos", "--threads 1",   "--threads 2", "--block 16",
    "--block 48",          "--block 64",       "--block 65536", "--memory 200"};

TEST_F(SameResult, OfCccPairs) {
  expect_same("ccc --synthetic random --num-vectors 150 --num-fields 333", ways_to_compute);
}

TEST_F(SameResult, OfCccTriples) {
  expect_same("ccc --synthetic random --num-vectors 60 --num-fields 200 --way 3", ways_to_compute);
}

TEST_F(SameResult, OfPsPairs) {
  expect_same("ps --synthetic random --num-vectors 150 --num-fields 333", ways_to_compute);
}

TEST_F(SameResult, OfPsTriples) {
  expect_same("ps --synthetic random --num-vectors 60 --num-fields 100 --way 3", ways_to_compute);
}

TEST_F(SameResult, AtEveryInstructionSetLevel) {
  const auto levels = level_options();
  ASSERT_GE(levels.size(), 1U);
  EXPECT_EQ(levels[0], "--level portable");
  expect_same("ccc --synthetic random --num-vectors 100 --num-fields 200 --way 3", levels);
  expect_same("ps --synthetic random --num-vectors 100 --num-fields 200 --precision f32", levels);
}

TEST_F(SameResult, WhateverOpenMpIsToldOfThreads) {
  const std::string problem =
      "ccc --synthetic random --num-vectors 150 --num-fields 333 --threads 3";
  const std::string expected = digest(problem);
  for (const std::string told :
       {"OMP_DYNAMIC=true", "OMP_THREAD_LIMIT=2", "OMP_MAX_ACTIVE_LEVELS=0", "OMP_NUM_THREADS=1",
        "OMP_NUM_THREADS=100000", "OMP_PROC_BIND=true OMP_PLACES=threads",
        "OMP_PROC_BIND=close OMP_PLACES='{0}'"}) {
    start_by("env -u OMP_PROC_BIND " + told + " timeout 60");  // it might wait for threads for ever
    EXPECT_EQ(digest(problem), expected) << told;
    EXPECT_EQ(summary().at("threads"), told == "OMP_THREAD_LIMIT=2" ? 2 : 3) << told;
  }
}

TEST_F(SameResult, OfMoreThreadsThanThereArePlacesFor) {
  const std::string problem = "ps --synthetic random --num-vectors 50 --num-fields 33 --threads ";
  const std::string expected = digest(problem + "1");
  EXPECT_EQ(digest(problem + "700"), expected);
  EXPECT_LE(summary().at("threads"), 512);
  const std::string note = "note: --threads 700: ";
  EXPECT_NE(succeed(problem + "700").out.find(note), std::string::npos);
  EXPECT_EQ(succeed(problem + "1").out.find("note: --threads"), std::string::npos);
}

TEST_F(SameResult, DigestOfHitsIsThatOfAllValuesWhereAllAreHits) {
  const std::string problem = "ps --synthetic random --num-vectors 50 --num-fields 20";
  const std::string all = digest(problem + " --digest all");
  EXPECT_EQ(digest(problem), all);
  EXPECT_EQ(digest(problem + " --top 1225 --checksum"), all);
  EXPECT_NE(digest(problem + " --threshold 0.7"), all);
  EXPECT_EQ(digest(problem + " --threshold 0.7 --digest all"), all);
}

TEST_F(SameResult, ChecksumOfTheLargestValuesWhateverTheBlocks) {
  const std::string problem =
      "ps --synthetic random --num-vectors 70 --num-fields 50 --top 3 --checksum --block ";
  std::string checksum, edges;
  for (const std::string how : {"16", "32", "80", "16 --backend reference", "32 --threads 1"}) {
    succeed(problem + how);
    if (checksum.empty()) checksum = summary().at("checksum");
    if (edges.empty()) edges = read("encke.edges.tsv");
    EXPECT_EQ(summary().at("checksum"), checksum) << how;
    EXPECT_EQ(read("encke.edges.tsv"), edges) << how;
  }
}

TEST_F(SameResult, ChecksumIsOfTheValuesWritten) {
  const std::string problem = "ps --synthetic random --num-vectors 70 --num-fields 50 --block 16 ";
  succeed(problem + "--top 3 --checksum");
  const std::string checksum = summary().at("checksum");
  double least = 1;
  const auto lines = lines_of(read("encke.edges.tsv"));
  ASSERT_EQ(lines.size(), 4U);
  for (std::size_t l = 1; l < 4; ++l) least = std::min(least, std::stod(cells_of(lines[l])[2]));
  std::ostringstream below;  // a threshold that the same three values pass
  below << std::setprecision(17) << std::nextafter(least, 0);
  succeed(problem + "--checksum --threshold " + below.str());
  EXPECT_EQ(summary().at("written"), 3);
  EXPECT_EQ(summary().at("checksum"), checksum);
}

TEST_F(SameResult, ChecksumOfJoinedPartsIsThatOfOneRun) {
  const std::string problem =
      "ccc --synthetic random --num-vectors 70 --num-fields 50 --top 5 --block 16 ";
  succeed(problem + "--checksum");
  const std::string checksum = summary().at("checksum");
  for (const std::string k : {"1", "2"}) succeed(problem + "--shard " + k + "/2 --out part" + k);
  succeed("merge --checksum --out joined part1 part2");
  EXPECT_EQ(summary("joined").at("checksum"), checksum);
}

struct Known {
  const char* arguments;
  const char* checksum;
};

// Printed by CoMet for the same problems (dense: --missing none).
const Known known[] = {
    {"ccc --num-fields 1000 --num-vectors 200 --missing none",
     "0-633761016438027-547530380716347820"},
    {"ccc --num-fields 1000 --num-vectors 200", "0-633618144341328-110408017510272963"},
    {"ccc --num-fields 1000 --num-vectors 200 --threshold .65 --missing none",
     "0-56189130571848-272546621373858280"},
    {"ccc --num-fields 1000 --num-vectors 200 --threshold .65",
     "0-290659984316217-219128724214226176"},
    {"ccc --num-fields 300 --num-vectors 48 --way 3 --missing none",
     "0-367528906581296-379643000097687093"},
    {"ccc --num-fields 300 --num-vectors 48 --way 3", "0-367435811939671-172336214584944132"},
    {"ccc --num-fields 300 --num-vectors 48 --way 3 --precision f32",
     "0-367435811873636-306566715209154560"},
    {"ps --num-fields 1000 --num-vectors 200", "0-211027146673478-211263876210385648"},
    {"ps --num-fields 300 --num-vectors 48 --way 3", "0-204767269326937-4411972637102840"},
    {"ccc --num-fields 73 --num-vectors 17", "0-4081338514728-310958911379968933"},
    {"ps --num-fields 73 --num-vectors 17 --way 3", "0-8019220992860-1050207395925506280"},
};

TEST_F(SameResult, ChecksumsAreThePredecessors) {
  for (const auto& [arguments, checksum] : known) {
    const Ended ended = succeed(arguments + std::string(" --synthetic random --checksum"));
    EXPECT_EQ(summary().at("checksum"), checksum) << arguments;
    EXPECT_NE(read("encke.log").find(checksum), std::string::npos) << arguments;
    EXPECT_NE(ended.out.find(checksum), std::string::npos) << arguments;
  }
}

}  // namespace
}  // namespace encke::test
