#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/text/text.hpp>
#include <encke/network/picture/picture_table.hpp>
#include <encke/network/picture/svg.hpp>
#include <utility>

namespace encke::network {
namespace {

constexpr Index most_cells = 1000;
constexpr Index most_nodes_of_large = most_cells / 2;
constexpr int shades = 16;

/// The place of each node in the order of components, then of clusters.
std::vector<Index> places_of(const GraphView& view) {
  std::vector<Node> order = view.parts.members;
  for (Node c = 0; c < view.parts.count(); ++c) {
    const auto begin = order.begin() + view.parts.begin[static_cast<std::size_t>(c)];
    const auto end = order.begin() + view.parts.begin[static_cast<std::size_t>(c) + 1];
    std::stable_sort(begin, end,
                     [&](Node a, Node b) { return group_of(view, a) < group_of(view, b); });
  }
  std::vector<Index> place(order.size());
  for (std::size_t at = 0; at < order.size(); ++at) {
    place[static_cast<std::size_t>(order[at])] = static_cast<Index>(at);
  }
  return place;
}

std::string shade(int of) {
  const int light = 255 - of * 255 / shades;
  return fmt::format("#{:02x}{:02x}ff", light, light);
}

/// How many nodes, in the order of components, have cells. Of many small components the
/// whole would be a thin line: then of the largest ones that have a cell for each node.
Index shown_nodes(const GraphView& view) {
  const Index nodes = view.graph.nodes();
  if (nodes <= most_cells || std::ssize(view.parts.nodes(0)) > most_nodes_of_large) return nodes;
  const auto after = std::upper_bound(view.parts.begin.begin(), view.parts.begin.end(), most_cells);
  return *(after - 1);
}

std::string caption(Index shown, Index nodes) {
  const std::string which = shown == nodes ? counted(nodes, "node")
                                           : fmt::format("{} of {}: the largest components,",
                                                         grouped(shown), counted(nodes, "node"));
  return fmt::format("{} in the order of components and clusters", which);
}

/// Which weight each shade is: up to its right end.
void draw_scale(Svg& svg, double y, double most) {
  constexpr double left = 110, step = 14, high = 14;
  svg.text(10, y + high - 3, "start", "weight");
  svg.text(left - 8, y + high - 3, "end", "0");
  svg.rect(left, y, step, high, "#dddddd");
  for (int of = 1; of <= shades; ++of) {
    svg.rect(left + step * (of - 1), y + 1, step, high - 2, shade(of));
  }
  svg.text(left + step * shades + 8, y + high - 3, "start", fmt::format("{:.3g}", most));
}

}  // namespace

void draw_heatmap(const GraphView& view, TextTarget& file) {
  const Index nodes = shown_nodes(view);
  const Index cells = std::min(nodes, most_cells);
  const std::vector<Index> place = places_of(view);
  const auto cell_of = [&](Node node) {
    return static_cast<std::size_t>(place[static_cast<std::size_t>(node)] * cells / nodes);
  };
  std::vector<double> sum(static_cast<std::size_t>(cells * cells));
  std::vector<double> size(static_cast<std::size_t>(cells));
  const auto is_shown = [&](Node node) { return place[static_cast<std::size_t>(node)] < nodes; };
  for (Node node = 0; node < view.graph.nodes(); ++node) {
    if (is_shown(node)) ++size[cell_of(node)];
  }
  for_each_edge(view.graph, [&](Node a, Node b, std::size_t at) {
    if (!is_shown(a)) return;  // nor is the other end
    const double weight = weight_at(view.graph, at);
    sum[cell_of(a) * static_cast<std::size_t>(cells) + cell_of(b)] += weight;
    sum[cell_of(b) * static_cast<std::size_t>(cells) + cell_of(a)] += weight;
  });
  double most = 0;
  for (std::size_t r = 0; r < size.size(); ++r) {
    for (std::size_t c = 0; c < size.size(); ++c) {
      double& mean = sum[r * size.size() + c];
      mean /= size[r] * size[c];
      most = std::max(most, mean);
    }
  }
  const double side =
      std::max(1.0, std::floor(800.0 / static_cast<double>(std::max<Index>(cells, 1))));
  const double whole = side * static_cast<double>(cells);
  Svg svg(whole + 20, whole + 80, file);
  for (std::size_t r = 0; r < size.size(); ++r) {
    std::size_t begin = 0;
    int before = 0;
    for (std::size_t c = 0; c <= size.size(); ++c) {  // runs of one shade
      int of = 0;
      if (c < size.size() && most > 0) {
        of = static_cast<int>(std::ceil(shades * std::max(0.0, sum[r * size.size() + c]) / most));
      }
      if (of == before && c < size.size()) continue;
      if (before > 0) {
        svg.rect(10 + side * static_cast<double>(begin), 10 + side * static_cast<double>(r),
                 side * static_cast<double>(c - begin), side, shade(before));
      }
      begin = c;
      before = of;
    }
  }
  svg.text(10, whole + 30, "start", caption(nodes, view.graph.nodes()));
  if (most > 0) draw_scale(svg, whole + 45, most);
  svg.finish();
}

}  // namespace encke::network
