// CCC of markers with any number of alleles: against its definition, against CCC of markers with
// two alleles, and what is refused.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

/// Two codes of each sample; -1: missing.
using Marker = std::vector<std::array<int, 2>>;

Marker random_marker(std::mt19937& random, int alleles, int samples, unsigned one_missing_in) {
  Marker marker;
  for (int s = 0; s < samples; ++s) {
    const auto code = [&] { return static_cast<int>(random() % static_cast<unsigned>(alleles)); };
    const bool missing = one_missing_in > 0 && random() % one_missing_in == 0;
    marker.push_back(missing ? std::array{-1, -1} : std::array{code(), code()});
  }
  return marker;
}

std::string table_of(const std::vector<Marker>& markers) {
  std::string text = "id";
  for (std::size_t s = 0; s < markers[0].size(); ++s) text += "\ts" + std::to_string(s);
  for (std::size_t m = 0; m < markers.size(); ++m) {
    text += "\nm" + std::to_string(m);
    for (const auto& [a, b] : markers[m]) {
      text += a < 0 ? "\t./." : '\t' + std::to_string(a) + '/' + std::to_string(b);
    }
  }
  return text + '\n';
}

/// CCC of one allele of each marker by its definition, with the usual parameters.
double definition(const std::vector<const Marker*>& markers, const std::vector<int>& alleles) {
  const auto copies = [](const std::array<int, 2>& pair, int allele) {
    return (pair[0] == allele ? 1 : 0) + (pair[1] == allele ? 1 : 0);
  };
  double joint = 0, together = 0, value = 4.5;
  for (std::size_t s = 0; s < markers[0]->size(); ++s) {
    double product = 1;
    for (std::size_t v = 0; v < markers.size(); ++v) {
      product *= (*markers[v])[s][0] < 0 ? -1e9 : copies((*markers[v])[s], alleles[v]) / 2.0;
    }
    bool present = true;
    for (const Marker* marker : markers) present = present && (*marker)[s][0] >= 0;
    if (!present) continue;
    ++together;
    joint += product;
  }
  if (together == 0) return 0;
  for (std::size_t v = 0; v < markers.size(); ++v) {
    double sum = 0, samples = 0;
    for (const auto& pair : *markers[v]) {
      if (pair[0] < 0) continue;
      ++samples;
      sum += copies(pair, alleles[v]) / 2.0;
    }
    value *= 1 - 2.0 / 3 * sum / samples;
  }
  return value * joint / together;
}

/// A line's markers and alleles, without its value.
std::string key_of(const std::string& line) { return line.substr(0, line.rfind('\t')); }

class AllelesCli : public Program {
 protected:
  void expect_definition(const std::vector<Marker>& markers, std::size_t way) {
    succeed("ccc --alleles t --out o --progress none --way " + std::to_string(way));
    const auto lines = lines_of(read("o.edges.tsv"));
    EXPECT_EQ(lines[0],
              way == 2 ? "#ID1\tID2\tA1\tA2\tVALUE" : "#ID1\tID2\tID3\tA1\tA2\tA3\tVALUE");
    std::map<std::string, double> found;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const auto cells = cells_of(lines[i]);
      ASSERT_EQ(cells.size(), 2 * way + 1);
      std::vector<const Marker*> of;
      std::vector<int> alleles;
      for (std::size_t v = 0; v < way; ++v) {
        of.push_back(&markers[std::stoul(cells[v].substr(1))]);
        alleles.push_back(std::stoi(cells[way + v]));
        ASSERT_TRUE(v == 0 || of[v - 1] < of[v]) << lines[i];
      }
      const double expected = definition(of, alleles);
      ASSERT_NEAR(std::stod(cells[2 * way]), expected, 1e-13 * 4.5) << lines[i];
      ASSERT_TRUE(found.emplace(key_of(lines[i]), expected).second) << lines[i];
    }
    EXPECT_EQ(found.size(), tuples(markers, way));
  }

  /// Combinations of alleles of different markers.
  static std::size_t tuples(const std::vector<Marker>& markers, std::size_t way) {
    std::array<std::size_t, 4> sums{1, 0, 0, 0};  // elementary symmetric
    for (const auto& marker : markers) {
      std::map<int, int> seen;
      for (const auto& pair : marker) {
        for (const int code : pair) seen[code] += code >= 0 ? 1 : 0;
      }
      seen.erase(-1);
      for (std::size_t k = way; k > 0; --k) sums[k] += sums[k - 1] * seen.size();
    }
    return sums[way];
  }

  /// Variants with two alleles, as a PLINK data set x and as a table t of A (A1) and C.
  void write_both(int variants, int samples, unsigned one_missing_in) {
    std::mt19937 random(8);
    GenotypeRows genotypes(static_cast<std::size_t>(variants));
    std::string text = "id";
    for (int s = 0; s < samples; ++s) text += "\ts";
    for (std::size_t v = 0; v < genotypes.size(); ++v) {
      text += "\nrs" + std::to_string(v);
      for (int s = 0; s < samples; ++s) {
        const bool missing = one_missing_in > 0 && random() % one_missing_in == 0;
        genotypes[v].push_back(missing ? -1 : static_cast<int>(random() % 3));
        constexpr const char* cells[] = {"\t./.", "\tC/C", "\tA/C", "\tA/A"};
        text += cells[genotypes[v].back() + 1];
      }
    }
    write("t", text);
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim_text(genotypes.size()));
    write("x.fam", fam_text(static_cast<std::size_t>(samples)));
  }

  /// Lines by ids and alleles.
  std::map<std::string, std::string> lines_by_key(const std::string& out, bool named) const {
    std::map<std::string, std::string> found;
    const auto lines = lines_of(read(out + ".edges.tsv"));
    for (std::size_t i = 1; i < lines.size(); ++i) {
      auto cells = cells_of(lines[i]);
      std::string key;
      for (std::size_t c = 0; c + 1 < cells.size(); ++c) {
        const bool allele = c >= cells.size() / 2;
        key += '\t' + (allele && named ? std::string(cells[c] == "A" ? "1" : "0") : cells[c]);
      }
      EXPECT_TRUE(found.emplace(key, cells.back()).second) << lines[i];
    }
    return found;
  }
};

TEST_F(AllelesCli, ValuesAreThoseOfTheDefinition) {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const int samples = 1 + static_cast<int>(random() % 130);
    const unsigned one_missing_in = seed % 3 == 0 ? 0 : seed % 3 == 1 ? 20 : 3;
    std::vector<Marker> markers;
    for (int alleles = 1; alleles <= 6; ++alleles) {
      markers.push_back(random_marker(random, alleles, samples, one_missing_in));
    }
    markers[0][0] = {0, 0};  // some allele there is
    std::shuffle(markers.begin(), markers.end(), random);
    write("t", table_of(markers));
    expect_definition(markers, 2);
    expect_definition(markers, 3);
  }
}

TEST_F(AllelesCli, MarkersWithTwoAllelesHaveTheBitsOfCcc) {
  for (const unsigned one_missing_in : {0U, 15U}) {
    write_both(20, 93, one_missing_in);
    for (const std::string what : {"", "--threshold 0.5", "--way 3", "--way 3 --threshold 0.2",
                                   "--precision f32 --gamma 0.4 --multiplier 2"}) {
      succeed("ccc --bfile x --columns ids --out two " + what);
      succeed("ccc --alleles t --out named " + what);
      EXPECT_GT(lines_by_key("two", false).size(), 1U);
      EXPECT_EQ(lines_by_key("named", true), lines_by_key("two", false)) << what;
    }
  }
}

TEST_F(AllelesCli, PartsBackendsAndBlocksGiveTheSameBytes) {
  std::mt19937 random(4);
  std::vector<Marker> markers;
  for (int m = 0; m < 25; ++m) markers.push_back(random_marker(random, 1 + m % 6, 80, 30));
  write("t", table_of(markers));
  for (const std::string what :
       {"--threshold 0.2 --histogram", "--top 30", "--way 3 --threshold 0.25", "--format abc"}) {
    const bool abc = what == "--format abc";
    const std::string edges = abc ? ".abc" : ".edges.tsv";
    const std::string problem = "ccc --alleles t --block 16 --progress none " + (abc ? "" : what);
    succeed(problem + " --out whole" + (abc ? ' ' + what : ""));
    succeed(problem + " --out a --shard 1/3");
    succeed(problem + " --out b --shard 2-3/3 --backend reference");
    succeed("merge a b --out joined" + (abc ? ' ' + what : ""));
    EXPECT_EQ(read("joined" + edges), read("whole" + edges)) << what;
    EXPECT_EQ(summary("joined").at("digest"), summary("whole").at("digest")) << what;
    succeed("ccc --alleles t --check --progress none --out other " + what);
    EXPECT_EQ(read("other" + edges), read("whole" + edges)) << what;
    for (const char* part : {"a.blocks", "b.blocks"}) std::filesystem::remove_all(path(part));
  }
}

TEST_F(AllelesCli, WhatDoesNotFitIsRefused) {
  write("t", "id\ta\tb\nm\tA/C\tC/C\nn\tA/C\tT/C\n");
  for (const char* wrong :
       {"--checksum", "--format npy", "--missing none", "--num-vectors 3", "--maf 0.1"}) {
    refuse(std::string("ccc --alleles t ") + wrong, command_line, {"--"});
  }
  refuse("duo --alleles t", command_line, {"--alleles"});
  succeed("ccc --alleles t --out part --shard 1/1");
  refuse("merge part --format npy --out joined", command_line, {"--format npy"});
  write("bad", "id\ta\tb\nm\tA/C\tC\n");
  refuse("ccc --alleles bad", malformed, {"bad:2:3: ", "'C'"});
}

}  // namespace
}  // namespace encke::test
