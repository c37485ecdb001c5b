// Real data sets, where they are at hand: ENCKE_SHARED names the folder that has data/snp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"

namespace encke::test {
namespace {

class RealData : public Program {
 protected:
  void SetUp() override {
    const char* const shared = std::getenv("ENCKE_SHARED");
    if (shared == nullptr || !std::filesystem::exists(shared + std::string("/data/snp"))) {
      GTEST_SKIP() << "ENCKE_SHARED does not name a folder with data/snp";
    }
    folder_ = shared + std::string("/data/snp/");
  }

  std::string bfile(const std::string& name) const {
    return "ccc --bfile '" + folder_ + name + "' ";
  }

  /// The first `variants` variants of a .bed, read by its specification, and their names.
  std::pair<GenotypeRows, std::vector<std::string>> first_variants(const std::string& name,
                                                                   std::size_t variants) const {
    const std::size_t samples = lines_of(bytes_of(folder_ + name + ".fam")).size();
    const std::string bed = bytes_of(folder_ + name + ".bed");
    const std::array<int, 4> copies_of_a1 = {2, -1, 1, 0};
    GenotypeRows genotypes(variants, std::vector<int>(samples));
    for (std::size_t v = 0; v < variants; ++v) {
      for (std::size_t s = 0; s < samples; ++s) {
        const int byte = static_cast<unsigned char>(bed.at(3 + v * ((samples + 3) / 4) + s / 4));
        genotypes[v][s] = copies_of_a1[static_cast<std::size_t>(byte >> 2 * (s % 4) & 3)];
      }
    }
    std::vector<std::string> names;
    const auto lines = lines_of(bytes_of(folder_ + name + ".bim"));
    for (std::size_t v = 0; v < variants; ++v) names.push_back(cells_of(lines.at(v)).at(1));
    return {genotypes, names};
  }

 private:
  std::string folder_;
};

TEST_F(RealData, PairsOfTheEuropeanSamplesAreAboveTheThresholdAndInOrder) {
  succeed(bfile("EUR_test") + "--columns ids --way 2 --threshold 0.7");
  const auto lines = lines_of(read("encke.edges.tsv"));
  EXPECT_EQ(summary().at("num_vectors"), 2000);
  EXPECT_EQ(summary().at("num_fields"), 379);
  ASSERT_EQ(lines.size(), summary().at("written").get<std::size_t>() + 1);
  ASSERT_GT(lines.size(), 100U);
  for (std::size_t l = 1; l < lines.size(); ++l)
    EXPECT_GT(std::stod(cells_of(lines[l]).back()), 0.7);
}

TEST_F(RealData, TriplesAboveWhatCompleteDataCanGiveAreNone) {
  succeed(bfile("EUR_test") + "--columns ids --way 3 --threshold 0.9");
  EXPECT_EQ(summary().at("written"), 0);
  EXPECT_EQ(summary().at("tuples"), 1331334000);
  EXPECT_EQ(summary().at("remarks").size(), 1U);
}

TEST_F(RealData, ValuesOfTriplesAreThoseOfTheDefinition) {
  constexpr std::size_t variants = 24;
  for (const std::string set : {"EUR_test", "bigsnpr_missing"}) {
    const auto [genotypes, names] = first_variants(set, variants);
    std::string list;
    for (const auto& name : names) list += name + '\n';
    write("first", list);
    succeed(bfile(set) + "--columns ids --way 3 --extract first");
    const auto lines = lines_of(read("encke.edges.tsv"));
    ASSERT_EQ(lines.size(), 1 + 8 * variants * (variants - 1) * (variants - 2) / 6) << set;
    const auto place = [&names = names](const std::string& name) {
      return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    for (std::size_t l = 1; l < lines.size(); ++l) {
      const auto cells = cells_of(lines[l]);
      const double expected =
          ccc_of({genotypes.at(place(cells[0])), genotypes.at(place(cells[1])),
                  genotypes.at(place(cells[2]))},
                 {std::stoi(cells[3]), std::stoi(cells[4]), std::stoi(cells[5])});
      ASSERT_NEAR(std::stod(cells[6]), expected, 1e-13) << set << ": " << lines[l];
    }
  }
}

TEST_F(RealData, MissingGenotypesAreCountedAndBackendsAgree) {
  const std::string command = bfile("bigsnpr_missing") + "--maf 0.3 --threshold 0.6 ";
  const std::string expected = digest(command);
  EXPECT_GT(summary().at("num_missing"), 0);
  EXPECT_GT(summary().at("written"), 0);
  EXPECT_EQ(digest(command + "--block 256 --threads 1"), expected);
}

}  // namespace
}  // namespace encke::test
