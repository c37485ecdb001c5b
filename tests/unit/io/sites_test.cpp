#include <encke/base/error.hpp>
#include <encke/io/chromosome_numbers.hpp>
#include <encke/io/sites.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

using Names = std::vector<std::string>;

Sites some_sites() {
  Sites sites("x.bim");
  sites.add(1, "1", "10", "A/C");
  sites.add(2, "1", "10", "G/T");
  sites.add(3, "X", "7", "A/T");
  sites.add(4, "X", "900", "");
  return sites;
}

TEST(Sites, tell_chromosomes_positions_and_alleles) {
  const Sites sites = some_sites();
  EXPECT_EQ(sites.size(), 4);
  EXPECT_EQ(sites.chromosomes(), (std::vector<std::uint32_t>{0, 0, 1, 1}));
  EXPECT_EQ(sites.positions(), (std::vector<std::int64_t>{10, 10, 7, 900}));
  EXPECT_EQ(sites.chromosome(2), "X");
  EXPECT_EQ(sites.alleles(1), "G/T");
  EXPECT_EQ(sites.id(1), "1:10:T:G");
  EXPECT_EQ(sites.id(3), "X:900");
  EXPECT_TRUE(Sites().empty());
  sites.check_chromosomes();
  sites.check_positions();
}

TEST(Sites, that_are_kept_stay_as_they_were) {
  Sites sites = some_sites();
  sites.keep({1, 1, 1, 1});
  EXPECT_EQ(sites.size(), 4);
  sites.keep({0, 1, 0, 1});
  EXPECT_EQ(sites.positions(), (std::vector<std::int64_t>{10, 900}));
  EXPECT_EQ(sites.chromosome(1), "X");
  EXPECT_EQ(sites.alleles(0), "G/T");
  EXPECT_EQ(sites.alleles(1), "");
}

TEST(Sites, that_are_not_in_order_are_refused_with_the_line) {
  Sites sites = some_sites();
  sites.add(5, "X", "899", "A/C");
  sites.add(6, "X", "3", "A/C");
  sites.check_chromosomes();
  expect_error([&] { sites.check_positions(); }, Failure::malformed,
               {"x.bim:5", "position 899 is below 900"});
  sites.add(8, "1", "2", "A/C");
  sites.add(9, "X", "2", "A/C");
  expect_error([&] { sites.check_chromosomes(); }, Failure::malformed,
               {"x.bim:8", "chromosome 1 begins again"});
  EXPECT_EQ(sites.chromosome(6), "1");
}

TEST(Sites, at_no_whole_number_are_refused) {
  for (const char* const position :
       {"", "1e-6", "1.5", "1e99", "nan", "x", "12 ", "99999999999999999999"}) {
    Sites sites("x.bim");
    expect_error([&] { sites.add(3, "1", position, ""); }, Failure::malformed,
                 {"x.bim:3", "a whole number of base pairs expected"});
  }
}

TEST(Sites, are_read_as_programs_write_them) {
  Sites sites("x.bim");
  for (const char* const position : {"-5", "0", "1e+05", "250000000"}) {
    sites.add(1, "1", position, "");
  }
  EXPECT_EQ(sites.positions(), (std::vector<std::int64_t>{-5, 0, 100000, 250000000}));
}

TEST(MadeIds, are_for_variants_without_one_of_their_own) {
  Names names = {"rs1", "rs2", "rs1", "."};
  const MadeIds made = name_by_sites(some_sites(), names);
  EXPECT_EQ(names, (Names{"1:10:C:A", "rs2", "X:7:T:A", "X:900"}));
  EXPECT_EQ(made.count, 3);
  EXPECT_NE(made.remark.find("3 (the first: 1:10:C:A)"), std::string::npos) << made.remark;
  using Former = std::vector<std::pair<Index, std::string>>;
  EXPECT_EQ(made.former, (Former{{0, "rs1"}, {2, "rs1"}}));
}

TEST(MadeIds, are_unlike_the_ids_that_others_keep) {
  Names names = {"rs1", "1:10:C:A", "rs1", "."};
  EXPECT_EQ(name_by_sites(some_sites(), names).count, 3);
  EXPECT_EQ(names, (Names{"1:10:C:A:2", "1:10:C:A", "X:7:T:A", "X:900"}));
}

TEST(Sites, have_one_number_for_all_names_of_a_chromosome) {
  Sites sites("x.bim");
  Index line = 0;
  for (const char* const name : {"chr1", "1", "CHR1", "chrX", "23", "scaffold_1"}) {
    sites.add(++line, name, "7", "");
  }
  EXPECT_EQ(chromosome_numbers(sites), (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2}));
  EXPECT_EQ(sites.chromosome(1), "1");
  EXPECT_EQ(sites.chromosome(2), "CHR1");
  sites.check_chromosomes();
  sites.check_positions();
  sites.keep({1, 0, 1, 0, 1, 1});
  EXPECT_EQ(chromosome_numbers(sites), (std::vector<std::uint32_t>{0, 0, 1, 2}));
  EXPECT_EQ(sites.chromosome(1), "CHR1");
  sites.add(7, "x", "9", "");
  expect_error([&] { sites.check_chromosomes(); }, Failure::malformed, {"x.bim:7", "begins again"});
}

TEST(Sites, are_in_order_along_a_chromosome_whatever_it_is_called) {
  Sites sites("x.bim");
  sites.add(1, "chr2", "70", "");
  sites.add(2, "2", "69", "");
  expect_error([&] { sites.check_positions(); }, Failure::malformed, {"x.bim:2", "69", "70"});
}

TEST(MadeIds, are_not_made_where_they_are_not_needed) {
  Names names = {"rs1", "rs2", "rs3", "rs4"};
  EXPECT_EQ(name_by_sites(some_sites(), names).count, 0);
  EXPECT_EQ(names.front(), "rs1");
  Names others = {"a", "a", "."};
  EXPECT_EQ(name_by_sites(Sites(), others).remark, "");
  EXPECT_EQ(others, (Names{"a", "a", "."}));
}

}  // namespace
}  // namespace encke::io
