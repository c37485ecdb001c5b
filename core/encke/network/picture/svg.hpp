#pragma once

#include <encke/network/format/graph_view.hpp>
#include <encke/network/result_file.hpp>
#include <string>
#include <string_view>

namespace encke::network {

/// Writes a picture, shape by shape. Numbers have two decimals, so that the bytes are the same
/// everywhere; control characters in texts become escapes.
class Svg {
 public:
  Svg(double width, double height, TextTarget& file);
  void finish() { file_.write("</svg>\n"); }

  void line(double x1, double y1, double x2, double y2, std::string_view colour);
  /// `title` is shown where a pointer rests.
  void circle(double x, double y, double radius, std::string_view colour, std::string_view title);
  void rect(double x, double y, double width, double height, std::string_view colour);
  /// `anchor`: start, middle or end.
  void text(double x, double y, std::string_view anchor, std::string_view words);

 private:
  TextTarget& file_;
};

/// A colour for a number, for each of the first hundreds another one. The first ten are easily told
/// apart, by those who see few colours, too.
std::string colour_of(std::size_t number);

/// The number of a node's first cluster, or of its component where there are no clusters.
std::size_t group_of(const GraphView& view, Node node);

}  // namespace encke::network
