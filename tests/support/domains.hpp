#pragma once

#include <algorithm>
#include <encke/base/array.hpp>
#include <encke/base/index.hpp>
#include <encke/schedule/domain/domain.hpp>
#include <random>
#include <string>
#include <vector>

/// Domains by their definitions, one tuple at a time.
namespace domains {

using encke::Array;
using encke::Domain;
using encke::Index;
using encke::Window;

/// What a domain is made of; no sets and no coordinates: all tuples. Sets ascend.
struct Given {
  std::string name;
  Index vectors = 0;
  std::vector<std::vector<Index>> sets;
  std::vector<double> coordinates;
  double distance = 0;
  std::vector<std::uint32_t> groups;
  bool beyond = false;

  bool has_window() const { return !coordinates.empty(); }
  Domain domain() const {
    Domain domain = sets.empty() ? Domain() : Domain::of_sets(vectors, sets);
    if (!has_window()) return domain;
    const auto window = Window::within_distance(coordinates, distance, groups);
    return beyond ? domain.beyond(window) : domain.within(window);
  }

  bool is_in(Index vector, std::size_t set) const {
    return std::binary_search(sets[set].begin(), sets[set].end(), vector);
  }
  bool near(Index a, Index b) const {
    const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
    if (!groups.empty() && groups[i] != groups[j]) return false;
    return coordinates[j] - coordinates[i] <= distance;
  }

  template <int Way>
  bool contains(const Array<Index, Way>& ascending) const {
    for (int v = 0; v < Way; ++v) {
      for (int w = v + 1; w < Way; ++w) {
        if (has_window() && near(ascending[v], ascending[w]) == beyond) return false;
      }
    }
    if (sets.empty()) return true;
    std::vector<Index> order(ascending.begin(), ascending.end());
    do {
      bool fits = true;
      for (std::size_t s = 0; s < order.size(); ++s) fits = fits && is_in(order[s], s);
      if (fits) return true;
    } while (std::next_permutation(order.begin(), order.end()));
    return false;
  }
};

template <class Visit>
void for_each_tuple(Index vectors, const Visit& visit, Array<Index, 2>) {
  for (Index i = 0; i < vectors; ++i) {
    for (Index j = i + 1; j < vectors; ++j) visit(Array<Index, 2>{i, j});
  }
}
template <class Visit>
void for_each_tuple(Index vectors, const Visit& visit, Array<Index, 3>) {
  for (Index i = 0; i < vectors; ++i) {
    for (Index j = i + 1; j < vectors; ++j) {
      for (Index k = j + 1; k < vectors; ++k) visit(Array<Index, 3>{i, j, k});
    }
  }
}
/// visit(tuple) for all ascending tuples of 0 … vectors - 1.
template <int Way, class Visit>
void for_each_tuple(Index vectors, const Visit& visit) {
  for_each_tuple(vectors, visit, Array<Index, Way>{});
}

inline std::vector<Index> numbers(Index begin, Index end) {
  std::vector<Index> numbers;
  for (Index v = begin; v < end; ++v) numbers.push_back(v);
  return numbers;
}

inline std::vector<Index> some_of(Index vectors, double share, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> any(0, 1);
  std::vector<Index> some;
  for (Index v = 0; v < vectors; ++v) {
    if (any(random) < share) some.push_back(v);
  }
  return some;
}

/// Coordinates of vectors of which a third lie close together.
inline std::vector<double> uneven(Index vectors) {
  std::vector<double> coordinates;
  for (Index v = 0; v < vectors; ++v) {
    const bool dense = v >= vectors / 3 && v < 2 * vectors / 3;
    coordinates.push_back((coordinates.empty() ? 0 : coordinates.back()) + (dense ? 1 : 20));
  }
  return coordinates;
}

inline std::vector<std::uint32_t> four_groups(Index vectors) {
  std::vector<std::uint32_t> groups;
  for (Index v = 0; v < vectors; ++v) {
    groups.push_back(v < vectors / 2 ? 7 : v < vectors - 9 ? 3 : v < vectors - 1 ? 22 : 1);
  }
  return groups;
}

/// Sets and windows of `vectors` vectors, at least 10, for tuples of `way`.
inline std::vector<Given> all_kinds(int way, Index vectors) {
  const auto first = numbers(0, vectors / 4), last = numbers(vectors / 4, vectors);
  const auto tenth = some_of(vectors, 0.1, 1), half = some_of(vectors, 0.5, 2);
  const auto middle = numbers(vectors / 5, vectors / 2);
  const std::vector<Index> one{vectors / 2};
  const auto every = numbers(0, vectors);
  const auto sets = [way](std::vector<Index> a, std::vector<Index> b, std::vector<Index> c) {
    std::vector<std::vector<Index>> some{std::move(a), std::move(b)};
    if (way == 3) some.push_back(std::move(c));
    return some;
  };
  std::vector<Given> kinds;
  const auto add = [&](const std::string& name, std::vector<std::vector<Index>> of) {
    kinds.push_back({name, vectors, std::move(of), {}, 0, {}});
  };
  add("all", {});
  add("all by all", sets(every, every, every));
  add("one set", sets(half, half, half));
  add("disjoint", sets(first, last, last));
  add("first twice", sets(first, first, last));
  add("three sets", sets(first, numbers(vectors / 4, vectors / 2), numbers(vectors / 2, vectors)));
  add("scattered", sets(tenth, half, half));
  add("overlapping", sets(middle, half, first));
  add("one vector by all", sets(one, every, every));
  add("one vector alone", sets(one, one, one));
  add("one vector twice", sets(one, one, every));
  add("none by all", sets({}, every, every));
  add("none", sets({}, {}, {}));
  for (const double distance : {0., 1., 20., 63., 1e9}) {
    Given window{"window " + std::to_string(distance), vectors, {}, uneven(vectors), distance, {}};
    kinds.push_back(window);
    window.groups = four_groups(vectors);
    window.name += " in groups";
    kinds.push_back(window);
    window.sets = sets(middle, half, half);
    window.name += " of sets";
    kinds.push_back(window);
    window.beyond = true;
    window.name = "beyond " + window.name;
    kinds.push_back(window);
    window.sets = {};
    window.name += ", all";
    kinds.push_back(window);
    window.groups = {};
    window.name += " in one group";
    kinds.push_back(window);
  }
  return kinds;
}

}  // namespace domains
