#include <encke/io/vcf/vcf.hpp>

#if defined(ENCKE_HAS_HTSLIB)

#include <gtest/gtest.h>

#include <cstdio>
#include <encke/file/output/leftovers.hpp>
#include <encke/pack/packers.hpp>
#include <string>

#include "support/files.hpp"
#include "support/inputs/vcf_file.hpp"

namespace encke::io {
namespace {

const std::string beginning =
    "##fileformat=VCFv4.2\n"
    "##FILTER=<ID=q10,Description=\"q\">\n"
    "##FORMAT=<ID=GT,Number=1,Type=String,Description=\"g\">\n"
    "##FORMAT=<ID=DP,Number=1,Type=Integer,Description=\"d\">\n"
    "##contig=<ID=1>\n##contig=<ID=2>\n";
const std::string columns = "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT";
const std::string header = beginning + columns + "\ta\tb_c_d\te\n";

const std::string records =
    "1\t10\trs1\tA\tG\t.\tPASS\t.\tGT\t0/0\t0/1\t1/1\n"
    "1\t20\t.\tC\t<DEL>\t3.5\tq10\t.\tGT:DP\t0|1:3\t1|1:4\t.|.:.\n"
    "1\t30\trs3\tC\t*\t.\t.\t.\tGT\t1\t0\t.\n"
    "2\t40\trs4\tC\t.\t.\tPASS\t.\tDP\t1\t2\t3\n"
    "2\t40\trs5\tC\t.\t.\tPASS\t.\tGT\t0/0\t./.\t0/0\n";
const std::string calls = "012\n12.\n20.\n...\n0.0\n";

class Vcf : public testing::Test {
 protected:
  std::string write(const std::string& text, const std::string& name = "x.vcf") const {
    return files_.write(name, text);
  }

  /// Copies of A1 in each sample, '.' where missing; one line for each variant.
  static std::string text(const PackedVectors& vectors) {
    std::string s;
    for (Index v = 0; v < vectors.vectors(); ++v) {
      for (Index f = 0; f < vectors.fields(); ++f) s += "012."[pack::genotype(vectors, v, f)];
      s += '\n';
    }
    return s;
  }
  Dataset read(const std::string& path, const VcfRules& rules = {},
               GenotypeWishes wishes = {}) const {
    wishes.temporary = files_.path("out.input");
    return read_vcf(path, rules, wishes);
  }
  void expect_refused(const std::string& lines, Failure failure,
                      std::initializer_list<std::string_view> words) const {
    const std::string path = write(header + lines);
    expect_error([&] { read(path); }, failure, words);
  }
  static bool has_remark(const Dataset& data, std::string_view words) {
    for (const auto& remark : data.remarks) {
      if (remark.find(words) != std::string::npos) return true;
    }
    ADD_FAILURE() << "no remark " << words;
    for (const auto& remark : data.remarks) ADD_FAILURE() << remark;
    return false;
  }

  TemporaryFiles files_;
};

TEST_F(Vcf, IsReadInEachOfItsForms) {
  const std::string plain = write(header + records);
  std::string crlf = header + records;
  for (std::size_t at = 0; (at = crlf.find('\n', at)) != std::string::npos; at += 2) {
    crlf.replace(at, 1, "\r\n");
  }
  const std::string last = (header + records).substr(0, (header + records).size() - 1);
  for (const auto& path :
       {plain, test::bgzip(plain), test::make_bcf(plain), test::make_bcf(plain, false),
        write(crlf, "crlf.vcf"), write(last, "last.vcf")}) {
    const Dataset data = read(path);
    EXPECT_EQ(text(data.vectors), calls) << path;
    EXPECT_EQ(data.names, (std::vector<std::string>{"rs1", "1:20:C:<DEL>", "rs3", "rs4", "rs5"}));
    EXPECT_EQ(data.vectors_in_file, 5);
    EXPECT_EQ(data.fields_in_file, 3);
    ASSERT_EQ(data.files.size(), 1u);
    EXPECT_EQ(data.files[0].path, path);
    has_remark(data, "5 variants of 3 samples decoded into a temporary file of 5 bytes");
    has_remark(data, "variants without an id, which are named CHROM:POS:REF:ALT: 1");
    has_remark(data, "variants without GT, all of whose genotypes are missing: 1");
    has_remark(data, "variants with phased genotypes, whose phase is not used: 1");
    has_remark(data, "haploid genotypes, which count as two equal alleles: 2");
  }
}

TEST_F(Vcf, CompressedByGzipIsReadButNotFromTheMiddle) {
  const std::string plain = write(header + records);
  if (std::system(("gzip -k '" + plain + "'").c_str()) != 0) GTEST_SKIP() << "there is no gzip";
  EXPECT_EQ(text(read(plain + ".gz").vectors), calls);
  expect_error([&] { read(plain + ".gz", {.region = "1"}); }, Failure::inconsistent,
               {"x.vcf.gz", "bgzip"});
}

TEST_F(Vcf, LeavesNoTemporaryFile) {
  const std::string path = write(header + records);
  GenotypeWishes wishes{.temporary = files_.path("out.input")};
  const auto left = [&] {
    Index count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(files_.path(""))) {
      count += entry.path().filename().string().starts_with("out.input") ? 1 : 0;
    }
    return count;
  };
  {
    const auto source = open_vcf(path, {}, wishes);
    EXPECT_EQ(left(), 0);  // it is open, without a name
    EXPECT_EQ(text(source->read(source->whole())), calls);
  }
  files_.write(sink::temporary_stem("out.input") + "-99999999", "of a process that was killed");
  expect_error([&] { open_vcf(write(header + "1\t10\n"), {}, wishes); }, Failure::malformed, {});
  EXPECT_EQ(left(), 0);
}

TEST_F(Vcf, IsSelectedAsPlinkDataSetsAre) {
  const std::string path = write(header + records);
  const Subset subset{.keep = files_.write("keep", "e\na\n"),
                      .exclude = files_.write("exclude", "rs1\nrs5\n"),
                      .geno = 0.9};
  const Dataset data = read(path, {}, {.subset = subset});
  EXPECT_EQ(text(data.vectors), "1.\n2.\n");
  EXPECT_EQ(data.names, (std::vector<std::string>{"1:20:C:<DEL>", "rs3"}));
  EXPECT_EQ(text(read(path, {.var_filter = true}).vectors), "012\n20.\n...\n0.0\n");
  has_remark(read(test::make_bcf(path), {.var_filter = true}), "--var-filter: 1 of 5");
}

TEST_F(Vcf, HasClassesOfAFileOfPhenotypes) {
  const std::string path = write(header + records);
  GenotypeWishes wishes{.element = Element::case_control};
  expect_error([&] { read(path, {}, wishes); }, Failure::command_line, {"x.vcf", "--pheno"});
  wishes.phenotype.file = files_.write("pheno", "#IID T\na 1\nb_c_d 2\ne 2\n");
  EXPECT_EQ(read(path, {}, wishes).vectors.fields(), 3);
}

TEST_F(Vcf, GivesRecordsOfRangesByTheirPositions) {
  std::string lines;
  for (int v = 1; v <= 3000; ++v) {
    lines += (v <= 1500 ? "1\t" : "2\t") + std::to_string(100 * v) + "\tv" + std::to_string(v) +
             "\t" + std::string(v % 7 == 0 ? 300 : 1, 'A') + "\tG\t.\t.\t.\tGT\t0/1\t0/0\t1/1\n";
  }
  const std::string plain = write(header + lines);
  for (const auto& path : {test::bgzip(plain), test::make_bcf(plain)}) {
    test::make_index(path);
    const auto names = [&](const std::string& region) {
      return read(path, {.region = region}).names;
    };
    EXPECT_EQ(names("1:700-900"), (std::vector<std::string>{"v7", "v8", "v9"}));
    // the deletion at 700 reaches as far as 999
    EXPECT_EQ(names("1:701-900"), (std::vector<std::string>{"v8", "v9"}));
    EXPECT_EQ(names("2:150100"), (std::vector<std::string>{"v1501"}));
    EXPECT_EQ(names("2").size(), 1500u);
    EXPECT_EQ(names("2,1:149900-,2:160000-170000").size(), 1502u);
    EXPECT_EQ(names("2,1:149900-").front(), "v1501");
    EXPECT_EQ(names("1:100-200000,1:100000-110000").size(), 1500u);
    expect_error([&] { names("3"); }, Failure::inconsistent, {"no chromosome '3'"});
    expect_error([&] { names("chr2"); }, Failure::inconsistent,
                 {"no chromosome 'chr2'", "there is '2'"});
    expect_error([&] { names("1:1-50"); }, Failure::inconsistent, {"no variants"});
  }
}

TEST_F(Vcf, NeedsAnIndexForRanges) {
  const std::string plain = write(header + records);
  const std::string zipped = test::bgzip(plain);
  expect_error([&] { read(plain, {.region = "1"}); }, Failure::inconsistent, {"bgzip"});
  expect_error([&] { read(zipped, {.region = "1"}); }, Failure::open,
               {"x.vcf.gz.csi or .tbi", "bcftools index"});
  test::make_index(zipped, true);
  EXPECT_EQ(text(read(zipped, {.region = "2"}).vectors), "...\n0.0\n");
  files_.write("x.vcf.gz.tbi", "no index");
  expect_error([&] { read(zipped, {.region = "1"}); }, Failure::malformed, {"x.vcf.gz.tbi"});
}

TEST_F(Vcf, KnowsPositionsBeyond29Bits) {
  const std::string far = "1\t536870913\tfar\tA\tG\t.\t.\t.\tGT\t0/1\t0/0\t1/1\n";
  const std::string zipped =
      test::bgzip(write(header + records.substr(0, records.find('\n') + 1) + far));
  EXPECT_EQ(read(zipped).names.back(), "far");
  const std::string bcf = test::make_bcf(files_.path("x.vcf"));
  EXPECT_EQ(read(bcf).names.back(), "far");
}

TEST_F(Vcf, MayHaveChromosomesThatTheHeaderDoesNotName) {
  const std::string path = write(header + "new\t10\t.\tA\tG\t.\t.\t.\tGT\t0/1\t0/0\t1/1\n");
  EXPECT_EQ(read(path).names, std::vector<std::string>{"new:10:A:G"});
}

TEST_F(Vcf, OfSeveralAllelesIsRefusedOrReadAgainstTheReference) {
  const std::string path = write(header + records +
                                 "2\t50\tm1\tA\tG,T\t.\t.\t.\tGT\t0/2\t1/2\t0/0\n"
                                 "2\t60\t.\tA\tG,T,C\t.\t.\t.\tGT\t3|3\t0|1\t.\n");
  for (const auto& file : {path, test::make_bcf(path)}) {
    expect_error([&] { read(file); }, Failure::inconsistent,
                 {"2 variants with more than two alleles (m1, 2:60:A:G,T,C)", "bcftools norm -m-",
                  "--multiallelics ref"});
    const Dataset data = read(file, {}, {.multiallelics = Multiallelics::ref});
    EXPECT_EQ(text(data.vectors), calls + "120\n21.\n");
    has_remark(data, "variants with more than two alleles: 2 (m1, 2:60:A:G,T,C)");
    const Subset subset{.exclude = files_.write("exclude", "m1 2:60:A:G,T,C")};
    EXPECT_EQ(text(read(file, {}, {.subset = subset}).vectors), calls);
  }
}

TEST_F(Vcf, WithHalfCallsIsReadAsTheRulesSay) {
  const std::string path = write(header + "1\t10\trs1\tA\tG\t.\t.\t.\tGT\t./1\t0/.\t1/1\n");
  for (const auto& file : {path, test::make_bcf(path)}) {
    expect_error([&] { read(file); }, Failure::malformed, {"sample a", "--vcf-half-call"});
    EXPECT_EQ(text(read(file, {.half_call = HalfCall::missing}).vectors), "..2\n");
    EXPECT_EQ(text(read(file, {.half_call = HalfCall::haploid}).vectors), "202\n");
    const Dataset data = read(file, {.half_call = HalfCall::reference});
    EXPECT_EQ(text(data.vectors), "102\n");
    has_remark(data, "half calls");
  }
}

TEST_F(Vcf, ThatIsMalformedIsRefusedWithItsLine) {
  const auto refused = [&](const std::string& line, std::initializer_list<std::string_view> words) {
    expect_refused(records + line, Failure::malformed, words);
  };
  refused("2\t50\tx\tA\tG\t.\t.\t.\tGT\t0/0\t0/1\n", {"x.vcf:13: ", "sample b_c_d", "ends here"});
  refused("2\t50\tx\tA\tG\t.\t.\t.\tGT\t0/0\t0/1\t0/0\t0/0\n", {":13: ", "goes on"});
  refused("2\t50\tx\tA\tG\t.\t.\t.\tGT\t0/0/1\t0/1\t0/0\n", {":13: ", "sample a", "more than two"});
  refused("2\t50\tx\tA\tG\t.\t.\t.\tGT\t0/0\t0/2\t0/0\n", {":13: ", "allele 2"});
  refused("2\t50\tx\tA\tG\n", {":13: ", "5 columns found, 12 expected"});
  refused("2\t5x\tx\tA\tG\t.\t.\t.\tGT\t0/0\t0/1\t0/0\n", {":13: ", "POS '5x'"});
  const std::string triploid =
      test::make_bcf(write(header + records + "2\t50\tx\tA\tG\t.\t.\t.\tGT\t0/0/1\t0/1\t0/0\n"));
  expect_error([&] { read(triploid); }, Failure::malformed,
               {"record 6, position 50 of 2", "sample a", "more than two"});
}

TEST_F(Vcf, NeedsAHeaderWithSamplesAndGenotypes) {
  const auto refused = [&](const std::string& all, Failure failure,
                           std::initializer_list<std::string_view> words) {
    const std::string path = write(all);
    expect_error([&] { read(path); }, failure, words);
  };
  const std::string record = "1\t10\trs1\tA\tG\t.\tPASS\t.";
  refused("##fileformat=VCFv4.2\n" + columns + "\ta\n" + record + "\tGT\t0/0\n",
          Failure::inconsistent, {"no FORMAT named GT"});
  refused(beginning + columns.substr(0, columns.size() - 7) + "\n" + record + "\n",
          Failure::inconsistent, {"no samples"});
  refused(beginning + columns + "\ta\ta\n" + record + "\tGT\t0/0\t0/0\n", Failure::malformed,
          {"two samples are named 'a'"});
  refused(header, Failure::inconsistent, {"no variants"});
  refused(beginning + record + "\tGT\t0/0\n", Failure::malformed, {"#CHROM"});
  refused("", Failure::malformed, {"empty"});
  refused("CHROM POS\n", Failure::malformed, {"neither a VCF"});
  refused("CRAM\3\0", Failure::malformed, {"neither a VCF"});
}

TEST_F(Vcf, IsARegularFile) {
  expect_error([&] { read(files_.path("nothing.vcf")); }, Failure::open, {"nothing.vcf"});
  expect_error([&] { read(files_.make_pipe("pipe.vcf")); }, Failure::open, {"regular file"});
  expect_error([&] { read("https://example.org/x.vcf.gz"); }, Failure::open, {"x.vcf.gz"});
  // a name like that of a URL, and one like that of a file with its index
  for (const std::string name : {"data:x.vcf", "x.vcf##idx##y"}) {
    EXPECT_EQ(text(read(write(header + records, name)).vectors), calls);
  }
}

}  // namespace
}  // namespace encke::io

#endif
