#include <encke/base/mix.hpp>
#include <encke/network/graph_sink.hpp>
#include <encke/sink/format/edges.hpp>

#include "support/common.hpp"
#include "support/files.hpp"
#include "support/scratch.hpp"

namespace encke::network {
namespace {

using io::expect_error;

constexpr Index vectors = 40;

sink::Ids ids() {
  std::vector<std::string> names;
  for (Index v = 0; v < vectors; ++v) names.push_back("v" + std::to_string(mix(v + 1) % 1000));
  return std::make_shared<const std::vector<std::string>>(std::move(names));
}

template <int Way>
std::vector<Hit<Way>> random_hits(int count, int cells, bool float32) {
  std::vector<Hit<Way>> hits;
  for (int h = 0; h < count; ++h) {
    Hit<Way> hit{};
    std::uint64_t random = mix(static_cast<std::uint64_t>(h) + 1);
    std::uint32_t first = 0;
    for (int v = 0; v < Way; ++v, random /= 12) {
      first += 1 + static_cast<std::uint32_t>(random % 12);
      hit.index[v] = first - 1;
    }
    hit.cell = static_cast<std::uint32_t>(random) % static_cast<std::uint32_t>(cells);
    hit.value = static_cast<double>(mix(random) >> 11) * 0x1p-53 + 0.01;
    if (float32) hit.value = static_cast<float>(hit.value);
    hits.push_back(hit);
  }
  return hits;
}

void expect_equal(const Graph& found, const Graph& expected) {
  ASSERT_EQ(found.nodes(), expected.nodes());
  for (Node node = 0; node < found.nodes(); ++node) {
    EXPECT_EQ(found.labels[node], expected.labels[node]);
  }
  EXPECT_EQ(found.begin, expected.begin);
  EXPECT_EQ(found.neighbour, expected.neighbour);
  EXPECT_EQ(found.weight, expected.weight);
  EXPECT_EQ(found.exact, expected.exact);
  EXPECT_EQ(found.alleles, expected.alleles);
  EXPECT_EQ(found.triple, expected.triple);
}

class GraphOfHits : public test::Scratch {
 protected:
  /// Sends hits, in two tiles, to a file of edges and to a graph, and compares.
  template <int Way>
  void expect_same_as_file(const SinkInfo& info, const GraphSink::Options& options) {
    auto hits = random_hits<Way>(300, info.cells, info.float32);
    GraphSink graph(ids(), options);
    sink::Edges edges(path("e"), ids(), sink::EdgeFormat::edges, {}, sink::Compression::none,
                      {.digits = options.digits},
                      options.sorted ? sink::EdgeOrder::by_index : sink::EdgeOrder::as_it_comes);
    for (Sink* const sink : {static_cast<Sink*>(&graph), static_cast<Sink*>(&edges)}) {
      sink->begin(info);
      const std::span<const Hit<Way>> all(hits);
      sink->take(all.subspan(150));
      sink->take(all.first(150));
      sink->finish();
    }
    EdgesRead found = graph.read();
    const EdgesRead expected = read_edges(path("e.edges.tsv"), options.edges);
    EXPECT_EQ(found.lines, expected.lines);
    EXPECT_EQ(found.passed, expected.passed);
    EXPECT_EQ(found.dropped.repeated, expected.dropped.repeated);
    expect_equal(found.graph, expected.graph);
  }
};

TEST_F(GraphOfHits, IsThatOfTheirFile) {
  expect_same_as_file<2>({.way = 2, .vectors = vectors}, {.edges = {.keep_exact = true}});
  expect_same_as_file<2>({.way = 2, .cells = 4, .vectors = vectors}, {});
  expect_same_as_file<3>({.way = 3, .cells = 8, .vectors = vectors}, {});
}

TEST_F(GraphOfHits, HasTheDigitsOfTheFile) {
  expect_same_as_file<2>({.way = 2, .vectors = vectors, .float32 = true},
                         {.edges = {.keep_exact = true}});
}

TEST_F(GraphOfHits, HasTheFewerDigitsThatTheFileHas) {
  for (const bool float32 : {false, true}) {
    expect_same_as_file<2>({.way = 2, .vectors = vectors, .float32 = float32},
                           {.edges = {.keep_exact = true}, .digits = 3});
  }
}

TEST_F(GraphOfHits, IsThatOfTheirFileWhereTheyAreSortedInOne) {
  expect_same_as_file<2>({.way = 2, .cells = 4, .vectors = vectors},
                         {.sort = {.bytes = 20 * sizeof(Hit<2>)}, .sort_stem = path("sort")});
  expect_same_as_file<3>({.way = 3, .vectors = vectors}, {.sort = {.bytes = 20 * sizeof(Hit<3>)}});
}

// Hits of more edges than memory may hold.
TEST_F(GraphOfHits, GoesToAFileOrIsRefusedWhereMemoryDoesNotHoldIt) {
  constexpr std::uint32_t many = 700;
  const auto send = [](GraphSink& graph) {
    graph.begin({.way = 2, .vectors = many});
    for (std::uint32_t a = 0; a < many; ++a) {
      for (std::uint32_t b = a + 1; b < many; ++b) {
        const Hit<2> hit{{a, b}, 0, 1.0 / (a + b)};
        graph.take(std::span(&hit, 1));
      }
      if (a % 50 == 0) graph.flush_before(a + 1);
    }
    graph.finish();
  };
  constexpr Index little = 1 << 20;
  GraphSink held(nullptr, {});
  send(held);
  EXPECT_GT(held.read().bytes, 3 * little);
  GraphSink spilled(nullptr, {.edges = {.memory = little, .spill = path("e")}});
  send(spilled);
  EdgesRead read = spilled.read();
  ASSERT_NE(read.spilled, nullptr);
  Index edges = 0;
  read.spilled->edges.read(0, [&](std::span<const Edge> some) { edges += std::ssize(some); });
  EXPECT_EQ(edges, many * (many - 1) / 2);
  EXPECT_EQ(read.spilled->labels.size(), many);
  EXPECT_EQ(read.graph.edges(), 0);
  expect_error(
      [&] {
        GraphSink refused(nullptr, {.edges = {.memory = little, .memory_beside = 3 << 20}});
        send(refused);
      },
      Failure::memory, {"the network", "4 MiB allowed"});
}

TEST(GraphSink, RefusesControlCharactersInNames) {
  const auto names = std::make_shared<const std::vector<std::string>>(
      std::vector<std::string>{"a", "b\x01", "c\r"});
  const auto send = [&](std::uint32_t other) {
    GraphSink graph(names, {});
    graph.begin({.way = 2, .vectors = 3});
    const Hit<2> hit{{0, other}, 0, 1};
    graph.take(std::span(&hit, 1));
    graph.finish();
  };
  expect_error([&] { send(1); }, Failure::inconsistent, {"'b\\x01'", "control"});
  expect_error([&] { send(2); }, Failure::inconsistent, {"'c\\r'"});
}

TEST_F(GraphOfHits, TakesTheOptionsOfEdges) {
  expect_same_as_file<2>({.way = 2, .vectors = vectors}, {.edges = {.threshold = 0.5}});
  expect_same_as_file<2>({.way = 2, .vectors = vectors},
                         {.edges = {.one_minus = true, .keep_exact = true}});
  expect_same_as_file<3>({.way = 3, .vectors = vectors}, {.edges = {.triples = Triples::star}});
}

TEST_F(GraphOfHits, CanComeInAnyOrder) {
  expect_same_as_file<2>({.way = 2, .vectors = vectors}, {.sorted = false});
}

TEST(GraphSink, RefusesWhatIsNoWeight) {
  const auto send = [](double value, const EdgeOptions& options) {
    GraphSink graph(nullptr, {.edges = options});
    graph.begin({.way = 2, .vectors = 5});
    const Hit<2> hit{{1, 2}, 0, value};
    graph.take(std::span(&hit, 1));
    graph.finish();
  };
  send(-1, {});
  expect_error([&] { send(-1, {.positive = true}); }, Failure::inconsistent,
               {"the network", "-1", "above 0"});
  expect_error([&] { send(1e300, {}); }, Failure::inconsistent, {"float32"});
  expect_error([&] { send(std::nan(""), {}); }, Failure::inconsistent, {"nan", "finite"});
  GraphSink graph(nullptr, {});
  expect_error([&] { graph.begin({.way = 2, .cells = 3, .vectors = 5}); }, Failure::inconsistent,
               {"3"});
}

}  // namespace
}  // namespace encke::network
