#include <array>
#include <cstring>
#include <encke/check/minima_totals.hpp>
#include <encke/check/vertical_counters.hpp>
#include <encke/host/threads/at_best_level.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <utility>
#include <vector>

// Numbers wrap: a tally that is wrong by less than 2^32, in less than 2^32 tuples, changes a sum
// modulo 2^64.

namespace encke {
namespace {

using Number = std::uint64_t;
using vertical::Word;
using vertical::Words8;

constexpr int most_groups = 3;
constexpr int byte_values = 256;

/// Ways to choose k of n, for k up to 3.
Number choose(Number n, int k) {
  return k < 0 ? 0 : k == 0 ? 1 : k == 1 ? n : k == 2 ? n * (n - 1) / 2 : n * (n - 1) * (n - 2) / 6;
}

/// A block, and how many vectors of a tuple it gives.
struct Group {
  const PackedVectors* vectors = nullptr;
  Range range;
  Range indices;
  int times = 0;

  Number size() const { return static_cast<Number>(range.size()); }
};

/// The tuples of a tile that reach a threshold, from how many vectors of each group do.
class Tuples {
 public:
  template <int Way>
  explicit Tuples(const Array<Operand, Way>& blocks) : triples_(Way == 3) {
    for (const Operand& block : blocks) {
      int g = 0;
      while (g < groups_ && !(group_[g].indices == block.indices())) ++g;
      if (g == groups_) group_[groups_++] = {block.vectors, block.range, block.indices(), 0};
      ++group_[g].times;
    }
    for (int g = 0; triples_ && g < groups_; ++g) {
      for (int h = g; h < groups_; ++h) pair_tuples_[g][h] = tuples_of_pair(g, h);
    }
  }

  int groups() const { return groups_; }
  const Group& group(int g) const { return group_[g]; }

  /// Adds `times` what the tuples are where reach[g] vectors of each group reach a threshold.
  void add(Number times, const Number* reach, Number& tuples, Number& pairs) const {
    Number all = times;
    for (int g = 0; g < groups_; ++g) all *= choose(reach[g], group_[g].times);
    tuples += all;
    if (!triples_) return;
    for (int g = 0; g < groups_; ++g) {
      pairs += times * pair_tuples_[g][g] * choose(reach[g], 2);
      for (int h = g + 1; h < groups_; ++h) {
        pairs += times * pair_tuples_[g][h] * reach[g] * reach[h];
      }
    }
  }

 private:
  /// Triples that have a given pair of a vector of group g and one of group h.
  Number tuples_of_pair(int g, int h) const {
    Number tuples = 1;
    for (int i = 0; i < groups_; ++i) {
      const int taken = (i == g ? 1 : 0) + (i == h ? 1 : 0);
      tuples *= choose(group_[i].size() - static_cast<Number>(taken), group_[i].times - taken);
    }
    return tuples;
  }

  bool triples_;
  int groups_ = 0;
  Group group_[most_groups];
  Number pair_tuples_[most_groups][most_groups] = {};
};

/// What a worker adds up, word by word, and its memory.
struct alignas(64) Worker {
  Number tuples = 0, pairs = 0;
  std::vector<std::array<std::uint32_t, byte_values>> histograms;  ///< [group][field of the word]
  std::vector<std::uint32_t> keys, sorted;
};

/// Counts in planes of bits: how many of a strip reach t, of 64 fields.
[[gnu::always_inline]] inline void count_reach(const Stream& values, const vertical::Strip& strip,
                                               Index word, int planes, int t, Words8& out) {
  const auto load = [&](Words8 & reach, Index group) __attribute__((always_inline)) {
    reach = Words8{};
    for (int p = 0; p < planes; ++p) {  // the bits from p down are above those of t - 1
      Words8 bit;
      std::memcpy(&bit, values.group(group) + (word * planes + p) * 64, sizeof bit);
      reach = ((t - 1) >> p & 1) != 0 ? bit & reach : bit | reach;
    }
  };
  vertical::count(strip, load, out);
}

void add_bits(const Tuples& of, Index word, Worker& worker) {
  const Element element = of.group(0).vectors->element();
  for (int t = 1; t <= largest_count(element); ++t) {
    std::uint32_t reach[most_groups][64] = {};
    for (int g = 0; g < of.groups(); ++g) {
      const Stream values = of.group(g).vectors->panel({0, 0}).values;
      vertical::for_each_strip(of.group(g).range, [&](Range range) {
        const vertical::Strip strip = vertical::strip_of(range);
        at_best_level([&]() __attribute__((always_inline)) {
          Words8 counts;
          count_reach(values, strip, word, count_planes(element), t, counts);
          const auto& each = reinterpret_cast<const vertical::Bytes&>(counts);
          for (int f = 0; f < 64; ++f) reach[g][f] += static_cast<std::uint32_t>(each[f]);
        });
      });
    }
    for (int f = 0; f < 64; ++f) {
      const Number of_field[most_groups] = {reach[0][f], reach[1][f], reach[2][f]};
      of.add(1, of_field, worker.tuples, worker.pairs);
    }
  }
}

/// Calls visit(count of each field of a word) for each vector of a group.
template <class T, class Visit>
void for_each_vector(const Group& group, Index word, const Visit& visit) {
  const Stream values = group.vectors->panel({0, 0}).values;
  for (Index v = group.range.begin; v < group.range.end; ++v) {
    T counts[8 / sizeof(T)];
    std::memcpy(counts, values.group(v / 8) + word * 64 + v % 8 * 8, sizeof counts);
    visit(counts);
  }
}

void add_bytes(const Tuples& of, Index word, Worker& worker) {
  worker.histograms.assign(static_cast<std::size_t>(of.groups()) * 8, {});
  for (int g = 0; g < of.groups(); ++g) {
    auto* const histograms = worker.histograms.data() + g * 8;
    for_each_vector<std::uint8_t>(of.group(g), word, [&](const std::uint8_t(&counts)[8]) {
      for (int f = 0; f < 8; ++f) ++histograms[f][counts[f]];
    });
  }
  for (int f = 0; f < 8; ++f) {
    Number reach[most_groups] = {};
    Number thresholds = 0;  // that as many vectors reach
    for (std::size_t t = byte_values - 1; t > 0; --t, ++thresholds) {
      Number equal[most_groups] = {}, any = 0;
      for (int g = 0; g < of.groups(); ++g) {
        equal[g] = worker.histograms[static_cast<std::size_t>(g * 8 + f)][t];
        any |= equal[g];
      }
      if (any == 0) continue;
      of.add(std::exchange(thresholds, 0), reach, worker.tuples, worker.pairs);
      for (int g = 0; g < of.groups(); ++g) reach[g] += equal[g];
    }
    of.add(thresholds, reach, worker.tuples, worker.pairs);
  }
}

/// Sorts `keys` by the bits from `shift` on, a byte, and keeps the order of equal ones.
void sort_by_byte(const std::vector<std::uint32_t>& keys, int shift,
                  std::vector<std::uint32_t>& sorted) {
  std::array<std::size_t, byte_values> place{};
  for (const std::uint32_t key : keys) ++place[key >> shift & 255];
  std::size_t before = 0;
  for (std::size_t& at : place) before += std::exchange(at, before);
  sorted.resize(keys.size());
  for (const std::uint32_t key : keys) sorted[place[key >> shift & 255]++] = key;
}

void add_numbers(const Tuples& of, Index word, Worker& worker) {
  constexpr std::uint32_t most = 65535;
  for (int f = 0; f < 4; ++f) {
    worker.keys.clear();
    for (int g = 0; g < of.groups(); ++g) {
      for_each_vector<std::uint16_t>(of.group(g), word, [&](const std::uint16_t(&counts)[4]) {
        worker.keys.push_back((most - counts[f]) << 2 | static_cast<std::uint32_t>(g));
      });
    }
    sort_by_byte(worker.keys, 2, worker.sorted);
    sort_by_byte(worker.sorted, 10, worker.keys);
    Number reach[most_groups] = {};
    std::uint32_t above = 0;  // the largest first
    for (const std::uint32_t key : worker.keys) {
      of.add((key >> 2) - above, reach, worker.tuples, worker.pairs);
      above = key >> 2;
      ++reach[key & 3];
    }
    of.add(most - above, reach, worker.tuples, worker.pairs);
  }
}

}  // namespace

template <int Way>
MinimaTotals minima_totals(const Array<Operand, Way>& blocks, std::ptrdiff_t workers) {
  const Tuples tuples(blocks);
  const Element element = blocks[0].vectors->element();
  std::vector<Worker> made(static_cast<std::size_t>(workers));
  const Index words = blocks[0].vectors->panel({0, 0}).words;
  host_loop(static_cast<int>(workers), words, [&](Index word, int worker) {
    Worker& mine = made[static_cast<std::size_t>(worker)];
    count_planes(element) > 1    ? add_bits(tuples, word, mine)
    : element == Element::count8 ? add_bytes(tuples, word, mine)
                                 : add_numbers(tuples, word, mine);
  });
  Worker all;
  for (const Worker& worker : made) {
    all.tuples += worker.tuples;
    all.pairs += worker.pairs;
  }
  return {static_cast<std::int64_t>(all.tuples), static_cast<std::int64_t>(all.pairs)};
}

template MinimaTotals minima_totals<2>(const Array<Operand, 2>&, std::ptrdiff_t);
template MinimaTotals minima_totals<3>(const Array<Operand, 3>&, std::ptrdiff_t);

std::int64_t minima_memory(int way, Index block) {
  return way * (8 * byte_values + 2 * block) * static_cast<Index>(sizeof(std::uint32_t));
}

}  // namespace encke
