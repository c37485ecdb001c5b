#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/text/text.hpp>
#include <encke/job/histogram/histogram_picture.hpp>
#include <string_view>
#include <vector>

namespace encke::job {
namespace {

constexpr double left = 95, top = 10, right = 770, height = 260;
constexpr double width_below = 60;  ///< of the part for values below 0

/// What is shown: bars from 0 to `end`, and perhaps one of all that lies below 0.
struct Bars {
  std::vector<std::int64_t> counts;
  std::size_t joined = 1;  ///< bins of a bar
  double end = 0;
  bool below = false;
  double decades = 1;

  double origin() const { return below ? left + width_below : left; }
  double width() const { return right - origin(); }
};

Bars bars_of(const Histogram& histogram, const std::optional<double>& threshold) {
  std::size_t bins = histogram.counts.size();
  while (bins > 1 && histogram.counts[bins - 1] == 0) --bins;
  Bars bars;
  bars.joined = std::max<std::size_t>(1, (bins + 99) / 100);
  bars.counts.resize(std::max<std::size_t>(1, (bins + bars.joined - 1) / bars.joined));
  for (std::size_t bin = 0; bin < bins; ++bin) {
    bars.counts[bin / bars.joined] += histogram.counts[bin];
  }
  bars.end = histogram.start(bars.counts.size() * bars.joined);
  bars.below = histogram.below > 0 || (threshold && *threshold < 0);
  const auto most = static_cast<double>(
      std::max(histogram.below, *std::max_element(bars.counts.begin(), bars.counts.end())));
  bars.decades = std::max(1.0, std::ceil(std::log10(most + 1)));
  return bars;
}

std::string bar_text(double x, double width, std::int64_t count, double decades,
                     std::string_view title) {
  // a single value is seen, too
  const double share = std::max(0.01, std::log10(static_cast<double>(count)) / decades);
  return fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
      "fill=\"#4477aa\"><title>{}: {}</title></rect>\n",
      x, top + height - height * share, width, height * share, title, grouped(count));
}

/// 1, 2 or 5 of a power of ten, so that there are five to ten ticks, and a power where that is one.
double step_of_ticks(double end) {
  constexpr double most_ticks = 10;
  const double least = end / most_ticks;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double digit : {1., 2., 5.}) {
    // a step that equals the least on paper must not fail by rounding
    if (digit * power >= least * (1 - 0x1p-40)) return digit * power;
  }
  return 10 * power;
}

std::string axes_text(const Bars& bars) {
  std::string text;
  for (double decade = 0; decade <= bars.decades; ++decade) {
    const double y = top + height - height * decade / bars.decades;
    text += fmt::format(
        "<line x1=\"{0:.2f}\" y1=\"{2:.2f}\" x2=\"{1:.2f}\" y2=\"{2:.2f}\" "
        "stroke=\"#dddddd\"/>\n<text x=\"{3:.2f}\" y=\"{4:.2f}\" text-anchor=\"end\">{5}</text>\n",
        left, right, y, left - 8, y + 4, grouped(std::llround(std::pow(10, decade))));
  }
  const double step = step_of_ticks(bars.end);
  for (int tick = 0; tick * step <= bars.end; ++tick) {
    const double x = bars.origin() + bars.width() * (tick * step / bars.end);
    text += fmt::format(
        "<line x1=\"{0:.2f}\" y1=\"{1:.2f}\" x2=\"{0:.2f}\" y2=\"{2:.2f}\" stroke=\"#888888\"/>\n"
        "<text x=\"{0:.2f}\" y=\"{3:.2f}\" text-anchor=\"middle\">{4:.6g}</text>\n",
        x, top + height, top + height + 4, top + height + 18, tick * step);
  }
  if (bars.below) {
    text += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\">below 0</text>\n", left - 8,
                        top + height + 18);
  }
  return text;
}

std::string threshold_text(const Bars& bars, double threshold) {
  const bool beyond = threshold > bars.end;
  double x = bars.origin() + bars.width() * std::min(threshold / bars.end, 1.0);
  if (threshold < 0) x = left + width_below / 3;
  return fmt::format(
      "<line x1=\"{0:.2f}\" y1=\"{1:.2f}\" x2=\"{0:.2f}\" y2=\"{2:.2f}\" stroke=\"#ee6677\" "
      "stroke-width=\"2\"{6}/>\n<text x=\"{0:.2f}\" y=\"{3:.2f}\" text-anchor=\"{5}\" "
      "fill=\"#aa3344\">threshold {4:g}{7}</text>\n",
      x, top, top + height, top + height + 40, threshold, beyond ? "end" : "middle",
      beyond ? " stroke-dasharray=\"6 4\"" : "", beyond ? ", beyond all values" : "");
}

}  // namespace

std::string histogram_picture(const Histogram& histogram, const std::optional<double>& threshold) {
  if (histogram.width <= 0) {  // of no values
    Histogram empty = histogram;
    empty.width = 0.01;
    return histogram_picture(empty, threshold);
  }
  const Bars bars = bars_of(histogram, threshold);
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"320\" viewBox=\"0 0 800 "
      "320\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>Histogram of all "
      "values</title>\n";
  text += axes_text(bars);
  if (histogram.below > 0) {
    text += bar_text(left, width_below - 8, histogram.below, bars.decades, "below 0");
  }
  const double step = bars.width() / static_cast<double>(bars.counts.size());
  for (std::size_t bar = 0; bar < bars.counts.size(); ++bar) {
    if (bars.counts[bar] == 0) continue;
    text += bar_text(bars.origin() + step * static_cast<double>(bar), std::max(1.0, step - 1),
                     bars.counts[bar], bars.decades,
                     fmt::format("from {:.2f}", histogram.start(bar * bars.joined)));
  }
  if (threshold) text += threshold_text(bars, *threshold);
  return text + "</svg>\n";
}

std::string histogram_svg(const Histogram& histogram, const std::optional<double>& threshold) {
  std::string text = histogram_picture(histogram, threshold);
  text.insert(text.find('\n') + 1, "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + text;
}

}  // namespace encke::job
