// What CoMet's users know: thresholds by the alleles, its histogram, its files in and out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test::predecessor_files_test {
namespace {

const std::string small = "--synthetic random --num-vectors 20 --num-fields 30 ";

class PredecessorFiles : public Program {
 protected:
  /// Lines of an edge list, without its header.
  std::vector<std::string> edges(const std::string& out) const {
    auto lines = lines_of(read(out + ".edges.tsv"));
    lines.erase(lines.begin());
    return lines;
  }
};

/// The lines that thresholds by the alleles keep of all lines, `way` ids, `way` alleles and value.
std::vector<std::string> selected(const std::vector<std::string>& all, std::size_t way,
                                  const std::vector<double>& thresholds) {
  const std::size_t cells = std::size_t{1} << way;
  std::vector<std::string> lines;
  for (std::size_t tuple = 0; tuple < all.size(); tuple += cells) {
    std::vector<double> value;
    for (std::size_t c = 0; c < cells; ++c) {
      value.push_back(std::stod(cells_of(all[tuple + c]).back()));
    }
    const bool together =
        value.front() > 0 && value.back() > 0 && value.front() + value.back() > thresholds.back();
    for (std::size_t c = 0; c < cells; ++c) {
      const auto kind = static_cast<std::size_t>(__builtin_popcountll(c));
      const bool end = kind == 0 || kind == way;
      if (value[c] > thresholds[kind] || (end && together)) lines.push_back(all[tuple + c]);
    }
  }
  return lines;
}

TEST_F(PredecessorFiles, ThresholdsByTheAllelesSelectPairsAndTriples) {
  succeed("ccc " + small + "--out all");
  succeed("ccc " + small + "--threshold 0.6,0.55,0.7,1.1 --out some");
  EXPECT_EQ(edges("some"), selected(edges("all"), 2, {0.6, 0.55, 0.7, 1.1}));
  EXPECT_FALSE(edges("some").empty());
  const auto json = summary("some");
  EXPECT_EQ(json.at("threshold"), (std::vector<double>{0.6, 0.55, 0.7, 1.1}));
  EXPECT_EQ(json.at("options").at("threshold"), "0.6,0.55,0.7,1.1");
  EXPECT_NE(read("some.log").find("--threshold 0.6,0.55,0.7,1.1\n"), std::string::npos);

  succeed("duo " + small + "--way 3 --out all");
  succeed("duo " + small + "--way 3 --threshold .4,.3,.35,.5,.5 --out some");
  EXPECT_EQ(edges("some"), selected(edges("all"), 3, {0.4, 0.3, 0.35, 0.5, 0.5}));
  EXPECT_FALSE(edges("some").empty());
}

TEST_F(PredecessorFiles, ThresholdsThatMakeNoSenseAreRefused) {
  const auto refused = [&](const std::string& run, std::initializer_list<std::string_view> words) {
    refuse(run, command_line, words);
  };
  refused("ccc " + small + "--threshold 0.1,0.2",
          {"--threshold 0.1,0.2 has 2 thresholds", "1 or 4", "LL+HH"});
  refused("ccc " + small + "--threshold 0.1,0.2,0.3,0.4,0.5", {"has 5 thresholds"});
  refused("ccc " + small + "--way 3 --threshold 0.1,0.2,0.3,0.4", {"1 or 5", "LLL+HHH"});
  refused("ps " + small + "--threshold 0.1,0.2,0.3,0.4", {"ps", "ccc, duo"});
  refused("sorenson " + small + "--threshold 0.1,0.2,0.3,0.4", {"sorenson"});
  refused("ccc " + small + "--threshold 0.1,x,0.3,0.4", {"--threshold 0.1,x,0.3,0.4", "commas"});
  refused("ccc " + small + "--threshold 0.1,,0.3,0.4", {"commas"});
  refused("ccc " + small + "--threshold 0.1,0.2,0.3,", {"commas"});
  refused("ccc " + small + "--threshold 0.1,-1,0.3,0.4", {"as number 2"});
  refused("ccc " + small + "--threshold 0.1,0.2,0.3,9", {"sum", "as number 4"});
}

TEST_F(PredecessorFiles, ThresholdsByTheAllelesGoThroughPartsAndNeedTheSameOnes) {
  const std::string run = "ccc " + small + "--cell-histogram --threshold 0.6,0.55,0.7,1.1 ";
  succeed(run + "--out whole");
  succeed(run + "--shard 1/2 --block 16 --out a");
  succeed(run + "--shard 2/2 --block 16 --out b");
  succeed("merge a b --out both");
  for (const std::string name : {".edges.tsv", ".histogram.tsv"}) {
    EXPECT_EQ(read("both" + name), read("whole" + name));
  }
  EXPECT_EQ(summary("both").at("threshold"), summary("whole").at("threshold"));
  succeed("ccc " + small + "--cell-histogram --threshold 0.6,0.55,0.7,1.2 --shard 2/2 --block 16 " +
          "--out c");
  refuse("merge a c --out d", 7, {"threshold"});
}

TEST_F(PredecessorFiles, HistogramByTheAllelesHasThePredecessorsLines) {
  for (const std::size_t way : {2, 3}) {
    const std::string run = "ccc " + small + "--way " + std::to_string(way);
    succeed(run + " --cell-histogram --out h");
    const auto all = edges("h");
    const auto lines = lines_of(read("h.histogram.tsv"));
    ASSERT_EQ(lines.size(), 4501U);
    EXPECT_EQ(lines[0], way == 2 ? "min\tLL\tLH\tHH\tLL+HH" : "min\tLLL\tLLH\tLHH\tHHH\tLLL+HHH");
    std::vector<std::vector<int>> counts(4500, std::vector<int>(way + 2));
    const std::size_t cells = std::size_t{1} << way;
    double none = 0;
    for (std::size_t l = 0; l < all.size(); ++l) {
      const double value = std::stod(cells_of(all[l]).back());
      if (l % cells == 0) none = value;
      const auto kind = static_cast<std::size_t>(__builtin_popcountll(l % cells));
      ++counts.at(static_cast<std::size_t>(value * 1000)).at(kind);
      if (kind == way) ++counts.at(static_cast<std::size_t>((none + value) * 1000)).at(way + 1);
    }
    for (std::size_t bin = 0; bin < 4500; ++bin) {
      char start[16];
      std::snprintf(start, sizeof start, "%.3f", static_cast<double>(bin) / 1000);
      std::string line = start;
      for (const int count : counts[bin]) line += '\t' + std::to_string(count);
      ASSERT_EQ(lines[bin + 1], line);
    }
    succeed(run + " --cell-histogram --threshold 0.9 --precision f32 --out t");
    EXPECT_EQ(read("t.histogram.tsv"), read("h.histogram.tsv"));
  }
  succeed("duo " + small + "--multiplier 1.5 --cell-histogram --out d");
  EXPECT_EQ(lines_of(read("d.histogram.tsv")).size(), 1501U);
}

TEST_F(PredecessorFiles, HistogramByTheAllelesIsRefusedWhereThereAreNone) {
  refuse("ps " + small + "--cell-histogram", command_line, {"--cell-histogram"});
  refuse("ccc " + small + "--cell-histogram --histogram", command_line, {"--histogram"});
  refuse("ccc " + small + "--cell-histogram --multiplier 1000", command_line, {"--multiplier"});
}

/// Packed records as lines: numbers, then the value.
std::vector<std::string> records_of(const std::string& bytes, std::size_t way) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < bytes.size(); at += 4 * (way + 1)) {
    std::ostringstream line;
    for (std::size_t v = 0; v < way; ++v) {
      std::uint32_t number = 0;
      std::memcpy(&number, bytes.data() + at + 4 * v, 4);
      line << number << '\t';
    }
    float value = 0;
    std::memcpy(&value, bytes.data() + at + 4 * way, 4);
    line << value;
    lines.push_back(line.str());
  }
  return lines;
}

TEST_F(PredecessorFiles, PackedOutputHasTheValuesOfTheEdges) {
  for (const std::string metric : {"ccc", "duo", "ps"}) {
    for (const std::size_t way : {2, 3}) {
      const std::string run =
          metric + " " + small + "--threshold 0.4 --way " + std::to_string(way) + " ";
      succeed(run + "--out e");
      succeed(run + "--format packed --out p");
      EXPECT_EQ(summary("p").at("digest"), summary("e").at("digest"));
      std::vector<std::string> expected;
      for (const auto& line : edges("e")) {
        const auto cells = cells_of(line);
        std::ostringstream record;
        for (std::size_t v = 0; v < way; ++v) {
          const int id = std::stoi(cells[v]);
          record << (metric == "ps" ? id : 2 * id + std::stoi(cells[way + v])) << '\t';
        }
        record << static_cast<float>(std::stod(cells.back()));
        expected.push_back(record.str());
      }
      EXPECT_FALSE(expected.empty());
      EXPECT_EQ(records_of(read("p.bin"), way), expected) << run;
    }
  }
}

TEST_F(PredecessorFiles, PackedOutputIsJoinedFromPartsToo) {
  succeed("ccc " + small + "--threshold 0.6 --format packed --out whole");
  succeed("ccc " + small + "--threshold 0.6 --shard 1/2 --out a");
  succeed("ccc " + small + "--threshold 0.6 --shard 2/2 --out b");
  succeed("merge a b --format packed --out both");
  EXPECT_EQ(read("both.bin"), read("whole.bin"));
  EXPECT_GT(read("both.bin").size(), 0U);
}

}  // namespace
}  // namespace encke::test::predecessor_files_test
