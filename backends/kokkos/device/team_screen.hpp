#pragma once

#include <vector>

#include "cuda/host/screen_kinds.hpp"
#include "cuda/memory/score_limits.hpp"
#include "cuda/memory/vector_data.hpp"
#include "device_panel.hpp"
#include "team_select.hpp"

namespace encke::kokkos {

/// The test of a screen for the tallies of rows and columns, with what it knows of them, in the
/// memory of `Exec`.
template <class Exec>
class TeamScreen {
 public:
  /// `screen` may be null. `way`, and the tallies of an entry.
  TeamScreen(const Operand& rows, const Operand& cols, const Screen* screen, int way, int products)
      : screen_(screen),
        kind_(cuda::kind_of(screen, rows.vectors->element())),
        way_(way),
        products_(products),
        rows_(rows),
        cols_(cols) {}

  /// True if there is a test, and it may drop something by now.
  bool tests() const {
    return kind_ != cuda::ScreenKind::none && is_active(*screen_) &&
           cuda::with_stored_test(reals(), products_, kind_, way_, [](auto, auto, auto) {});
  }
  bool reals() const { return rows_.vectors->element().row().real_sums; }
  const Screen& screen() const { return *screen_; }
  cuda::ScreenKind kind() const { return kind_; }
  int way() const { return way_; }

  /// What tests() receives, with the limits as they are now; triples lack their pivot.
  cuda::ScreenData data() {
    if (of_rows_.extent(0) == 0) {
      row_table_ = bring(rows_, of_rows_);
      col_table_ = bring(cols_, of_cols_);
    }
    cuda::ScreenData data;
    data.rows = row_table_.in(of_rows_.data(), 0);
    data.cols = col_table_.in(of_cols_.data(), 0);
    data.fields = static_cast<std::int32_t>(rows_.vectors->fields());
    for (int c = 0; c < 2 && cuda::is_score(kind_); ++c) {
      data.class_fields[c] = static_cast<std::int32_t>(rows_.vectors->class_fields(c).size());
    }
    std::visit([&](const auto& bound) { set_limits(bound, data); }, *screen_);
    return data;
  }

  /// The limit of a vector of the whole problem, for tests by scores of triples.
  void set_pivot_limit(Index vector, cuda::ScreenData& data) const {
    const auto* const bound = std::get_if<ScoreBound>(screen_);
    if (bound == nullptr) return;
    const cuda::ScoreLimits limits(*bound);
    if (limits.by_vector()) data.pivot_limit = limits.of(vector);
  }

 private:
  static DeviceBytes<Exec> copy_of(const void* from, std::size_t bytes) {
    DeviceBytes<Exec> to("encke::screen", bytes);
    Kokkos::deep_copy(to, HostBytes(static_cast<const std::byte*>(from), bytes));
    return to;
  }
  cuda::VectorTable bring(const Operand& block, DeviceBytes<Exec>& to) const {
    cuda::VectorTable table(block.range.size(), std::holds_alternative<ScoreBound>(*screen_));
    std::visit([&](const auto& bound) { table.put(bound, block, block.range); }, *screen_);
    to = copy_of(table.data(), static_cast<std::size_t>(table.bytes()));
    table.release();
    return table;
  }
  /// Bounds with a floor.
  template <class Bound>
  void set_limits(const Bound& bound, cuda::ScreenData& data) {
    data.floor = bound.floor;
  }
  void set_limits(const ScoreBound& bound, cuda::ScreenData& data) {
    const cuda::ScoreLimits limits(bound);
    data.limit = limits.of_all();
    if (!limits.by_vector()) return;
    std::vector<float> values;
    for (const Operand& side : {rows_, cols_}) {
      for (Index v = 0; v < side.range.size(); ++v) {
        values.push_back(limits.of(side.indices().begin + v));
      }
    }
    limits_ = copy_of(values.data(), values.size() * sizeof(float));
    data.row_limits = reinterpret_cast<const float*>(limits_.data());
    data.col_limits = data.row_limits + rows_.range.size();
  }

  const Screen* screen_;
  cuda::ScreenKind kind_;
  int way_;
  int products_;
  Operand rows_, cols_;
  DeviceBytes<Exec> of_rows_, of_cols_, limits_;
  cuda::VectorTable row_table_, col_table_;  ///< their layout
};

}  // namespace encke::kokkos
