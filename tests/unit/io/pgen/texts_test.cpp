// .pvar and .psam files.
#include <encke/io/pgen/psam.hpp>
#include <encke/io/pgen/pvar.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

using Ids = std::vector<std::string>;

class PgenTexts : public testing::Test {
 protected:
  PvarVariants pvar(const std::string& text) {
    log_ = {};
    return read_pvar(files_.write("x.pvar", text), log_);
  }
  std::vector<SampleId> psam(const std::string& text, const std::string& phenotype = "") {
    log_ = {};
    return read_psam(files_.write("x.psam", text), phenotype, log_);
  }
  void refuse_pvar(const std::string& text, std::initializer_list<std::string_view> words) {
    expect_error([&] { pvar(text); }, Failure::malformed, words);
  }
  void refuse_psam(const std::string& text, std::initializer_list<std::string_view> words) {
    expect_error([&] { psam(text); }, Failure::malformed, words);
  }

  TemporaryFiles files_;
  ReadLog log_;
};

TEST_F(PgenTexts, OfVariantsHaveColumnsByName) {
  EXPECT_EQ(pvar("##a\n##b\n#CHROM\tPOS\tID\tREF\tALT\n1\t5\tv1\tA\tC\n1\t6\tv2\tA\tC,G\n").ids,
            (Ids{"v1", "v2"}));
  EXPECT_EQ(pvar("#CHROM ID POS ALT REF CM\r\n1 v1 5 A C 0\r\n\r\n").ids, (Ids{"v1"}));
  const auto sites =
      pvar("#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t5\tv\tA\tC,G\t.\t.\tX Y=3\n");
  EXPECT_EQ(sites.ids, (Ids{"v"}));
  EXPECT_EQ(sites.multiallelic, (std::vector<Index>{0}));
  ASSERT_EQ(log_.files.size(), 1U);
  EXPECT_EQ(log_.files[0].path, files_.path("x.pvar"));
}

TEST_F(PgenTexts, OfVariantsWithoutAHeaderAreBims) {
  const auto six = pvar("1 v1 0 5 C,G A\n1 v2 0 6 C A\n");
  EXPECT_EQ(six.ids, (Ids{"v1", "v2"}));
  EXPECT_EQ(six.multiallelic, (std::vector<Index>{0}));
  const auto five = pvar("1 v1 5 C A\n1 . 6 C,T A\n");
  EXPECT_EQ(five.ids, (Ids{"v1", "1:6:A:C,T"}));
  EXPECT_EQ(five.multiallelic, (std::vector<Index>{1}));
}

TEST_F(PgenTexts, NameVariantsThatHaveNoId) {
  const auto variants = pvar("#CHROM POS ID REF ALT\nchr2 17 . AT A\n3 4 rs1 A C\n3 5 . G T\n");
  EXPECT_EQ(variants.ids, (Ids{"chr2:17:AT:A", "rs1", "3:5:G:T"}));
  ASSERT_EQ(log_.remarks.size(), 1U);
  EXPECT_NE(log_.remarks[0].find("CHROM:POS:REF:ALT: 2"), std::string::npos) << log_.remarks[0];
}

TEST_F(PgenTexts, OfVariantsAreRefusedWithTheirLine) {
  refuse_pvar("##a\n#CHROM\tPOS\tID\tREF\n1 2 v A\n", {"x.pvar:2", "no column ALT"});
  refuse_pvar("#CHROM POS ID FORMAT REF ALT\n", {"x.pvar:1", "no column REF"});
  refuse_pvar("#CHROM POS ID REF ALT\n1 2 v A C\n1 3 w A\n", {"x.pvar:3", "4 columns found"});
  refuse_pvar("1 v1 5 C\n", {"x.pvar:1", "4 columns found"});
  refuse_pvar("1 v1 0 5 C A\n1 v1 5 C A\n", {"x.pvar:2", "5 columns found, at least 6"});
  refuse_pvar("", {"x.pvar", "no variants"});
  refuse_pvar("##only\n#CHROM POS ID REF ALT\n", {"x.pvar", "no variants"});
  expect_error([&] { read_pvar(files_.path("none"), log_); }, Failure::open, {"none"});
}

TEST_F(PgenTexts, OfSamplesHaveColumnsByName) {
  const auto samples = psam(
      "##x\n#FID IID SID PAT MAT SEX BMI CASE\n"
      "f1 i1 s 0 0 1 3.5 2\nf2 i2 s i1 0 F nan NA\n",
      "CASE");
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].family, "f1");
  EXPECT_EQ(samples[0].individual, "i1");
  EXPECT_EQ(samples[0].phenotype, "2");
  EXPECT_TRUE(samples[0].founder);
  EXPECT_TRUE(samples[0].male);
  EXPECT_FALSE(samples[0].female);
  EXPECT_EQ(samples[1].phenotype, "NA");
  EXPECT_EQ(samples[1].line, 4);
  EXPECT_FALSE(samples[1].founder);
  EXPECT_FALSE(samples[1].male);
}

TEST_F(PgenTexts, OfSamplesNeedTheIidAlone) {
  const auto samples = psam("#IID\ni1\ni2\n");
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].family, "0");
  EXPECT_EQ(samples[1].individual, "i2");
  EXPECT_EQ(samples[1].phenotype, "NA");
  EXPECT_TRUE(samples[1].founder);
  EXPECT_EQ(psam("#IID SEX P Q\ni1 m nan 2\n")[0].phenotype, "NA");  // of the first phenotype
  EXPECT_EQ(psam("#IID SEX P Q\ni1 m nan 2\n", "Q")[0].phenotype, "2");
  EXPECT_TRUE(psam("#IID SEX P Q\ni1 m nan 2\n")[0].male);
}

TEST_F(PgenTexts, OfSamplesWithoutAHeaderAreFams) {
  const auto samples = psam("f i 0 0 1 2\n");
  EXPECT_EQ(samples[0].family, "f");
  EXPECT_EQ(samples[0].phenotype, "2");
}

TEST_F(PgenTexts, OfSamplesAreRefusedWithTheirLine) {
  refuse_psam("#FID SEX\nf 1\n", {"x.psam:1", "no column IID"});
  refuse_psam("#FID IID SEX\nf i 1\nf i2\n", {"x.psam:3", "2 columns found, at least 3"});
  refuse_psam("#IID\n", {"x.psam", "no samples"});
  refuse_psam("# comment\ni1\n", {"x.psam:2", "#FID IID"});
  refuse_psam("", {"x.psam", "no samples"});
  expect_error([&] { psam("#IID SEX A\ni 1 2\n", "B"); }, Failure::inconsistent,
               {"x.psam", "no phenotype named B"});
  expect_error([&] { psam("#IID SEX A\ni 1 2\n", "SEX"); }, Failure::inconsistent, {"named SEX"});
  EXPECT_EQ(psam("#IID\ni\ni\n").size(), 2U);
  ASSERT_EQ(log_.remarks.size(), 1U);
  EXPECT_NE(log_.remarks[0].find("an earlier sample has: 1"), std::string::npos);
}

}  // namespace
}  // namespace encke::io
