#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
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

namespace {

/// Hues that are far from those of the numbers before, each light or dark.
std::string further_colour(std::size_t number) {
  constexpr double golden_angle = 137.50776405;
  const double hue = std::fmod(static_cast<double>(number) * golden_angle, 360) / 60;
  const double most = number % 2 == 0 ? 200 : 130;
  const double least = number % 2 == 0 ? 60 : 20;
  const auto channel = [&](double from) {
    const double distance = std::fmod(hue + from, 6);  // trapezoids, a third of the circle apart
    const double share = std::clamp(distance < 3 ? distance : 6 - distance, 1.0, 2.0) - 1;
    return static_cast<int>(least + (most - least) * share);
  };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(3), channel(1), channel(5));
}

}  // namespace

std::string colour_of(std::size_t number) {
  constexpr std::array<std::string_view, 10> colours = {"#4477aa", "#ee6677", "#228833", "#ccbb44",
                                                        "#66ccee", "#aa3377", "#dd7700", "#999933",
                                                        "#882255", "#44aa99"};
  return number < colours.size() ? std::string(colours.at(number)) : further_colour(number);
}

std::size_t group_of(const GraphView& view, Node node) {
  const Node group = view.clusterings.empty()
                         ? view.parts.of[static_cast<std::size_t>(node)]
                         : view.clusterings.front().of_nodes.nodes(node).front();
  return static_cast<std::size_t>(group);
}

}  // namespace encke::network
