#pragma once

#include <encke/network/format/graph_view.hpp>
#include <encke/network/result_file.hpp>
#include <span>
#include <string_view>

namespace encke::network {

/// A picture of a network, as SVG without scripts: all that is known of it.
struct PictureRow {
  std::string_view name;
  std::string_view ending;
  std::string_view help;
  bool positive;  ///< weights must be above 0
  /// Throws Error(write).
  void (*write)(const GraphView& view, TextTarget& file);
};

std::span<const PictureRow> pictures();

/// How many nodes have how many edges, on logarithmic axes.
void draw_degrees(const GraphView& view, TextTarget& file);
/// Mean weights of at most 1,000 x 1,000 cells; nodes by component, then by cluster.
void draw_heatmap(const GraphView& view, TextTarget& file);
/// Components of 3 to 200 nodes, of at most 2,000 nodes in all, by two axes of an embedding;
/// colours are clusters.
void draw_network(const GraphView& view, TextTarget& file);

}  // namespace encke::network
