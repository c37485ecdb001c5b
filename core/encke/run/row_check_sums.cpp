#include <algorithm>
#include <encke/run/at_best_level.hpp>
#include <encke/run/row_check_counters.hpp>
#include <encke/run/row_check_sums.hpp>

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

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Fields that exist in word w.
Word fields_of(Index w, Index fields) {
  const Index left = fields - w * 64;
  return left >= 64 ? ~Word{0} : (Word{1} << left) - 1;
}

/// Planes of vectors, and where words of one plane follow each other.
struct Planes {
  Stream values, mask;
  Index words, fields;
  bool signs;  ///< nonzero and negative, not bits

  explicit Planes(const PackedVectors& vectors)
      : values(vectors.panel({0, 0}).values),
        mask(vectors.mask_panel(0)),
        words(divide_up(vectors.fields(), 64)),
        fields(vectors.fields()),
        signs(vectors.element() != Element::bit) {}
};

vertical::Strip strip_of(Range range) {
  vertical::Strip strip;
  const Index first = range.begin / 8;
  for (int g = 0; g < 8; ++g) {
    const bool there = (first + g) * 8 < range.end;
    strip.group[g] = there ? first + g : first;  // a group to read; none of it belongs
    for (int lane = 0; lane < 8; ++lane) {
      strip.lanes[g][lane] = there && range.contains((first + g) * 8 + lane) ? ~Word{0} : 0;
    }
  }
  return strip;
}

/// Sums of all counts of a strip.
struct Totals {
  std::int64_t nonzero = 0, negative = 0, present = 0;
};

/// At most 256 words; see vertical::add_bytes().
[[gnu::always_inline]] inline void count_words(const Planes& planes, const vertical::Strip& strip,
                                               Range words, StripSums& to, Totals& totals) {
  Words8 nonzero{}, negative{}, present{}, counts;
  const Index step = planes.signs ? 128 : 64;
  for (Index w = words.begin; w < words.end; ++w) {
    vertical::count(planes.values, strip, w * step, counts);
    vertical::add_bytes(counts, nonzero);
    auto x = reinterpret_cast<const Bytes&>(counts);
    if (planes.signs) {
      vertical::count(planes.values, strip, w * step + 64, counts);
      vertical::add_bytes(counts, negative);
      x -= 2 * reinterpret_cast<const Bytes&>(counts);
    }
    store(to.x.data() + w * 64, x);
    if (planes.mask.data == nullptr) continue;
    vertical::count(planes.mask, strip, w * 64, counts);
    vertical::add_bytes(counts, present);
    store(to.m.data() + w * 64, counts);
  }
  totals.nonzero += vertical::sum_numbers(nonzero);
  totals.negative += vertical::sum_numbers(negative);
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

void StripSums::set(const PackedVectors& vectors, Range range) {
  const Planes planes(vectors);
  const vertical::Strip strip = strip_of(range);
  x.resize(at(planes.words * 64));
  m.resize(at(planes.words * 64));
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
    for (Index w = planes.fields / 64; w < planes.words; ++w) {
      Words8 there;
      vertical::spread<1>({fields_of(w, planes.fields)}, there);
      there *= static_cast<Word>(range.size());
      store(m.data() + w * 64, there);
    }
  }
  x_all = totals.nonzero - 2 * totals.negative;
  m_all = totals.present;
  squares = totals.nonzero;
}

void FieldSums::clear(Index fields) {
  x.assign(at(round_up(fields, 64)), 0);
  m.assign(at(round_up(fields, 64)), 0);
}

void FieldSums::add(const PackedVectors& vectors, Range range) {
  StripSums strip;
  for (Index begin = range.begin; begin < range.end;) {
    const Index end = std::min(range.end, begin / 8 * 8 + 64);
    strip.set(vectors, {begin, end});
    add(strip);
    begin = end;
  }
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
  z.resize(at(planes.words * 64));
  for (Index begin = range.begin; begin < range.end;) {
    const Index end = std::min(range.end, begin / 8 * 8 + 64);
    const vertical::Strip strip = strip_of({begin, end});
    at_best_level([&]() __attribute__((always_inline)) {
      for (Index w = 0; w < planes.words; ++w) {
        Words8 counts;
        vertical::count(planes.values, strip, w * (planes.signs ? 128 : 64), counts);
        const auto bytes = reinterpret_cast<const Bytes&>(counts);
        for (int i = 0; i < 64; ++i) z[at(w * 64 + i)] += bytes[i];
      }
    });
    begin = end;
  }
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
  const auto word = [&](const Stream& stream, Index w) __attribute__((always_inline)) {
    Word bits;
    std::memcpy(&bits, stream.group(vector / 8) + w * 64 + vector % 8 * 8, sizeof bits);
    return bits;
  };
  at_best_level([&]() __attribute__((always_inline)) {
    for (Index w = 0; w < planes.words; ++w) {
      Words8 bytes;
      vertical::spread<1>({word(planes.values, planes.signs ? 2 * w : w)}, bytes);
      auto sum = reinterpret_cast<const Bytes&>(bytes);
      if (planes.signs) {
        vertical::spread<1>({word(planes.values, 2 * w + 1)}, bytes);
        sum -= 2 * reinterpret_cast<const Bytes&>(bytes);
      }
      if (t != 0) {
        const bool complete = planes.mask.data == nullptr;
        vertical::spread<1>({complete ? fields_of(w, planes.fields) : word(planes.mask, w)}, bytes);
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
