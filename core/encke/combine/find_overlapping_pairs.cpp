#include <atomic>
#include <encke/base/error.hpp>
#include <encke/combine/find_overlapping_pairs.hpp>
#include <encke/combine/kept_pairs.hpp>
#include <vector>

namespace encke {
namespace {

/// Keeps the pairs whose overlap is large enough.
class OverlapPass final : public TallyVisitor {
 public:
  OverlapPass(const double* size, double least, Index most_pairs, int workers)
      : size_(size),
        least_(least),
        most_pairs_(most_pairs),
        workers_(static_cast<std::size_t>(workers)) {}

  void visit(const TallyTile& tile, int worker) override {
    if (tile.form == TallyForm::table) {
      throw Error(Failure::internal, "useful pairs are found from products, not from tables");
    }
    Worker& mine = workers_[static_cast<std::size_t>(worker)];
    for (Index r = 0; r < tile.rows.size(); ++r) visit_row(tile, r, mine);
  }

  Index pairs() const { return pair_search::pairs_of(workers_); }
  std::vector<std::int64_t> kept() { return pair_search::take_kept(workers_); }

 private:
  struct alignas(64) Worker {
    std::vector<std::int64_t> kept;
    Index pairs = 0;
  };

  /// Of bits the product of x is the overlap, whichever form the tallies have.
  void visit_row(const TallyTile& tile, Index r, Worker& mine) {
    const Index i = tile.rows.begin + r;
    const Index first = std::max<Index>(0, i + 1 - tile.cols.begin);
    const auto* const overlap = tile.joint.row<std::int32_t>(0, r);
    const double* const size = size_ + tile.cols.begin;
    const auto is_useful = [&, own = size_[i]](Index c) {
      return static_cast<double>(overlap[c]) >= least_ * (own + size[c]);
    };
    Index more = 0;
    for (Index c = first; c < tile.cols.size(); ++c) more += is_useful(c) ? 1 : 0;
    mine.pairs += more;
    if (more == 0 || kept_.fetch_add(more) + more > most_pairs_) return;
    for (Index c = first; c < tile.cols.size(); ++c) {
      if (is_useful(c)) mine.kept.push_back(i << 32 | (tile.cols.begin + c));
    }
  }

  const double* size_;
  double least_;
  Index most_pairs_;
  std::atomic<Index> kept_ = 0;  ///< of all workers
  std::vector<Worker> workers_;
};

/// The share of a sample of pairs that would be useful if sets were independent.
double expected_share(const OverlapProblem& problem, double least) {
  constexpr Index samples = 4096;
  Index useful = 0;
  std::uint64_t state = 1;
  const auto next = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return problem.bound.size[(state >> 33) % static_cast<std::uint64_t>(problem.vectors)];
  };
  const auto fields = static_cast<double>(std::max<Index>(problem.fields, 1));
  for (Index s = 0; s < samples; ++s) {
    const double a = next(), b = next();
    useful += a * b / fields >= least * (a + b) ? 1 : 0;
  }
  return static_cast<double>(useful) / samples;
}

}  // namespace

double least_overlap_of_pair(double floor) { return 2 - 1 / floor; }

std::optional<UsefulPairs> find_overlapping_pairs(const OverlapProblem& problem, int workers,
                                                  const Communicator& world,
                                                  const VisitPairs& visit,
                                                  const PairSearch& search) {
  constexpr double rounding = 1e-6;  // of the division, and more
  // Shares of a sample of pairs, as if they were independent, and of all pairs: where more are
  // useful lists are hardly shorter than blocks.
  constexpr double most_expected = 0.85, most_found = 0.5;
  if (!problem.bound.active()) return std::nullopt;
  const double least = least_overlap_of_pair(problem.bound.floor.load()) - rounding;
  if (!(least > 0)) return std::nullopt;  // a pair that shares nothing may be in a hit
  if (!search.forced && (problem.vectors < PairSearch::least_vectors ||
                         expected_share(problem, least) > most_expected)) {
    return std::nullopt;
  }
  OverlapPass pass(problem.bound.size, least, search.most_pairs, workers);
  visit(pass);
  Index counts[] = {pass.pairs(), pass.pairs() > search.most_pairs ? 1 : 0};
  world.sum(counts);
  const auto vectors = static_cast<double>(problem.vectors);
  const bool many = static_cast<double>(counts[0]) > most_found * vectors * (vectors - 1) / 2;
  if (counts[1] > 0 || (many && !search.forced)) return std::nullopt;
  const std::vector<std::int64_t> mine = pass.kept();
  return UsefulPairs(problem.vectors, world.size() == 1 ? mine : world.all_gather(mine));
}

}  // namespace encke
