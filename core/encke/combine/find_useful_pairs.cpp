#include <algorithm>
#include <bit>
#include <encke/combine/find_useful_pairs.hpp>
#include <encke/combine/pair_pass.hpp>
#include <limits>
#include <utility>

namespace encke {
namespace {

using pair_search::Alleles;
using pair_search::Columns;
using pair_search::KeptPair;
using pair_search::Known;
using pair_search::PairPass;

/// Allowance for the rounding of a few operations in float32, above that of WeightBound::floor.
constexpr float allowance = 1e-6F;
constexpr float infinity = std::numeric_limits<float>::infinity();
/// Share of a sample: where so many cannot be excluded by their alleles, a further pass over all
/// pairs is not worth its time.
constexpr double most_allowed = 0.85;
/// Kept pairs in a list that grows, the list that is sent, and UsefulPairs.
constexpr std::int64_t bytes_of_pair = 2 * sizeof(pair_search::KeptPair) + 8 + 4;
/// Share of all pairs: where more are useful, lists are hardly shorter than blocks.
constexpr double most_useful = 0.5;

/// Raises the counts to those of all ranks.
void raise_over(const Communicator& world, Alleles& alleles) {
  if (world.size() == 1) return;
  for (Columns& column : alleles.of) {
    std::vector<std::int64_t> bits(column.size());
    std::ranges::transform(column, bits.begin(),
                           [](float value) { return std::bit_cast<std::int32_t>(value); });
    world.maximum(bits);
    std::ranges::transform(bits, column.begin(), [](std::int64_t value) {
      return std::bit_cast<float>(static_cast<std::int32_t>(value));
    });
  }
}

Index sum_over(const Communicator& world, Index value) {
  world.sum({&value, 1});
  return value;
}

/// True if cell (a of first, b of second) with this value may be in a triple that passes.
bool may_be_useful(const Known& known, const Alleles& third, float floor, const KeptPair& pair,
                   int cell) {
  const int a = cell / 2, b = cell % 2;
  const float reach = std::min(known.reach.at(a, pair.first), known.reach.at(b, pair.second));
  return pair.value[cell] * reach > floor &&
         known.top.at(a, pair.first) * third.at(b, pair.second) > floor &&
         known.top.at(b, pair.second) * third.at(a, pair.first) > floor;
}

/// The search as it goes on: each step leaves fewer pairs, or as many.
class Search {
 public:
  Search(const TripleProblem& problem, int workers, const Communicator& world,
         const VisitPairs& visit, const PairSearch& how)
      : problem_(problem),
        workers_(workers),
        world_(world),
        visit_(visit),
        how_(how),
        floor_(problem.floor * (1 - allowance)) {
    for (int a = 0; a < 2; ++a) third_.of[a] = third_factors(problem, a);
    known_ = {Alleles(problem.vectors(), infinity), Alleles(problem.vectors(), infinity)};
  }

  std::optional<UsefulPairs> run() {
    if (!how_.forced) {
      if (problem_.vectors() < PairSearch::least_vectors) return std::nullopt;
      expect_independent_vectors();
      if (share_allowed() > most_allowed) return std::nullopt;
    }
    look(false);
    only_alleles_that_reach();
    if (!how_.forced && share_allowed() > most_allowed) return std::nullopt;
    const double all =
        static_cast<double>(problem_.vectors()) * static_cast<double>(problem_.vectors() - 1) / 2;
    Index before = std::numeric_limits<Index>::max();
    for (int pass = 1; pass < how_.passes; ++pass) {
      if (look(true)) {
        shorten();
        if (!how_.forced && static_cast<double>(pairs_) > most_useful * all) return std::nullopt;
        return UsefulPairs(problem_.vectors(), all_pairs());
      }
      if (pairs_ > before / 4 * 3) break;  // too many, and as many after a further pass
      before = pairs_;
    }
    return std::nullopt;
  }

 private:
  /// A pass over all pairs. Whether it has kept those that may be useful.
  bool look(bool tested) {
    PairPass pass(problem_, third_, known_, floor_, tested, how_.most_pairs, workers_);
    visit_(pass);
    Known found = pass.known();
    raise_over(world_, found.top);
    if (tested) raise_over(world_, found.reach);
    pairs_ = sum_over(world_, pass.pairs());
    const bool all = sum_over(world_, pass.kept_all() ? 0 : 1) == 0;
    if (tested && all) kept_ = pass.kept();
    known_.top = std::move(found.top);
    if (tested) known_.reach = std::move(found.reach);
    return all;
  }

  /// About what the first pass will find at least: values of vectors that are independent.
  void expect_independent_vectors() {
    float most = 0;
    for_alleles([&](int a, Index v) {
      const auto i = static_cast<std::size_t>(v);
      const auto present = static_cast<float>(problem_.present[i]);
      const auto sum = static_cast<float>(problem_.x_sum[i]);
      if (present == 0) return;
      const float one = problem_.copies == 2 ? (present + sum) / (2 * present) : sum / present;
      known_.top.at(a, v) = (a == 1 ? one : 1 - one) * problem_.weight[a][v];
      most = std::max(most, known_.top.at(a, v));
    });
    for (Columns& column : known_.top.of) {
      for (float& top : column) top *= most;
    }
    only_alleles_that_reach();
  }

  /// The share of pairs of which the largest values of their alleles say nothing, from a sample.
  double share_allowed() const {
    constexpr Index samples = 4096;
    const Index vectors = problem_.vectors();
    Index allowed = 0;
    std::uint64_t state = 1;
    const auto next = [&state, vectors] {
      state = state * 6364136223846793005U + 1442695040888963407U;
      return static_cast<Index>((state >> 33) % static_cast<std::uint64_t>(vectors));
    };
    for (Index s = 0; s < samples; ++s) {
      const KeptPair pair{static_cast<std::uint32_t>(next()),
                          static_cast<std::uint32_t>(next()),
                          {infinity, infinity, infinity, infinity}};
      bool any = false;
      for (int cell = 0; cell < 4; ++cell) {
        any |= may_be_useful(known_, third_, floor_, pair, cell);
      }
      allowed += any ? 1 : 0;
    }
    return static_cast<double>(allowed) / samples;
  }

  /// From values alone: an allele may be in a triple that passes only if its largest value and the
  /// largest factor of all such alleles may.
  void only_alleles_that_reach() {
    float most = infinity;
    for (int round = 0; round < 16; ++round) {
      float next = 0;
      for_alleles([&](int a, Index v) {
        if (known_.top.at(a, v) * most > floor_) next = std::max(next, third_.at(a, v));
      });
      if (next >= most) break;
      most = next;
    }
    for_alleles([&](int a, Index v) {
      known_.reach.at(a, v) = known_.top.at(a, v) * most > floor_ ? most : 0;
    });
  }

  template <class F>
  void for_alleles(const F& function) const {
    for (int a = 0; a < 2; ++a) {
      for (Index v = 0; v < problem_.vectors(); ++v) function(a, v);
    }
  }

  /// Rounds over the kept pairs: what an allele reaches follows from the pairs that are left.
  void shorten() {
    for (int round = 0; round < how_.rounds; ++round) {
      Known found{Alleles(problem_.vectors(), 0), Alleles(problem_.vectors(), 0)};
      std::erase_if(kept_, [&](KeptPair& pair) { return !is_left(pair, found); });
      raise_over(world_, found.top);
      raise_over(world_, found.reach);
      const Index left = sum_over(world_, static_cast<Index>(kept_.size()));
      const bool same = left > pairs_ / 20 * 19;
      known_ = std::move(found);
      pairs_ = left;
      if (same) break;
    }
  }

  bool is_left(KeptPair& pair, Known& found) const {
    bool any = false;
    for (int cell = 0; cell < 4; ++cell) {
      if (!may_be_useful(known_, third_, floor_, pair, cell)) {
        pair.value[cell] = 0;
        continue;
      }
      const int a = cell / 2, b = cell % 2;
      any = true;
      found.top.raise(a, pair.first, pair.value[cell]);
      found.top.raise(b, pair.second, pair.value[cell]);
      found.reach.raise(a, pair.first, third_.at(b, pair.second));
      found.reach.raise(b, pair.second, third_.at(a, pair.first));
    }
    return any;
  }

  std::vector<std::int64_t> all_pairs() const {
    std::vector<std::int64_t> mine;
    mine.reserve(kept_.size());
    for (const KeptPair& pair : kept_) {
      mine.push_back(static_cast<std::int64_t>(pair.first) << 32 | pair.second);
    }
    return world_.size() == 1 ? mine : world_.all_gather(mine);
  }

  const TripleProblem& problem_;
  int workers_;
  const Communicator& world_;
  const VisitPairs& visit_;
  const PairSearch& how_;
  float floor_;
  Alleles third_;
  Known known_;
  std::vector<KeptPair> kept_;
  Index pairs_ = 0;  ///< of all ranks
};

}  // namespace

Index PairSearch::most_pairs_of(Index vectors, std::int64_t memory) {
  constexpr Index least = 4096;
  const Index all = vectors > (Index{1} << 20) ? PairSearch{}.most_pairs : vectors * vectors / 8;
  Index most = std::min(all, PairSearch{}.most_pairs);
  if (memory > 0) most = std::min(most, memory / 8 / bytes_of_pair);
  return std::max(most, least);
}

std::int64_t PairSearch::bytes(Index vectors, std::int64_t memory, int workers) {
  if (vectors < least_vectors) return 0;
  constexpr std::int64_t bytes_of_vector = 8 * sizeof(float) + 2 * sizeof(std::int32_t) + 16;
  return most_pairs_of(vectors, memory) * bytes_of_pair +
         vectors * (bytes_of_vector + workers * 4 * static_cast<std::int64_t>(sizeof(float)));
}

std::vector<float> third_factors(const TripleProblem& problem, int allele) {
  std::vector<std::int32_t> present = problem.present;
  const auto two = std::min<std::size_t>(2, present.size());
  std::partial_sort(present.begin(), present.begin() + static_cast<std::ptrdiff_t>(two),
                    present.end());
  auto common = static_cast<double>(problem.fields);
  for (std::size_t v = 0; v < two; ++v) common -= static_cast<double>(problem.fields - present[v]);
  std::vector<float> factors(problem.present.size());
  for (std::size_t v = 0; v < factors.size(); ++v) {
    const auto missing = static_cast<double>(problem.fields - problem.present[v]);
    const float weight = problem.weight[allele][v];
    factors[v] = weight;
    if (missing == 0 || weight == 0) continue;  // without weight no value is above 0
    const double least = common - missing;
    const double more = least > 0 ? common / least : infinity;
    factors[v] = static_cast<float>(weight * more * (1 + double{allowance}));
  }
  return factors;
}

std::optional<UsefulPairs> find_useful_pairs(const TripleProblem& problem, int workers,
                                             const Communicator& world, const VisitPairs& visit,
                                             const PairSearch& search) {
  return Search(problem, workers, world, visit, search).run();
}

}  // namespace encke
