// Every option that changes what a run computes is in its identity: each is tried out.
#include <gtest/gtest.h>

#include <encke/io/vcf/variant_file.hpp>
#include <encke/job/job.hpp>
#include <encke/job/run_identity.hpp>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "program/cli/small_data.hpp"
#include "support/files.hpp"
#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

/// A run, and what an option adds to it or changes; @ stands for the folder of the files.
struct Trial {
  std::string_view option;
  std::string without;
  std::string with;
};

const std::string ccc = "ccc --bfile @x";
const std::string epistasis = "epistasis --bfile @x";
const std::string unifrac = "unifrac --biom @x.biom --tree @x.nwk";
const std::string packed = "ccc --packed @x.bin --num-vectors 20 --num-fields 16";
const std::string pgen = "ccc --pgen @x.pgen --pvar @x.pvar --psam @x.psam";
const std::string synthetic = "ccc --synthetic random --num-vectors 20 --num-fields 16";

const std::string bgen = "ccc --bgen-ref last --bgen @x.bgen";
const std::string vcf = "ccc --vcf @x.vcf";

Trial added(std::string_view option, const std::string& without, const std::string& value = "") {
  return {option, without, without + " " + std::string(option) + " " + value};
}

std::vector<Trial> trials() {
  std::vector<Trial> all = {
      {"--bfile", ccc, "ccc --bfile @y"},
      {"--tfile", "ccc --tfile @x", "ccc --tfile @y"},
      {"--pfile", "ccc --pfile @x", "ccc --pfile @y"},
      {"--pgen", pgen, "ccc --pgen @y.pgen --pvar @x.pvar --psam @x.psam"},
      {"--pvar", pgen, "ccc --pgen @x.pgen --pvar @y.pvar --psam @x.psam"},
      {"--psam", pgen, "ccc --pgen @x.pgen --pvar @x.pvar --psam @y.psam"},
      {"--multiallelics", pgen, pgen + " --multiallelics ref"},
      {"--bgen", bgen, "ccc --bgen-ref last --bgen @y.bgen"},
      {"--bgen-ref", bgen, "ccc --bgen-ref first --bgen @x.bgen"},
      {"--sample", bgen, bgen + " --sample @x.sample"},
      {"--hard-call-threshold", bgen, bgen + " --hard-call-threshold 0.2"},
      {"--table", "ps --table @x.tsv", "ps --table @y.tsv"},
      {"--alleles", "ccc --alleles @x.alleles", "ccc --alleles @y.alleles"},
      {"--biom", unifrac, "unifrac --biom @y.biom --tree @x.nwk"},
      {"--tree", unifrac, "unifrac --biom @x.biom --tree @y.nwk"},
      {"--packed", packed, "ccc --packed @y.bin --num-vectors 20 --num-fields 16"},
      {"--synthetic", synthetic, "ccc --synthetic analytic --num-vectors 20 --num-fields 16"},
      {"--num-vectors", synthetic, "ccc --synthetic random --num-vectors 21 --num-fields 16"},
      {"--num-fields", synthetic, "ccc --synthetic random --num-vectors 20 --num-fields 15"},
      {"--fps", "jaccard --fps @x.fps", "jaccard --fps @y.fps"},
      {"--compare", "ps --biom @x.biom", "ps --biom @x.biom --compare features"},
      {"--min-samples", unifrac, unifrac + " --min-samples 2"},
      {"--min-frequency", unifrac, unifrac + " --min-frequency 2"},
      {"--subsample-depth", unifrac, unifrac + " --subsample-depth 3"},
      {"--distance", "ps --table @x.tsv", "ps --table @x.tsv --distance"},
      {"--score", epistasis, epistasis + " --score mi"},
      {"--below", epistasis, epistasis + " --threshold 70 --below"},
      {"--stages", ccc + " --way 3", ccc + " --way 3 --stages 1/2"}};
  for (const auto& [option, value] :
       std::vector<std::pair<std::string_view, std::string>>{{"--keep", "@some.samples"},
                                                             {"--remove", "@some.samples"},
                                                             {"--extract", "@some.variants"},
                                                             {"--exclude", "@some.variants"},
                                                             {"--maf", "0.45"},
                                                             {"--geno", "0.02"},
                                                             {"--way", "3"},
                                                             {"--missing", "none"},
                                                             {"--gamma", "0.5"},
                                                             {"--multiplier", "1"},
                                                             {"--precision", "f32"},
                                                             {"--threshold", "0.7"},
                                                             {"--top", "3"},
                                                             {"--all", ""},
                                                             {"--format", "abc"},
                                                             {"--histogram", ""},
                                                             {"--report", ""},
                                                             {"--cell-histogram", ""},
                                                             {"--checksum", ""},
                                                             {"--threads", "1"},
                                                             {"--memory", "500"},
                                                             {"--backend", "reference"},
                                                             {"--level", "portable"},
                                                             {"--devices", "all"},
                                                             {"--block", "16"},
                                                             {"--check", ""},
                                                             {"--no-pruning", ""},
                                                             {"--force-pruning", ""},
                                                             {"--num-proc-vector", "1"},
                                                             {"--num-proc-field", "1"},
                                                             {"--num-proc-repl", "1"},
                                                             {"--phases", "1/2"},
                                                             {"--shard", "1/2"},
                                                             {"--resume", ""},
                                                             {"--out", "@elsewhere"}}) {
    all.push_back(added(option, ccc, value));
  }
  for (const auto& [option, value] : std::vector<std::pair<std::string_view, std::string>>{
           {"--window-kb", "0.01"},
           {"--window-variants", "5"},
           {"--within-chromosome", ""},
           {"--trans", ""},
           {"--loci", "@some.ranges"},
           {"--extract-first", "@some.variants"}}) {
    all.push_back(added(option, "ccc --bfile @two", value));
  }
  for (const auto& [option, value] :
       std::vector<std::pair<std::string_view, std::string>>{{"--keep-founders", ""},
                                                             {"--chr", "1"},
                                                             {"--not-chr", "2"},
                                                             {"--autosome", ""},
                                                             {"--extract-range", "@some.ranges"},
                                                             {"--exclude-range", "@some.ranges"},
                                                             {"--mind", "0.1"},
                                                             {"--hwe", "0.01"},
                                                             {"--mac", "5"},
                                                             {"--max-maf", "0.4"},
                                                             {"--het-haploid", "keep"}}) {
    all.push_back(added(option, "ccc --bfile @two", value));
  }
  all.push_back(added("--from-bp", "ccc --bfile @two --chr 1", "105"));
  all.push_back(added("--to-bp", "ccc --bfile @two --chr 1", "105"));
  all.push_back(added("--keep-fewhet", "ccc --bfile @two --hwe 0.01"));
  all.push_back(added("--nonfounders", "ccc --bfile @two --maf 0.1"));
  all.push_back(added("--r", "r2 --bfile @two"));
  all.push_back(added("--inter-chr", "r2 --bfile @two"));
  all.push_back(added("--columns", ccc, "ids"));
  all.push_back(added("--no-hash", ccc));
  all.push_back(added("--digits", ccc, "4"));
  all.push_back(added("--sync-after", ccc, "3"));
  all.push_back(added("--extract-second", "ccc --bfile @two --extract-first @some.variants",
                      "@other.variants"));
  all.push_back(added("--digest", ccc + " --threshold 0.7", "all"));
  all.push_back(added("--pheno", epistasis, "@phenotypes"));
  all.push_back(added("--pheno-name", epistasis + " --pheno @phenotypes", "SECOND"));
  all.push_back(added("--best", epistasis));
  const std::string chi2 = epistasis + " --score chi2";
  all.push_back(added("--p-below", chi2, "0.2"));
  all.push_back(added("--adjust", chi2 + " --p-below 0.2"));
  all.push_back(added("--max", chi2 + " --p-below 0.2 --permutations 3"));
  const std::string refined = chi2 + " --top 4 --refine ";
  all.push_back({"--refine", chi2 + " --top 4", refined + "logistic"});
  all.push_back(added("--covar", refined + "logistic", "@numbers"));
  all.push_back(added("--covar-name", refined + "logistic --covar @numbers", "AGE"));
  const std::string linear = epistasis + " --score linear --trait @numbers";
  all.push_back({"--trait", linear, epistasis + " --score linear --trait @more"});
  all.push_back(added("--trait-name", linear, "BMI"));
  all.push_back(added("--permutations", epistasis + " --top 3", "5"));
  all.push_back(added("--seed", epistasis + " --top 3 --permutations 5", "2"));
  all.push_back(added("--faith-pd", unifrac));
  all.push_back(added("--method", unifrac, "weighted_normalized"));
  all.push_back(added("--alpha", unifrac + " --method generalized", "0.5"));
  all.push_back(added("--vaw", unifrac));
  all.push_back(added("--king-cutoff", "king --bfile @x --threshold 0", "0.1"));
  all.push_back(added("--all-chromosomes", "king --bfile @x"));
  all.push_back(added("--empty-pair", "ps --table @x.tsv", "same"));
  return all;
}

/// Trials of what a library reads that not every build has.
std::vector<Trial> trials_of_vcf() {
  return {{"--vcf", vcf, "ccc --vcf @y.vcf"},
          {"--bcf", "ccc --bcf @x.vcf", "ccc --bcf @y.vcf"},
          added("--vcf-half-call", vcf, "missing"),
          added("--var-filter", vcf),
          added("--multiallelics", vcf, "ref")};
}

/// What a run computed, whatever file it is written to.
struct Ran {
  std::string result;
  std::uint64_t identity;
};

class Identifies : public testing::Test {
 protected:
  Identifies() {
    for (const char* const name : {"x", "y"}) write_data(name);
    files_.write("some.samples", "F1 I1\nF2 I2\nF3 I3\nF4 I4\nF7 I7\nF8 I8\nF9 I9\n");
    files_.write("some.ranges", "1 103 108\n");
    files_.write("some.variants", "rs1\nrs2\nrs3\nrs5\nrs8\n");
    files_.write("other.variants", "rs1\nrs4\n");
    write_data("two");
    std::string bim = test::bim_text(variants);  // half of them on a second chromosome
    for (std::size_t at = bim.find("1\trs12"); at < bim.size(); at = bim.find('\n', at) + 1) {
      bim[at] = '2';
    }
    files_.write("two.bim", bim);
    std::string phenotypes = "FID IID FIRST SECOND\n";
    for (int s = 0; s < samples; ++s) {
      phenotypes += "F" + std::to_string(s) + " I" + std::to_string(s) +
                    (random_() % 2 ? " 1" : " 2") + (random_() % 2 ? " 1\n" : " 2\n");
    }
    files_.write("phenotypes", phenotypes);
    for (const char* const name : {"numbers", "more"}) {
      std::string numbers = "FID IID AGE BMI\n";
      for (int s = 0; s < samples; ++s) {
        numbers += "F" + std::to_string(s) + " I" + std::to_string(s) + " " +
                   std::to_string(random_() % 90) + " " + std::to_string(random_() % 40) + ".5\n";
      }
      files_.write(name, numbers);
    }
  }

  Ran run(std::string line) {
    for (auto at = line.find('@'); at != std::string::npos; at = line.find('@')) {
      line.replace(at, 1, files_.path(""));
    }
    Request request = test::requested(line);
    request.out += "." + std::to_string(++runs_);
    if (!request.out.starts_with('/')) request.out = files_.path(request.out);
    const Outcome outcome = perform(request);
    const Report& report = outcome.report;
    std::ostringstream result;
    result << report.tuples << ' ' << report.values << ' ' << report.hits << ' '
           << report.digest.text();
    for (const Index count : report.histogram.counts) result << ' ' << count;
    const Extents extents{report.vectors, report.fields};
    const auto identity = identity_of(outcome.request, extents, 7, outcome.input.inputs);
    return {result.str(), identity.hash()};
  }

 private:
  static constexpr int variants = 24;
  static constexpr int samples = 40;

  void write_data(const std::string& name) {
    test::GenotypeRows genotypes(variants, std::vector<int>(samples));
    for (auto& row : genotypes) {
      for (int& x : row) x = random_() % 29 == 0 ? -1 : static_cast<int>(random_() % 3);
    }
    files_.write(name + ".bed", test::bed_bytes(genotypes));
    files_.write(name + ".bim", test::bim_text(variants));
    files_.write(name + ".pgen", test::bed_bytes(genotypes));  // is a .pgen, too
    files_.write(name + ".pvar", "##" + name + '\n' + test::bim_text(variants));
    files_.write(name + ".bin", test::packed_genotype_bytes(test::GenotypeRows(
                                    20, std::vector<int>(16, name == "x" ? 1 : 2))));
    std::string fam;
    for (int s = 0; s < samples; ++s) {
      fam += "F" + std::to_string(s) + " I" + std::to_string(s) + " 0 0 0 " +
             (random_() % 2 ? "1" : "2") + '\n';
    }
    files_.write(name + ".fam", fam);
    files_.write(name + ".vcf", test::vcf_text(genotypes));
    files_.write(name + ".bgen", test::bgen_bytes(genotypes));
    files_.write(name + ".sample", sample_text());
    files_.write(name + ".tfam", fam);
    files_.write(name + ".psam", fam);
    write_texts(name, genotypes);
  }

  void write_texts(const std::string& name, const test::GenotypeRows& genotypes) {
    std::string tped, alleles = "marker", table = "profile";
    for (int s = 0; s < samples; ++s) {
      alleles += "\ts" + std::to_string(s);
      table += "\tf" + std::to_string(s);
    }
    alleles += '\n';
    table += "\nempty" + repeated("\t0", samples) + "\nbare" + repeated("\t0", samples) + '\n';
    for (std::size_t v = 0; v < genotypes.size(); ++v) {
      const std::string id = "rs" + std::to_string(v);
      tped += "1 " + id + " 0 " + std::to_string(v);
      alleles += id;
      table += id;
      for (const int x : genotypes[v]) {
        tped += x < 0 ? " 0 0" : x == 0 ? " G G" : x == 1 ? " A G" : " A A";
        alleles += x < 0 ? "\t./." : x == 0 ? "\tG/G" : x == 1 ? "\tA/G" : "\tA/C";
        table += "\t" + std::to_string(random_() % 100) + ".5";
      }
      for (std::string* const text : {&tped, &alleles, &table}) *text += '\n';
    }
    files_.write(name + ".tped", tped);
    files_.write(name + ".alleles", alleles);
    files_.write(name + ".tsv", table);
    files_.write(name + ".fps", "0f01\ta\nff" + std::string(name == "x" ? "01" : "03") + "\tb\n");
    const std::string count = name == "x" ? "1" : "2";
    files_.write(name + ".nwk", "((a:1,b:" + count + ")e:4,c:8);");
    files_.write(name + ".biom",
                 R"({"rows":[{"id":"a"},{"id":"b"},{"id":"c"}],"columns":[{"id":"S"},{"id":"T"},)"
                 R"({"id":"U"}],"shape":[3,3],"matrix_type":"sparse","data":[[0,0,5],[1,0,)" +
                     count + "],[1,1,3],[2,1,1],[0,2," + count + "]]}");
  }

  static std::string sample_text() {
    std::string text = "ID_1 ID_2\n0 0\n";
    for (int s = 0; s < samples; ++s) text += "F I" + std::to_string(s) + '\n';
    return text;
  }

  static std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  }

  std::mt19937 random_{7};
  int runs_ = 0;
  io::TemporaryFiles files_;
};

TEST_F(Identifies, has_a_trial_of_every_option) {
  std::set<std::string_view> tried;
  for (const Trial& trial : trials()) tried.insert(trial.option);
  for (const Trial& trial : trials_of_vcf()) tried.insert(trial.option);
  tried.insert("--zst");            // needs a library that not every build has; only compresses
  tried.insert("--region");         // needs an index; see below
  tried.insert("--gpu-aware-mpi");  // needs a GPU; how vectors are sent
  for_each_option([&](const OptionRow& row) { EXPECT_TRUE(tried.contains(row.name)) << row.name; });
}

TEST_F(Identifies, no_entry_has_two_meanings) {
  std::map<std::string_view, const OptionRow*> first;
  for_each_option([&](const OptionRow& row) {
    if (row.identifies.entry.empty()) return;
    const OptionRow& other = *first.emplace(row.identifies.entry, &row).first->second;
    EXPECT_EQ(row.identifies.text, other.identifies.text) << row.name << ' ' << other.name;
  });
}

TEST_F(Identifies, a_region) {
  const auto identity = [](const std::string& line) {
    return identity_of(test::requested(line), {5, 6}, 7, {}).hash();
  };
  EXPECT_NE(identity("r2 --vcf x --region 1"), identity("r2 --vcf x"));
  EXPECT_NE(identity("r2 --vcf x --region 1"), identity("r2 --vcf x --region 2"));
}

TEST_F(Identifies, whatever_changes_results) {
  std::vector<Trial> all = trials();
  if (io::reads_vcf()) {
    for (const Trial& trial : trials_of_vcf()) all.push_back(trial);
  }
  for (const Trial& trial : all) {
    const Ran without = run(trial.without);
    const Ran with = run(trial.with);
    const bool identifies = !find_option(trial.option)->identifies.entry.empty();
    EXPECT_EQ(with.identity != without.identity, identifies) << trial.with;
    if (!identifies) {
      EXPECT_EQ(with.result, without.result) << trial.with;
    }
  }
}

}  // namespace
}  // namespace encke::job
