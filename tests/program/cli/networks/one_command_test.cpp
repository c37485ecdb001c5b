// From a .bed to REGENIE's three files, to pictures and to a page in one command: of small made-up
// data, and of the mice where ENCKE_SHARED names the folder that has data/snp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"

namespace encke::test {
namespace {

struct Place {
  std::string chromosome;
  long position = 0;
};

class OneCommand : public Program {
 protected:
  void compute(const std::string& bfile, const std::string& threshold,
               const std::string& more = "") const {
    succeed("ccc --bfile '" + bfile + "' --threshold " + threshold +
            " --network mcl --sets regenie --per-chromosome --picture network,heatmap,degrees "
            "--report --out net --progress none " +
            more);
  }

  static std::vector<std::string> parts_of(const std::string& text, char by) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
      if (c == by) {
        parts.emplace_back();
      } else {
        parts.back() += c;
      }
    }
    return parts;
  }

  static std::map<std::string, Place> places_of(const std::string& bim) {
    std::map<std::string, Place> places;
    for (const std::string& line : lines_of(bim)) {
      std::string spaced = line;
      std::replace(spaced.begin(), spaced.end(), '\t', ' ');
      const auto cells = parts_of(spaced, ' ');
      places[cells.at(1)] = {cells.at(0), std::stol(cells.at(3))};
    }
    return places;
  }

  /// The sets of variants that clusters of alleles are: by chromosome, of two variants and more.
  std::multiset<std::vector<std::string>> sets_of_clusters(
      const std::map<std::string, Place>& places) const {
    std::multiset<std::vector<std::string>> sets;
    for (const std::string& line : lines_of(read("net.clusters.I2.txt"))) {
      std::map<std::string, std::set<std::string>> of_chromosome;
      for (const std::string& allele : cells_of(line)) {
        const std::string id = allele.substr(0, allele.rfind(':'));
        of_chromosome[places.at(id).chromosome].insert(id);
      }
      for (const auto& [chromosome, ids] : of_chromosome) {
        if (ids.size() > 1) sets.insert({ids.begin(), ids.end()});
      }
    }
    return sets;
  }

  /// REGENIE's files are those of the clusters; returns how many sets there are.
  std::size_t check_sets(const std::string& bim) const {
    const auto places = places_of(bim);
    std::multiset<std::vector<std::string>> found;
    std::set<std::string> names;
    std::vector<std::string> annotations;
    for (const std::string& line : lines_of(read("net.regenie.setlist"))) {
      const auto cells = cells_of(line);
      EXPECT_EQ(cells.size(), 4U);
      EXPECT_TRUE(names.insert(cells.at(0)).second) << line;
      auto ids = parts_of(cells.at(3), ',');
      long first = places.at(ids[0]).position;
      for (const std::string& id : ids) {
        EXPECT_EQ(places.at(id).chromosome, cells[1]) << id;
        first = std::min(first, places.at(id).position);
        annotations.push_back(id + '\t' + cells[0] + "\tencke");
      }
      EXPECT_EQ(std::to_string(first), cells[2]) << line;
      std::sort(ids.begin(), ids.end());
      found.insert(ids);
    }
    EXPECT_EQ(found, sets_of_clusters(places));
    EXPECT_EQ(lines_of(read("net.regenie.annotations")), annotations);
    EXPECT_EQ(read("net.regenie.masks"), "all encke\n");
    return names.size();
  }

  void check_pictures() const {
    for (const std::string name : {"network", "heatmap", "degrees"}) {
      const std::string text = read("net." + name + ".svg");
      EXPECT_TRUE(text.starts_with("<?xml")) << name;
      EXPECT_TRUE(text.ends_with("</svg>\n")) << name;
    }
    const std::string page = read("net.report.html");
    EXPECT_LT(page.size(), 2'000'000U);
    for (const std::string part : {"<h3>network</h3>", "Best values", "MCL_2 1"}) {
      EXPECT_NE(page.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(page.find("<script"), std::string::npos);
  }
};

TEST_F(OneCommand, MakesSetsPicturesAndAPageOfMadeUpGenotypes) {
  write("x.bed", bed_bytes(complete_genotypes()));
  write("x.bim", bim_text(5));
  write("x.fam", fam_text(6));
  compute("x", "0.2", "--histogram");
  EXPECT_NE(read("net.report.html").find("Histogram of all values"), std::string::npos);
  EXPECT_GT(check_sets(read("x.bim")), 0U);
  check_pictures();
}

TEST_F(OneCommand, MakesSetsPicturesAndAPageOfTheMice) {
  const char* const shared = std::getenv("ENCKE_SHARED");
  const std::string mice = shared == nullptr ? "" : shared + std::string("/data/snp/mouse_cc");
  if (mice.empty() || !std::filesystem::exists(mice + ".bed")) {
    GTEST_SKIP() << "ENCKE_SHARED names no folder with data/snp/mouse_cc.bed";
  }
  compute(mice, "0.7");
  // as the networks are listed whose clusters mcl found
  EXPECT_EQ(summary("net")["network"]["nodes"], 7332);
  EXPECT_EQ(summary("net")["network"]["edges"], 38361);
  EXPECT_EQ(summary("net")["network"]["clusterings"][0]["clusters"], 1028);
  EXPECT_GT(check_sets(bytes_of(mice + ".bim")), 500U);
  check_pictures();
}

}  // namespace
}  // namespace encke::test
