#include <fmt/format.h>

#include <algorithm>
#include <encke/base/chi_squared_tail.hpp>
#include <encke/base/error.hpp>
#include <encke/sink/choose/best_partner.hpp>
#include <encke/sink/format/value_text.hpp>
#include <limits>
#include <utility>

namespace encke::sink {

BestPartner::BestPartner(const std::string& prefix, Ids ids, Sink* next, int digits)
    : ids_(std::move(ids)), next_(next), file_(prefix + ".best.tsv"), digits_(digits) {}

void BestPartner::begin(const SinkInfo& info) {
  if (info.cells != 1) {
    throw Error(Failure::inconsistent, "best partners are of metrics with one value a tuple, not " +
                                           std::to_string(info.cells));
  }
  check_column_ids(path(), ids_);
  info_ = info;
  best_ = BestTable(info);
  if (next_ != nullptr) next_->begin(info);
}

template <int Way>
void BestPartner::keep(std::span<const Hit<Way>> hits) {
  for (const auto& hit : hits) best_.improve(hit);
  if (next_ != nullptr) next_->take(hits);
}

void BestPartner::take(std::span<const Hit<2>> hits) { keep(hits); }
void BestPartner::take(std::span<const Hit<3>> hits) { keep(hits); }

void BestPartner::start_tile(Index id) {
  if (next_ != nullptr) next_->start_tile(id);
}

void BestPartner::tile_done(const TileSummary& tile) {
  if (next_ != nullptr) next_->tile_done(tile);
}

void BestPartner::flush_before(Index vector) {
  if (next_ != nullptr) next_->flush_before(vector);
}

double BestPartner::floor() const {
  return next_ == nullptr ? best_.floor() : std::min(best_.floor(), next_->floor());
}

double BestPartner::ceiling() const {
  return next_ == nullptr ? best_.ceiling() : std::max(best_.ceiling(), next_->ceiling());
}

double BestPartner::bound_of(Index vector) const {
  const double own = best_.bound_of(vector);
  if (next_ == nullptr) return own;
  return info_.small_is_good ? std::max(own, next_->ceiling()) : std::min(own, next_->floor());
}

std::optional<Selected> BestPartner::selected() const {
  return next_ == nullptr ? selected_ : next_->selected();
}

std::string BestPartner::name(std::size_t vector) const {
  return ids_ ? (*ids_)[vector] : std::to_string(vector);
}

std::string BestPartner::line(std::size_t vector, const BestTable::Entry& best) const {
  std::string text = name(vector) + '\t' + name(best.partners[0]) + '\t';
  if (info_.way == 3) text += name(best.partners[1]) + '\t';
  char value[value_text_size];
  text.append(value, print_value(value, best.value, info_.float32, digits_));
  if (info_.chi_squared) {
    const double tail = chi_squared_tail(best.value, static_cast<int>(best.cell));
    text += fmt::format("\t{}\t{:.6g}", best.cell, tail);
  }
  return text + '\n';
}

template <int Way>
void BestPartner::count(std::size_t vector, const BestTable::Entry& best) {
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
  const auto entries = best_.entries();
  for (std::size_t v = 0; v < entries.size(); ++v) {
    if (BestTable::is_empty(entries[v])) continue;
    file_.write(line(v, entries[v]));
    info_.way == 3 ? count<3>(v, entries[v]) : count<2>(v, entries[v]);
  }
  file_.commit();
  if (next_ != nullptr) next_->finish();
}

std::int64_t BestPartner::memory() const {
  const auto own = static_cast<std::int64_t>(best_.entries().size_bytes()) +
                   static_cast<std::int64_t>(OutputFile::default_buffer);
  if (next_ == nullptr) return own;
  const std::int64_t next = next_->memory();
  return next > std::numeric_limits<std::int64_t>::max() - own ? next : own + next;
}

}  // namespace encke::sink
