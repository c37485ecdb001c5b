#pragma once

#include <encke/backend/pruning/credit.hpp>
#include <limits>
#include <optional>

#include "cuda/numbers/number_route.hpp"
#include "delivery.hpp"
#include "screen_limits.hpp"
#include "warpgroup_route.hpp"

namespace encke::cuda {

/// Computes rectangles one after the other, two at a time: while one is computed, what the other
/// gave is copied and visited. Rectangles are cut where their results would not fit.
class Pipeline {
 public:
  /// Entries whose tallies, all planes together, are copied to the host at a time, and candidates
  /// that are kept at a time, with 32-bit words of these.
  struct Limits {
    Index stored = Index{1} << 25;
    Index kept = Index{1} << 22;
    Index kept_words = Index{1} << 25;
    Index selected = Index{1} << 30;  ///< entries that are tested at a time
    Index screened = Index{1} << 27;  ///< tallies that are stored and tested, but not copied
    Numbers numbers = Numbers::none;  ///< what is multiplied by a library, if not single bits
    FloatSums floats{};
    Index step = 2048;                ///< rows of its products across the diagonal, at least
    Index expanded = Index{1} << 28;  ///< bytes of these numbers of one side at a time
    Index piece = Index{1} << 26;     ///< bytes of vectors that come before a product begins
    Index arranged = 0;               ///< bytes of arranged genotypes, see WarpgroupRoute
    Index pairs_of_arranged = WarpgroupRoute::pairs_of_vector;  ///< … of fewer, none is arranged
    Pruning pruning = Pruning::where_it_pays;
    HostCosts costs{};  ///< of what is done on the host, so that less is to do on the device
    /// Bytes of vectors that are on the device, but for those in use; and no more than there is
    /// memory for.
    Index vectors = std::numeric_limits<Index>::max();
  };
  Pipeline(Device& device, int workers, Limits limits);

  /// Adds a rectangle; visits come on the calling thread and workers, before or after this returns.
  void add(const Rectangle& rectangle, TallyVisitor& visitor);
  /// Parts that a rectangle is cut into, at most.
  Index parts(const Rectangle& rectangle) const {
    return divide_up(rectangle.rows.size(), rows_of_part(rectangle));
  }
  /// The queue that the next rectangle that is added will use.
  int next_queue() const { return next_; }
  /// After this the operands of the rectangles in that queue may be changed.
  void finish_next(TallyVisitor& visitor) { take(next_, visitor); }
  /// After this the operands of all rectangles may be changed.
  void finish(TallyVisitor& visitor);
  /// Forgets what is under way, after an error.
  void abandon() noexcept;

  /// Host memory of the pipeline for tallies of `planes` planes of `item` bytes.
  static Index host_bytes(int workers, int planes, int item, Limits limits, Index entries);
  int workers() const { return delivery_.workers(); }
  int slots() const { return 2; }
  /// What has been left out so far.
  const LeftOut& left_out() const { return left_out_; }

 private:
  struct Slot {
    Slot(Device& device);
    std::optional<Rectangle> busy{};
    bool kept = false;
    TileExtent extent{};
    Index tested = 0;       ///< tiles that are tested after a part of the samples
    Index cannot_pass = 0;  ///< pairs that were not started
    int part_stages = 0;
    Index row_stride = 0, plane_stride = 0;
    Memory tallies, tallies_host, entries, entries_host, spans, spans_host, tiles;
    LimitCopy limits;
  };
  bool selecting(const Rectangle& rectangle) const;
  void start(const Rectangle& rectangle, int queue, const TallyVisitor& visitor);
  void start_storing(const Rectangle& rectangle, int queue);
  void start_selecting(const Rectangle& rectangle, int queue, const TallyVisitor& visitor);
  TileList list_tiles(const Rectangle& rectangle, int queue, const TallyVisitor& visitor);
  void count_left_out(const Slot& slot, const Rectangle& rectangle, const TallyVisitor& visitor);
  void select_stored(const Rectangle& rectangle, int queue);
  void take(int queue, TallyVisitor& visitor);
  void take_kept(int queue, const Rectangle& rectangle, TallyVisitor& visitor);
  Index capacity_for(const Rectangle& rectangle) const;
  Candidates candidates(Slot& slot, int queue, const Rectangle& rectangle, TileExtent extent);
  void copy_spans(Slot& slot, int queue);
  void take_again(const Rectangle& rectangle, int queue, Index total, TallyVisitor& visitor);
  void store_now(const Rectangle& rectangle, int queue, TallyVisitor& visitor);
  Index rows_of_part(const Rectangle& rectangle) const;

  Device& device_;
  Delivery delivery_;
  Limits limits_;
  NumberRoute numbers_;
  WarpgroupRoute warpgroups_;
  Slot slot_[2];
  int next_ = 0;
  pruning::Credit part_credit_;
  LeftOut left_out_;
};

}  // namespace encke::cuda
