#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <encke/base/text/text.hpp>
#include <encke/network/picture/picture_table.hpp>
#include <encke/network/picture/svg.hpp>
#include <encke/network/spectral/embedding.hpp>
#include <utility>

namespace encke::network {
namespace {

constexpr std::size_t least_nodes = 3;
constexpr std::size_t most_nodes_of_one = 200;
constexpr std::size_t most_nodes_of_all = 2000;
constexpr double width = 1200;
constexpr double least_width = 620;  ///< of the words below

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

/// Coordinates from 0 to 1: the mean of what an axis says and of the place in its order, so that
/// nodes which the axis has side by side do not hide each other. What differs by rounding is equal,
/// and equal ones come in an order of their own for each `step`, which is odd.
std::vector<double> spread(std::span<const double> axis, std::uint32_t step) {
  const auto [least, most] = std::minmax_element(axis.begin(), axis.end());
  const double range = *most - *least;
  std::vector<double> spread(axis.size(), 0.5);
  if (range == 0) return spread;
  struct Place {
    double value;
    std::uint32_t order;
    std::size_t node;
    auto operator<=>(const Place&) const = default;
  };
  std::vector<Place> places;
  for (std::size_t n = 0; n < axis.size(); ++n) {
    places.push_back({std::round((axis[n] - *least) / range * 1e5) / 1e5,
                      static_cast<std::uint32_t>(n) * step, n});
  }
  std::sort(places.begin(), places.end());
  const auto last = static_cast<double>(axis.size() - 1);
  for (std::size_t place = 0; place < places.size(); ++place) {
    spread[places[place].node] = (places[place].value + static_cast<double>(place) / last) / 2;
  }
  return spread;
}

/// One component within a square whose corner is at `corner`.
void place(std::span<const Node> nodes, const ComponentEmbedding& embedding, Point corner,
           double side, std::vector<Point>& points) {
  const auto axis = [&](std::size_t number, std::uint32_t step) {
    return spread(std::span(embedding.vectors).subspan(number * nodes.size(), nodes.size()), step);
  };
  const std::vector<double> x = axis(0, 1);
  const std::vector<double> y = axis(1, 0x9e3779b9);
  constexpr double margin = 12;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    points[static_cast<std::size_t>(nodes[n])] = {corner.x + margin + (side - 2 * margin) * x[n],
                                                  corner.y + margin + (side - 2 * margin) * y[n]};
  }
}

double side_of(std::span<const Node> nodes) {
  return 40 + 25 * std::sqrt(static_cast<double>(nodes.size()));
}

/// Few components, which are one row, are drawn larger.
double scale_of(std::span<const ComponentEmbedding> embeddings, const Components& parts) {
  constexpr double most = 3.2;
  double row = 0;
  for (const ComponentEmbedding& one : embeddings) row += side_of(parts.nodes(one.component));
  return std::clamp(width / std::max(row, 1.0), 1.0, most);
}

}  // namespace

void draw_network(const GraphView& view, TextTarget& file) {
  const Graph graph = drawn_part(view);
  const Components parts = components(graph);
  std::vector<Point> points(static_cast<std::size_t>(graph.nodes()));
  const auto embeddings = embed(graph, parts, {.axes = 2, .least = least_nodes});
  const double scale = scale_of(embeddings, parts);
  Point corner{0, 0};
  double height = 0;  // of the row
  double used = least_width;
  for (const ComponentEmbedding& one : embeddings) {
    const auto nodes = parts.nodes(one.component);
    const double side = scale * side_of(nodes);
    if (corner.x + side > width) corner = {0, corner.y + height};
    if (corner.x == 0) height = side;  // components come by size
    place(nodes, one, corner, side, points);
    corner.x += side;
    used = std::max(used, corner.x);
  }
  Svg svg(used, corner.y + height + 40, file);
  for_each_edge(graph, [&](Node a, Node b, std::size_t) {
    const Point from = points[static_cast<std::size_t>(a)];
    const Point to = points[static_cast<std::size_t>(b)];
    svg.line(from.x, from.y, to.x, to.y, "#cccccc");
  });
  for (Node node = 0; node < graph.nodes(); ++node) {
    const Point at = points[static_cast<std::size_t>(node)];
    const std::string_view name = graph.labels[node];
    svg.circle(at.x, at.y, 4, colour_of(group_of(view, view.graph.labels.find(name))), name);
  }
  svg.text(10, corner.y + height + 25, "start",
           fmt::format("{} of {}: the largest components of 3 to 200 nodes; a colour for each {}",
                       grouped(graph.nodes()), counted(view.graph.nodes(), "node"),
                       view.clusterings.empty() ? "component" : "cluster"));
  svg.finish();
}

}  // namespace encke::network
