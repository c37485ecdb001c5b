#include <algorithm>
#include <encke/base/index.hpp>
#include <encke/check/field_sums.hpp>
#include <encke/check/vertical_counters.hpp>
#include <encke/host/threads/at_best_level.hpp>

namespace encke {

namespace {

using vertical::Bytes;
using vertical::Word;
using vertical::Words8;

/// Sixteen numbers, so that additions do not wait for each other.
using Lanes [[gnu::vector_size(64)]] = std::int32_t;
using SmallLanes [[gnu::vector_size(16)]] = std::int8_t;

template <class V, class T>
[[gnu::always_inline]] inline void load(V& to, const T* from) {
  std::memcpy(&to, from, sizeof to);
}
template <class T, class V>
[[gnu::always_inline]] inline void store(T* to, const V& from) {
  std::memcpy(to, &from, sizeof from);
}

/// Planes of vectors: x of a field is its bit of the first, less twice that of the second.
struct Planes {
  const PackedVectors& vectors;
  Stream values, mask;
  Index words, fields;
  bool two;      ///< not bits, which have no second plane
  bool classes;  ///< of controls and cases
  /// Cases: their planes change places, so that a class taken for the other shows.
  Index cases;

  explicit Planes(const PackedVectors& of)
      : vectors(of),
        values(of.panel({0, 0}).values),
        mask(of.mask_panel(0)),
        words(places_of(of) / 64),
        fields(of.fields()),
        two(of.element().planes() == 2),
        classes(of.element().row().classes),
        cases(classes ? of.class_words(1).begin : words) {}

  /// Byte of a word of the first (second) plane.
  Index at(Index word, bool second) const {
    return two ? word * 128 + (second == (word < cases) ? 64 : 0) : word * 64;
  }
};

/// Sums of all counts of a strip.
struct Totals {
  std::int64_t first = 0, second = 0, present = 0;
};

/// At most 256 words; see vertical::add_bytes().
[[gnu::always_inline]] inline void count_words(const Planes& planes, const vertical::Strip& strip,
                                               Range words, StripSums& to, Totals& totals) {
  Words8 first{}, second{}, present{}, counts;
  for (Index w = words.begin; w < words.end; ++w) {
    vertical::count(planes.values, strip, planes.at(w, false), counts);
    vertical::add_bytes(counts, first);
    auto x = reinterpret_cast<const Bytes&>(counts);
    if (planes.two) {
      vertical::count(planes.values, strip, planes.at(w, true), counts);
      vertical::add_bytes(counts, second);
      x -= 2 * reinterpret_cast<const Bytes&>(counts);
    }
    store(to.x.data() + w * 64, x);
    if (planes.mask.data == nullptr) continue;
    vertical::count(planes.mask, strip, w * 64, counts);
    vertical::add_bytes(counts, present);
    store(to.m.data() + w * 64, counts);
  }
  totals.first += vertical::sum_numbers(first);
  totals.second += vertical::sum_numbers(second);
  totals.present += vertical::sum_numbers(present);
}

[[gnu::always_inline]] inline std::int64_t sum_lanes(const Lanes& lanes) {
  std::int64_t sum = 0;
  for (int k = 0; k < 16; ++k) sum += lanes[k];
  return sum;
}

/// At most 256 fields, so that no lane leaves 32 bits: |a| <= 256 and |later| < 2^19, of 16 each.
template <bool add>
[[gnu::always_inline]] inline void multiply_fields(const StripSums& strip, std::int32_t t,
                                                   std::int32_t* later, std::size_t begin,
                                                   std::size_t end, StripProducts& to) {
  Lanes with_later{}, with_own{};
  for (std::size_t q = begin; q < end; q += 16) {
    SmallLanes x, m;
    Lanes others;
    load(x, strip.x.data() + q);
    load(m, strip.m.data() + q);
    load(others, later + q);
    const Lanes a = __builtin_convertvector(x, Lanes) + t * __builtin_convertvector(m, Lanes);
    with_later += a * others;
    if (!add) continue;
    with_own += a * a;
    others += a;
    store(later + q, others);
  }
  to.with_later += sum_lanes(with_later);
  if (add) to.with_own += sum_lanes(with_own);
}

}  // namespace

Index places_of(const PackedVectors& vectors) { return vectors.panel({0, 0}).words * 64; }

std::int64_t x_sum(const PackedVectors& vectors, Index vector) {
  if (!vectors.element().row().classes) return vectors.x_sum(vector);
  const Array<Index, 6>& n = vectors.class_counts(vector);
  return n[0] - 2 * n[1] + n[4] - 2 * n[3];
}

void StripSums::set(const PackedVectors& vectors, Range range) {
  const Planes planes(vectors);
  const vertical::Strip strip = vertical::strip_of(range);
  x.resize(idx(planes.words * 64));
  m.resize(idx(planes.words * 64));
  Totals totals;
  for (Index begin = 0; begin < planes.words; begin += 256) {
    const Range words{begin, std::min(begin + 256, planes.words)};
    at_best_level([&]() __attribute__((always_inline)) {
      count_words(planes, strip, words, *this, totals);
    });
  }
  if (planes.mask.data == nullptr) {
    std::fill(m.begin(), m.end(), static_cast<std::int8_t>(range.size()));
    totals.present = range.size() * planes.fields;
    for (Index w = 0; w < planes.words; ++w) {
      const Word exist = vectors.word_fields(w);
      if (exist == ~Word{0}) continue;
      Words8 there;
      vertical::spread<1>({exist}, there);
      there *= static_cast<Word>(range.size());
      store(m.data() + w * 64, there);
    }
  }
  x_all = totals.first - 2 * totals.second;
  m_all = totals.present;
  // a negative genotype has both bits, no sample of controls and cases has
  squares = totals.first + (planes.classes ? 4 * totals.second : 0);
}

void FieldSums::clear(Index places) {
  x.assign(idx(places), 0);
  m.assign(idx(places), 0);
}

void FieldSums::add(const PackedVectors& vectors, Range range) {
  StripSums strip;
  vertical::for_each_strip(range, [&](Range part) {
    strip.set(vectors, part);
    add(strip);
  });
}

void FieldSums::add(const StripSums& strip) {
  const auto add = [](std::vector<std::int32_t> & to, const std::vector<std::int8_t>& from)
      __attribute__((always_inline)) {
    for (std::size_t q = 0; q < to.size(); ++q) to[q] += from[q];
  };
  at_best_level([&]() __attribute__((always_inline)) {
    add(x, strip.x);
    add(m, strip.m);
  });
}

void FieldSums::add_squares(const PackedVectors& vectors, Range range) {
  const Planes planes(vectors);
  z.resize(idx(planes.words * 64));
  vertical::for_each_strip(range, [&](Range part) {
    const vertical::Strip strip = vertical::strip_of(part);
    at_best_level([&]() __attribute__((always_inline)) {
      for (Index w = 0; w < planes.words; ++w) {
        Words8 counts;
        vertical::count(planes.values, strip, planes.at(w, false), counts);
        const auto bytes = reinterpret_cast<const Bytes&>(counts);
        for (int i = 0; i < 64; ++i) z[idx(w * 64 + i)] += bytes[i];
      }
    });
  });
}

std::int64_t dot(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) {
  std::int64_t sum = 0;
  for (std::size_t q = 0; q < a.size(); ++q) sum += std::int64_t{a[q]} * b[q];
  return sum;
}

std::vector<std::int32_t> FieldSums::weighted(std::int32_t t) const {
  std::vector<std::int32_t> a = x;
  for (std::size_t q = 0; t != 0 && q < a.size(); ++q) a[q] += t * m[q];
  return a;
}

void read_vector(const PackedVectors& vectors, Index vector, std::int32_t t,
                 std::vector<std::int8_t>& a) {
  const Planes planes(vectors);
  const auto word = [&](const Stream& stream, Index byte) __attribute__((always_inline)) {
    Word bits;
    std::memcpy(&bits, stream.group(vector / 8) + byte + vector % 8 * 8, sizeof bits);
    return bits;
  };
  at_best_level([&]() __attribute__((always_inline)) {
    for (Index w = 0; w < planes.words; ++w) {
      Words8 bytes;
      vertical::spread<1>({word(planes.values, planes.at(w, false))}, bytes);
      auto sum = reinterpret_cast<const Bytes&>(bytes);
      if (planes.two) {
        vertical::spread<1>({word(planes.values, planes.at(w, true))}, bytes);
        sum -= 2 * reinterpret_cast<const Bytes&>(bytes);
      }
      if (t != 0) {
        const bool complete = planes.mask.data == nullptr;
        vertical::spread<1>({complete ? vectors.word_fields(w) : word(planes.mask, w * 64)}, bytes);
        sum += static_cast<std::int8_t>(t) * reinterpret_cast<const Bytes&>(bytes);
      }
      store(a.data() + w * 64, sum);
    }
  });
}

StripProducts multiply(const StripSums& strip, std::int32_t t, std::vector<std::int32_t>& later,
                       bool add) {
  StripProducts products;
  for (std::size_t begin = 0; begin < later.size(); begin += 256) {
    const std::size_t end = std::min(begin + 256, later.size());
    at_best_level([&]() __attribute__((always_inline)) {
      if (add) {
        multiply_fields<true>(strip, t, later.data(), begin, end, products);
      } else {
        multiply_fields<false>(strip, t, later.data(), begin, end, products);
      }
    });
  }
  return products;
}

}  // namespace encke
