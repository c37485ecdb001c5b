#include <gtest/gtest.h>

#include <encke/io/vcf/variant_file.hpp>
#include <encke/job/request/input.hpp>
#include <encke/pack/packers.hpp>
#include <iterator>
#include <sstream>

#include "program/cli/small_data.hpp"
#include "support/files.hpp"
#include "unit/job/requested.hpp"

namespace encke::job {
namespace {

using test::requested;

class Inputs : public testing::Test {
 protected:
  static std::unique_ptr<io::Source> open(const std::string& line) {
    return open_input(requested(line), {});
  }
  std::string plink() const {
    files_.write("x.bed", test::bed_bytes(test::incomplete_genotypes()));
    files_.write("x.bim", test::bim_text(5));
    files_.write("x.fam", test::fam_text(6));
    return files_.path("x");
  }

  io::TemporaryFiles files_;
};

TEST_F(Inputs, of_every_kind_have_their_shape_and_element) {
  const auto genotypes = open("ccc --bfile " + plink());
  EXPECT_EQ(genotypes->vectors(), 5);
  EXPECT_EQ(genotypes->fields(), 6);
  EXPECT_EQ(genotypes->element(), Element::genotype);
  EXPECT_EQ(open("duo --bfile " + plink())->element(), Element::bit);

  files_.write("x.pgen", test::bed_bytes(test::incomplete_genotypes()));
  files_.write("x.pvar", test::bim_text(5));
  files_.write("x.psam", test::fam_text(6));
  const auto pgen = open("ccc --pfile " + files_.path("x"));
  EXPECT_EQ(pgen->vectors(), 5);
  EXPECT_EQ(pgen->fields(), 6);
  EXPECT_EQ(pgen->element(), Element::genotype);

  const auto table = files_.write("t.tsv", test::table_text(test::small_profiles()));
  EXPECT_EQ(open("ps --table " + table)->element(), Element::float64);
  EXPECT_EQ(open("ps --precision f32 --table " + table)->element(), Element::float32);
  EXPECT_EQ(open("ps --table " + table)->names().front(), "p0");

  const auto packed =
      files_.write("p.bin", test::packed_genotype_bytes(test::complete_genotypes()));
  const auto codes = open("ccc --packed " + packed + " --num-vectors 5 --num-fields 6");
  EXPECT_EQ(codes->vectors(), 5);
  EXPECT_EQ(pack::genotype(codes->read(codes->whole()), 2, 0), 2);
}

TEST_F(Inputs, of_bfile_are_selected_and_may_be_read_as_complete) {
  const auto some = files_.write("some", "rs1\nrs2\n");
  EXPECT_EQ(open("ccc --bfile " + plink() + " --extract " + some)->vectors(), 2);
  EXPECT_EQ(open("ccc --bfile " + plink() + " --exclude " + some)->vectors(), 3);
  const auto with = open("ccc --bfile " + plink());
  const auto without = open("ccc --missing none --bfile " + plink());
  EXPECT_EQ(with->read(with->whole()).missing(), 3);
  EXPECT_EQ(without->read(without->whole()).missing(), 0);
}

TEST_F(Inputs, of_genotypes_that_are_decoded_have_their_shape_and_element) {
  const auto bgen = files_.write("x.bgen", test::bgen_bytes(test::incomplete_genotypes()));
  const std::string out = " --out " + files_.path("out");
  const auto hard_calls = open("r2 --bgen-ref last --bgen " + bgen + out);
  EXPECT_EQ(hard_calls->vectors(), 5);
  EXPECT_EQ(hard_calls->fields(), 6);
  EXPECT_EQ(hard_calls->element(), Element::genotype_moments);
  EXPECT_EQ(open("ccc --missing none --bgen-ref last --bgen " + bgen + out)
                ->read({{0, 5}, {0, 6}})
                .missing(),
            0);
  if (!io::reads_vcf()) GTEST_SKIP() << "built without HTSlib";
  const auto vcf = files_.write("x.vcf", test::vcf_text(test::incomplete_genotypes()));
  for (const std::string option : {"--vcf ", "--bcf "}) {
    const auto calls = open("duo " + option + vcf + out);
    EXPECT_EQ(calls->vectors(), 5);
    EXPECT_EQ(calls->fields(), 6);
    EXPECT_EQ(calls->element(), Element::bit);
  }
}

TEST_F(Inputs, that_are_synthetic_are_complete_where_the_metric_needs_that) {
  const std::string shape = " --synthetic random --num-vectors 30 --num-fields 40";
  const auto missing = [&](const std::string& metric) {
    const auto source = open(metric + shape);
    EXPECT_EQ(source->vectors(), 30);
    return source->read(source->whole()).missing();
  };
  EXPECT_GT(missing("ccc"), 0);
  EXPECT_GT(missing("duo"), 0);
  EXPECT_EQ(missing("ccc --missing none"), 0);
  EXPECT_EQ(missing("sorenson"), 0);
}

TEST_F(Inputs, have_a_sample_that_is_small_however_large_they_are) {
  const auto large = open("ccc --synthetic random --num-vectors 1000000 --num-fields 1000000");
  const PackedVectors sample = sample_of(*large);
  EXPECT_GE(sample.vectors(), 32);
  EXPECT_LE(sample.vectors(), 768);
  EXPECT_EQ(sample.fields(), 1'000'000);
  const auto reals = open("ps --synthetic random --num-vectors 1000000 --num-fields 100000");
  EXPECT_EQ(sample_of(*reals).element(), Element::float64);
  EXPECT_LE(sample_of(*reals).bytes(), 128 << 20);
  const auto small = open("ccc --synthetic random --num-vectors 3 --num-fields 4");
  EXPECT_EQ(sample_of(*small).vectors(), 3);
}

TEST_F(Inputs, are_all_the_files_that_are_read) {
  const std::vector<std::string> three = {"d/x.bed", "d/x.bim", "d/x.fam"};
  EXPECT_EQ(input_paths(requested("ccc --bfile d/x")), three);
  EXPECT_EQ(input_paths(requested("ccc --bfile d/x.bed")), three);
  EXPECT_EQ(input_paths(requested("ccc --pfile d/x")),
            (std::vector<std::string>{"d/x.pgen", "d/x.pgen.pgi", "d/x.pvar", "d/x.psam"}));
  EXPECT_EQ(input_paths(requested("ccc --pgen a --pvar b --psam c")),
            (std::vector<std::string>{"a", "a.pgi", "b", "c"}));
  EXPECT_EQ(input_paths(requested("ps --table t.tsv")), std::vector<std::string>{"t.tsv"});
  EXPECT_EQ(input_paths(requested("ccc --bfile d/x --keep k --remove r --extract e --exclude f")),
            (std::vector<std::string>{"d/x.bed", "d/x.bim", "d/x.fam", "k", "r", "e", "f"}));
  EXPECT_EQ(input_paths(requested("r2 --vcf v --region 1")), std::vector<std::string>{"v"});
  EXPECT_EQ(input_paths(requested("r2 --bgen b --bgen-ref last --sample s")),
            (std::vector<std::string>{"b", "s"}));
  EXPECT_TRUE(
      input_paths(requested("ccc --synthetic random --num-vectors 3 --num-fields 4")).empty());
}

TEST_F(Inputs, that_are_not_there_are_refused) {
  io::expect_error([&] { open("ccc --bfile " + files_.path("nothing")); }, Failure::open,
                   {"nothing"});
  io::expect_error([&] { open("ps --table " + files_.path("nothing.tsv")); }, Failure::open,
                   {"nothing.tsv"});
}

}  // namespace
}  // namespace encke::job
