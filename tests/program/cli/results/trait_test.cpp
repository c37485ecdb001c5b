// Pairs of variants that together go with a trait of numbers.
#include <gtest/gtest.h>

#include <random>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test::trait_cli_test {
namespace {

constexpr std::size_t variants = 40;
constexpr std::size_t samples = 200;

class TraitCli : public Program {
 protected:
  TraitCli() {
    std::mt19937 random(4);
    GenotypeRows genotypes(variants, std::vector<int>(samples));
    for (auto& row : genotypes) {
      for (int& x : row) x = random() % 41 == 0 ? -1 : static_cast<int>(random() % 3);
    }
    std::string fam, traits = "FID IID OTHER HEIGHT\n", known;
    for (std::size_t s = 0; s < samples; ++s) {
      const std::string id = "F" + std::to_string(s) + " I" + std::to_string(s);
      const int product = std::max(0, genotypes[3][s]) * std::max(0, genotypes[8][s]);
      const std::string height =
          s % 50 == 7 ? "NA"
                      : std::to_string(160 + 3 * product) + "." + std::to_string(random() % 100);
      fam += id + " 0 0 0 " + (height == "NA" ? "-9" : height) + "\n";
      traits += id + " " + std::to_string(s) + " " + height + "\n";
      if (height != "NA") known += id + "\n";
    }
    write("x.bed", bed_bytes(genotypes));
    write("x.bim", bim_text(variants));
    write("x.fam", fam);
    write("traits", traits);
    write("known", known);
  }

  std::string edges(const std::string& words) {
    succeed("epistasis --bfile x --progress none --score linear " + words);
    return read("encke.edges.tsv");
  }
};

TEST_F(TraitCli, TakesNumbersOfTheFamOrOfAFile) {
  const std::string of_fam = edges("--p-below 0.05");
  EXPECT_GT(lines_of(of_fam).size(), 20U);
  EXPECT_TRUE(of_fam.starts_with("#ID1\tID2\tVALUE\tDF\tP\t"));
  EXPECT_NE(of_fam.find("\nrs3\trs8\t"), std::string::npos);
  EXPECT_EQ(edges("--p-below 0.05 --trait traits --trait-name HEIGHT"), of_fam);
  EXPECT_EQ(edges("--p-below 0.05 --pheno traits --pheno-name HEIGHT"), of_fam);
  EXPECT_EQ(edges("--p-below 0.05 --keep known"), of_fam);
  EXPECT_NE(edges("--p-below 0.05 --trait traits"), of_fam);  // the first column
  const std::string remarks = summary().at("remarks").dump();
  EXPECT_NE(remarks.find("trait OTHER of traits: 200 samples, 0 without a number left out"),
            std::string::npos)
      << remarks;
}

TEST_F(TraitCli, HasTheSameBytesWhateverTheMachineDoes) {
  const std::string expected = edges("--p-below 0.5 --adjust --best");
  const std::string adjusted = read("encke.adjusted.tsv"), best = read("encke.best.tsv");
  for (const char* const how :
       {"--threads 1", "--threads 2", "--block 16", "--level portable", "--backend reference"}) {
    EXPECT_EQ(edges("--p-below 0.5 --adjust --best " + std::string(how)), expected) << how;
    EXPECT_EQ(read("encke.adjusted.tsv"), adjusted);
    EXPECT_EQ(read("encke.best.tsv"), best);
  }
}

TEST_F(TraitCli, LooksAgainAtWhatItHasFound) {
  edges("--top 5 --refine linear");
  const auto lines = lines_of(read("encke.refined.tsv"));
  ASSERT_EQ(lines.size(), 6U);
  for (std::size_t i = 1; i < lines.size(); ++i) {  // VALUE is the square of T
    const auto cells = cells_of(lines[i]);
    EXPECT_NEAR(std::stod(cells[2]), std::stod(cells[5]) * std::stod(cells[5]),
                1e-4 * std::stod(cells[2]));
  }
}

TEST_F(TraitCli, RefusesWhatHasNoTrait) {
  const auto refused = [&](const std::string& words, int code, std::string_view part) {
    refuse("epistasis --progress none " + words, code, {part});
  };
  const std::string linear = "--bfile x --score linear ";
  refused(linear + "--way 3", command_line, "does not work with --way 3");
  refused(linear + "--top 3 --permutations 9", command_line, "--permutations does not work");
  refused(linear + "--check", command_line, "--check does not work with --score linear");
  refused(linear + "--top 3 --refine logistic", command_line, "Use --refine linear");
  refused(linear + "--trait traits --pheno traits", command_line, "Give one of them");
  refused("--bfile x --score boost --trait traits", command_line,
          "--trait works only with --score linear or --refine linear");
  refused(linear + "--trait known", inconsistent, "no column of numbers");
  refused(linear + "--trait traits --trait-name WEIGHT", inconsistent, "WEIGHT");
  write("same", "F0 I0 4\nF1 I1 4\n");
  refused(linear + "--trait same", inconsistent, "numbers that differ expected");
  write("words", "F0 I0 tall\n");
  refused(linear + "--trait words", malformed, "words:1");
}

TEST_F(TraitCli, IsNotResumedWithAnotherTrait) {
  succeed("epistasis --bfile x --progress none --score linear --trait traits --shard 1/2 --out p");
  const auto ended =
      run("epistasis --bfile x --progress none --score linear --trait traits --trait-name HEIGHT "
          "--shard 1/2 --out p --resume");
  EXPECT_NE(ended.code, 0);
}

}  // namespace
}  // namespace encke::test::trait_cli_test
