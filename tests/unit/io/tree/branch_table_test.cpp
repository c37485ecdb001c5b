#include <algorithm>
#include <encke/io/tree/branch_table.hpp>
#include <encke/pack/packers.hpp>

#include "support/files.hpp"

namespace encke::io {
namespace {

SparseTable table_of(std::vector<std::string> observations,
                     const std::vector<std::vector<double>>& counts) {
  SparseTable table;
  table.observations = std::move(observations);
  table.begin = {0};
  for (std::size_t s = 0; s < counts.size(); ++s) {
    table.samples.push_back("S" + std::to_string(s));
    for (std::size_t o = 0; o < counts[s].size(); ++o) {
      if (counts[s][o] == 0) continue;
      table.observation.push_back(static_cast<std::int32_t>(o));
      table.count.push_back(counts[s][o]);
    }
    table.begin.push_back(static_cast<Index>(table.count.size()));
  }
  return table;
}

std::vector<double> shares(BranchTable& branches, const SparseTable& table, Index sample) {
  const auto found = branches.shares(table, sample);
  return {found.begin(), found.end()};
}

TEST(BranchTable, has_the_share_of_each_sample_below_each_branch) {
  const auto table = table_of({"a", "b", "c"}, {{1, 1, 2}, {0, 3, 0}, {0, 0, 0}});
  const Tree tree = parse_newick("((a:1,b:2)x:4,c:8)r:16;", "t");
  BranchTable branches(table, tree, "t");
  EXPECT_EQ(branches.lengths(), (std::vector<double>{4, 1, 2, 8}));  // x a b c; not the root's
  EXPECT_EQ(shares(branches, table, 0), (std::vector<double>{0.5, 0.25, 0.25, 0.5}));
  EXPECT_EQ(shares(branches, table, 1), (std::vector<double>{1, 0, 1, 0}));
  EXPECT_EQ(shares(branches, table, 2), (std::vector<double>{0, 0, 0, 0}));
  branches.shares(table, 1);
  EXPECT_EQ(std::vector<double>(branches.counts().begin(), branches.counts().end()),
            (std::vector<double>{3, 0, 3, 0}));
  EXPECT_EQ(branches.total(), 3);
  std::vector<Index> found = branches.found();
  std::ranges::sort(found);
  EXPECT_EQ(found, (std::vector<Index>{0, 2}));
  EXPECT_EQ(shares(branches, table, 2), (std::vector<double>{0, 0, 0, 0}));
  EXPECT_TRUE(branches.found().empty());
}

TEST(BranchTable, finds_the_branches_of_a_sample_without_their_shares) {
  const auto table = table_of({"a", "b", "c"}, {{1, 1, 2}, {0, 3, 0}, {0, 0, 0}});
  const Tree tree = parse_newick("((a:1,b:2)x:4,c:8)r:16;", "t");
  BranchTable branches(table, tree, "t");
  for (const Index sample : {0, 1, 2, 1, 0}) {
    const std::vector<double> of_all = shares(branches, table, (sample + 1) % 3);
    std::vector<Index> found = branches.find(table, sample);
    std::ranges::sort(found);
    EXPECT_EQ(shares(branches, table, (sample + 1) % 3), of_all);  // they are as they were
    branches.shares(table, sample);
    std::vector<Index> expected = branches.found();
    std::ranges::sort(expected);
    EXPECT_EQ(found, expected) << sample;
  }
}

/// Else a branch that has all counts of both samples would have a variance that is nearly 0, and a
/// weight beyond all others.
TEST(BranchTable, has_the_total_below_a_branch_that_has_all_counts_whatever_they_are) {
  const auto table = table_of({"a", "b", "c", "d"}, {{0.1, 0.2, 0.3, 0}, {0.7, 0.1, 0.1, 0}});
  for (const auto* text : {"(((a:1,b:2):4,c:8):16,d:1);", "((a:1,(b:2,c:8):4):16,d:1);"}) {
    const Tree tree = parse_newick(text, "t");
    BranchTable branches(table, tree, "t");
    for (const Index sample : {0, 1}) {
      branches.shares(table, sample);
      EXPECT_EQ(*std::max_element(branches.counts().begin(), branches.counts().end()),
                branches.total());
    }
  }
}

TEST(BranchTable, leaves_out_what_is_below_nothing_and_joins_branches_without_a_fork) {
  const auto table = table_of({"a", "c", "d"}, {{1, 3, 0}, {1, 0, 0}});  // d: never counted
  const Tree tree = parse_newick("(((a:1,b:2)x:4)y:8,(c:16,d:32)z:0);", "t");
  BranchTable branches(table, tree, "t");
  EXPECT_EQ(branches.lengths(), (std::vector<double>{13, 16}));  // y + x + a, z + c
  EXPECT_EQ(shares(branches, table, 0), (std::vector<double>{0.25, 0.75}));
  EXPECT_EQ(shares(branches, table, 1), (std::vector<double>{1, 0}));
}

TEST(BranchTable, passes_counts_through_branches_of_no_length) {
  const auto table = table_of({"a", "b", "c"}, {{1, 1, 2}});
  const Tree tree = parse_newick("(((a:0,b:1)x:0,c:0)y:2,d:1);", "t");
  BranchTable branches(table, tree, "t");
  EXPECT_EQ(branches.lengths(), (std::vector<double>{2, 1}));
  EXPECT_EQ(shares(branches, table, 0), (std::vector<double>{1, 0.25}));
}

TEST(BranchTable, names_the_first_five_observations_that_the_tree_lacks) {
  const auto table = table_of({"a", "p", "q", "x", "s", "t", "u"}, {{1, 0, 0, 0, 0, 0, 0}});
  const Tree tree = parse_newick("((a:1,b:1)x:1);", "t");  // x is no tip
  expect_error(
      [&] { BranchTable(table, tree, "t.nwk"); }, Failure::inconsistent,
      {"t.nwk: 6 of the table's 7 observations are not tips of the tree: p, q, x, s, t, ..."});
}

TEST(ReadBranches, packs_samples_as_vectors_in_each_form) {
  const TemporaryFiles files;
  const auto biom = files.write(
      "t.biom",
      R"({"rows":[{"id":"a"},{"id":"b"}],"columns":[{"id":"S"},{"id":"T"}],"shape":[2,2],)"
      R"("matrix_type":"sparse","data":[[0,0,1],[1,0,3],[1,1,2]]})");
  const auto newick = files.write("t.nwk", "(a:0.5,b:2);");
  const auto present = read_branches(biom, newick, BranchForm::presence, Element::weighted_bits64);
  EXPECT_EQ(present.names, (std::vector<std::string>{"S", "T"}));
  EXPECT_EQ(present.vectors.fields(), 2);
  EXPECT_EQ(pack::weight(present.vectors, 0), 0.5);
  EXPECT_EQ(pack::weight(present.vectors, 1), 2);
  EXPECT_EQ(pack::bit(present.vectors, 0, 0), 1);
  EXPECT_EQ(pack::bit(present.vectors, 0, 1), 1);
  EXPECT_EQ(pack::bit(present.vectors, 1, 0), 0);
  EXPECT_EQ(present.vectors.sum(0), 2.5);
  EXPECT_EQ(present.files.size(), 2U);
  const auto weighted = read_branches(biom, newick, BranchForm::abundance, Element::float32);
  EXPECT_EQ(pack::real(weighted.vectors, 0, 0), 0.125);
  EXPECT_EQ(pack::real(weighted.vectors, 0, 1), 1.5);
  const auto powered = read_branches(biom, newick, BranchForm::powered, Element::powered64, 0.5);
  EXPECT_EQ(pack::powered(powered.vectors, 0, 0).value, 0.25);
  EXPECT_EQ(pack::powered(powered.vectors, 0, 0).factor, 1);  // 0.5 * 0.25^-0.5
  EXPECT_EQ(pack::powered(powered.vectors, 0, 0).inverse, 4);
  for (const auto form : {BranchForm::adjusted_presence, BranchForm::adjusted_abundance}) {
    const auto adjusted = read_branches(biom, newick, form, Element::adjusted64);
    const bool presence = form == BranchForm::adjusted_presence;
    EXPECT_EQ(pack::adjusted(adjusted.vectors, 0, 1).value, presence ? 2 : 1.5);
    EXPECT_EQ(pack::adjusted(adjusted.vectors, 0, 1).count, 3);
    EXPECT_EQ(pack::adjusted(adjusted.vectors, 0, 1).rest, 1);
    EXPECT_EQ(pack::adjusted(adjusted.vectors, 1, 0).value, 0);
  }
}

TEST(ReadBranches, refuses_lengths_beyond_the_elements_range_and_names_the_tree) {
  const TemporaryFiles files;
  const auto biom = files.write(
      "t.biom", R"({"rows":[{"id":"a"},{"id":"b"}],"columns":[{"id":"S"}],"shape":[2,1],)"
                R"("matrix_type":"sparse","data":[[0,0,1],[1,0,3]]})");
  const auto newick = files.write("t.nwk", "(a:0.5,b:1e38);");
  expect_error([&] { read_branches(biom, newick, BranchForm::presence, Element::weighted_bits32); },
               Failure::inconsistent, {"t.nwk", "1e+38", "float32"});
}

}  // namespace
}  // namespace encke::io
