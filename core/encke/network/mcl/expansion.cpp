#include <algorithm>
#include <encke/network/mcl/expansion.hpp>

namespace encke::network {
namespace {

/// Adds a multiple of a sparse column.
void add(double factor, std::span<const std::int32_t> rows, std::span<const float> values,
         double* sum) {
  for (std::size_t e = 0; e < rows.size(); ++e) {
    sum[rows[e]] += factor * static_cast<double>(values[e]);
  }
}

/// The same, and lists rows that were 0.
void add_listed(double factor, std::span<const std::int32_t> rows, std::span<const float> values,
                double* sum, std::vector<std::int32_t>& touched) {
  for (std::size_t e = 0; e < rows.size(); ++e) {
    if (sum[rows[e]] == 0) touched.push_back(rows[e]);
    sum[rows[e]] += factor * static_cast<double>(values[e]);
  }
}

}  // namespace

Expansion::Expansion(const Columns& matrix) : matrix_(matrix) {
  if (Slabs::pay_off(matrix)) slabs_ = std::make_unique<Slabs>(matrix);
}

Expanded Expansion::add_columns(std::size_t column, ExpansionScratch& scratch) const {
  const std::size_t nodes = matrix_.count();
  scratch.sum.resize(std::max(scratch.sum.size(), nodes));
  scratch.value.resize(std::max(scratch.value.size(), nodes));
  const auto sources = matrix_.rows(column);
  const auto factors = matrix_.values(column);

  std::size_t products = 0;
  std::int32_t first = static_cast<std::int32_t>(nodes);
  std::int32_t last = 0;
  for (const std::int32_t k : sources) {
    const auto rows = matrix_.rows(static_cast<std::size_t>(k));
    products += rows.size();
    first = std::min(first, rows.front());
    last = std::max(last, rows.back());
  }
  const auto begin = static_cast<std::size_t>(first);
  const auto end = static_cast<std::size_t>(last) + 1;
  double* const sum = scratch.sum.data();
  const bool listed = 8 * products < end - begin;  // reading the whole range would take longer
  scratch.touched.clear();
  for (std::size_t s = 0; s < sources.size(); ++s) {
    const auto k = static_cast<std::size_t>(sources[s]);
    const auto factor = static_cast<double>(factors[s]);
    if (listed) {
      add_listed(factor, matrix_.rows(k), matrix_.values(k), sum, scratch.touched);
    } else {
      add(factor, matrix_.rows(k), matrix_.values(k), sum);
    }
  }
  if (listed) {
    std::sort(scratch.touched.begin(), scratch.touched.end());
    for (const std::int32_t r : scratch.touched) {
      scratch.value[static_cast<std::size_t>(r)] = static_cast<float>(sum[r]);
      sum[r] = 0;
    }
  } else {
    for (std::size_t r = begin; r < end; ++r) {
      scratch.value[r] = static_cast<float>(sum[r]);
      sum[r] = 0;
    }
  }
  return {column, begin, end, scratch.value, scratch.touched};
}

}  // namespace encke::network
