#include <algorithm>
#include <cmath>
#include <encke/base/error.hpp>
#include <encke/sink/choose/top.hpp>
#include <limits>
#include <string>

namespace encke::sink {
namespace {

/// True if a hit is kept rather than another.
struct RanksAbove {
  bool small;

  template <int Way>
  bool operator()(const Hit<Way>& a, const Hit<Way>& b) const {
    if (a.value == b.value) return precedes(a, b);
    return small ? a.value < b.value : a.value > b.value;
  }
};

}  // namespace

Top::Top(Index count, Sink& inner, TopOrder order)
    : count_(count), inner_(inner), order_(order), bound_(Sink::floor()) {
  if (count < 1) {
    throw Error(Failure::inconsistent, "the number of largest values to keep is " +
                                           std::to_string(count) + ", expected at least 1");
  }
}

void Top::begin(const SinkInfo& info) {
  small_ = info.small_is_good;
  bound_ = small_ ? Sink::ceiling() : Sink::floor();
  SinkInfo selected = info;
  selected.all = false;
  // Division first: the number of values may exceed 64 bits where that of tuples does not.
  const Index tuples = info.tuples();
  if (tuples <= count_ / info.cells) count_ = std::max<Index>(tuples * info.cells, 1);
  inner_.begin(selected);
}

void Top::take(std::span<const Hit<2>> hits) { keep(pairs_, hits); }
void Top::take(std::span<const Hit<3>> hits) { keep(triples_, hits); }

template <int Way>
void Top::keep(std::vector<Hit<Way>>& kept, std::span<const Hit<Way>> hits) {
  const auto limit = static_cast<std::size_t>(count_);
  const RanksAbove ranks_above{small_};
  for (const auto& hit : hits) {
    if (std::isnan(hit.value)) continue;
    if (kept.size() == limit) {
      if (!ranks_above(hit, kept.front())) continue;
      std::pop_heap(kept.begin(), kept.end(), ranks_above);
      kept.back() = hit;
    } else {
      kept.push_back(hit);
    }
    std::push_heap(kept.begin(), kept.end(), ranks_above);
  }
  if (kept.size() == limit) bound_ = kept.front().value;
}

void Top::finish() {
  pass_on(pairs_);
  pass_on(triples_);
  inner_.finish();
}

template <int Way>
void Top::pass_on(std::vector<Hit<Way>>& kept) {
  if (kept.empty()) return;
  if (order_ == TopOrder::by_value) {
    std::sort(kept.begin(), kept.end(), RanksAbove{small_});
  } else {
    std::sort(kept.begin(), kept.end(), precedes);
  }
  selected_.hits += static_cast<Index>(kept.size());
  for (const auto& hit : kept) selected_.digest.add(hit.index, hit.cell, hit.value);
  inner_.take(std::span<const Hit<Way>>(kept));
}

std::int64_t Top::memory() const {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t hit_bytes = 2 * sizeof(Hit<3>);  // a vector grows by doubling
  const std::int64_t inner = inner_.memory();
  return count_ > (most - inner) / hit_bytes ? most : count_ * hit_bytes + inner;
}

}  // namespace encke::sink
