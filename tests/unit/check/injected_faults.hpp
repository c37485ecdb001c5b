#pragma once

#include <algorithm>
#include <encke/base/array.hpp>
#include <encke/check/planes.hpp>
#include <encke/tally/tally_tile.hpp>
#include <mutex>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace encke::test {

/// Counts visits, and entries that may pass the screen.
class Count final : public TallyVisitor {
 public:
  void visit(const TallyTile& tile, int) override {
    const std::lock_guard lock(mutex_);
    ++visits_;
    for (Index r = 0; r < tile.rows.size(); ++r) {
      const Index row = tile.rows.begin + r;
      for (Index c = 0; c < tile.cols.size() && row > tile.pivot; ++c) {
        if (row >= tile.cols.begin + c) continue;
        if (tile.candidates == nullptr || tile.candidates[r * tile.candidate_stride + c] != 0) {
          ++candidates_;
        }
      }
    }
  }
  Index visits() const { return visits_; }
  Index candidates() const { return candidates_; }

 private:
  std::mutex mutex_;
  Index visits_ = 0, candidates_ = 0;
};

/// Passes tiles on, one of them with one tally changed.
template <class C, int Way>
class Fault final : public TallyVisitor {
 public:
  /// `masks`: whether the vectors keep masks.
  explicit Fault(std::mt19937_64& random, bool masks = false) : random_(random), masks_(masks) {}

  /// From now on, changes the n-th tile (from 0) that is visited.
  void arm(TallyVisitor& to, Index n) {
    to_ = &to;
    left_ = n;
    where_.clear();
  }
  bool injected() const { return !where_.empty(); }
  /// What must be named.
  const std::string& where() const { return where_; }

  void visit(const TallyTile& tile, int worker) override {
    const std::lock_guard lock(mutex_);
    if (left_-- != 0) return to_->visit(tile, worker);
    TallyTile changed = tile;
    Index r = 0, c = 0;
    if (!choose(tile, r, c)) return to_->visit(tile, worker);
    const Index row = tile.rows.begin + r;
    const std::string pivot = "pivot " + std::to_string(tile.pivot);
    const bool table = tile.form == TallyForm::table;
    const int pair_planes = Planes::in_tile(Planes::of_pairs(tile), 2);
    const int planes = Planes::in_tile(tile.form, Way);
    // nobody reads pair tallies that come with tables of vectors with missing samples
    const bool pairs = Way == 3 && !(classes && tile.form == TallyForm::missing);
    const auto which = pairs ? random_() % 6 : 0;
    if (which == 1) {
      change(changed.pivot_rows, pair_planes, 1, tile.rows.size(), 0, r, table);
      where_ = of_pair(pivot, "rows", table);
    } else if (which == 2) {
      change(changed.pivot_cols, pair_planes, 1, tile.cols.size(), 0, c, table);
      where_ = of_pair(pivot, "columns", table);
    } else if (which == 3) {
      change(changed.row_cols, pair_planes, tile.rows.size(), tile.cols.size(), r, c, table);
      where_ = of_pair("row " + std::to_string(row), "columns", table);
      if (classes && masks_ && !table) where_ = pivot + ", " + where_;
    } else {
      const int p = change(changed.joint, planes, tile.rows.size(), tile.cols.size(), r, c, table);
      where_ = (Way == 3 ? pivot + ", " : "") + "row " + std::to_string(row) + ", plane ";
      if (!classes) where_ += std::to_string(p) + ":";  // of classes that of a sum of planes
    }
    to_->visit(changed, worker);
  }

 private:
  using Planes = RowCheckPlanes<C>;
  static constexpr bool classes = C::id == ContractionId::genotype_tables;

  /// What must be named where a pair tally is wrong.
  std::string of_pair(const std::string& vector, const std::string& others, bool table) const {
    if (C::id == ContractionId::count_minima) return ", pair tallies:";
    if (classes && masks_ && !table) return vector + ", ";  // by what it implies
    return vector + ", its pair tallies with " + others + ":";
  }

  /// An entry at random that is defined.
  bool choose(const TallyTile& tile, Index& r, Index& c) {
    std::vector<std::pair<Index, Index>> defined;
    for (Index i = 0; i < tile.rows.size(); ++i) {
      for (Index j = 0; j < tile.cols.size(); ++j) {
        const Index row = tile.rows.begin + i;
        if (tile.pivot < row && row < tile.cols.begin + j) defined.emplace_back(i, j);
      }
    }
    if (defined.empty()) return false;
    std::tie(r, c) = defined[random_() % defined.size()];
    return true;
  }

  int change(TallyMatrix& matrix, int planes, Index rows, Index cols, Index r, Index c,
             bool table) {
    const int p = static_cast<int>(random_() % static_cast<unsigned>(planes));
    table ? change_one<std::int64_t>(matrix, planes, rows, cols, p, r, c)
          : change_one<std::int32_t>(matrix, planes, rows, cols, p, r, c);
    return p;
  }

  /// Copies the matrix, and flips a bit of one entry or adds something to it.
  template <class T>
  void change_one(TallyMatrix& matrix, int planes, Index rows, Index cols, int p, Index r,
                  Index c) {
    using U = std::make_unsigned_t<T>;
    copy_.assign(static_cast<std::size_t>(planes * rows * cols) * sizeof(T), 0);
    T* to = reinterpret_cast<T*>(copy_.data());
    for (Index k = 0; k < planes * rows; ++k) {
      std::copy_n(matrix.row<T>(k / rows, k % rows), cols, to + k * cols);
    }
    T& entry = to[(p * rows + r) * cols + c];
    U bits = static_cast<U>(entry);
    switch (random_() % 3) {
      case 0:
        bits ^= U{1} << random_() % (8 * sizeof(T));
        break;
      case 1:
        bits += 1;
        break;
      default:
        bits -= static_cast<U>(1 + random_() % 1000);
    }
    entry = static_cast<T>(bits);
    matrix = {copy_.data(), rows * cols, cols};
  }

  std::mt19937_64& random_;
  bool masks_;
  std::mutex mutex_;
  TallyVisitor* to_ = nullptr;
  Index left_ = 0;
  std::string where_;
  std::vector<char> copy_;
};

}  // namespace encke::test
