#pragma once

#include <cmath>
#include <cstddef>
#include <encke/base/index.hpp>
#include <memory>
#include <vector>

namespace encke {

/// A function of counts 0 … most, tabulated once for a run, so that every backend reads the same
/// bits. Copies share the table.
class CountTable {
 public:
  double operator[](Index count) const { return values_[count]; }

  /// ln n!: the sum of ln 2 … ln n, each step with what its rounding lost added back (A. Neumaier,
  /// 1974), so that an entry is off by about one unit in its last place.
  static CountTable log_factorial(Index most) {
    std::vector<double> table(static_cast<std::size_t>(most + 1));
    double sum = 0, lost = 0;
    for (Index n = 2; n <= most; ++n) {
      const double x = std::log(static_cast<double>(n));
      const double next = sum + x;
      lost += sum >= x ? (sum - next) + x : (x - next) + sum;
      sum = next;
      table[static_cast<std::size_t>(n)] = sum + lost;
    }
    return CountTable(std::move(table));
  }

  /// n ln n; 0 for n = 0.
  static CountTable n_log_n(Index most) {
    std::vector<double> table(static_cast<std::size_t>(most + 1));
    for (Index n = 2; n <= most; ++n) {
      const auto x = static_cast<double>(n);
      table[static_cast<std::size_t>(n)] = x * std::log(x);
    }
    return CountTable(std::move(table));
  }

 private:
  explicit CountTable(std::vector<double> table)
      : owner_(std::make_shared<const std::vector<double>>(std::move(table))),
        values_(owner_->data()) {}

  std::shared_ptr<const std::vector<double>> owner_;
  const double* values_;
};

}  // namespace encke
