#include <algorithm>
#include <encke/base/index.hpp>
#include <encke/host/threads/at_best_level.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/ordination/groups/permuted_labels.hpp>
#include <encke/ordination/groups/within_sums.hpp>

namespace encke::ordination::detail {
namespace {

constexpr Index lanes = 32;     ///< permutations that share a pass over the values
constexpr Index wave = 16;      ///< such passes whose labels are made at a time
constexpr Index tile = 64;      ///< samples whose labels stay in the nearest cache
constexpr Index row_parts = 8;  ///< pieces of a pass, so that few permutations occupy all threads

/// Eight numbers, which a compiler puts into as many registers as the level needs.
using Reals [[gnu::vector_size(64)]] = double;
using Bits [[gnu::vector_size(64)]] = std::int64_t;
constexpr Index vectors = lanes / 8;

/// The labels of a sample in `lanes` permutations.
struct alignas(64) Labels {
  Reals of[vectors];
};

/// One pass over pairs (i, j) of which i lies in `rows`.
struct Pass {
  const double* values;
  const Labels* labels;  ///< of each sample
  const double* weights;
  Index samples;
  Range rows;
  double* sums;  ///< of each lane

  const double* row(Index i) const { return values + i * (2 * samples - i - 1) / 2 - i - 1; }

  /// Adds the values of i with samples of its own group among `columns`.
  [[gnu::always_inline]] void add(Index i, Range columns) const {
    Reals sum[vectors] = {};
    const Labels& mine = labels[i];
    const double* const value = row(i);
    for (Index j = columns.begin; j < columns.end; ++j) {
      const Labels& other = labels[j];
      const Reals both = value[j] - Reals{};
      for (Index v = 0; v < vectors; ++v) {
        const Bits same = mine.of[v] == other.of[v];
        sum[v] += reinterpret_cast<Reals>(same & reinterpret_cast<Bits>(both));
      }
    }
    for (Index v = 0; v < vectors; ++v) {
      for (Index k = 0; k < 8; ++k) {
        sums[v * 8 + k] += sum[v][k] * weights[static_cast<Index>(mine.of[v][k])];
      }
    }
  }

  [[gnu::always_inline]] void run() const {
    for (Index begin = rows.begin + 1; begin < samples; begin += tile) {
      const Index end = std::min(begin + tile, samples);
      for (Index i = rows.begin; i < std::min(rows.end, end - 1); ++i) {
        add(i, {std::max(begin, i + 1), end});
      }
    }
  }
};

/// Rows in pieces of about equal numbers of pairs.
std::vector<Range> pieces(Index samples) {
  std::vector<Range> all;
  const Index pairs = samples * (samples - 1) / 2;
  Index begin = 0;
  Index before = 0;
  for (Index i = 0; i < samples; ++i) {
    before += samples - 1 - i;
    const auto done = static_cast<Index>(all.size()) + 1;
    if (done == row_parts || before * row_parts < pairs * done) continue;
    all.push_back({begin, i + 1});
    begin = i + 1;
  }
  if (begin < samples) all.push_back({begin, samples});
  return all;
}

/// Labels of the samples in permutations from `first` on; those behind the last are of no use.
std::vector<Labels> labels_of(const Grouping& grouping, std::uint64_t seed, Index first) {
  const std::vector<double> given(grouping.of.begin(), grouping.of.end());
  std::vector<Labels> labels(given.size());
  for (Index lane = 0; lane < lanes; ++lane) {
    std::vector<double> order = given;
    if (first + lane > 0) permute(std::span(order), seed, first + lane);
    for (std::size_t i = 0; i < order.size(); ++i) labels[i].of[lane / 8][lane % 8] = order[i];
  }
  return labels;
}

}  // namespace

std::vector<double> within_sums(std::span<const double> values, const Grouping& grouping,
                                std::span<const double> weights, const Permutations& permutations) {
  const auto samples = static_cast<Index>(grouping.of.size());
  const std::vector<Range> rows = pieces(samples);
  const auto parts = static_cast<Index>(rows.size());
  const Index passes = divide_up(permutations.count + 1, lanes);
  std::vector<double> totals(idx(passes * lanes));
  for (Index first = 0; first < passes; first += wave) {
    const Index count = std::min(wave, passes - first);
    std::vector<std::vector<Labels>> labels(idx(count));
    host_loop(permutations.threads, count, [&](Index pass, int) {
      labels[idx(pass)] = labels_of(grouping, permutations.seed, (first + pass) * lanes);
    });
    std::vector<double> sums(idx(count * parts * lanes));
    host_loop(permutations.threads, count * parts, [&](Index item, int) {
      permutations.stop.check();
      const Pass pass{values.data(), labels[idx(item / parts)].data(), weights.data(),
                      samples,       rows[idx(item % parts)],          sums.data() + item * lanes};
      at_best_level([&]() __attribute__((always_inline)) { pass.run(); });
    });
    for (Index item = 0; item < count * parts; ++item) {  // in the order of the rows
      for (Index lane = 0; lane < lanes; ++lane) {
        totals[idx((first + item / parts) * lanes + lane)] += sums[idx(item * lanes + lane)];
      }
    }
  }
  totals.resize(idx(permutations.count + 1));
  return totals;
}

}  // namespace encke::ordination::detail
