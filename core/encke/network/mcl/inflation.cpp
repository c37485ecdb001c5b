#include <algorithm>
#include <array>
#include <encke/host/threads/at_best_level.hpp>
#include <encke/network/mcl/inflation.hpp>
#include <encke/network/mcl/power.hpp>
#include <functional>
#include <utility>

namespace encke::network {
namespace {

/// Sums are kept in this many parts, whatever the processor has, so that they are the same on all.
constexpr std::size_t lanes = 8;

double total(const std::array<double, lanes>& part) {
  return ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
}

/// The sum of squares and the largest of some values.
struct Moments {
  const float* value;
  std::size_t count;
  double& squares;
  float& largest;

  [[gnu::always_inline]] void operator()() const {
    double square[lanes] = {};
    float most[lanes] = {};
    const std::size_t whole = count / lanes * lanes;
    for (std::size_t at = 0; at < whole; at += lanes) {
      for (std::size_t l = 0; l < lanes; ++l) {
        const auto x = static_cast<double>(value[at + l]);
        square[l] += x * x;
        most[l] = most[l] < value[at + l] ? value[at + l] : most[l];
      }
    }
    for (std::size_t l = 0; l < count - whole; ++l) {
      const auto x = static_cast<double>(value[whole + l]);
      square[l] += x * x;
      most[l] = most[l] < value[whole + l] ? value[whole + l] : most[l];
    }
    std::array<double, lanes> part;
    for (std::size_t l = 0; l < lanes; ++l) part[l] = square[l];
    squares = total(part);
    largest = 0;
    for (std::size_t l = 0; l < lanes; ++l) largest = largest < most[l] ? most[l] : largest;
  }
};

/// Sum of squares, and the largest, of an expanded column.
std::pair<double, float> moments_of(const Expanded& column) {
  double squares = 0;
  float largest = 0;
  if (column.row.empty()) {
    at_best_level(
        Moments{column.value.data() + column.first, column.end - column.first, squares, largest});
    return {squares, largest};
  }
  for (const std::int32_t r : column.row) {
    const float value = column.value[static_cast<std::size_t>(r)];
    squares += static_cast<double>(value) * static_cast<double>(value);
    largest = std::max(largest, value);
  }
  return {squares, largest};
}

/// power[i] = value[i] to the exponent, and their sum.
struct Powers {
  const float* value;
  std::size_t count;
  double factor;
  double exponent;
  double* power_of;

  [[gnu::always_inline]] void operator()() const {
    // Copies: what is stored might else be one of these numbers, for all that a compiler knows.
    const float* const from = value;
    double* const to = power_of;
    const double by = factor;
    const double raised = exponent;
    if (raised == 2) {
      for (std::size_t at = 0; at < count; ++at) {
        const double x = static_cast<double>(from[at]) * by;
        to[at] = x * x;
      }
      return;
    }
    for (std::size_t at = 0, end = count; at < end; ++at) {
      to[at] = power(static_cast<double>(from[at]) * by, raised);
    }
  }
};

template <class Number>
double sum_of(const Number* values, std::size_t count) {
  std::array<double, lanes> part{};
  std::size_t at = 0;
  for (; at + lanes <= count; at += lanes) {
    for (std::size_t l = 0; l < lanes; ++l) part[l] += static_cast<double>(values[at + l]);
  }
  for (std::size_t l = 0; at + l < count; ++l) part[l] += static_cast<double>(values[at + l]);
  return total(part);
}

/// Rows and values of a column, one after the other.
class Entries {
 public:
  Entries(const Expanded& column, InflationScratch& scratch)
      : column_(column), row_(scratch.row), value_(scratch.value), order_(scratch.order) {}

  /// Takes the entries of at least `bar`, and above 0.
  void take(double bar) {
    row_.clear();
    value_.clear();
    if (!column_.row.empty()) {
      for (const std::int32_t r : column_.row) take(static_cast<std::size_t>(r), bar);
      return;
    }
    std::size_t r = column_.first;
    for (; r + lanes <= column_.end; r += lanes) {  // most of a range may be 0
      float any = 0;
      for (std::size_t l = 0; l < lanes; ++l) any += column_.value[r + l];
      if (any == 0) continue;
      for (std::size_t l = 0; l < lanes; ++l) take(r + l, bar);
    }
    for (; r < column_.end; ++r) take(r, bar);
  }

  /// Keeps the `most` largest of what was taken, and those that equal the last of these.
  void keep_largest(std::size_t most) {
    if (value_.size() <= most) return;
    order_.assign(value_.begin(), value_.end());
    const auto last = order_.begin() + static_cast<std::ptrdiff_t>(most) - 1;
    std::nth_element(order_.begin(), last, order_.end(), std::greater<>());
    const float least = *last;
    std::size_t kept = 0;
    for (std::size_t at = 0; at < value_.size(); ++at) {
      if (value_[at] < least) continue;
      row_[kept] = row_[at];
      value_[kept++] = value_[at];
    }
    row_.resize(kept);
    value_.resize(kept);
  }

  std::size_t count() const { return value_.size(); }
  double mass() const { return sum_of(value_.data(), value_.size()); }

 private:
  void take(std::size_t row, double bar) {
    const float value = column_.value[row];
    if (!(value > 0) || static_cast<double>(value) < bar) return;
    row_.push_back(static_cast<std::int32_t>(row));
    value_.push_back(value);
  }

  const Expanded& column_;
  std::vector<std::int32_t>& row_;
  std::vector<float>& value_;
  std::vector<float>& order_;
};

void prune(const Pruning& pruning, Entries& entries) {
  entries.take(pruning.bar());
  const auto select = static_cast<std::size_t>(pruning.select);
  const auto recover = static_cast<std::size_t>(pruning.recover);
  const double enough = pruning.recover_percent / 100;
  if (entries.count() < recover && entries.mass() < enough) {
    entries.take(0);
    entries.keep_largest(recover);
  } else if (select > 0 && entries.count() > select) {
    entries.keep_largest(select);
    if (entries.mass() < enough && select < recover) {
      entries.take(pruning.bar());
      entries.keep_largest(recover);
    }
  }
}

}  // namespace

double inflate(const Expanded& column, const Pruning& pruning, double inflation,
               InflationScratch& scratch, Columns& out) {
  const auto [squares, largest] = moments_of(column);
  Entries entries(column, scratch);
  prune(pruning, entries);
  const std::size_t count = entries.count();
  scratch.power.resize(std::max(scratch.power.size(), count));
  at_best_level(
      Powers{scratch.value.data(), count, 1 / entries.mass(), inflation, scratch.power.data()});
  const double sum = sum_of(scratch.power.data(), count);
  const std::size_t before = out.row.size();
  out.row.resize(before + count);
  out.value.resize(before + count);
  std::size_t kept = before;
  for (std::size_t at = 0; at < count; ++at) {
    const auto value = static_cast<float>(scratch.power[at] / sum);
    out.row[kept] = scratch.row[at];
    out.value[kept] = value;
    kept += value > 0 ? 1 : 0;
  }
  out.row.resize(kept);
  out.value.resize(kept);
  out.end_column();
  return (static_cast<double>(largest) - squares) * static_cast<double>(count);
}

}  // namespace encke::network
