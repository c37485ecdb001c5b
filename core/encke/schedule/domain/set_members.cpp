#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/domain/set_members.hpp>
#include <string>
#include <utility>

namespace encke {
namespace {

bool in(int set, int c) { return (c >> set & 1) != 0; }

bool is_pair(int c, int d) { return (in(0, c) && in(1, d)) || (in(1, c) && in(0, d)); }

/// True if the three can be given to the three sets in some order.
bool is_triple(int c, int d, int e) {
  int order[] = {0, 1, 2};
  do {
    if (in(order[0], c) && in(order[1], d) && in(order[2], e)) return true;
  } while (std::next_permutation(order, order + 3));
  return false;
}

void check_sets(Index vectors, const std::vector<std::vector<Index>>& sets) {
  const auto refuse = [](const std::string& message) {
    throw Error(Failure::inconsistent, message);
  };
  if (sets.size() != 2 && sets.size() != 3) {
    refuse(std::to_string(sets.size()) + " sets were given: expected two for pairs, or three");
  }
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (const Index vector : sets[s]) {
      if (0 <= vector && vector < vectors) continue;
      refuse("set " + std::to_string(s + 1) + " has vector " + std::to_string(vector) +
             " (from 0), but there are " + std::to_string(vectors));
    }
  }
}

}  // namespace

SetMembers::SetMembers(Index vectors, std::vector<std::vector<Index>> sets)
    : sets_(static_cast<int>(sets.size())) {
  check_sets(vectors, sets);
  for (auto& set : sets) {
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
  std::sort(sets.begin(), sets.end());  // the same tuples, the same value
  classes_.assign(static_cast<std::size_t>(vectors), 0);
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (const Index vector : sets[s]) {
      classes_[static_cast<std::size_t>(vector)] |= static_cast<std::uint8_t>(1 << s);
    }
  }
  count();
}

SetMembers::SetMembers(std::vector<std::uint8_t> classes, int sets)
    : sets_(sets), classes_(std::move(classes)) {
  const auto is_class = [sets](std::uint8_t c) { return c >> sets == 0; };
  if (!std::all_of(classes_.begin(), classes_.end(), is_class)) {
    throw Error(Failure::checksum, "a vector is in a set that there is not");
  }
  count();
}

/// Makes the tables of what is in which set.
void SetMembers::count() {
  Array<std::uint32_t, most_classes> count{};
  for (std::size_t v = 0; v <= classes_.size(); ++v) {
    if (v % stride == 0) counts_.push_back(count);
    if (v < classes_.size()) ++count[classes_[v]];
  }
  for (int c = 0; c < most_classes; ++c) {
    pair_[c] = 0;
    for (int d = 0; d < most_classes; ++d) {
      if (sets_ == 2 && is_pair(c, d)) pair_[c] |= static_cast<std::uint8_t>(1 << d);
      triple_[c][d] = 0;
      for (int e = 0; e < most_classes; ++e) {
        if (sets_ == 3 && is_triple(c, d, e)) triple_[c][d] |= static_cast<std::uint8_t>(1 << e);
      }
    }
  }
}

SetMembers::Census SetMembers::before(Index vector) const {
  const auto& counted = counts_[static_cast<std::size_t>(vector / stride)];
  Census census{};
  for (int c = 0; c < most_classes; ++c) census[c] = counted[c];
  for (Index v = vector / stride * stride; v < vector; ++v) ++census[class_of(v)];
  return census;
}

SetMembers::Census SetMembers::census(Range vectors) const {
  if (vectors.size() <= 0) return {};
  if (classes_.empty()) return {vectors.size()};
  Census census = before(vectors.end);
  const Census first = before(vectors.begin);
  for (int c = 0; c < most_classes; ++c) census[c] -= first[c];
  return census;
}

std::uint8_t SetMembers::present(Range vectors) const {
  const Census of = census(vectors);
  int present = 0;
  for (int c = 0; c < most_classes; ++c) present |= of[c] > 0 ? 1 << c : 0;
  return static_cast<std::uint8_t>(present);
}

Range SetMembers::bounds(Range vectors, std::uint8_t classes) const {
  const auto is_in = [&](Index v) { return (classes >> class_of(v) & 1) != 0; };
  while (vectors.begin < vectors.end && !is_in(vectors.begin)) ++vectors.begin;
  while (vectors.begin < vectors.end && !is_in(vectors.end - 1)) --vectors.end;
  return vectors;
}

/// Ascending pairs of the ranges; wanted(d): the classes e for which a pair of d and e counts. It
/// does not matter which of the two comes first.
template <class Wanted>
Index SetMembers::pairs(const Array<Range, 2>& ranges, Wanted wanted) const {
  const bool same = ranges[0] == ranges[1];
  const Census low = census(ranges[0]);
  const Census high = same ? low : census(ranges[1]);
  Index sum = 0;
  for (int d = 0; d < most_classes; ++d) {
    if (low[d] == 0) continue;
    const std::uint8_t with = wanted(d);
    for (int e = same ? d : 0; e < most_classes; ++e) {
      if ((with >> e & 1) == 0) continue;
      sum += same && d == e ? tuple_count(2, low[d]) : low[d] * high[e];
    }
  }
  return sum;
}

Index SetMembers::tuples(const Array<Range, 2>& ranges) const {
  return pairs(ranges, [this](int c) { return partners(c); });
}

Index SetMembers::tuples(int c, const Array<Range, 2>& ranges) const {
  return pairs(ranges, [this, c](int d) { return partners(c, d); });
}

Index SetMembers::tuples(const Array<Range, 3>& ranges) const {
  const bool low = ranges[0] == ranges[1];
  const bool high = ranges[1] == ranges[2];
  if (low && high) return triples_of(census(ranges[0]));
  // the vector whose range is not the others', and the two that may be of one range
  const Census alone = census(ranges[low ? 2 : 0]);
  const Array<Range, 2> others = low ? Array<Range, 2>{ranges[0], ranges[1]}  //
                                     : Array<Range, 2>{ranges[1], ranges[2]};
  Index sum = 0;
  for (int c = 0; c < most_classes; ++c) {
    if (alone[c] > 0) sum += alone[c] * tuples(c, others);
  }
  return sum;
}

/// Triples of vectors that are all of one range.
Index SetMembers::triples_of(const Census& of) const {
  Index sum = 0;
  for (int c = 0; c < most_classes; ++c) {
    for (int d = c; d < most_classes; ++d) {
      for (int e = d; e < most_classes; ++e) {
        if ((partners(c, d) >> e & 1) == 0) continue;
        if (c == e) {
          sum += tuple_count(3, of[c]);
        } else if (c == d) {
          sum += tuple_count(2, of[c]) * of[e];
        } else {
          sum += of[c] * (d == e ? tuple_count(2, of[d]) : of[d] * of[e]);
        }
      }
    }
  }
  return sum;
}

}  // namespace encke
