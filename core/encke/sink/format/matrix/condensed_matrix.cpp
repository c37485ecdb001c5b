#include <unistd.h>

#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/base/index.hpp>
#include <encke/file/output/leftovers.hpp>
#include <encke/schedule/tuple_rank.hpp>
#include <encke/sink/format/free_space.hpp>
#include <encke/sink/format/matrix/condensed_matrix.hpp>

namespace encke::sink {
void Condensed::begin(const SinkInfo& info) {
  const auto refuse = [this](const std::string& message) {
    throw Error(Failure::inconsistent, path_ + ": " + message);
  };
  if (info.way != 2 || info.cells != 1) refuse("holds one value for each pair");
  if (!info.all) refuse("holds every value and takes no threshold; write edges instead");
  if (!info.domain.everything()) {
    refuse("holds the values of all pairs, and only some are compared; write edges instead");
  }
  if (static_cast<Index>(ids_->size()) != info.vectors) {
    refuse(std::to_string(ids_->size()) + " ids were given for " + std::to_string(info.vectors) +
           " vectors");
  }
  info_ = info;
  const Index values = info.tuples();
  if (values <= memory_ / 2 / 8) {
    values_ = AlignedBuffer<double>(values);
    return;
  }
  check_free_space(path_, info, sizeof(double));
  file_ = create_nameless(path_);
  file_.resize(values * 8);
  pending_.emplace(idx(memory_ / 2) / idx(WriteExtents::bytes(1)));
}

void Condensed::take(std::span<const Hit<2>> hits) {
  taken_ += static_cast<Index>(hits.size());
  for (const auto& hit : hits) {
    const Index position = tuple_rank(hit.index, vectors());
    if (!pending_) {
      values_[position] = hit.value;
      continue;
    }
    if (pending_->full()) write_pending();
    pending_->add(position, hit.value);
  }
}

void Condensed::write_pending() {
  pending_->drain([this](Index position, std::span<const double> values) {
    file_.write_at(position * 8, std::as_bytes(values));
  });
}

void Condensed::read(Index position, std::span<double> out) const {
  if (pending_) {
    file_.read_at(position * 8, std::as_writable_bytes(out));
  } else {
    std::copy_n(values_.data() + position, out.size(), out.begin());
  }
}

void Condensed::fill_rows(Range rows, std::span<double> out) const {
  const Index n = vectors();
  const auto at = [&](Index i, Index j) -> double& { return out[idx((i - rows.begin) * n + j)]; };
  std::vector<double> column(idx(rows.size()));
  for (Index j = 0; j < rows.begin; ++j) {  // pairs (j, i), side by side for i in rows
    read(tuple_rank(Array<Index, 2>{{j, rows.begin}}, n), column);
    for (Index i = rows.begin; i < rows.end; ++i) at(i, j) = column[idx(i - rows.begin)];
  }
  for (Index i = rows.begin; i < rows.end; ++i) {
    at(i, i) = same_;
    if (i + 1 == n) break;
    read(tuple_rank(Array<Index, 2>{{i, i + 1}}, n), {&at(i, i) + 1, idx(n - 1 - i)});
    for (Index j = i + 1; j < rows.end; ++j) at(j, i) = at(i, j);
  }
}

void Condensed::for_each_row(const std::function<void(Index, std::span<const double>)>& take) {
  const Index n = vectors();
  if (const Index values = info_.tuples(); taken_ != values) {
    throw Error(Failure::internal, path_ + ": " + std::to_string(taken_) + " values came, " +
                                       std::to_string(values) + " were announced");
  }
  if (pending_) write_pending();
  const Index height = rows_at_once();
  std::vector<double> strip(idx(height * n));
  for (Index first = 0; first < n; first += height) {
    const Range rows{first, std::min(first + height, n)};
    fill_rows(rows, strip);
    for (Index i = rows.begin; i < rows.end; ++i) {
      take(i, std::span<const double>(strip).subspan(idx((i - first) * n), idx(n)));
    }
  }
}

Index Condensed::rows_at_once() const {
  const auto n = static_cast<Index>(ids_->size());
  return n == 0 ? 0 : std::clamp<Index>(memory_ / 2 / 8 / n, 1, n);
}

std::int64_t Condensed::memory() const {
  const auto n = static_cast<Index>(ids_->size());
  return std::min(memory_ / 2, Domain().tuples(2, n) * 8) + (rows_at_once() + 1) * n * 8;
}

}  // namespace encke::sink
