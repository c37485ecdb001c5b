#include "statistics.hpp"

#include <algorithm>
#include <cstddef>

namespace encke::bench {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double spread(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return *least == *most ? 1 : *most / *least;
}

}  // namespace encke::bench
