#include <encke/network/sets/set_table.hpp>

#include "support/common.hpp"
#include "support/files.hpp"
#include "support/scratch.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

constexpr std::string_view bim =
    "1 rs1 0 300 A C\n1 rs2 0 100 A C\n2 rs3 0 50 A C\n1 twice 0 7 A C\n1 twice 0 8 A C\n";

class Sets : public test::Scratch {
 protected:
  Variants variants(std::string_view text = bim) {
    return Variants::read_bim(files_.write("b.bim", text));
  }

  VariantSets sets_of(const std::string& edges, const SetOptions& options, bool with_bim = true) {
    Graph graph = test::graph_of(edges);
    graph.alleles = graph.labels[0].find(':') != std::string_view::npos;
    std::vector<Node> all;
    for (Node node = 0; node < graph.nodes(); ++node) all.push_back(node);
    NodeSets one;
    one.add(all);
    const Variants sites = variants();
    VariantSets out;
    add_sets(
        graph, one, [](Index) { return std::string("s"); }, with_bim ? &sites : nullptr, options,
        out);
    return out;
  }

  std::string written(std::string_view name, const std::vector<VariantSet>& sets,
                      std::size_t file = 0) {
    for (const SetFormatRow& row : set_formats()) {
      if (row.name != name) continue;
      check_sets(row, sets);
      sink::OutputSet set;
      std::vector<std::unique_ptr<ResultFile>> files;
      for (std::size_t f = 0; f < row.endings.size(); ++f) {
        files.push_back(std::make_unique<ResultFile>(path("f" + std::to_string(f)), set));
      }
      row.write(sets, files);
      for (auto& one : files) one->commit();
      set.commit();
      return bytes_of(path("f" + std::to_string(file)));
    }
    ADD_FAILURE() << name;
    return "";
  }

  io::TemporaryFiles files_;
};

const std::vector<VariantSet> two = {{"s1", {"rs1", "rs2"}, "1", 100},
                                     {"s2", {"rs2", "rs3"}, "2", 50}};

TEST_F(Sets, JoinAllelesAndKnowTheirPlace) {
  const VariantSets sets = sets_of("rs1:0 rs2:1 1\nrs1:1 rs2:0 1\n", {});
  ASSERT_EQ(sets.sets.size(), 1u);
  EXPECT_EQ(sets.sets[0].variants, (std::vector<std::string>{"rs1", "rs2"}));
  EXPECT_EQ(sets.sets[0].chromosome, "1");
  EXPECT_EQ(sets.sets[0].position, 100);
}

TEST_F(Sets, LeaveOutTheSmallAndTheLarge) {
  EXPECT_EQ(sets_of("rs1 rs2 1\n", {.least = 3}).too_small, 1);
  EXPECT_EQ(sets_of("rs1 rs2 1\n", {.most = 1}).too_large, 1);
  EXPECT_EQ(sets_of("rs1:0 rs1:1 1\n", {}).too_small, 1);
}

TEST_F(Sets, OfSeveralChromosomesArePartedOnRequest) {
  const VariantSets whole = sets_of("rs1 rs3 1\nrs1 rs2 1\n", {.least = 1});
  ASSERT_EQ(whole.sets.size(), 1u);
  EXPECT_EQ(whole.sets[0].chromosome, "");
  EXPECT_EQ(whole.sets[0].variants.size(), 3u);
  const VariantSets parted =
      sets_of("rs1 rs3 1\nrs1 rs2 1\n", {.least = 1, .per_chromosome = true});
  ASSERT_EQ(parted.sets.size(), 2u);
  EXPECT_EQ(parted.sets[0].name, "s.chr1");
  EXPECT_EQ(parted.sets[1].name, "s.chr2");
  EXPECT_EQ(parted.sets[1].position, 50);
}

TEST_F(Sets, RefuseVariantsThatAreNotThereOrThereTwice) {
  io::expect_error([&] { sets_of("rs1 other 1\n", {}); }, Failure::inconsistent,
                   {"'other'", "b.bim"});
  io::expect_error([&] { sets_of("rs1 twice 1\n", {}); }, Failure::inconsistent,
                   {"'twice'", "2 times"});
  EXPECT_EQ(sets_of("rs1 other 1\n", {}, false).sets.size(), 1u);
  io::expect_error([&] { variants("1 rs1 0 x A C\n"); }, Failure::malformed,
                   {"b.bim:1", "position x"});
  io::expect_error([&] { variants("1 rs1 0\n"); }, Failure::malformed,
                   {"3 columns found, 6 expected"});
}

TEST_F(Sets, KnowVariantsByTheIdsThatEdgesHave) {
  const Variants known = variants(
      "1 . 0 300 A C\n\n1 twice 0 7 A C\n1 twice 0 8 G T\n1 rs9 0 9 A C\n2 . 0 5 A C\n2 . 0 5 A "
      "C\n");
  EXPECT_EQ(known.site("1:300:C:A").position, 300);
  EXPECT_TRUE(known.site("1:300:C:A").is_made);
  EXPECT_EQ(known.site("1:8:T:G").position, 8);
  EXPECT_FALSE(known.site("rs9").is_made);
  const auto refuse = [&](std::string_view id, std::initializer_list<std::string_view> words) {
    io::expect_error([&] { known.site(id); }, Failure::inconsistent, words);
  };
  refuse("twice", {"b.bim", "'twice'", "2 times", "lines 3 and 4", "'1:7:C:A'"});
  refuse(".", {"'.'", "3 times", "lines 1 and 6"});
  refuse("2:5:C:A", {"'2:5:C:A'", "2 times", "differ"});
  refuse("1:9:C:A", {"not there"});
  io::expect_error([&] { variants("1 . 0 4 A C\n").site("."); }, Failure::inconsistent,
                   {"1 time, in line 1", "'1:4:C:A'"});
}

TEST_F(Sets, TellWhichVariantsTheFileCallsOtherwise) {
  const VariantSets sets = sets_of("rs1 1:7:C:A 1\nrs1 1:8:C:A 1\n", {});
  ASSERT_EQ(sets.sets.size(), 1u);
  EXPECT_EQ(sets.sets[0].variants, (std::vector<std::string>{"rs1", "1:7:C:A", "1:8:C:A"}));
  EXPECT_EQ(sets.made_ids.size(), 2u);
  EXPECT_TRUE(sets_of("rs1 1:7:C:A 1\n", {.least = 3}).made_ids.empty());
  EXPECT_TRUE(sets_of("rs1 1:7:C:A 1\n", {}, false).made_ids.empty());
}

TEST_F(Sets, Formats) {
  EXPECT_EQ(written("skat", two), "s1\trs1\ns1\trs2\ns2\trs2\ns2\trs3\n");
  EXPECT_EQ(written("regenie", two), "s1\t1\t100\trs1,rs2\ns2\t2\t50\trs2,rs3\n");
  EXPECT_EQ(written("regenie", two, 1),
            "rs1\ts1\tencke\nrs2\ts1\tencke\nrs2\ts2\tencke\nrs3\ts2\tencke\n");
  EXPECT_EQ(written("regenie", two, 2), "all encke\n");
  EXPECT_EQ(written("plink", two), "s1\nrs1\nrs2\nEND\n\ns2\nrs2\nrs3\nEND\n\n");
  EXPECT_EQ(written("saige", two),
            "s1 var rs1 rs2\ns1 anno encke encke\ns2 var rs2 rs3\ns2 anno encke encke\n");
  EXPECT_EQ(written("gmt", two), "s1\t2 members\trs1\trs2\ns2\t2 members\trs2\trs3\n");
  EXPECT_EQ(written("list", two), "rs1\nrs2\nrs3\n");
}

TEST_F(Sets, RefuseWhatAFormatCannotHold) {
  const auto refuse = [&](std::string_view format, const VariantSet& set,
                          std::initializer_list<std::string_view> words) {
    io::expect_error([&] { written(format, {set}); }, Failure::inconsistent, words);
  };
  refuse("regenie", {"s", {"a,b"}, "1", 1}, {"regenie", "'a,b'", "comma"});
  refuse("regenie", {"s(1)", {"a"}, "1", 1}, {"'s(1)'", "parenthesis"});
  refuse("regenie", {"s", {"a"}, "", 1}, {"--per-chromosome"});
  for (const std::string format : {"skat", "plink", "saige", "list", "regenie"}) {
    refuse(format, {"s", {"a b"}, "1", 1}, {format, "'a b'", "blank"});
  }
  EXPECT_EQ(written("gmt", {{"s", {"a b"}}}), "s\t1 members\ta b\n");
  refuse("plink", {"s", {"a", "END"}}, {"plink", "named END", "ends a set"});
  for (const SetFormatRow& row : set_formats()) {
    refuse(row.name, {"s", {"."}, "1", 1}, {row.name, "no id"});
  }
}

}  // namespace
}  // namespace encke::network
