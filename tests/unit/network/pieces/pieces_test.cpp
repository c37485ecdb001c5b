#include <encke/network/edges.hpp>
#include <encke/network/pieces/pieces.hpp>

#include "support/common.hpp"
#include "support/scratch.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

/// Made-up edges, in many components, some of them given twice, and a loop.
std::string edges() {
  std::string text = test::random_edges(3, 300, 0.02, 0.0005);
  for (int n = 0; n < 200; n += 2)
    text += "p" + std::to_string(n) + " q" + std::to_string(n) + " 1\n";
  return text + text.substr(0, text.size() / 2) + "n5 n5 3\nalone alone 1\n";
}

class OfPieces : public test::Scratch {
 protected:
  OfPieces() { std::ofstream(path("e")) << edges(); }

  EdgesRead spilled() {
    return read_edges(path("e"), {.keep_loops = true, .memory = 60'000, .spill = path("s")});
  }
};

TEST_F(OfPieces, IsTheWholeGraph) {
  const EdgesRead whole = read_edges(path("e"), {.keep_loops = true});
  const Graph& graph = whole.graph;
  const Components parts = components(graph);
  for (const Index most : {Index{1}, Index{40}, Index{1} << 40}) {
    EdgesRead read = spilled();
    ASSERT_NE(read.spilled, nullptr);
    EXPECT_EQ(read.spilled->labels.size(), graph.labels.size());
    EXPECT_EQ(read.lines, whole.lines);
    Pieces pieces(*read.spilled, [] {});
    pieces.cut(most);
    EXPECT_EQ(pieces.count() == 1, most > 40);
    pieces.sort(*read.spilled, path("s"), [] {});
    EXPECT_EQ(pieces.parts().of, parts.of);
    EXPECT_EQ(pieces.parts().members, parts.members);
    Dropped dropped;
    Node seen = 0;
    Node nodes = 0;
    for (Index p = 0; p < pieces.count(); ++p) {
      const Piece piece = pieces.load(p);
      EXPECT_EQ(piece.first_component, seen);
      for (Node c = 0; c < piece.parts.count(); ++c) {
        EXPECT_EQ(piece.parts.edges[static_cast<std::size_t>(c)],
                  parts.edges[static_cast<std::size_t>(seen)]);
        const auto of_whole = parts.nodes(seen++);
        std::vector<Node> found;
        for (const Node n : piece.parts.nodes(c)) {
          found.push_back(piece.node[static_cast<std::size_t>(n)]);
        }
        EXPECT_EQ(found, std::vector<Node>(of_whole.begin(), of_whole.end()));
      }
      for (Node n = 0; n < piece.graph.nodes(); ++n) {
        const Node of = piece.node[static_cast<std::size_t>(n)];
        std::vector<Node> neighbours;
        for (const Node other : piece.graph.neighbours(n)) {
          neighbours.push_back(piece.node[static_cast<std::size_t>(other)]);
        }
        const auto expected = graph.neighbours(of);
        EXPECT_EQ(neighbours, std::vector<Node>(expected.begin(), expected.end()));
        const auto weights = piece.graph.weights(n);
        const auto expected_weights = graph.weights(of);
        EXPECT_EQ(piece.graph.loop[static_cast<std::size_t>(n)],
                  graph.loop[static_cast<std::size_t>(of)]);
        EXPECT_TRUE(std::equal(weights.begin(), weights.end(), expected_weights.begin()));
      }
      nodes += piece.graph.nodes();
      dropped.repeated += piece.dropped.repeated;
      dropped.loops += piece.dropped.loops;
    }
    EXPECT_EQ(seen, parts.count());
    EXPECT_EQ(nodes, graph.nodes());
    EXPECT_EQ(dropped.repeated, whole.dropped.repeated);
    EXPECT_EQ(dropped.loops, whole.dropped.loops);
  }
  EXPECT_EQ(files(), std::vector<std::string>{"e"});
}

TEST_F(OfPieces, IsRefusedWhereItMayNotBe) {
  const auto refuse = [&](Index memory, const std::string& spill, std::string_view words) {
    const auto [failure, text] =
        test::failure_of([&] { read_edges(path("e"), {.memory = memory, .spill = spill}); });
    EXPECT_EQ(failure, Failure::memory);
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  refuse(60'000, "", "the network");
  refuse(1000, path("s"), "the nodes of the network");
}

}  // namespace
}  // namespace encke::network
