#pragma once

#include <cmath>
#include <encke/ordination/distances.hpp>
#include <string>
#include <vector>

namespace encke::test {

/// Distances between points, which are named s0, s1, ...
inline ordination::Distances distances_of(const std::vector<std::vector<double>>& points) {
  ordination::Distances distances;
  for (std::size_t i = 0; i < points.size(); ++i) {
    distances.ids.push_back("s" + std::to_string(i));
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < points[i].size(); ++k) {
        sum += (points[i][k] - points[j][k]) * (points[i][k] - points[j][k]);
      }
      distances.values.push_back(std::sqrt(sum));
    }
  }
  return distances;
}

}  // namespace encke::test
