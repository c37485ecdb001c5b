// --vcf, --bcf and --bgen give the bytes that the .bed of the same genotypes gives.
#include <gtest/gtest.h>

#include <cstdlib>
#include <encke/io/vcf/variant_file.hpp>
#include <random>

#include "program/cli/program.hpp"
#include "program/cli/small_data.hpp"
#include "program/exit_codes.hpp"

namespace encke::test {
namespace {

class GenotypeFiles : public Program {
 protected:
  GenotypeFiles() : genotypes_(90, std::vector<int>(53)) {
    std::mt19937 random(5);
    for (auto& row : genotypes_) {
      const unsigned rare = 2 + random() % 7;
      for (int& x : row) {
        x = random() % 25 == 0 ? -1 : (random() % rare == 0 ? 1 : 0) + (random() % rare == 0);
      }
    }
    std::string fam, pheno = "#IID T\n", keep, extract;
    for (std::size_t s = 0; s < genotypes_[0].size(); ++s) {
      const std::string id = "I" + std::to_string(s);
      fam += "0 " + id + " 0 0 0 -9\n";
      pheno += id + (random() % 2 == 0 ? " 1\n" : " 2\n");
      if (random() % 3 != 0) keep += id + '\n';
    }
    std::string bim;  // with the sites of the other files
    for (std::size_t v = 0; v < genotypes_.size(); ++v) {
      const std::string number = std::to_string(v);
      bim += "1 rs" + number + " 0 " + number + " A G\n";
      if (random() % 4 != 0) extract += "rs" + std::to_string(v) + '\n';
    }
    write("x.bed", bed_bytes(genotypes_));
    write("x.bim", bim);
    write("x.fam", fam);
    write("x.vcf", vcf_text(genotypes_));
    write("x.bgen", bgen_bytes(genotypes_));
    write("pheno", pheno);
    write("keep", keep);
    write("extract", extract);
  }

  void expect_same(const std::string& input, const std::string& metric) const {
    succeed(metric + " --bfile x --out bed");
    succeed(metric + input + " --out other");
    EXPECT_EQ(read("other.edges.tsv"), read("bed.edges.tsv")) << metric << input;
    EXPECT_EQ(summary("other").at("digest"), summary("bed").at("digest"));
    EXPECT_GT(summary("other").at("written"), 0) << metric << input;
  }
  void expect_same_of_all(const std::string& input) const {
    const std::string some = " --keep keep --extract extract --maf 0.1 --geno 0.06";
    expect_same(input, "ccc");
    expect_same(input, "ccc --way 3 --threshold 0.1" + some);
    expect_same(input, "duo" + some);
    expect_same(input, "r2");
    expect_same(input, "r2 --missing none" + some);
    expect_same(input, "sorenson --missing none");
    expect_same(input, "epistasis --score mi --top 40 --permutations 3 --pheno pheno" + some);
  }

  GenotypeRows genotypes_;
};

TEST_F(GenotypeFiles, OfVcfGiveTheBytesOfTheBed) {
  if (!io::reads_vcf()) GTEST_SKIP() << "built without HTSlib";
  expect_same_of_all(" --vcf x.vcf");
  EXPECT_NE(read("other.log").find("decoded into a temporary file"), std::string::npos);
}

TEST_F(GenotypeFiles, OfBgenGiveTheBytesOfTheBed) {
  expect_same_of_all(" --bgen x.bgen --bgen-ref last");
}

TEST_F(GenotypeFiles, OfPlink2GiveTheBytesOfItsBed) {
  if (!io::reads_vcf()) GTEST_SKIP() << "built without HTSlib";
  for (const std::string kind : {"vcf bgz", "bcf", "bgen-1.2 bits=8"}) {
    const std::string command = "cd '" + path("") + "' && plink2 --bfile x --real-ref-alleles " +
                                "--allow-extra-chr --export " + kind +
                                " --output-chr 26 --out p > /dev/null 2>&1";
    if (std::system(command.c_str()) != 0)
      GTEST_SKIP() << "there is no plink2 that writes " << kind;
  }
  for (const std::string input :
       {" --vcf p.vcf.gz", " --bcf p.bcf", " --bgen p.bgen --sample p.sample --bgen-ref last"}) {
    succeed("r2 --bfile x --maf 0.05 --out bed");
    succeed("r2 --maf 0.05" + input + " --out other");
    EXPECT_EQ(read("other.edges.tsv"), read("bed.edges.tsv")) << input;
  }
}

TEST_F(GenotypeFiles, AreReadInShardsAndResumed) {
  succeed("ccc --bgen x.bgen --bgen-ref last --threshold 0.5 --out whole");
  succeed("ccc --bgen x.bgen --bgen-ref last --threshold 0.5 --shard 1/2 --block 16 --out a");
  succeed("ccc --bgen x.bgen --bgen-ref last --threshold 0.5 --shard 2/2 --block 16 --out b");
  succeed(
      "ccc --bgen x.bgen --bgen-ref last --threshold 0.5 --shard 2/2 --block 16 --out b --resume");
  succeed("merge a b --out merged");
  EXPECT_EQ(read("merged.edges.tsv"), read("whole.edges.tsv"));
  for (const auto& name : files()) EXPECT_EQ(name.find(".input"), std::string::npos) << name;
}

TEST_F(GenotypeFiles, AreRefusedWithWhatIsMissing) {
  refuse("ccc --bgen x.bgen --out o", command_line, {"--bgen-ref"});
  refuse("ccc --bgen x.bgen --bgen-ref latest --out o", command_line, {"--bgen-ref", "last"});
  refuse("ccc --bfile x --region 1 --out o", command_line, {"--region", "--vcf"});
  refuse("epistasis --bgen x.bgen --bgen-ref last --out o", command_line, {"--pheno"});
  if (io::reads_vcf()) {
    refuse("ccc --vcf x.vcf --region 1 --out o", inconsistent, {"x.vcf", "bgzip"});
    refuse("ccc --vcf x.vcf --vcf-half-call some --out o", command_line,
           {"--vcf-half-call", "haploid"});
  } else {
    refuse("ccc --vcf x.vcf --out o", inconsistent, {"x.vcf", "built without HTSlib"});
  }
}

}  // namespace
}  // namespace encke::test
