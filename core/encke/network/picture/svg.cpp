#include <fmt/format.h>

#include <array>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/xml_text.hpp>
#include <encke/network/picture/svg.hpp>

namespace encke::network {

Svg::Svg(double width, double height, TextTarget& file) : file_(file) {
  file_.write(fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"white\"/>\n",
      width, height));
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view colour) {
  file_.write(
      fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" "
                  "stroke=\"{}\"/>\n",
                  x1, y1, x2, y2, colour));
}

void Svg::circle(double x, double y, double radius, std::string_view colour,
                 std::string_view title) {
  file_.write(
      fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\" fill=\"{}\">"
                  "<title>{}</title></circle>\n",
                  x, y, radius, colour, xml_text(printable(title))));
}

void Svg::rect(double x, double y, double width, double height, std::string_view colour) {
  file_.write(
      fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
                  "fill=\"{}\"/>\n",
                  x, y, width, height, colour));
}

void Svg::text(double x, double y, std::string_view anchor, std::string_view words) {
  file_.write(fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                          anchor, xml_text(printable(words))));
}

std::string_view colour_of(std::size_t number) {
  constexpr std::array<std::string_view, 10> colours = {"#4477aa", "#ee6677", "#228833", "#ccbb44",
                                                        "#66ccee", "#aa3377", "#dd7700", "#999933",
                                                        "#882255", "#44aa99"};
  return colours.at(number % colours.size());
}

std::size_t group_of(const GraphView& view, Node node) {
  const Node group = view.clusterings.empty()
                         ? view.parts.of[static_cast<std::size_t>(node)]
                         : view.clusterings.front().of_nodes.nodes(node).front();
  return static_cast<std::size_t>(group);
}

}  // namespace encke::network
