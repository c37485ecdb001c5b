#include "sinks.hpp"

#include <algorithm>
#include <encke/base/error.hpp>
#include <numeric>
#include <string>

namespace encke::python {

Collecting::Piece& Collecting::with_space() {
  if (pieces_.empty() || pieces_.back().size() >= most) {
    const std::int64_t of_hit = info_.way * 4 + (has_cells() ? 9 : 8);
    const std::int64_t needed = static_cast<std::int64_t>(pieces_.size() + 1) * most * of_hit;
    if (needed > allowed_ && !pieces_.empty()) {
      throw OutOfMemory(std::to_string(pieces_.size() * most) + " hits and more", needed, allowed_);
    }
    pieces_.emplace_back();
    Piece& piece = pieces_.back();
    for (int v = 0; v < info_.way; ++v) piece.index[v].reserve(most);
    if (has_cells()) piece.cell.reserve(most);
    piece.value.reserve(most);
  }
  return pieces_.back();
}

template <int Way>
void Collecting::append(std::span<const Hit<Way>> hits) {
  while (!hits.empty()) {
    Piece& piece = with_space();
    const auto some = hits.first(std::min(hits.size(), most - piece.size()));
    for (int v = 0; v < Way; ++v) {
      for (const auto& hit : some) {
        piece.index[v].push_back(static_cast<std::int32_t>(hit.index[v]));
      }
    }
    if (has_cells()) {
      for (const auto& hit : some) piece.cell.push_back(static_cast<std::uint8_t>(hit.cell));
    }
    for (const auto& hit : some) piece.value.push_back(hit.value);
    hits = hits.subspan(some.size());
  }
}

void Collecting::take(std::span<const Hit<2>> hits) { append(hits); }
void Collecting::take(std::span<const Hit<3>> hits) { append(hits); }

/// Where the hits of each first vector begin.
std::vector<std::size_t> Collecting::starts() const {
  std::vector<std::size_t> at(static_cast<std::size_t>(info_.vectors) + 1, 0);
  for (const Piece& piece : pieces_) {
    for (const std::int32_t i : piece.index[0]) ++at[static_cast<std::size_t>(i) + 1];
  }
  std::partial_sum(at.begin(), at.end(), at.begin());
  return at;
}

HitColumns Collecting::empty_columns() const {
  HitColumns all;
  all.way = info_.way;
  for (const Piece& piece : pieces_) all.size += piece.size();
  for (int v = 0; v < all.way; ++v) all.index[v] = Column<std::int32_t>(all.size);
  if (has_cells()) all.cell = Column<std::uint8_t>(all.size);
  all.value = Column<double>(all.size);
  return all;
}

void Collecting::copy(const Piece& piece, std::size_t from, HitColumns& to, std::size_t at) const {
  for (int v = 0; v < to.way; ++v) to.index[v][at] = piece.index[v][from];
  if (to.cell.size() > 0) to.cell[at] = piece.cell[from];
  to.value[at] = piece.value[from];
}

namespace {

/// Sorts the hits of one first vector, which lie in [begin, end): most often they are in order, or
/// runs of tiles that are.
class RowSort {
 public:
  explicit RowSort(HitColumns& hits) : hits_(hits) {}

  void sort(std::size_t begin, std::size_t end) {
    if (is_sorted(begin, end)) return;
    order_.resize(end - begin);
    std::iota(order_.begin(), order_.end(), begin);
    std::sort(order_.begin(), order_.end(),
              [this](std::size_t a, std::size_t b) { return key(a) < key(b); });
    for (int v = 1; v < hits_.way; ++v) apply(hits_.index[v].data(), begin, indices_);
    if (hits_.cell.size() > 0) apply(hits_.cell.data(), begin, cells_);
    apply(hits_.value.data(), begin, values_);
  }

 private:
  struct Key {
    std::uint64_t vectors;
    std::uint8_t cell;
    auto operator<=>(const Key&) const = default;
  };
  Key key(std::size_t at) const {
    const auto j = static_cast<std::uint32_t>(hits_.index[1][at]);
    const auto k = hits_.way == 3 ? static_cast<std::uint32_t>(hits_.index[2][at]) : 0;
    return {std::uint64_t{j} << 32 | k, hits_.cell.size() > 0 ? hits_.cell[at] : std::uint8_t{0}};
  }
  bool is_sorted(std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin + 1; at < end; ++at) {
      if (key(at) < key(at - 1)) return false;
    }
    return true;
  }
  template <class T>
  void apply(T* column, std::size_t begin, std::vector<T>& sorted) const {
    sorted.clear();
    for (const std::size_t from : order_) sorted.push_back(column[from]);
    std::copy(sorted.begin(), sorted.end(), column + begin);
  }

  HitColumns& hits_;
  std::vector<std::size_t> order_;
  std::vector<std::int32_t> indices_;
  std::vector<std::uint8_t> cells_;
  std::vector<double> values_;
};

}  // namespace

HitColumns Collecting::columns(bool sorted) {
  HitColumns all = empty_columns();
  std::vector<std::size_t> next = sorted ? starts() : std::vector<std::size_t>();
  std::size_t at = 0;
  for (Piece& piece : pieces_) {
    for (std::size_t k = 0; k < piece.size(); ++k) {
      copy(piece, k, all, sorted ? next[static_cast<std::size_t>(piece.index[0][k])]++ : at++);
    }
    piece = {};
  }
  pieces_.clear();
  if (!sorted) return all;
  RowSort rows(all);
  std::size_t begin = 0;
  for (const std::size_t end : next) {  // where a row ended the next one begins
    rows.sort(begin, end);
    begin = end;
  }
  return all;
}

void Best::begin(const SinkInfo& info) {
  info_ = info;
  table_ = sink::BestTable(info);
}

template <int Way>
void Best::count() {
  const auto entries = table_.entries();
  for (std::size_t v = 0; v < entries.size(); ++v) {
    if (sink::BestTable::is_empty(entries[v])) continue;
    Array<std::uint32_t, Way> index;
    index[0] = static_cast<std::uint32_t>(v);
    for (int w = 1; w < Way; ++w) index[w] = entries[v].partners[w - 1];
    std::sort(index.begin(), index.end());
    ++selected_.hits;
    selected_.digest.add(index, entries[v].cell, entries[v].value);
  }
}

void Best::finish() { info_.way == 3 ? count<3>() : count<2>(); }

HitColumns Best::columns() const {
  HitColumns all;
  all.way = info_.way;
  all.size = static_cast<std::size_t>(selected_.hits);
  for (int v = 0; v < all.way; ++v) all.index[v] = Column<std::int32_t>(all.size);
  if (info_.chi_squared) all.cell = Column<std::uint8_t>(all.size);
  all.value = Column<double>(all.size);
  std::size_t at = 0;
  const auto entries = table_.entries();
  for (std::size_t v = 0; v < entries.size(); ++v) {
    if (sink::BestTable::is_empty(entries[v])) continue;
    all.index[0][at] = static_cast<std::int32_t>(v);
    for (int w = 1; w < all.way; ++w) {
      all.index[w][at] = static_cast<std::int32_t>(entries[v].partners[w - 1]);
    }
    if (all.cell.size() > 0) all.cell[at] = static_cast<std::uint8_t>(entries[v].cell);
    all.value[at++] = entries[v].value;
  }
  return all;
}

}  // namespace encke::python
