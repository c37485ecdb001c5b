#include <encke/network/picture/picture_table.hpp>
#include <set>

#include "support/common.hpp"
#include "support/scratch.hpp"
#include "unit/network/small_graphs.hpp"

namespace encke::network {
namespace {

class Pictures : public test::Scratch {
 protected:
  std::string drawn(std::string_view name, const Graph& graph) {
    const Components parts = components(graph);
    const std::vector<Clustering> none;
    for (const PictureRow& row : pictures()) {
      if (row.name != name) continue;
      sink::OutputSet set;
      ResultFile file(path("p.svg"), set);
      row.write({graph, parts, none}, file);
      file.commit();
      set.commit();
      return bytes_of(path("p.svg"));
    }
    ADD_FAILURE() << name;
    return "";
  }
};

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST_F(Pictures, HaveADotForEachDegree) {
  const std::string svg = drawn("degrees", test::graph_of("a b 1\na c 1\na d 1\nd e 1\n"));
  EXPECT_EQ(count(svg, "<circle"), 3);
  EXPECT_NE(svg.find("<title>3 nodes of 1 edge</title>"), std::string::npos);
  EXPECT_TRUE(svg.starts_with("<?xml"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST_F(Pictures, HaveARunOfCellsForEachWeight) {
  const std::string svg = drawn("heatmap", test::graph_of("a b 1\nc d 0.5\n"));
  // and one of each shade in the scale
  EXPECT_EQ(count(svg, "#0000ff"), 2 + 1);
  EXPECT_EQ(count(svg, "#7f7fff") + count(svg, "#8080ff"), 2 + 1);
  EXPECT_NE(svg.find(">weight</text>"), std::string::npos);
  EXPECT_NE(svg.find("text-anchor=\"end\">0</text>"), std::string::npos);
  EXPECT_NE(svg.find("text-anchor=\"start\">1</text>"), std::string::npos);
}

TEST_F(Pictures, OfManyNodesHaveNoMoreThanAThousandCells) {
  std::string text;
  for (int i = 0; i < 2500; ++i) text += std::to_string(i) + " " + std::to_string(i + 1) + " 1\n";
  const std::string svg = drawn("heatmap", test::graph_of(text));
  EXPECT_NE(svg.find("width=\"1020\""), std::string::npos);
  EXPECT_LT(count(svg, "<rect"), 5000);
}

// Of 400 components of 7 nodes the first 142 have a cell for each node.
TEST_F(Pictures, OfManySmallComponentsHaveTheLargest) {
  std::string text;
  for (int i = 0; i < 2800; ++i) {
    if (i % 7 < 6) text += std::to_string(i) + " " + std::to_string(i + 1) + " 1\n";
  }
  const std::string svg = drawn("heatmap", test::graph_of(text));
  EXPECT_NE(svg.find("994 of 2,800 nodes: the largest components"), std::string::npos);
  EXPECT_NE(svg.find("width=\"1014\""), std::string::npos);
  EXPECT_EQ(count(svg, "#0000ff"), 142 * (2 + 5 * 2) + 1);
}

TEST_F(Pictures, DoNotPutNodesOnEachOther) {
  std::string text;  // the ends of a star have one place on each axis
  for (int i = 1; i < 30; ++i) text += "0 " + std::to_string(i) + " 1\n";
  const std::string svg = drawn("network", test::graph_of(text));
  std::set<std::string> places;
  for (std::size_t at = svg.find("<circle"); at != std::string::npos;
       at = svg.find("<circle", at + 1)) {
    places.insert(svg.substr(at, svg.find(" r=", at) - at));
  }
  EXPECT_EQ(places.size(), 30u);
  EXPECT_NE(svg.find("30 of 30 nodes"), std::string::npos);
}

TEST_F(Pictures, GiveEachGroupAColourOfItsOwn) {
  std::string text;
  for (int i = 0; i < 200; ++i) {
    const std::string c = "c" + std::to_string(i);
    text += c + "a " + c + "b 1\n" + c + "b " + c + "d 1\n";
  }
  const std::string svg = drawn("network", test::graph_of(text));
  std::set<std::string> colours;
  for (std::size_t at = svg.find("fill=\"#"); at != std::string::npos;
       at = svg.find("fill=\"#", at + 1)) {
    colours.insert(svg.substr(at, 14));
  }
  EXPECT_EQ(colours.size(), 200u);
}

TEST_F(Pictures, OfOneComponentAreFilledByIt) {
  std::string text;
  for (int i = 1; i < 100; ++i) text += "0 " + std::to_string(i) + " 1\n";
  const std::string svg = drawn("network", test::graph_of(text));
  const double width = std::stod(svg.substr(svg.find("width=\"") + 7));
  double right = 0;
  for (std::size_t at = svg.find("cx=\""); at != std::string::npos;
       at = svg.find("cx=\"", at + 1)) {
    right = std::max(right, std::stod(svg.substr(at + 4)));
  }
  EXPECT_GT(right, 0.9 * width);
  EXPECT_GT(width, 600);
}

TEST_F(Pictures, DrawComponentsOfThreeNodesAndMore) {
  std::string text = "a b 1\nb <&> 1\nx y 1\n";
  for (int i = 0; i < 250; ++i)
    text += "n" + std::to_string(i) + " n" + std::to_string(i + 1) + " 1\n";
  const std::string svg = drawn("network", test::graph_of(text));
  EXPECT_EQ(count(svg, "<circle"), 3);
  EXPECT_EQ(count(svg, "<line"), 2);
  EXPECT_NE(svg.find("<title>&lt;&amp;&gt;</title>"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST_F(Pictures, OfPairsAloneAreEmpty) {
  const std::string svg = drawn("network", test::graph_of("a b 1\n"));
  EXPECT_EQ(count(svg, "<circle"), 0);
}

}  // namespace
}  // namespace encke::network
