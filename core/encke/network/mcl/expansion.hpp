#pragma once

#include <encke/network/mcl/columns.hpp>
#include <encke/network/mcl/slabs.hpp>
#include <memory>
#include <span>
#include <vector>

namespace encke::network {

/// One column of M·M: float32 values of the rows [first, end), all others are 0. Rows may hold 0.
struct Expanded {
  std::size_t column;
  std::size_t first;
  std::size_t end;
  std::span<const float> value;       ///< of all rows; only those of [first, end) count
  std::span<const std::int32_t> row;  ///< the rows that are not 0, ascending; or empty: not listed
};

/// Memory of a thread that expands.
struct ExpansionScratch {
  std::vector<double> sum;  ///< 0 between calls
  std::vector<float> value;
  std::vector<std::int32_t> touched;
  SlabSets sources;
};

/// The square of a matrix, column by column: entry (r, c) is the sum over k, ascending, of
/// M(k, c)·M(r, k) in float64, rounded to float32. Every way of summing keeps that order, so that
/// all give the same bits.
class Expansion {
 public:
  /// Columns that are expanded together.
  static constexpr std::size_t most_together = 64;

  /// `matrix` must outlive this.
  explicit Expansion(const Columns& matrix);

  /// Calls take(Expanded) for each column of [first, last), at most most_together, in order. Any
  /// number of threads at once, each with its scratch.
  template <class Take>
  void expand(std::size_t first, std::size_t last, ExpansionScratch& scratch,
              const Take& take) const {
    if (slabs_) {
      slabs_->multiply(first, last, scratch.sources, scratch.value);
      for (std::size_t c = first; c < last; ++c) {
        const auto values =
            std::span<const float>(scratch.value).subspan((c - first) * slabs_->rows());
        take(Expanded{c, 0, matrix_.count(), values, {}});
      }
      return;
    }
    for (std::size_t c = first; c < last; ++c) take(add_columns(c, scratch));
  }

  bool uses_slabs() const { return slabs_ != nullptr; }

 private:
  Expanded add_columns(std::size_t column, ExpansionScratch& scratch) const;

  const Columns& matrix_;
  std::unique_ptr<Slabs> slabs_;
};

}  // namespace encke::network
