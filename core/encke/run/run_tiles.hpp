#pragma once

// The pipeline, of all metrics alike and compiled once. Read run_tiles() first: it is the whole
// path from packed vectors to hits. What is a metric's own is behind MetricSide.

#include <encke/backend/backend.hpp>
#include <encke/combine/selection/selection.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/distributed/grid.hpp>
#include <encke/distributed/rank_vectors.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/plan/plan.hpp>
#include <encke/plan/report.hpp>
#include <encke/schedule/tile.hpp>
#include <encke/sink/sink.hpp>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace encke {

class CheckingBackend;

namespace detail {

/// What a run is given beside its metric.
struct RunInputs {
  const RankVectors& mine;
  const Plan& plan;
  const Grid& grid;
  Sink& sink;

  /// A backend screens what it makes; what is summed over parts of the fields is screened later.
  bool sums_parts() const { return grid.field_group().size() > 1 || mine.parts.size() != 1; }
};

/// Has tiles contracted and visited, summed over parts of the fields: FieldGroup and what it needs.
template <int Way>
class TileSums {
 public:
  virtual ~TileSums() = default;
  virtual void contract(const Tile<Way>& tile, std::span<const Array<Operand, Way>> parts) = 0;
  virtual void finish() = 0;
  virtual std::int64_t bytes() const = 0;
  virtual double seconds() const = 0;
};

/// The own sums of all vectors, of whichever contraction: not a template, so that what passes them
/// on is compiled once.
class AnyMargins {
 public:
  template <class C>
  using Of = std::vector<Array<typename C::accumulator, C::channels>>;

  /// `margins` must outlive this.
  template <class C>
  static AnyMargins of(const Of<C>& margins) {
    return AnyMargins(C::id, &margins);
  }
  /// Those of a contraction, which must be theirs.
  template <class C>
  const Of<C>& as() const {
    if (contraction_ != C::id) refuse();
    return *static_cast<const Of<C>*>(margins_);
  }

 private:
  AnyMargins(ContractionId contraction, const void* margins)
      : contraction_(contraction), margins_(margins) {}
  [[noreturn]] static void refuse();

  ContractionId contraction_;
  const void* margins_;
};

/// What of a run is a metric's own. These calls are for a run, never for a tile or a tuple; begin()
/// comes first.
template <int Way>
class MetricSide {
 public:
  virtual ~MetricSide() = default;

  virtual ContractionId contraction() const = 0;
  virtual ValueKind values() const = 0;
  /// True where vectors with missing samples are refused.
  virtual bool complete_only() const = 0;

  /// What turns tallies into hits. `margins`, of vectors of `fields` fields, must outlive it.
  virtual Selection<Way>& begin(const RunInputs& inputs, const AnyMargins& margins, Index fields,
                                int workers) = 0;
  /// Triples: lets the screen reject those with a pair that is of no hit, where that pays.
  /// Collective over the grid.
  virtual void find_pairs(const RunInputs& inputs, const AnyMargins& margins, Index fields,
                          BlockExchange& exchange, TileBackend& backend) = 0;
};

/// What all metrics of a contraction have in common: the own sums of vectors, sums of tallies over
/// parts of the fields, and their check.
template <int Way>
class ContractionSide {
 public:
  virtual ~ContractionSide() = default;

  /// The own sums of all vectors; they live as long as this. Collective over the grid. Throws
  /// Error(inconsistent) as check_sums().
  virtual AnyMargins gather_margins(const RunInputs& inputs) = 0;
  /// After gather_margins().
  virtual std::unique_ptr<TileSums<Way>> sums(const RunInputs& inputs, const WholeProblem& whole,
                                              TileBackend& backend, Selection<Way>& selection) = 0;
  /// Around `backend`; null for sums that cannot be checked.
  virtual std::unique_ptr<CheckingBackend> checked(TileBackend& backend) const = 0;
};

/// Throws Error(inconsistent) for triples of a contraction of pairs alone.
template <int Way>
std::unique_ptr<ContractionSide<Way>> contraction_side(ContractionId contraction);
extern template std::unique_ptr<ContractionSide<2>> contraction_side(ContractionId);
extern template std::unique_ptr<ContractionSide<3>> contraction_side(ContractionId);

/// Receives each tile before it is contracted.
using NextTile = std::function<void(Index id)>;

template <int Way>
Report run_tiles(MetricSide<Way>& metric, const RunInputs& inputs, TileBackend& backend,
                 const NextTile& next_tile);
/// With the plan's backend, and what it asks to have around it. With plan.check that is one which
/// checks its tallies.
template <int Way>
Report run_checked(MetricSide<Way>& metric, const RunInputs& inputs);

extern template Report run_tiles(MetricSide<2>&, const RunInputs&, TileBackend&, const NextTile&);
extern template Report run_tiles(MetricSide<3>&, const RunInputs&, TileBackend&, const NextTile&);
extern template Report run_checked(MetricSide<2>&, const RunInputs&);
extern template Report run_checked(MetricSide<3>&, const RunInputs&);

/// The plan's backend, "auto" among those that have the contraction.
std::unique_ptr<TileBackend> make_backend_for(ContractionId contraction, const Plan& plan);

/// Throws Error(inconsistent) where the vectors are not what the contraction works on.
void check_vectors(ContractionId contraction, const RankVectors& mine);
/// Throws Error(inconsistent) where the ranks' vectors do not fit together, or share fields and
/// tallies are not `summable`. Collective over the grid.
void check_ranks(bool summable, const RankVectors& mine, const Grid& grid);

/// Throws Error(inconsistent).
[[noreturn]] void refuse_way(int way);

/// The blocks of a problem that is in this process, by estimate(). `cells`: values of a tuple.
Partition partition_of(ContractionId contraction, int cells, const PackedVectors& vectors,
                       const Plan& plan, const Sink& sink);

}  // namespace detail
}  // namespace encke
