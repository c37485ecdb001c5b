#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/metric/chi_squared_tail.hpp>
#include <encke/sink/best_partner.hpp>
#include <encke/sink/value_text.hpp>
#include <utility>

namespace encke::sink {

BestPartner::BestPartner(const std::string& prefix, Ids ids, Sink* next)
    : ids_(std::move(ids)), next_(next), file_(prefix + ".best.tsv") {}

void BestPartner::begin(const SinkInfo& info) {
  if (info.cells != 1) {
    throw Error(Failure::inconsistent, "best partners are of metrics with one value a tuple, not " +
                                           std::to_string(info.cells));
  }
  info_ = info;
  bound_ = info.small_is_good ? Sink::ceiling() : Sink::floor();
  best_.assign(static_cast<std::size_t>(info.vectors), {bound_});
  if (next_ != nullptr) next_->begin(info);
}

/// Infinite values are never good: they stand for none.
bool BestPartner::precedes(const Best& a, const Best& b) const {
  if (a.value != b.value) return info_.small_is_good ? a.value < b.value : a.value > b.value;
  return a.partners < b.partners;
}

template <int Way>
void BestPartner::keep(std::span<const Hit<Way>> hits) {
  for (const auto& hit : hits) {
    if (!std::isfinite(hit.value)) continue;
    for (int v = 0; v < Way; ++v) {
      Best candidate{hit.value, {{hit.index[v == 0 ? 1 : 0], 0}}, hit.cell};
      if constexpr (Way == 3) candidate.partners[1] = hit.index[v == 2 ? 1 : 2];
      Best& best = best_[hit.index[v]];
      if (precedes(candidate, best)) best = candidate;
    }
  }
  tighten();
  if (next_ != nullptr) next_->take(hits);
}

void BestPartner::take(std::span<const Hit<2>> hits) { keep(hits); }
void BestPartner::take(std::span<const Hit<3>> hits) { keep(hits); }

void BestPartner::tighten() {
  const auto least =
      std::max_element(best_.begin(), best_.end(), [this](const Best& a, const Best& b) {
        return info_.small_is_good ? a.value < b.value : a.value > b.value;
      });
  if (least != best_.end()) bound_ = least->value;
}

double BestPartner::floor() const {
  if (info_.small_is_good) return Sink::floor();
  return next_ == nullptr ? bound_ : std::min(bound_, next_->floor());
}

double BestPartner::ceiling() const {
  if (!info_.small_is_good) return Sink::ceiling();
  return next_ == nullptr ? bound_ : std::max(bound_, next_->ceiling());
}

std::optional<Selected> BestPartner::selected() const {
  return next_ == nullptr ? selected_ : next_->selected();
}

std::string BestPartner::name(std::size_t vector) const {
  return ids_ ? (*ids_)[vector] : std::to_string(vector);
}

std::string BestPartner::line(std::size_t vector, const Best& best) const {
  std::string text = name(vector) + '\t' + name(best.partners[0]) + '\t';
  if (info_.way == 3) text += name(best.partners[1]) + '\t';
  char value[value_text_size];
  text.append(value, print_value(value, best.value, info_.float32));
  if (info_.chi_squared) {
    const double tail = chi_squared_tail(best.value, static_cast<int>(best.cell));
    text += fmt::format("\t{}\t{:.6g}", best.cell, tail);
  }
  return text + '\n';
}

template <int Way>
void BestPartner::count(std::size_t vector, const Best& best) {
  Array<std::uint32_t, Way> index;
  index[0] = static_cast<std::uint32_t>(vector);
  for (int v = 1; v < Way; ++v) index[v] = best.partners[v - 1];
  std::sort(index.begin(), index.end());
  ++selected_.hits;
  selected_.digest.add(index, best.cell, best.value);
}

void BestPartner::finish() {
  std::string header = info_.way == 3 ? "#ID\tPARTNER1\tPARTNER2\tVALUE" : "#ID\tPARTNER\tVALUE";
  file_.write(header + (info_.chi_squared ? "\tDF\tP\n" : "\n"));
  for (std::size_t v = 0; v < best_.size(); ++v) {
    if (!std::isfinite(best_[v].value)) continue;
    file_.write(line(v, best_[v]));
    info_.way == 3 ? count<3>(v, best_[v]) : count<2>(v, best_[v]);
  }
  file_.commit();
  if (next_ != nullptr) next_->finish();
}

std::int64_t BestPartner::memory() const {
  const auto own = static_cast<std::int64_t>(best_.size() * sizeof(Best)) +
                   static_cast<std::int64_t>(OutputFile::default_buffer);
  if (next_ == nullptr) return own;
  const std::int64_t next = next_->memory();
  return next > std::numeric_limits<std::int64_t>::max() - own ? next : own + next;
}

}  // namespace encke::sink
