#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/tuple_rank.hpp>
#include <encke/sink/condensed.hpp>

namespace encke::sink {

void Condensed::begin(const SinkInfo& info) {
  const auto refuse = [this](const std::string& message) {
    throw Error(Failure::inconsistent, what_ + ": " + message);
  };
  if (info.way != 2 || info.cells != 1) refuse("holds one value for each pair");
  if (!info.all) refuse("holds every value and takes no threshold; write edges instead");
  if (static_cast<Index>(ids_->size()) != info.vectors) {
    refuse(std::to_string(ids_->size()) + " ids were given for " + std::to_string(info.vectors) +
           " vectors");
  }
  info_ = info;
  values_ = AlignedBuffer<double>(tuple_count(2, info.vectors));
}

void Condensed::take(std::span<const Hit<2>> hits) {
  for (const auto& hit : hits) values_[tuple_rank(hit.index, info_.vectors)] = hit.value;
  taken_ += static_cast<Index>(hits.size());
}

void Condensed::check_complete() const {
  if (taken_ == values_.size()) return;
  throw Error(Failure::internal, what_ + ": " + std::to_string(taken_) + " values came, " +
                                     std::to_string(values_.size()) + " were announced");
}

void Condensed::row(Index i, std::span<double> out) const {
  const Index n = info_.vectors;
  Index at = i - 1;  // pair (0, i); the next row of the triangle is one shorter
  for (Index j = 0; j < i; ++j) {
    out[static_cast<std::size_t>(j)] = values_[at];
    at += n - 2 - j;
  }
  out[static_cast<std::size_t>(i)] = 0;
  if (i + 1 == n) return;
  const Index first = i * n - i * (i + 1) / 2;  // pair (i, i + 1)
  std::copy_n(values_.data() + first, n - 1 - i, out.begin() + i + 1);
}

}  // namespace encke::sink
