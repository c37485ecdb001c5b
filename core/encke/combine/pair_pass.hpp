#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <encke/base/error.hpp>
#include <encke/combine/find_useful_pairs.hpp>
#include <encke/combine/kept_pairs.hpp>
#include <encke/combine/pair_rows.hpp>
#include <encke/host/threads/at_best_level.hpp>
#include <utility>
#include <vector>

namespace encke::pair_search {

using Columns = std::vector<float>;

/// Numbers of the two alleles of each vector.
struct Alleles {
  Columns of[2];

  Alleles() = default;
  Alleles(Index vectors, float value) {
    for (Columns& column : of) column.assign(static_cast<std::size_t>(vectors), value);
  }
  float& at(int allele, Index vector) { return of[allele][static_cast<std::size_t>(vector)]; }
  float at(int allele, Index vector) const { return of[allele][static_cast<std::size_t>(vector)]; }
  void raise(int allele, Index vector, float value) {
    at(allele, vector) = std::max(at(allele, vector), value);
  }
  void raise(const Alleles& other) {
    for (int a = 0; a < 2; ++a) {
      for (std::size_t v = 0; v < of[a].size(); ++v) of[a][v] = std::max(of[a][v], other.of[a][v]);
    }
  }
};

/// What is known of the alleles' useful pairs.
struct Known {
  Alleles top;    ///< the largest value of a pair with the allele
  Alleles reach;  ///< the largest factor of a partner
};

/// A pair whose cells that may be useful have their values, the others 0.
struct KeptPair {
  std::uint32_t first, second;
  float value[4];
};

/// Looks at all pairs once: finds what Known is; tested: of the pairs that may be useful alone,
/// which it keeps.
class PairPass final : public TallyVisitor {
 public:
  PairPass(const TripleProblem& problem, const Alleles& third, const Known& known, float floor,
           bool tested, Index most_pairs, int workers)
      : problem_(problem),
        third_(third),
        known_(known),
        floor_(floor),
        tested_(tested),
        most_pairs_(most_pairs),
        workers_(static_cast<std::size_t>(workers)) {
    for (Worker& worker : workers_) {
      worker.found = {Alleles(problem.vectors(), 0), Alleles(problem.vectors(), 0)};
    }
  }

  void visit(const TallyTile& tile, int worker) override {
    Worker& mine = workers_[static_cast<std::size_t>(worker)];
    if (tile.form == TallyForm::table) {
      throw Error(Failure::internal, "useful pairs are found from products, not from tables");
    }
    mine.lines.resize(static_cast<std::size_t>(4 * tile.cols.size()));
    mine.useful.resize(static_cast<std::size_t>(tile.cols.size()));
    for (Index r = 0; r < tile.rows.size(); ++r) visit_row(tile, r, mine);
  }

  /// What all workers know together; to be called once.
  Known known() {
    for (std::size_t w = 1; w < workers_.size(); ++w) {
      workers_[0].found.top.raise(workers_[w].found.top);
      workers_[0].found.reach.raise(workers_[w].found.reach);
    }
    return std::move(workers_[0].found);
  }
  Index pairs() const { return pairs_of(workers_); }
  /// True if all pairs that may be useful were kept, whichever worker came upon them.
  bool kept_all() const { return pairs() <= most_pairs_; }
  std::vector<KeptPair> kept() { return take_kept(workers_); }

 private:
  struct alignas(64) Worker {
    Known found;
    std::vector<KeptPair> kept;
    std::vector<float> lines;  ///< values of four cells
    std::vector<std::int32_t> useful;
    Index pairs = 0;
  };

  void visit_row(const TallyTile& tile, Index r, Worker& mine) {
    const Index i = tile.rows.begin + r;
    const Index first = std::max<Index>(0, i + 1 - tile.cols.begin);
    if (first >= tile.cols.size()) return;
    PairRow row;
    row.begin = first;
    row.end = tile.cols.size();
    set_products(tile, r, row);
    set_alleles(tile, i, mine, row);
    run(row);
    for (int a = 0; a < 2; ++a) {
      mine.found.top.raise(a, i, std::bit_cast<float>(row.row_top[a]));
      mine.found.reach.raise(a, i, std::bit_cast<float>(row.row_reach[a]));
    }
    if (tested_) keep(row, i, tile.cols.begin, mine);
  }

  void set_products(const TallyTile& tile, Index r, PairRow& row) const {
    const auto product = [&](int plane) { return tile.joint.row<std::int32_t>(plane, r); };
    row.fields = static_cast<std::int32_t>(problem_.fields);
    row.x = problem_.x_sum[static_cast<std::size_t>(tile.rows.begin + r)];
    row.xx = product(0);
    if (tile.form == TallyForm::complete) {
      row.mx = problem_.x_sum.data() + tile.cols.begin;
    } else {
      row.xm = product(1);
      row.mx = product(2);
      row.mm = product(3);
    }
  }

  void set_alleles(const TallyTile& tile, Index i, Worker& mine, PairRow& row) const {
    const auto from = static_cast<std::size_t>(tile.cols.begin);
    row.floor = floor_;
    for (int a = 0; a < 2; ++a) {
      row.weight[a] = problem_.weight[a][i];
      row.third[a] = third_.at(a, i);
      row.top[a] = known_.top.at(a, i);
      row.reach[a] = known_.reach.at(a, i);
      row.col_weight[a] = problem_.weight[a] + from;
      row.col_third[a] = third_.of[a].data() + from;
      row.col_top[a] = known_.top.of[a].data() + from;
      row.col_reach[a] = known_.reach.of[a].data() + from;
      row.new_top[a] = mine.found.top.of[a].data() + from;
      row.new_reach[a] = mine.found.reach.of[a].data() + from;
    }
    const auto cols = static_cast<std::size_t>(tile.cols.size());
    for (std::size_t cell = 0; cell < 4; ++cell) row.value[cell] = mine.lines.data() + cell * cols;
    row.useful = mine.useful.data();
  }

  void run(PairRow& row) const {
    if (problem_.copies == 2) {
      run_of<2>(row);
    } else {
      run_of<1>(row);
    }
  }
  template <int copies>
  void run_of(PairRow& row) const {
    const bool complete = row.xm == nullptr;
    at_best_level([&row, complete, tested = tested_ ]() __attribute__((always_inline)) {
      if (complete) {
        tested ? pair_rows::visit<copies, true, true>(row)
               : pair_rows::visit<copies, true, false>(row);
      } else {
        tested ? pair_rows::visit<copies, false, true>(row)
               : pair_rows::visit<copies, false, false>(row);
      }
    });
  }

  void keep(const PairRow& row, Index i, Index first_col, Worker& mine) {
    const Index more = std::count_if(row.useful + row.begin, row.useful + row.end,
                                     [](std::int32_t useful) { return useful != 0; });
    mine.pairs += more;
    if (more == 0 || kept_.fetch_add(more) + more > most_pairs_) return;
    for (Index c = row.begin; c < row.end; ++c) {
      if (row.useful[c] == 0) continue;
      mine.kept.push_back({static_cast<std::uint32_t>(i),
                           static_cast<std::uint32_t>(first_col + c),
                           {row.value[0][c], row.value[1][c], row.value[2][c], row.value[3][c]}});
    }
  }

  const TripleProblem& problem_;
  const Alleles& third_;
  const Known& known_;
  float floor_;
  bool tested_;
  Index most_pairs_;
  std::atomic<Index> kept_ = 0;  ///< of all workers
  std::vector<Worker> workers_;
};

}  // namespace encke::pair_search
