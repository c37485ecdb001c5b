// Principal coordinates of unweighted UniFrac of real tables, as scikit-bio and NumPy gave them:
// ENCKE_SHARED names the folder that has data/microbiome and known-answers/networks/pcoa.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "program/cli/program.hpp"

namespace encke::test {
namespace {

class KnownPcoa : public Program, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    const char* const shared = std::getenv("ENCKE_SHARED");
    if (shared != nullptr) folder_ = shared;
    if (folder_.empty() || !std::filesystem::exists(folder_ + "/known-answers/networks/pcoa")) {
      GTEST_SKIP() << "ENCKE_SHARED names no folder with known-answers/networks/pcoa";
    }
    const std::string data = folder_ + "/data/microbiome/" + GetParam();
    const std::string tree = std::filesystem::exists(data + ".tre") ? ".tre" : ".nwk";
    succeed("unifrac --biom '" + data + ".biom' --tree '" + data + tree +
            "' --format lsmat --out d --progress none");
  }

  /// Lines of a table after its header, as cells.
  static std::vector<std::vector<std::string>> rows_of(const std::string& text) {
    std::vector<std::vector<std::string>> rows;
    for (const std::string& line : lines_of(text)) {
      if (!line.starts_with('#')) rows.push_back(cells_of(line));
    }
    return rows;
  }
  std::vector<std::vector<std::string>> known(const std::string& what) const {
    return rows_of(bytes_of(folder_ + "/known-answers/networks/pcoa/" + GetParam() +
                            ".unweighted." + what + ".tsv"));
  }

 private:
  std::string folder_;
};

TEST_P(KnownPcoa, HasTheEigenvaluesAndCoordinatesOfScikitBio) {
  const auto values = known("eigenvalues");
  const std::string most = std::to_string(values.size());
  for (const std::string method : {"exact", "lanczos"}) {
    SCOPED_TRACE(method);
    const std::string axes = method == "exact" ? most : "3";
    succeed("pcoa d.lsmat.tsv --method " + method + " --axes " + axes + " --out p --progress none");
    const auto found = rows_of(read("p.eigenvalues.tsv"));
    ASSERT_FALSE(found.empty());
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_NEAR(std::stod(found[k][1]), std::stod(values[k][1]), 1e-10) << k;
      if (method != "exact") continue;  // which has another sum of eigenvalues
      EXPECT_NEAR(std::stod(found[k][2]), std::stod(values[k][3]), 1e-10) << k;
    }
    std::map<std::string, std::vector<std::string>> coordinates;
    for (const auto& row : rows_of(read("p.pcoa.tsv"))) coordinates[row[0]] = row;
    const auto expected = known("coordinates");
    ASSERT_EQ(coordinates.size(), expected.size());
    for (const auto& row : expected) {
      const auto& mine = coordinates.at(row[0]);
      for (std::size_t k = 1; k < std::min(mine.size(), row.size()); ++k) {
        EXPECT_NEAR(std::stod(mine[k]), std::stod(row[k]), 1e-10) << row[0] << ' ' << k;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, KnownPcoa,
                         testing::Values("crawford", "moving_pictures", "GlobalPatterns"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace encke::test
