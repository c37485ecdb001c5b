#include <fmt/format.h>

#include <encke/job/histogram/cell_histogram.hpp>

namespace encke::job {

CellBins cell_bins(double multiplier) {
  return {static_cast<Index>(CellBins::per_unit * multiplier)};
}

std::string cell_histogram_text(int way, CellBins bins, const Histogram& histogram) {
  std::string text = way == 2 ? "min\tLL\tLH\tHH\tLL+HH\n" : "min\tLLL\tLLH\tLHH\tHHH\tLLL+HHH\n";
  for (Index bin = 0; bin < bins.bins; ++bin) {
    text += fmt::format("{:.3f}", static_cast<double>(bin) / CellBins::per_unit);
    for (int column = 0; column < CellBins::columns(way); ++column) {
      const auto place = static_cast<std::size_t>(column * bins.bins + bin);
      const bool counted = place < histogram.counts.size();
      text += fmt::format("\t{}", counted ? histogram.counts[place] : 0);
    }
    text += '\n';
  }
  return text;
}

}  // namespace encke::job
