#pragma once

#include <cstdint>
#include <encke/base/cell_bins.hpp>
#include <encke/base/digest.hpp>
#include <encke/base/histogram.hpp>
#include <encke/combine/row_values.hpp>
#include <encke/metric/metric.hpp>
#include <encke/plan/plan.hpp>
#include <encke/sink/hit.hpp>
#include <vector>

namespace encke {

/// What a worker has kept of the values that it was given.
template <int Way>
struct TakenValues {
  std::vector<Hit<Way>> hits;
  Digest digest;
  Histogram histogram;
};

/// A sink's: what lies beyond them is no hit.
struct SinkLimits {
  double floor;
  double ceiling;
  bool hold(double value) const { return !(value < floor || value > ceiling); }
};

/// Rounds values to the precision of a run, counts and digests them, and keeps those that its
/// threshold selects.
template <class Metric, int Way>
class HitFilter {
 public:
  static constexpr int cells = Metric::template cells<Way>;
  /// A value for each combination of two alleles.
  static constexpr bool by_alleles = cells == ipow(2, Way) && !HasDecidingCell<Metric>;
  using Values = Array<double, cells>;

  /// The values of a tuple, as the metric has them.
  struct Made {
    Values values;
    std::uint32_t degrees = 0;
    bool matters = true;  ///< false: none is a hit, and nothing else is asked for
  };

  /// The plan must outlive this.
  explicit HitFilter(const Plan& plan) : plan_(plan) {}

  /// Takes one tuple. `hit` has its indices.
  void take(const Made& made, Hit<Way> hit, const SinkLimits& limits, TakenValues<Way>& to) const {
    Values values = made.values;
    if constexpr (by_alleles) {
      if (plan_.cell_bins > 0) CellBins{plan_.cell_bins}.add<Way>(values, to.histogram);
    }
    for (int cell = 0; cell < cells; ++cell) {
      if (decider(cell) == cell) values[cell] = rounded(values[cell]);
    }
    for (int cell = 0; cell < cells; ++cell) {
      hit.cell = static_cast<std::uint32_t>(cell);
      if constexpr (HasDegreesOfFreedom<Metric, Way>) hit.cell = made.degrees;
      hit.value = values[cell];
      const bool binned = plan_.histogram_width > 0 && plan_.cell_bins == 0;
      if (binned && decider(cell) == cell) to.histogram.add(hit.value);
      if (plan_.digest_all) to.digest.add(hit.index, hit.cell, hit.value);
      const double deciding = values[decider(cell)];
      if (!keeps(values, hit, deciding) || !limits.hold(deciding)) continue;
      if (!plan_.digest_all) to.digest.add(hit.index, hit.cell, hit.value);
      to.hits.push_back(hit);
    }
  }

  /// True if take() of rows can do what take() of tuples does.
  bool takes_rows() const {
    return !HasDecidingCell<Metric> && !HasDegreesOfFreedom<Metric, Way> && plan_.cell_bins == 0 &&
           !plan_.threshold.by_cell;
  }

  /// Takes entry `entry` of a row, whose values are rounded.
  void take(const RowValues<Metric, Way>& row, Index entry, const SinkLimits& limits,
            TakenValues<Way>& to) const {
    for (int cell = 0; cell < cells; ++cell) {
      const double value = row.value(entry, cell);
      if (plan_.histogram_width > 0) to.histogram.add(value);
      const bool kept = limits.hold(value) && plan_.threshold.keeps(value);
      if (kept || plan_.digest_all) to.digest.add(row.digest(cell), row.last(entry), value);
      if (kept) to.hits.push_back(row.hit(entry, cell));
    }
  }

  /// False if no value of a tuple matters whose deciding cell has this one.
  bool may_matter(double deciding) const {
    const bool counts_hits_alone = plan_.histogram_width <= 0 && !plan_.digest_all;
    return !counts_hits_alone || plan_.threshold.keeps(rounded(deciding));
  }

 private:
  /// The cell whose value decides whether that of `cell` is a hit.
  static constexpr int decider(int cell) {
    if constexpr (HasDecidingCell<Metric>) return Metric::deciding_cell;
    return cell;
  }

  /// To the precision of the run.
  double rounded(double value) const {
    if (plan_.precision == Precision::float64) return value;
    return static_cast<double>(static_cast<float>(value));
  }

  /// `deciding`: what decides where there is one threshold of all values.
  bool keeps(const Values& values, const Hit<Way>& hit, double deciding) const {
    const auto cell = static_cast<int>(hit.cell);
    if constexpr (by_alleles) {
      if (plan_.threshold.by_cell) {
        const double sum = rounded(values.front() + values.back());
        return plan_.threshold.keeps_cell<Way>(values, cell, sum);
      }
    }
    if constexpr (HasDegreesOfFreedom<Metric, Way>) {
      if (plan_.threshold.by_p_value) return plan_.threshold.p_values.keeps(hit.value, cell);
    }
    return plan_.threshold.keeps(deciding);
  }

  const Plan& plan_;
};

}  // namespace encke
