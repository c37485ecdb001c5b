#pragma once

#include <encke/backend/backend.hpp>
#include <optional>

#include "device_products.hpp"
#include "element_forms.hpp"
#include "jobs/job_sums.hpp"
#include "jobs/table_sums.hpp"
#include "kokkos/cpu/kernels.hpp"
#include "mask_sums.hpp"
#include "missing/complete_first.hpp"
#include "workspace.hpp"

namespace encke::kokkos {

/// Which products the tiles of a block of pairs hold.
enum class PairProducts {
  fewest,    ///< each tile by itself the complete form where it can
  missing,   ///< all tiles in the missing form
  positive,  ///< the missing form, and what triples start from: of genotypes a fifth plane, the
             ///< samples in which x_i x_j > 0
};

/// The tiles of a block of pairs on a CPU, in jobs of one tile; where samples are missing, or
/// kernels lay out vectors, of some (see MaskShape), and at the end of fewer. A value: run(t) may
/// be called by any worker, in any order, for 0 <= t < count().
class PairTiles {
 public:
  PairTiles(const cpu::Kernels& kernels, const Array<Operand, 2>& blocks, const Screen* screen,
            PairProducts products = PairProducts::fewest, const DeviceProducts* device = nullptr);

  /// Chooses how incomplete tiles are made, and jobs; to be called before count(). So many workers
  /// will share the jobs.
  void choose_jobs(MaskRoute route, int workers);

  Index count() const;
  void run(Index t, Workspace& work, TallyVisitor& visitor, int worker) const;

 private:
  struct Tile;
  Index height_at_end() const;
  Range rows_of_job(Index row) const;
  Index job_cols() const { return divide_up(col_tiles_, job_.col_tiles); }
  bool needs_masks() const;
  /// True if all products may be made by lists.
  bool has_tables() const;
  MaskShape most_of_job() const;
  /// True if products of all pairs of a job are made at once, of complete vectors.
  bool has_job_sums() const;
  /// The tiles of a job that are wanted, and all.
  struct Wanted {
    Index tiles = 0, of = 0;
  };
  Wanted wanted_tiles(const Range& rows, const Range& cols, const TallyVisitor& visitor) const;
  bool is_wanted(const Range& rows, const Range& cols, const TallyVisitor& visitor) const;
  /// What is made of all pairs of a job at once; null: nothing.
  struct Sums {
    const MaskSums* masks;  ///< of the missing form
    const JobSums* job;     ///< of the complete form
    TableSums* tables;      ///< of both
  };
  std::optional<TableSums> table_sums(const Range& rows, const Range& cols, Workspace& work,
                                      const TallyVisitor& visitor) const;
  void run_tiles(const Range& rows, const Range& cols, const Sums& sums, Workspace& work,
                 TallyVisitor& visitor, int worker) const;
  void run_tile(const Range& rows, const Range& cols, const Sums& sums, Workspace& work,
                TallyVisitor& visitor, int worker) const;
  /// The bound by which the complete form is made first; null: it is not.
  const WeightBound* first_bound() const;
  enum class First { rejected, marked, all };
  First complete_first(const Tile& tile, TallyTile& made, Workspace& work) const;
  /// The bound by which the sums over missing samples can be screened before products with masks
  /// are written; null: it cannot be.
  const CorrelationBound* mask_bound(const Tile& tile, const TallyVisitor& visitor) const;
  /// The bound by which tables are screened row by row, before those of the tile are written; null:
  /// they are not.
  const ScoreBound* table_bound(const Tile& tile, const TallyVisitor& visitor) const;
  bool screen_tables(const Tile& tile, const ScoreBound& bound, TallyTile made,
                     Workspace& work) const;
  cpu::MaskFound screen_masks(const Tile& tile, const CorrelationBound& bound,
                              Workspace& work) const;
  void start_square(const Tile& tile, const Square& square, Workspace& work) const;
  Block block(const Tile& tile, Workspace& work) const;
  bool starts_fresh(const Tile& tile) const;
  void start(const Tile& tile, Workspace& work) const;
  void multiply(const Tile& tile, Workspace& work) const;
  Products::Function product_of(const Tile& tile) const;
  void of_each_class(const Tile& tile, Block b, Products::Function product) const;
  void start_sums(const Tile& tile, Workspace& work) const;
  void start_constants(const Tile& tile, Workspace& work) const;
  int planes(const Tile& tile) const;

  const ElementForm& form_;
  const cpu::ElementKernels& kernels_;
  Array<Operand, 2> blocks_;
  const Screen* screen_;
  PairProducts products_;
  const DeviceProducts* device_;  ///< null: the tiles are multiplied here
  Index row_tiles_;
  Index col_tiles_;
  MaskRoute route_ = MaskRoute::popcounts;
  MaskShape job_{1, 1};
  Index whole_rows_;  ///< rows of tiles in jobs of full height; those behind are in lower ones
  FirstTries first_;
};

}  // namespace encke::kokkos
