#pragma once

#include <gtest/gtest.h>

#include <encke/base/error.hpp>
#include <encke/check/tally_check.hpp>
#include <encke/contraction/allele_bits.hpp>
#include <encke/contraction/allele_counts.hpp>
#include <string>
#include <vector>

#include "injected_faults.hpp"
#include "support/classes.hpp"
#include "support/counts.hpp"
#include "support/genotypes.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

// Clean tallies pass; any single wrong one is found, and its row named: for any kind of vectors.

namespace encke::test {

// Kinds of vectors. `rate`: of missing samples.

struct GenotypeKind {
  using contraction = AlleleCounts;
  static PackedVectors packed(Index vectors, Index fields, double rate, std::uint64_t seed) {
    return packed(random_genotypes(vectors, fields, rate, seed));
  }
  static PackedVectors packed(const Genotypes& g) { return pack(g); }
};

struct BitKind {
  using contraction = AlleleBits;
  static PackedVectors packed(Index vectors, Index fields, double rate, std::uint64_t seed) {
    return packed(random_genotypes(vectors, fields, rate, seed));
  }
  static PackedVectors packed(const Genotypes& g) { return pack_bits(g); }
};

struct MomentKind {
  using contraction = GenotypeMoments;
  static PackedVectors packed(Index vectors, Index fields, double rate, std::uint64_t seed) {
    return packed(random_genotypes(vectors, fields, rate, seed));
  }
  static PackedVectors packed(const Genotypes& g) { return pack_moments(g); }
};

/// A third of the samples are cases.
struct ClassKind {
  using contraction = GenotypeTables;
  static PackedVectors packed(Index vectors, Index fields, double rate, std::uint64_t seed) {
    return packed(random_genotypes(vectors, fields, rate, seed));
  }
  static PackedVectors packed(const Genotypes& g) { return pack(g, interleaved(g.fields, 3)); }
};

/// Nothing is missing.
template <Element element>
struct CountKind {
  using contraction = CountMinima;
  static PackedVectors packed(Index vectors, Index fields, double, std::uint64_t seed) {
    return pack(element, fields, random_counts(vectors, fields, element.largest_count(), seed));
  }
};

template <int Way>
Array<Operand, Way> blocks_of(const PackedVectors& vectors, const Array<Range, Way>& ranges,
                              Index offset) {
  Array<Operand, Way> blocks;
  for (int v = 0; v < Way; ++v) blocks[v] = {&vectors, ranges[v], offset};
  return blocks;
}

/// The divisions of n vectors into blocks that differ in what coincides.
template <int Way>
std::vector<Array<Range, Way>> divisions(Index n) {
  const Range all{0, n}, a{0, std::min<Index>(16, n)};
  const Range b{16, std::max<Index>(16, std::min<Index>(n, 64))}, c{b.end, std::max(b.end, n)};
  if constexpr (Way == 2) {
    if (n <= 64) return {{{all, all}}, {{a, b}}};
    return {{{all, all}}, {{a, b}}, {{a, c}}, {{c, c}}, {{b, c}}};
  } else {
    if (n <= 16) return {{{all, all, all}}};
    if (n <= 64) return {{{all, all, all}}, {{a, a, b}}, {{a, b, b}}};
    return {{{a, b, c}}, {{a, a, c}}, {{a, c, c}}, {{b, b, b}}, {{c, c, c}}};
  }
}

template <class Kind, int Way>
void expect_clean(const Engine& engine, Index n, Index fields, double rate) {
  SCOPED_TRACE(engine.backend + " " + engine.level + ", " + std::to_string(n) + " vectors of " +
               std::to_string(fields));
  const auto vectors = Kind::packed(n, fields, rate, static_cast<std::uint64_t>(n + fields));
  const auto backend = make_backend(engine.backend, {engine.level});
  Count count;
  RowCheck<typename Kind::contraction, Way> check(count, backend->workers());
  Index visits = 0;
  for (const auto& ranges : divisions<Way>(n)) {
    const auto blocks = blocks_of<Way>(vectors, ranges, 32);
    check.begin_tile(blocks, 7);
    backend->contract(blocks, nullptr, check);
    EXPECT_NO_THROW(check.end_tile());
    Count alone;
    backend->contract(blocks, nullptr, alone);
    visits += alone.visits();
  }
  EXPECT_EQ(count.visits(), visits);
  EXPECT_GE(check.rows_checked(), Way == 2 ? n : 0);
}

/// The oracle is slow: only some sizes.
inline bool too_slow(const Engine& engine, int way, Index n, Index fields) {
  if (engine.backend != "reference") return way == 3 && n > 65 && fields > 129;
  return way == 2 ? n * fields > 17000 : n > 17 || fields > 65;
}

/// Each number of vectors with a third of the numbers of fields, and each of these with some of
/// those, and with some of the rates; all with all in a long run.
template <class Kind, int Way>
void expect_clean_everywhere(const std::vector<double>& rates = {0.0, 0.1, 1.0}) {
  for (const Engine& engine : engines_of(Kind::contraction::id)) {
    int i = 0;
    for (const Index n : {1, 15, 16, 17, 63, 64, 65, 200}) {
      int j = i++;
      for (const Index fields : {1, 63, 64, 65, 129, 1000}) {
        if (j++ % 3 != 0 && !long_run()) continue;
        if (too_slow(engine, Way, n, fields)) continue;
        auto turn = static_cast<std::size_t>(j / 3);  // alternates along both
        for (const double rate : rates) {
          if (!has_turn(turn++, rates.size() > 1 ? 2 : 1)) continue;
          expect_clean<Kind, Way>(engine, n, fields, rate);
        }
      }
    }
  }
}

/// Only some vectors have missing samples: tiles of both forms in one block.
template <class Kind, int Way>
void expect_mixed(const Engine& engine) {
  auto g = random_genotypes(420, 70, 0, 5);
  g.at(3, 69) = 3;
  g.at(400, 0) = 3;
  const auto vectors = Kind::packed(g);
  const auto backend = make_backend(engine.backend, {engine.level});
  Count count;
  RowCheck<typename Kind::contraction, Way> check(count, backend->workers());
  Array<Range, Way> ranges;
  for (int v = 0; v < Way; ++v) ranges[v] = Way == 2 || v == 2 ? Range{0, 420} : Range{0, 100};
  if (Way == 3) ranges[2] = {112, 420};
  const auto blocks = blocks_of<Way>(vectors, ranges, 0);
  check.begin_tile(blocks, 0);
  backend->contract(blocks, nullptr, check);
  EXPECT_NO_THROW(check.end_tile());
}

/// Changes one tally at random, `times` times, and expects each time that its row is named.
template <class Kind, int Way>
void expect_found(const Engine& engine, Index n, Index fields, double rate, int times) {
  SCOPED_TRACE(engine.backend + " " + std::to_string(rate));
  using C = typename Kind::contraction;
  const auto vectors = Kind::packed(n, fields, rate, 11);
  const auto backend = make_backend(engine.backend, {engine.level});
  std::mt19937_64 random(static_cast<std::uint64_t>(n + times));
  Count count;
  Fault<C, Way> fault(random, vectors.keeps_masks());
  RowCheck<C, Way> check(count, backend->workers());
  const auto all = divisions<Way>(n);
  int found = 0, injected = 0;
  for (int k = 0; injected < times && k < 4 * times; ++k) {
    const auto blocks = blocks_of<Way>(vectors, all[static_cast<std::size_t>(k) % all.size()], 48);
    Count tiles;
    backend->contract(blocks, nullptr, tiles);
    if (tiles.visits() == 0) continue;
    fault.arm(check, static_cast<Index>(random() % static_cast<std::uint64_t>(tiles.visits())));
    check.begin_tile(blocks, k);
    backend->contract(blocks, nullptr, fault);
    if (!fault.injected()) continue;
    ++injected;
    try {
      check.end_tile();
      ADD_FAILURE() << "not found: " << fault.where();
    } catch (const Error& error) {
      const std::string text = std::string(error.what()) + ":";
      EXPECT_EQ(error.failure(), Failure::checksum);
      EXPECT_NE(text.find("tile " + std::to_string(k) + ", "), std::string::npos) << text;
      EXPECT_NE(text.find(fault.where()), std::string::npos) << text << " not " << fault.where();
      found += text.find(fault.where()) != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_EQ(injected, times);
  EXPECT_EQ(found, times);
}

/// `times` faults in all, and 100 in the tallies of the oracle.
template <class Kind, int Way>
void expect_found_everywhere(int times, const std::vector<double>& rates = {0.0, 0.05}) {
  const auto of_each = [&](int all) {
    return static_cast<int>(divide_up(all, static_cast<Index>(rates.size())));
  };
  for (const char* name : {"reference", "auto"}) {
    const bool slow = std::string(name) == "reference";
    for (const double rate : rates) {
      const Index n = Way == 2 ? (slow ? 40 : 200) : slow ? 17 : 90;
      expect_found<Kind, Way>({name, "auto"}, n, slow ? 20 : 129, rate,
                              of_each(slow ? 100 : times));
    }
  }
}

}  // namespace encke::test
