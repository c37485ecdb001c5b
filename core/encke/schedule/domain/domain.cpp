#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <string>
#include <utility>

namespace encke {
namespace {

template <int Way>
bool any_empty(const Array<Range, Way>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [](Range r) { return r.size() <= 0; });
}

/// The classes of the vectors in each range that make a tuple with some of the others.
Array<std::uint8_t, 2> useful(const SetMembers& members, const Array<Range, 2>& ranges) {
  Array<std::uint8_t, 2> useful{};
  const Array<std::uint8_t, 2> here{members.present(ranges[0]), members.present(ranges[1])};
  for (int c = 0; c < SetMembers::most_classes; ++c) {
    for (int v = 0; v < 2; ++v) {
      const bool meets = (here[v] >> c & 1) != 0 && (members.partners(c) & here[1 - v]) != 0;
      if (meets) useful[v] |= static_cast<std::uint8_t>(1 << c);
    }
  }
  return useful;
}

Array<std::uint8_t, 3> useful(const SetMembers& members, const Array<Range, 3>& ranges) {
  Array<std::uint8_t, 3> here{}, useful{};
  for (int v = 0; v < 3; ++v) here[v] = members.present(ranges[v]);
  for (int c = 0; c < SetMembers::most_classes; ++c) {
    for (int d = 0; d < SetMembers::most_classes; ++d) {
      if ((here[0] >> c & 1) == 0 || (here[1] >> d & 1) == 0) continue;
      const int with = members.partners(c, d) & here[2];
      if (with == 0) continue;
      useful[0] |= static_cast<std::uint8_t>(1 << c);
      useful[1] |= static_cast<std::uint8_t>(1 << d);
      useful[2] |= static_cast<std::uint8_t>(with);
    }
  }
  return useful;
}

}  // namespace

Domain::Domain(What what) : what_(std::make_shared<const What>(std::move(what))) {}

Domain Domain::of_sets(Index vectors, const std::vector<std::vector<Index>>& sets) {
  What what;
  what.vectors = vectors;
  what.members = SetMembers(vectors, sets);
  return Domain(std::move(what));
}

Domain Domain::of_window(Window window) {
  What what;
  what.vectors = window.vectors();
  what.window = std::move(window);
  return Domain(std::move(what));
}

void Domain::set_window(What& what, Window window) const {
  if (what.vectors != window.vectors()) {
    throw Error(Failure::inconsistent, "a window of " + std::to_string(window.vectors()) +
                                           " vectors does not fit sets of " +
                                           std::to_string(what.vectors));
  }
  what.window = std::move(window);
}

Domain Domain::within(const Window& window) const {
  if (!what_) return of_window(window);
  What what = *what_;
  if (what.beyond) {
    throw Error(Failure::inconsistent, "tuples beyond a window cannot be within another");
  }
  if (what.window) {
    what.window = *what.window & window;
  } else {
    set_window(what, window);
  }
  return Domain(std::move(what));
}

Domain Domain::beyond(Window window) const {
  What what = what_ ? *what_ : What{.vectors = window.vectors()};
  if (what.window) {
    throw Error(Failure::inconsistent, "tuples of a window cannot be beyond another");
  }
  set_window(what, std::move(window));
  what.beyond = true;
  return Domain(std::move(what));
}

void Domain::check(int way, Index vectors) const {
  if (!what_) return;
  if (what_->vectors != vectors) {
    throw Error(Failure::inconsistent, "the tuples to be compared are of " +
                                           std::to_string(what_->vectors) +
                                           " vectors, but there are " + std::to_string(vectors));
  }
  if (const int sets = what_->members.sets(); sets != 0 && sets != way) {
    throw Error(Failure::inconsistent, std::to_string(sets) + " sets were given for " +
                                           std::to_string(way) + "-way tuples: expected " +
                                           std::to_string(way));
  }
}

Index Domain::tuples(int way, Index vectors) const {
  if (!what_) return tuple_count(way, vectors);
  const Range all{0, vectors};
  return way == 2 ? tuples(Array<Range, 2>{all, all}) : tuples(Array<Range, 3>{all, all, all});
}

template <int Way>
Index Domain::tuples(const Array<Range, Way>& ranges) const {
  if (any_empty(ranges)) return 0;
  if (!what_) return SetMembers().tuples(ranges);
  if (!what_->window) return what_->members.tuples(ranges);
  return what_->beyond ? tuples_beyond(ranges) : tuples_in_window(ranges);
}

Index Domain::tuples_beyond(const Array<Range, 2>& ranges) const {
  const SetMembers& members = what_->members;
  const Window& window = *what_->window;
  const Range rows = ranges[0];
  const Range cols = ranges[1];
  // rows before `free` meet none of the columns, rows from `end` on all of them
  const Index free = window.first_that_meets(rows, cols.begin);
  const Index end = window.first_that_meets(rows, cols.end - 1);
  Index sum =
      free > rows.begin ? members.tuples(Array<Range, 2>{Range{rows.begin, free}, cols}) : 0;
  for (Index row = free; row < end; ++row) {
    const auto of = members.census({std::max(window.end(row), cols.begin), cols.end});
    const int with = members.partners(members.class_of(row));
    for (int d = 0; d < SetMembers::most_classes; ++d) {
      if ((with >> d & 1) != 0) sum += of[d];
    }
  }
  return sum;
}

/// For each vector in the middle, those before and after it that do not meet it.
Index Domain::tuples_beyond(const Array<Range, 3>& ranges) const {
  const SetMembers& members = what_->members;
  const Window& window = *what_->window;
  const Range first = ranges[0];
  const Range middle = ranges[1];
  const Range last = ranges[2];
  Index sum = 0;
  for (Index v = middle.begin; v < middle.end; ++v) {
    const Range below{first.begin, window.first_that_meets(first, v)};
    const Range above{std::max(window.end(v), last.begin), last.end};
    if (below.size() <= 0 || above.size() <= 0) continue;
    const auto low = members.census(below);
    const auto high = members.census(above);
    for (int c = 0; c < SetMembers::most_classes; ++c) {
      if (low[c] == 0) continue;
      const int with = members.partners(c, members.class_of(v));
      for (int e = 0; e < SetMembers::most_classes; ++e) {
        if ((with >> e & 1) != 0) sum += low[c] * high[e];
      }
    }
  }
  return sum;
}

template <int Way>
Index Domain::tuples_in_window(const Array<Range, Way>& ranges) const {
  const SetMembers& members = what_->members;
  const Window& window = *what_->window;
  const Range rows = ranges[0];
  const Range last = ranges[Way - 1];
  Index sum = 0;
  // those before do not meet the last range, those after meet all of it
  const Index begin = window.first_that_meets(rows, last.begin);
  const Index whole = window.first_that_meets({begin, rows.end}, last.end - 1);
  for (Index row = begin; row < whole; ++row) {
    Array<Range, Way> rest = ranges;
    for (Range& range : rest) {
      range = {std::max(range.begin, row + 1), std::min(range.end, window.end(row))};
    }
    const int c = members.class_of(row);
    if constexpr (Way == 2) {
      const auto of = members.census(rest[1]);
      for (int d = 0; d < SetMembers::most_classes; ++d) {
        if ((members.partners(c) >> d & 1) != 0) sum += of[d];
      }
    } else if (rest[1].size() > 0 && rest[2].size() > 0) {
      sum += members.tuples(c, {rest[1], rest[2]});
    }
  }
  Array<Range, Way> free = ranges;
  for (Range& range : free) {
    if (range == rows) range.begin = whole;
  }
  return any_empty(free) ? sum : sum + members.tuples(free);
}

template <int Way>
bool Domain::contains(const Array<Index, Way>& ascending) const {
  if (!what_) return true;
  if (ascending.back() >= end_of(ascending.front())) return false;
  for (int v = 1; v < Way; ++v) {
    if (ascending[v] < begin_of(ascending[v - 1])) return false;
  }
  const SetMembers& members = what_->members;
  const int c = members.class_of(ascending[0]);
  const int d = members.class_of(ascending[1]);
  if constexpr (Way == 2) {
    return (members.partners(c) >> d & 1) != 0;
  } else {
    return (members.partners(c, d) >> members.class_of(ascending[2]) & 1) != 0;
  }
}

template <int Way>
bool Domain::may_have(const Array<Range, Way>& ranges) const {
  if (any_empty(ranges)) return false;
  if (!what_) return true;
  const Index end = end_of(ranges[0].end - 1);
  Index begin = ranges[0].begin;
  for (int v = 0; v < Way; ++v) {
    if (ranges[v].begin >= end) return false;
    if (v > 0) begin = std::max(begin_of(begin), ranges[v].begin);
    if (begin >= ranges[v].end) return false;
  }
  return what_->members.sets() == 0 || useful(what_->members, ranges)[0] != 0;
}

template <int Way>
Tile<Way> Domain::trimmed(const Tile<Way>& tile) const {
  Tile<Way> part = tile;
  if (!what_) return part;
  const auto classes = useful(what_->members, tile.ranges);
  const Index end = end_of(tile.ranges[0].end - 1);
  for (int v = 0; v < Way; ++v) {
    std::uint8_t wanted = 0;
    for (int w = 0; w < Way; ++w) {
      if (tile.blocks[w] == tile.blocks[v]) wanted |= classes[w];
    }
    Range& range = part.ranges[v];
    if (what_->members.sets() > 0) range = what_->members.bounds(range, wanted);
    range.end = std::min(range.end, std::max(end, range.begin));
  }
  if (Way == 2 && what_->beyond && tile.blocks[0] != tile.blocks[1]) {
    Range& rows = part.ranges[0];
    Range& cols = part.ranges[1];
    cols.begin = std::max(cols.begin, std::min(begin_of(rows.begin), cols.end));
    if (cols.size() > 0) rows.end = what_->window->first_that_meets(rows, cols.end - 1);
  }
  const Index first_of_last = part.ranges[Way - 1].begin;
  for (int v = 0; v < Way - 1 && what_->window && !what_->beyond; ++v) {
    if (tile.blocks[v] != tile.blocks[0] || tile.blocks[v] == tile.blocks[Way - 1]) continue;
    part.ranges[v].begin = what_->window->first_that_meets(part.ranges[v], first_of_last);
  }
  const bool empty = any_empty(part.ranges);
  for (int v = 0; v < Way; ++v) {
    Range& range = part.ranges[v];
    range.begin = range.begin / Partition::granule * Partition::granule;
    range.end =
        empty ? range.begin : std::min(round_up(range.end, Partition::granule), tile.ranges[v].end);
  }
  return part;
}

DomainRow Domain::row(Index row) const {
  if (!what_) return {0, Window::no_limit, nullptr, 1};
  const SetMembers& members = what_->members;
  return {begin_of(row), end_of(row), members.classes(), members.partners(members.class_of(row))};
}

DomainRow Domain::row(Index pivot, Index row) const {
  if (!what_) return {0, Window::no_limit, nullptr, 1};
  const SetMembers& members = what_->members;
  const Index end = row >= begin_of(pivot) && row < end_of(pivot) ? end_of(pivot) : 0;
  return {begin_of(row), end, members.classes(),
          members.partners(members.class_of(pivot), members.class_of(row))};
}

Index Domain::end_after(Range first) const {
  return what_ ? end_of(first.end - 1) : Window::no_limit;
}

/// The first vector that may follow `vector` in a tuple.
Index Domain::begin_of(Index vector) const {
  return what_->beyond ? what_->window->end(vector) : 0;
}

Index Domain::end_of(Index vector) const {
  return what_->window && !what_->beyond ? what_->window->end(vector) : Window::no_limit;
}

std::int64_t Domain::bytes() const {
  if (!what_) return 0;
  return what_->members.bytes() + (what_->window ? what_->window->bytes() : 0);
}

bool operator==(const Domain& a, const Domain& b) {
  if (!a.what_ || !b.what_) return a.what_ == b.what_;
  return *a.what_ == *b.what_;
}

template Index Domain::tuples(const Array<Range, 2>&) const;
template Index Domain::tuples(const Array<Range, 3>&) const;
template bool Domain::contains(const Array<Index, 2>&) const;
template bool Domain::contains(const Array<Index, 3>&) const;
template bool Domain::may_have(const Array<Range, 2>&) const;
template bool Domain::may_have(const Array<Range, 3>&) const;
template Tile<2> Domain::trimmed(const Tile<2>&) const;
template Tile<3> Domain::trimmed(const Tile<3>&) const;

}  // namespace encke
