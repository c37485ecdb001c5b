#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/text/text.hpp>
#include <encke/network/picture/picture_table.hpp>
#include <encke/network/picture/svg.hpp>
#include <map>

namespace encke::network {

void draw_degrees(const GraphView& view, TextTarget& file) {
  std::map<Index, Index> nodes;
  for (Node node = 0; node < view.graph.nodes(); ++node) ++nodes[view.graph.degree(node)];
  nodes.erase(0);  // has no logarithm
  Index most = 1;
  for (const auto& [degree, count] : nodes) most = std::max(most, count);
  const Index largest = nodes.empty() ? 1 : nodes.rbegin()->first;
  const double decades_x = std::ceil(std::log10(static_cast<double>(largest) + 1));
  const double decades_y = std::ceil(std::log10(static_cast<double>(most) + 1));
  constexpr double left = 70;
  constexpr double top = 30;
  constexpr double width = 500;
  constexpr double height = 350;
  const auto x_of = [&](double degree) { return left + width * std::log10(degree) / decades_x; };
  const auto y_of = [&](double count) {
    return top + height - height * std::log10(count) / decades_y;
  };
  Svg svg(left + width + 30, top + height + 60, file);
  for (double decade = 0; decade <= decades_x; ++decade) {
    const double x = x_of(std::pow(10, decade));
    svg.line(x, top, x, top + height, "#dddddd");
    svg.text(x, top + height + 18, "middle", fmt::format("{:.0f}", std::pow(10, decade)));
  }
  for (double decade = 0; decade <= decades_y; ++decade) {
    const double y = y_of(std::pow(10, decade));
    svg.line(left, y, left + width, y, "#dddddd");
    svg.text(left - 8, y + 4, "end", fmt::format("{:.0f}", std::pow(10, decade)));
  }
  for (const auto& [degree, count] : nodes) {
    svg.circle(x_of(static_cast<double>(degree)), y_of(static_cast<double>(count)), 3, colour_of(0),
               counted(count, "node") + " of " + counted(degree, "edge"));
  }
  svg.text(left + width / 2, top + height + 44, "middle", "edges of a node");
  svg.text(left, top - 10, "middle", "nodes");
  svg.finish();
}

}  // namespace encke::network
