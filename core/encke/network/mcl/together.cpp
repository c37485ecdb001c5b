#include <algorithm>
#include <encke/host/threads/host_loop.hpp>
#include <encke/network/mcl/together.hpp>
#include <encke/sparse/blocks.hpp>
#include <encke/sparse/products.hpp>
#include <limits>
#include <utility>

namespace encke::network {
namespace {

/// A matrix among those that stand along the diagonal of one.
struct Member {
  std::size_t number;  ///< among those that were given
  std::size_t first;   ///< column
  std::size_t end;
};

/// Memory of a thread.
struct SpreadScratch {
  std::vector<float> value;  ///< 0 between calls
  std::vector<std::int32_t> row;
  InflationScratch inflation;
};

/// Columns that were made together, and how far each is from its limit.
struct InflatedPiece {
  Columns columns;
  std::vector<double> distance;
};

/// Calls take(Expanded) for an unpruned column, whose rows are in any order.
template <class Take>
void spread(std::size_t column, std::span<const std::int32_t> rows, std::span<const double> values,
            SpreadScratch& scratch, const Take& take) {
  const auto [least, most] = std::minmax_element(rows.begin(), rows.end());
  const auto first = static_cast<std::size_t>(*least);
  const auto end = static_cast<std::size_t>(*most) + 1;
  for (std::size_t e = 0; e < rows.size(); ++e) {
    scratch.value[static_cast<std::size_t>(rows[e])] = static_cast<float>(values[e]);
  }
  scratch.row.clear();
  if (8 * rows.size() < end - first) {  // reading the whole range would take longer
    scratch.row.assign(rows.begin(), rows.end());
    std::sort(scratch.row.begin(), scratch.row.end());
  }
  take(Expanded{column, first, end, scratch.value, scratch.row});
  for (const std::int32_t r : rows) scratch.value[static_cast<std::size_t>(r)] = 0;
}

class Together {
 public:
  Together(const std::vector<Columns>& starts, const Pruning& pruning)
      : pruning_(pruning), scratch_(static_cast<std::size_t>(host_workers())) {
    for (std::size_t m = 0; m < starts.size(); ++m) add(starts[m], 0, m);
    for (SpreadScratch& scratch : scratch_) scratch.value.resize(matrix_.count());
  }

  bool empty() const { return members_.empty(); }

  /// Expands and inflates all columns.
  void step(double inflation) {
    values_.assign(matrix_.value.begin(), matrix_.value.end());
    const sparse::MatrixRows all{matrix_.begin, matrix_.row, values_};
    sparse::Spgemm square(all, static_cast<Index>(matrix_.count()));
    next_.clear();
    distance_.clear();
    auto member = members_.begin();  // of the column whose bound is asked for; they ascend
    const auto bound = [&](std::size_t column) {
      while (member->end <= column) ++member;
      return std::min(sparse::multiplications(all, column, all), member->end - member->first);
    };
    const auto most = static_cast<std::size_t>(most_unpruned(static_cast<Index>(all.value.size())));
    sparse::for_blocks(matrix_.count(), most, bound, [&](std::size_t first, std::size_t last) {
      inflate_block(square.multiply(all.part(first, last)), first, inflation);
    });
    std::swap(matrix_, next_);
  }

  /// Takes out those that are near their limits, or all.
  template <class Take>
  void take_out(double near, const Take& take) {
    const auto is_near = [&](const Member& member) {
      const auto begin = distance_.begin() + static_cast<std::ptrdiff_t>(member.first);
      const auto end = distance_.begin() + static_cast<std::ptrdiff_t>(member.end);
      return !(*std::max_element(begin, end) >= near);
    };
    if (std::none_of(members_.begin(), members_.end(), is_near)) return;
    const std::vector<Member> before = std::move(members_);
    members_.clear();
    Columns all = std::move(matrix_);
    matrix_ = {};
    for (const Member& member : before) {
      if (is_near(member)) {
        take(member.number, part_of(all, member));
      } else {
        add(all, member);
      }
    }
  }

 private:
  /// Entry (r, c) of `from` becomes an entry of this matrix, all rows moved as the columns are.
  static void move(const Columns& from, std::size_t first, std::size_t end, std::size_t to,
                   Columns& into) {
    for (std::size_t c = first; c < end; ++c) {
      for (const std::int32_t r : from.rows(c)) {
        into.row.push_back(static_cast<std::int32_t>(static_cast<std::size_t>(r) + to - first));
      }
      into.value.insert(into.value.end(), from.values(c).begin(), from.values(c).end());
      into.end_column();
    }
  }
  static Columns part_of(const Columns& all, const Member& member) {
    Columns part;
    move(all, member.first, member.end, 0, part);
    return part;
  }
  void add(const Columns& all, const Member& member) {
    const std::size_t first = matrix_.count();
    move(all, member.first, member.end, first, matrix_);
    members_.push_back({member.number, first, matrix_.count()});
  }
  void add(const Columns& start, std::size_t first, std::size_t number) {
    add(start, {number, first, start.count()});
  }

  void inflate_block(const sparse::MatrixRows& expanded, std::size_t first, double inflation) {
    constexpr std::size_t of_a_piece = 64;
    const std::size_t columns = expanded.rows();
    std::vector<InflatedPiece> made((columns + of_a_piece - 1) / of_a_piece);
    host_loop(static_cast<int>(scratch_.size()), static_cast<Index>(made.size()),
              [&](Index p, int worker) {
                InflatedPiece& piece = made[static_cast<std::size_t>(p)];
                SpreadScratch& scratch = scratch_[static_cast<std::size_t>(worker)];
                const std::size_t begin = static_cast<std::size_t>(p) * of_a_piece;
                for (std::size_t c = begin; c < std::min(begin + of_a_piece, columns); ++c) {
                  spread(first + c, expanded.columns(c), expanded.values(c), scratch,
                         [&](const Expanded& column) {
                           piece.distance.push_back(inflate(column, pruning_, inflation,
                                                            scratch.inflation, piece.columns));
                         });
                }
              });
    for (const InflatedPiece& piece : made) {
      next_.append(piece.columns);
      distance_.insert(distance_.end(), piece.distance.begin(), piece.distance.end());
    }
  }

  const Pruning& pruning_;
  std::vector<SpreadScratch> scratch_;
  std::vector<Member> members_;
  Columns matrix_;
  Columns next_;
  std::vector<double> values_;    ///< of matrix_, in float64
  std::vector<double> distance_;  ///< of each column
};

}  // namespace

Index most_unpruned(Index entries) {
  constexpr Index least = Index{1} << 22;
  return std::max(least, entries);
}

void find_limits(const std::vector<Columns>& starts, const Pruning& pruning, double inflation,
                 const std::function<void()>& check_stop,
                 const std::function<void(std::size_t, const Limit&)>& take) {
  sparse::require_products("clusters by spgemm");
  Together together(starts, pruning);
  for (int iterations = 1; !together.empty(); ++iterations) {
    if (check_stop) check_stop();
    together.step(inflation);
    if (iterations >= Flow::steady) inflation *= Flow::growth;
    const bool last = iterations == Flow::most_iterations;
    together.take_out(last ? std::numeric_limits<double>::infinity() : Flow::near,
                      [&](std::size_t number, Columns columns) {
                        take(number, Limit{std::move(columns), iterations});
                      });
  }
}

}  // namespace encke::network
