#include <algorithm>
#include <encke/sparse/blocks.hpp>
#include <encke/sparse/host_product.hpp>
#include <utility>

namespace encke::sparse {

HostProduct::HostProduct(const MatrixRows& right, Index columns, RowLoop loop)
    : right_(right),
      loop_(std::move(loop)),
      range_(right.rows()),
      sum_(loop_.workers, std::vector<double>(static_cast<std::size_t>(columns))) {
  for (std::size_t row = 0; row < right.rows(); ++row) {
    const auto columns_of = right.columns(row);
    if (columns_of.empty()) continue;
    const auto [least, most] = std::minmax_element(columns_of.begin(), columns_of.end());
    range_[row] = {*least, *most + 1};
  }
}

HostProduct::Range HostProduct::range_of(const MatrixRows& left, std::size_t row) const {
  Range range;
  for (const std::int32_t k : left.columns(row)) {
    const Range& more = range_[static_cast<std::size_t>(k)];
    if (more.size() == 0) continue;
    if (range.size() == 0) range = more;
    range = {std::min(range.first, more.first), std::max(range.end, more.end)};
  }
  return range;
}

bool HostProduct::pays_off(const MatrixRows& left) const {
  constexpr std::size_t least_terms = 8;  // of a column of a range, on average
  std::size_t terms = 0;
  std::size_t places = 0;
  for (std::size_t row = 0; row < left.rows(); ++row) {
    terms += multiplications(left, row, right_);
    places += range_of(left, row).size();
  }
  return terms > least_terms * places;
}

std::size_t HostProduct::multiply_row(const MatrixRows& left, std::size_t row,
                                      std::vector<double>& sum) {
  const auto sources = left.columns(row);
  const auto factors = left.values(row);
  double* const to = sum.data();
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const auto k = static_cast<std::size_t>(sources[s]);
    const double factor = factors[s];
    const std::size_t size = right_.size(k);
    const std::int32_t* const columns = right_.columns(k).data();
    const double* const values = right_.values(k).data();
    for (std::size_t e = 0; e < size; ++e) to[columns[e]] += factor * values[e];
  }
  const Range range = range_of(left, row);
  std::size_t at = begin_[row];
  for (std::int32_t c = range.first; c < range.end; ++c) {
    if (to[c] == 0) continue;
    column_[at] = c;
    value_[at++] = to[c];
    to[c] = 0;
  }
  return at - begin_[row];
}

MatrixRows HostProduct::multiply(const MatrixRows& left) {
  const std::size_t rows = left.rows();
  begin_.assign(rows + 1, 0);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t most =
        std::min(multiplications(left, row, right_), range_of(left, row).size());
    begin_[row + 1] = begin_[row] + most;
  }
  column_.resize(begin_.back());
  value_.resize(begin_.back());
  std::vector<std::size_t> entries(rows);
  loop_.run(rows, [&](std::size_t row, std::size_t worker) {
    entries[row] = multiply_row(left, row, sum_[worker]);
  });
  std::size_t end = 0;  // rows move together
  for (std::size_t row = 0; row < rows; ++row) {
    const auto from = static_cast<std::ptrdiff_t>(begin_[row]);
    const auto to = static_cast<std::ptrdiff_t>(end);
    const auto count = static_cast<std::ptrdiff_t>(entries[row]);
    if (to != from) {
      std::copy(column_.begin() + from, column_.begin() + from + count, column_.begin() + to);
      std::copy(value_.begin() + from, value_.begin() + from + count, value_.begin() + to);
    }
    begin_[row] = end;
    end += entries[row];
  }
  begin_[rows] = end;
  return {begin_, std::span(column_).first(end), std::span(value_).first(end)};
}

}  // namespace encke::sparse
