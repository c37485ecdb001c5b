#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/base/text/printable.hpp>
#include <encke/base/text/xml_text.hpp>
#include <encke/ordination/output/scatter.hpp>
#include <string_view>

namespace encke::ordination {
namespace {

constexpr double width = 560;  ///< of the frame, in pixels
constexpr double height = 440;
constexpr double left = 70;
constexpr double top = 20;
constexpr double margin = 0.05;  ///< free at the sides, of the frame
constexpr int most_listed = 24;  ///< groups in the legend
constexpr Index shapes = 5;      ///< no divisor of the number of colours
constexpr double line_height = 18;

/// Colours that people who see fewer of them tell apart (M. Okabe and K. Ito, 2008); then shades.
constexpr std::array<std::string_view, 16> colours = {
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#f0e442", "#000000",
    "#003a5c", "#8a5f00", "#00543d", "#7d3700", "#7a3f61", "#1f6f99", "#8f8620", "#777777"};

/// As text of XML; what XML cannot hold as escapes.
std::string escaped(std::string_view text, std::size_t longest) {
  return xml_text(shortened(text, longest));
}

/// Values of an axis, and where they are in the picture.
struct Side {
  double middle = 0;  ///< value
  double centre = 0;  ///< pixel
  double scale = 0;   ///< pixels of 1; negative where they count downwards

  double at(double value) const { return centre + (value - middle) * scale; }
};

struct Extent {
  double least = 0;
  double most = 0;
  double size() const { return most - least; }
};

Extent extent_of(const Pcoa& pcoa, Index axis) {
  Extent extent{pcoa.coordinate(0, axis), pcoa.coordinate(0, axis)};
  for (Index i = 1; i < pcoa.samples(); ++i) {
    extent.least = std::min(extent.least, pcoa.coordinate(i, axis));
    extent.most = std::max(extent.most, pcoa.coordinate(i, axis));
  }
  return extent;
}

/// 1, 2 or 5 times a power of ten: about a fifth of a length.
double tick_step(double length) {
  const double power = std::pow(10, std::floor(std::log10(length / 5)));
  const double share = length / 5 / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

class Picture {
 public:
  Picture(const Pcoa& pcoa, Index horizontal, Index vertical, const Grouping& grouping)
      : pcoa_(pcoa), axes_{horizontal, vertical}, grouping_(grouping) {
    const Extent x = extent_of(pcoa, horizontal);
    const Extent y = extent_of(pcoa, vertical);
    const double free = 1 - 2 * margin;
    const double fits_x = x.size() > 0 ? width * free / x.size() : HUGE_VAL;
    const double fits_y = y.size() > 0 ? height * free / y.size() : HUGE_VAL;
    scale_ = std::min(fits_x, fits_y);
    if (!std::isfinite(scale_)) scale_ = 1;  // all in one place
    x_ = {(x.least + x.most) / 2, left + width / 2, scale_};
    y_ = {(y.least + y.most) / 2, top + height / 2, -scale_};
  }

  std::string text() {
    const bool legend = !grouping_.names.empty();
    const double right = left + width + (legend ? 190 : 20);
    const double bottom = top + height + 60;
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0:.2f}\" "
        "height=\"{1:.2f}\" viewBox=\"0 0 {0:.2f} {1:.2f}\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<title>Principal coordinates of {2} samples</title>\n"
        "<rect width=\"{0:.2f}\" height=\"{1:.2f}\" fill=\"#ffffff\"/>\n",
        right, bottom, pcoa_.samples());
    add_frame();
    for (Index i = 0; i < pcoa_.samples(); ++i) add_sample(i);
    if (legend) add_legend();
    return text_ + "</svg>\n";
  }

 private:
  void add_line(double x1, double y1, double x2, double y2, std::string_view colour) {
    text_ += fmt::format(
        "<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" stroke=\"{}\"/>\n", x1, y1,
        x2, y2, colour);
  }
  void add_text(double x, double y, std::string_view anchor, std::string_view words) {
    text_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                         anchor, words);
  }

  std::string axis_name(Index axis) const {
    return fmt::format("PC{} ({:.2f} %)", axis + 1,
                       100 * pcoa_.proportions[static_cast<std::size_t>(axis)]);
  }

  /// Calls mark(value, text) for each tick of a side of so many pixels.
  template <class Mark>
  void for_each_tick(const Side& side, double pixels, const Mark& mark) const {
    const double half = pixels / 2 / scale_;
    const double step = tick_step(height / scale_);
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    const double first = std::ceil((side.middle - half) / step);
    for (double k = first; k * step <= side.middle + half; ++k) {
      mark(k * step, fmt::format("{:.{}f}", k * step + 0.0, decimals));
    }
  }

  void add_frame() {
    const double bottom = top + height;
    for_each_tick(x_, width, [&](double value, const std::string& words) {
      add_line(x_.at(value), top, x_.at(value), bottom, value == 0 ? "#999999" : "#eeeeee");
      add_text(x_.at(value), bottom + 18, "middle", words);
    });
    for_each_tick(y_, height, [&](double value, const std::string& words) {
      add_line(left, y_.at(value), left + width, y_.at(value), value == 0 ? "#999999" : "#eeeeee");
      add_text(left - 6, y_.at(value) + 4, "end", words);
    });
    text_ += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"none\" "
        "stroke=\"#333333\"/>\n",
        left, top, width, height);
    add_text(left + width / 2, bottom + 42, "middle", axis_name(axes_[0]));
    text_ += fmt::format(
        "<text transform=\"translate(16.00 {:.2f}) rotate(-90)\" "
        "text-anchor=\"middle\">{}</text>\n",
        top + height / 2, axis_name(axes_[1]));
  }

  static std::string_view colour_of(Index group) {
    return colours[static_cast<std::size_t>(group) % colours.size()];
  }

  /// A mark of the group's shape, all of about one size.
  static std::string mark(double x, double y, Index group) {
    const auto lines = [x, y](std::initializer_list<std::array<double, 2>> corners) {
      std::string path;
      for (const auto& [dx, dy] : corners) {
        path += fmt::format("{}{:.2f} {:.2f}", path.empty() ? "M" : "L", x + dx, y + dy);
      }
      return "path d=\"" + path + "Z\"";
    };
    switch (group % shapes) {
      case 1:
        return lines({{-3.5, -3.5}, {3.5, -3.5}, {3.5, 3.5}, {-3.5, 3.5}});
      case 2:
        return lines({{0, -4.8}, {4.6, 3.2}, {-4.6, 3.2}});
      case 3:
        return lines({{0, -5}, {5, 0}, {0, 5}, {-5, 0}});
      case 4:
        return lines({{0, 4.8}, {4.6, -3.2}, {-4.6, -3.2}});
      default:
        return fmt::format("circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"4.00\"", x, y);
    }
  }

  void add_mark(double x, double y, Index group, const std::string& title) {
    const std::string shape = mark(x, y, group);
    text_ += fmt::format("<{} fill=\"{}\" fill-opacity=\"0.80\"", shape, colour_of(group));
    text_ += title.empty() ? "/>\n"
                           : fmt::format("><title>{}</title></{}>\n", title,
                                         shape.substr(0, shape.find(' ')));
  }

  void add_sample(Index i) {
    const auto at = static_cast<std::size_t>(i);
    const Index group = grouping_.names.empty() ? 0 : grouping_.of[at];
    add_mark(x_.at(pcoa_.coordinate(i, axes_[0])), y_.at(pcoa_.coordinate(i, axes_[1])), group,
             escaped(pcoa_.ids[at], 200));
  }

  void add_legend() {
    const double x = left + width + 20;
    double y = top + 10;
    if (!grouping_.title.empty()) {
      text_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-weight=\"bold\">{}</text>\n",
                           x - 4, y, escaped(grouping_.title, 22));
      y += line_height;
    }
    const Index groups = grouping_.groups();
    const Index listed = groups > most_listed ? most_listed - 1 : groups;
    for (Index group = 0; group < listed; ++group, y += line_height) {
      const auto at = static_cast<std::size_t>(group);
      add_mark(x, y - 4, group, "");
      add_text(x + 12, y, "start",
               fmt::format("{} ({})", escaped(grouping_.names[at], 20), grouping_.sizes[at]));
    }
    if (listed < groups) add_text(x + 12, y, "start", fmt::format("and {} more", groups - listed));
  }

  const Pcoa& pcoa_;
  std::array<Index, 2> axes_;
  const Grouping& grouping_;
  double scale_ = 1;
  Side x_;
  Side y_;
  std::string text_;
};

}  // namespace

std::string scatter(const Pcoa& pcoa, Index horizontal, Index vertical, const Grouping& grouping) {
  for (const Index axis : {horizontal, vertical}) {
    if (axis >= 0 && axis < pcoa.axes) continue;
    throw Error(
        Failure::inconsistent,
        fmt::format("no axis {} for the picture: {} axes were computed", axis + 1, pcoa.axes));
  }
  return Picture(pcoa, horizontal, vertical, grouping).text();
}

}  // namespace encke::ordination
