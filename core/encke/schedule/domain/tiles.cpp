#include <algorithm>
#include <cmath>
#include <encke/schedule/domain/tiles.hpp>
#include <encke/schedule/tile.hpp>

namespace encke {
namespace {

constexpr Index most_to_add_up = 1'000'000;  // a fraction of a second

/// Looks for the tiles of a domain among all tiles, and passes over what cannot have any.
template <int Way>
class Search {
 public:
  Search(const Domain& domain, const Partition& partition, const OrbitOrder<Way>& order,
         std::vector<DomainTile<Way>>& found, Index most)
      : domain_(domain), partition_(partition), order_(order), found_(found), most_(most) {}

  /// True if all were found, before there were too many.
  bool all() {
    const Range everything{0, partition_.vectors()};
    for (Range& range : ranges_) range = everything;
    return from(0, 0);
  }

 private:
  bool from(int v, Index least) {
    for (Index block = least; block < partition_.blocks(); ++block) {
      if (v > 0 && partition_.range(block).begin >= domain_.end_after(ranges_[0])) break;
      if (++looked_at_ > DomainTiles<Way>::most_looked_at) return false;
      blocks_[v] = block;
      ranges_[v] = partition_.range(block);
      for (int w = v + 1; w < Way; ++w) {
        ranges_[w] = {ranges_[v].begin, partition_.vectors()};
      }
      if (!domain_.may_have(ranges_)) continue;
      if (v + 1 == Way ? !take() : !from(v + 1, block)) return false;
    }
    return true;
  }

  bool take() {
    const Index tuples = domain_.tuples(ranges_);
    if (tuples == 0) return true;
    if (std::ssize(found_) == most_) return false;
    found_.push_back({order_.place(blocks_), blocks_, tuples});
    return true;
  }

  const Domain& domain_;
  const Partition& partition_;
  const OrbitOrder<Way>& order_;
  std::vector<DomainTile<Way>>& found_;
  Index most_;
  Index looked_at_ = 0;
  Array<Index, Way> blocks_{};
  Array<Range, Way> ranges_{};
};

}  // namespace

template <int Way>
DomainTiles<Way>::DomainTiles(const Domain& domain, const Partition& partition, Index most)
    : domain_(domain), partition_(partition), order_(partition.blocks()) {
  domain_.check(Way, partition.vectors());
  if (domain_.everything()) return;
  listed_ = list_tiles(most);
  if (!listed_) tiles_ = {};
}

template <int Way>
bool DomainTiles<Way>::list_tiles(Index most) {
  if (!Search<Way>(domain_, partition_, order_, tiles_, most).all()) return false;
  std::sort(tiles_.begin(), tiles_.end(),
            [](const auto& a, const auto& b) { return a.place < b.place; });
  Index tuples = 0;
  for (const auto& tile : tiles_) {
    before_.push_back(tuples);
    tuples += tile.tuples;
  }
  before_.push_back(tuples);
  return true;
}

template <int Way>
bool DomainTiles<Way>::has(const Blocks& blocks) const {
  if (domain_.everything()) return true;
  if (listed_) {
    const Index place = order_.place(blocks);
    return listed_at({place, place + 1}).size() == 1;
  }
  const auto ranges = make_tile<Way>(partition_, blocks).ranges;
  return domain_.may_have(ranges) && domain_.tuples(ranges) > 0;
}

/// Items of the list whose places lie in `places`.
template <int Way>
Range DomainTiles<Way>::listed_at(Range places) const {
  const auto item = [this](Index place) {
    return std::partition_point(tiles_.begin(), tiles_.end(),
                                [place](const auto& tile) { return tile.place < place; }) -
           tiles_.begin();
  };
  return {item(places.begin), item(places.end)};
}

template <int Way>
Index DomainTiles<Way>::tiles(Range places) const {
  return listed_ ? listed_at(places).size() : places.size();
}

template <int Way>
Index DomainTiles<Way>::tuples(Range places) const {
  if (listed_) {
    const Range items = listed_at(places);
    return tuples_before(items.end) - tuples_before(items.begin);
  }
  const Index all = domain_.tuples(Way, partition_.vectors());
  if (places.size() == order_.count()) return all;
  if (places.size() > most_to_add_up) {
    const Index work = order_.work_before(places.end) - order_.work_before(places.begin);
    return static_cast<Index>(
        std::llround(static_cast<double>(all) * static_cast<double>(work) /
                     static_cast<double>(order_.work_before(order_.count()))));
  }
  Index tuples = 0;
  for (Index place = places.begin; place < places.end; ++place) {
    tuples += domain_.tuples(make_tile<Way>(partition_, order_.blocks(place)).ranges);
  }
  return tuples;
}

template <int Way>
Range DomainTiles<Way>::share(Range places, const Slice& slice) const {
  if (!listed_) return order_.share(places, slice);
  const Range items = listed_at(places);
  const Range work = slice.of({tuples_before(items.begin), tuples_before(items.end)});
  const Index first = first_from(items, work.begin);
  const Index end = first_from(items, work.end);
  const auto place = [&](Index item) {
    return item == items.end ? places.end : tiles_[static_cast<std::size_t>(item)].place;
  };
  return {slice.k == 0 ? places.begin : place(first),
          slice.k == slice.n - 1 ? places.end : place(end)};
}

template <int Way>
Index DomainTiles<Way>::tuples_before(Index item) const {
  return before_[static_cast<std::size_t>(item)];
}

/// The first of the items with at least `tuples` before it.
template <int Way>
Index DomainTiles<Way>::first_from(Range items, Index tuples) const {
  const auto begin = before_.begin();
  return std::lower_bound(begin + items.begin, begin + items.end, tuples) - begin;
}

template class DomainTiles<2>;
template class DomainTiles<3>;

}  // namespace encke
