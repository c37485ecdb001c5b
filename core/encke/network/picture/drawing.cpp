#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/network/picture/picture_table.hpp>
#include <encke/network/picture/svg.hpp>
#include <encke/network/spectral/embedding.hpp>

namespace encke::network {
namespace {

constexpr std::size_t least_nodes = 3;
constexpr std::size_t most_nodes_of_one = 200;
constexpr std::size_t most_nodes_of_all = 2000;
constexpr double width = 1200;

/// The components that are drawn, as a graph of their own with the same names.
Graph drawn_part(const GraphView& view) {
  std::vector<char> keep(static_cast<std::size_t>(view.graph.nodes()));
  std::size_t count = 0;
  for (Node c = 0; c < view.parts.count(); ++c) {
    const auto nodes = view.parts.nodes(c);
    const bool fits = nodes.size() >= least_nodes && nodes.size() <= most_nodes_of_one;
    if (!fits || count + nodes.size() > most_nodes_of_all) continue;
    count += nodes.size();
    for (const Node node : nodes) keep[static_cast<std::size_t>(node)] = 1;
  }
  return subgraph(view.graph, keep, std::vector<char>(view.graph.neighbour.size(), 1));
}

struct Point {
  double x = 0;
  double y = 0;
};

/// One component within a square whose corner is at `corner`.
void place(std::span<const Node> nodes, const ComponentEmbedding& embedding, Point corner,
           double side, std::vector<Point>& points) {
  const auto scaled = [&](std::size_t axis, std::size_t n) {
    const double* const vector = embedding.vectors.data() + axis * nodes.size();
    const auto [least, most] = std::minmax_element(vector, vector + nodes.size());
    const double range = *most - *least;
    return range > 0 ? (vector[n] - *least) / range : 0.5;
  };
  constexpr double margin = 12;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    points[static_cast<std::size_t>(nodes[n])] = {
        corner.x + margin + (side - 2 * margin) * scaled(0, n),
        corner.y + margin + (side - 2 * margin) * scaled(1, n)};
  }
}

}  // namespace

void draw_network(const GraphView& view, TextTarget& file) {
  const Graph graph = drawn_part(view);
  const Components parts = components(graph);
  std::vector<Point> points(static_cast<std::size_t>(graph.nodes()));
  Point corner{0, 0};
  double height = 0;  // of the row
  for (const ComponentEmbedding& one : embed(graph, parts, {.axes = 2, .least = least_nodes})) {
    const auto nodes = parts.nodes(one.component);
    const double side = 40 + 25 * std::sqrt(static_cast<double>(nodes.size()));
    if (corner.x + side > width) corner = {0, corner.y + height};
    if (corner.x == 0) height = side;  // components come by size
    place(nodes, one, corner, side, points);
    corner.x += side;
  }
  Svg svg(width, corner.y + height + 40, file);
  for_each_edge(graph, [&](Node a, Node b, std::size_t) {
    const Point from = points[static_cast<std::size_t>(a)];
    const Point to = points[static_cast<std::size_t>(b)];
    svg.line(from.x, from.y, to.x, to.y, "#bbbbbb");
  });
  for (Node node = 0; node < graph.nodes(); ++node) {
    const Point at = points[static_cast<std::size_t>(node)];
    const std::string_view name = graph.labels[node];
    svg.circle(at.x, at.y, 4, colour_of(group_of(view, view.graph.labels.find(name))), name);
  }
  svg.text(10, corner.y + height + 25, "start",
           fmt::format("{} of {} nodes: components of 3 to 200 nodes, 2,000 nodes at most",
                       graph.nodes(), view.graph.nodes()));
  svg.finish();
}

}  // namespace encke::network
