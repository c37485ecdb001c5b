#include <encke/host/threads/host_loop.hpp>
#include <encke/sink/format/edges.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "support/scratch.hpp"

namespace {

using encke::Failure;
using encke::Hit;
using encke::SinkInfo;
using encke::sink::EdgeFormat;
using encke::sink::Edges;
using encke::sink::Ids;
using encke::sink::SortLimits;
using encke::test::all_hits;
using encke::test::failure_of;
using encke::test::FullDisk;
using encke::test::run;
using encke::test::shuffled;

Ids ids(std::vector<std::string> names) {
  return std::make_shared<const std::vector<std::string>>(std::move(names));
}

class EdgesTest : public encke::test::Scratch {
 protected:
  /// The file that a run leaves.
  template <int Way>
  std::string text(const SinkInfo& info, const std::vector<Hit<Way>>& hits, Ids names = nullptr,
                   EdgeFormat format = EdgeFormat::edges, const SortLimits& limits = {}) {
    Edges edges(path("out"), std::move(names), format, limits);
    run(edges, info, hits);
    return bytes_of(edges.path());
  }
};

TEST_F(EdgesTest, prints_one_value_of_a_pair_with_its_ids) {
  const std::vector<Hit<2>> hits{{{0, 2}, 0, 0.5}, {{0, 1}, 0, 1}};
  EXPECT_EQ(text({2, 1, 3}, hits, ids({"rs7", "x y", ""})),
            "#ID1\tID2\tVALUE\n"
            "rs7\tx y\t1\n"
            "rs7\t\t0.5\n");
  EXPECT_EQ(files(), std::vector<std::string>{"out.edges.tsv"});
}

encke::sink::SiteTexts sites(std::initializer_list<const char*> texts) {
  encke::TextColumn column;
  for (const char* const text : texts) column.add(text);
  return std::make_shared<const encke::TextColumn>(std::move(column));
}

TEST_F(EdgesTest, says_where_the_vectors_lie_after_the_value) {
  const auto where =
      sites({"1\t5\tA/C", "1\t9\tG/TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT", "X\t7\t."});
  Edges pairs(path("out"), ids({"a", "b", "c"}), EdgeFormat::edges, {},
              encke::sink::Compression::none, {where, false});
  run<2>(pairs, {2, 1, 3}, {{{0, 2}, 0, 0.5}, {{0, 1}, 0, 1}});
  EXPECT_EQ(bytes_of(pairs.path()),
            "ID1\tID2\tVALUE\tCHR1\tPOS1\tBASES1\tCHR2\tPOS2\tBASES2\n"
            "a\tb\t1\t1\t5\tA/C\t1\t9\tG/TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT\n"
            "a\tc\t0.5\t1\t5\tA/C\tX\t7\t.\n");
  Edges triples(path("out"), ids({"a", "b", "c"}), EdgeFormat::edges, {},
                encke::sink::Compression::none, {sites({"1\t5\t.", "1\t6\t.", "1\t7\t."})});
  run<3>(triples, {3, 8, 3}, {{{0, 1, 2}, 6, 0.25}});
  EXPECT_EQ(bytes_of(triples.path()),
            "#ID1\tID2\tID3\tA1\tA2\tA3\tVALUE\tCHR1\tPOS1\tBASES1\tCHR2\tPOS2\tBASES2\t"
            "CHR3\tPOS3\tBASES3\na\tb\tc\t1\t1\t0\t0.25\t1\t5\t.\t1\t6\t.\t1\t7\t.\n");
  Edges few(path("out"), ids({"a", "b", "c"}), EdgeFormat::edges, {},
            encke::sink::Compression::none, {sites({"1\t5\t."})});
  EXPECT_EQ(failure_of([&] { few.begin({2, 1, 3}); }).first, Failure::inconsistent);
}

TEST_F(EdgesTest, may_stand_in_the_order_in_which_they_come) {
  Edges edges(path("out"), nullptr, EdgeFormat::abc, {}, encke::sink::Compression::none, {},
              encke::sink::EdgeOrder::as_it_comes);
  run<2>(edges, {2, 1, 9}, {{{3, 8}, 0, 2}, {{0, 1}, 0, 1}, {{1, 2}, 0, 0.5}}, 2);
  EXPECT_EQ(bytes_of(edges.path()), "3\t8\t2\n0\t1\t1\n1\t2\t0.5\n");
}

TEST_F(EdgesTest, prints_the_alleles_of_a_pair_first_vector_first) {
  const std::vector<Hit<2>> hits{{{0, 1}, 2, 0.25}, {{0, 1}, 1, 0.75}};
  EXPECT_EQ(text({2, 4, 2}, hits, ids({"a", "b"})),
            "#ID1\tID2\tA1\tA2\tVALUE\n"
            "a\tb\t0\t1\t0.75\n"
            "a\tb\t1\t0\t0.25\n");
}

TEST_F(EdgesTest, prints_the_alleles_of_a_triple_first_vector_first) {
  const std::vector<Hit<3>> hits{{{0, 1, 2}, 6, 0.25}, {{0, 1, 2}, 1, 2}};
  EXPECT_EQ(text({3, 8, 3}, hits, ids({"a", "b", "c"})),
            "#ID1\tID2\tID3\tA1\tA2\tA3\tVALUE\n"
            "a\tb\tc\t0\t0\t1\t2\n"
            "a\tb\tc\t1\t1\t0\t0.25\n");
}

TEST_F(EdgesTest, in_abc_have_labels_and_no_header) {
  EXPECT_EQ(text<2>({2, 1, 2}, {{{0, 1}, 0, 0.5}}, ids({"a", "b"}), EdgeFormat::abc),
            "a\tb\t0.5\n");
  EXPECT_EQ(text<3>({3, 8, 3}, {{{0, 1, 2}, 6, 0.5}}, ids({"a", "b", "c"}), EdgeFormat::abc),
            "a:1\tb:1\tc:0\t0.5\n");
  EXPECT_EQ(files(), (std::vector<std::string>{"out.abc"}));
}

TEST_F(EdgesTest, take_named_alleles_from_the_ids) {
  EXPECT_EQ(
      text<2>({2, 1, 2}, {{{0, 1}, 0, 0.5}}, ids({"m:1:A", "n:152"}), EdgeFormat::named_alleles),
      "#ID1\tID2\tA1\tA2\tVALUE\nm:1\tn\tA\t152\t0.5\n");
  EXPECT_EQ(text<3>({3, 1, 3}, {{{0, 1, 2}, 0, 1}}, ids({"m:A", "m:C", "none"}),
                    EdgeFormat::named_alleles),
            "#ID1\tID2\tID3\tA1\tA2\tA3\tVALUE\nm\tm\tnone\tA\tC\t\t1\n");
  EXPECT_THROW(text<2>({2, 1, 2}, {}, nullptr, EdgeFormat::named_alleles), encke::Error);
  EXPECT_THROW(text<2>({2, 4, 2}, {}, ids({"a:1", "b:1"}), EdgeFormat::named_alleles),
               encke::Error);
}

TEST_F(EdgesTest, without_ids_name_vectors_by_number) {
  EXPECT_EQ(text<2>({2, 1, 4'294'967'295}, {{{7, 4'294'967'294}, 0, 0.5}}),
            "#ID1\tID2\tVALUE\n7\t4294967294\t0.5\n");
}

TEST_F(EdgesTest, of_no_hits_are_a_header) {
  EXPECT_EQ(text<2>({2, 4, 2}, {}), "#ID1\tID2\tA1\tA2\tVALUE\n");
}

TEST_F(EdgesTest, are_the_same_bytes_in_any_order_of_arrival_and_with_any_buffer) {
  const auto hits = all_hits<3>(12, 8);
  const SinkInfo info{3, 8, 12};
  const std::string expected = text(info, hits);
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 1 + 220 * 8);
  for (const unsigned seed : {1u, 2u}) {
    EXPECT_EQ(text(info, shuffled(hits, seed)), expected);
    EXPECT_EQ(text(info, shuffled(hits, seed), nullptr, EdgeFormat::edges, {500, 3}), expected);
    EXPECT_EQ(text(info, shuffled(hits, seed), nullptr, EdgeFormat::edges, {5000, 256}), expected);
  }
}

TEST_F(EdgesTest, print_ids_longer_than_the_buffer) {
  const std::string longest(3 << 20, 'x');
  EXPECT_EQ(text<2>({2, 1, 2}, {{{0, 1}, 0, 0.5}}, ids({"a", longest}), EdgeFormat::abc),
            "a\t" + longest + "\t0.5\n");
}

TEST_F(EdgesTest, take_little_memory_for_one_long_id) {
  Edges few(path("few"), ids({"a", "b"}));
  Edges with_long(path("long"), ids({"a", std::string(300'000, 'x')}));
  few.begin({2, 1, 2});
  with_long.begin({2, 1, 2});
  EXPECT_LT(with_long.memory() - few.memory(), encke::host_workers() * 1'000'000);
}

TEST_F(EdgesTest, leave_nothing_where_a_run_ends_before_finish) {
  {
    Edges edges(path("out"), nullptr, EdgeFormat::edges, {200, 2});
    edges.begin({2, 4, 10});
    edges.take(std::span<const Hit<2>>(all_hits<2>(10, 4)));
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(EdgesTest, leave_nothing_where_the_disk_is_full_at_the_end) {
  const auto [failure, message] = failure_of([&] {
    const FullDisk full(100);
    text({2, 4, 10}, all_hits<2>(10, 4));
  });
  EXPECT_EQ(failure, Failure::write);
  EXPECT_NE(message.find("out.edges.tsv"), std::string::npos) << message;
  EXPECT_TRUE(files().empty());
}

TEST_F(EdgesTest, refuse_a_directory_that_is_not_there_before_the_run) {
  const auto [failure, message] = failure_of([&] { Edges edges(path("none/out")); });
  EXPECT_EQ(failure, Failure::open);
  EXPECT_NE(message.find("none/out.edges.tsv"), std::string::npos) << message;
}

TEST_F(EdgesTest, refuse_ids_that_are_too_few_or_break_columns) {
  Edges few(path("few"), ids({"a"}));
  EXPECT_EQ(failure_of([&] {
              few.begin({2, 1, 2});
            }),
            std::pair(Failure::inconsistent, std::string("1 ids were given for 2 vectors")));
  for (const char* bad : {"a\tb", "a\nb", "a\r"}) {
    Edges broken(path("broken"), ids({"a", bad}));
    const auto [failure, message] = failure_of([&] { broken.begin({2, 1, 2}); });
    EXPECT_EQ(failure, Failure::inconsistent);
    EXPECT_NE(message.find("vector 1 "), std::string::npos) << message;
  }
}

TEST_F(EdgesTest, refuse_tuples_whose_values_are_neither_one_nor_alleles) {
  Edges edges(path("out"));
  EXPECT_EQ(failure_of([&] { edges.begin({2, 3, 2}); }).first, Failure::inconsistent);
}

TEST_F(EdgesTest, refuse_hits_of_another_way_than_announced) {
  Edges edges(path("out"));
  edges.begin({2, 1, 3});
  const std::vector<Hit<3>> hits{{{0, 1, 2}, 0, 1}};
  EXPECT_EQ(failure_of([&] { edges.take(std::span(hits)); }).first, Failure::internal);
}

TEST_F(EdgesTest, are_the_same_bytes_where_they_are_flushed_on_the_way) {
  const auto hits = all_hits<2>(20, 4);
  const SinkInfo info{2, 4, 20};
  const std::string expected = text(info, hits);
  Edges edges(path("flushed"));
  edges.begin(info);
  const auto in_strip = [](const Hit<2>& hit, encke::Index first) {
    return first <= hit.index[0] && hit.index[0] < first + 5;
  };
  for (encke::Index first = 0; first < 20; first += 5) {
    for (const auto& hit : shuffled(hits)) {
      if (in_strip(hit, first)) edges.take(std::span(&hit, 1));
    }
    edges.flush_before(first + 5);
  }
  edges.finish();
  EXPECT_EQ(bytes_of(edges.path()), expected);
}

TEST_F(EdgesTest, refuse_a_hit_of_a_vector_that_is_said_to_be_complete) {
  Edges edges(path("out"));
  edges.begin({2, 1, 9});
  edges.flush_before(4);
  const std::vector<Hit<2>> late{{{3, 5}, 0, 1}}, good{{{4, 5}, 0, 1}};
  edges.take(std::span(good));
  EXPECT_EQ(failure_of([&] { edges.take(std::span(late)); }).first, Failure::internal);
}

TEST_F(EdgesTest, are_not_shared_where_they_are_compressed_or_come_as_they_come) {
  const auto shared = [&](encke::sink::Compression compression, encke::sink::EdgeOrder order) {
    return Edges(path("out"), nullptr, EdgeFormat::edges, {}, compression, {}, order)
        .can_be_shared();
  };
  EXPECT_TRUE(shared(encke::sink::Compression::none, encke::sink::EdgeOrder::by_index));
  EXPECT_FALSE(shared(encke::sink::Compression::none, encke::sink::EdgeOrder::as_it_comes));
#if defined(ENCKE_HAS_ZSTD)
  EXPECT_FALSE(shared(encke::sink::Compression::zstd, encke::sink::EdgeOrder::by_index));
#endif
}

TEST_F(EdgesTest, of_others_are_copied_from_a_file_without_a_name) {
  Edges edges(path("out"));
  const std::vector<Hit<2>> hits{{{0, 2}, 0, 0.5}};
  edges.hide();
  EXPECT_FALSE(std::filesystem::exists(edges.temporary_path()));
  edges.begin({2, 1, 3});
  edges.take(hits);
  edges.flush_before(3);
  std::ofstream(path("to")) << "first\n";
  edges.copy_lines_to(path("to"), 6);
  std::ifstream to(path("to"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(to), {}), "first\n0\t2\t0.5\n");
}

TEST_F(EdgesTest, have_no_line_longer_than_they_say) {
  const std::string name(300, 'a');
  const Edges edges(path("out"), std::make_shared<const std::vector<std::string>>(
                                     std::vector<std::string>{name, "b", "c"}));
  EXPECT_GT(edges.longest_line({2, 1, 3}), name.size());
}

TEST_F(EdgesTest, of_others_are_not_copied_to_where_nothing_is) {
  Edges edges(path("out"));
  edges.begin({2, 1, 3});
  const std::vector<Hit<2>> hits{{{0, 2}, 0, 0.5}};
  edges.take(hits);
  edges.flush_before(3);
  EXPECT_EQ(edges.printed_bytes(), 8);
  EXPECT_EQ(failure_of([&] { edges.copy_lines_to(path("none"), 0); }).first, Failure::open);
}

}  // namespace
