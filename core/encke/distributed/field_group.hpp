#pragma once

#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/comm/communicator.hpp>
#include <encke/distributed/field_gather.hpp>
#include <encke/distributed/field_tallies.hpp>
#include <encke/distributed/whole_problem.hpp>
#include <encke/schedule/tile.hpp>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace encke {

/// What FieldGroup does alike of all contractions whose tallies are stored alike; compiled once.
template <class Item, int Way>
class GroupSums {
 public:
  /// One for each part of the fields that this rank has, in their order: of reals and weighted bits
  /// one for each Minima::segment (each but the problem's last of that length); of genotypes and
  /// bits any. Empty for a rank without fields. The operands' indices() are the tile's ranges.
  using Parts = std::span<const Array<Operand, Way>>;
  using Event = std::function<void(const Tile<Way>&)>;

  GroupSums(const GroupSums&) = delete;
  GroupSums& operator=(const GroupSums&) = delete;

  /// Collective over the group; tiles in the same order on all its ranks. The parts are not used
  /// after it returns, but tiles may still be under way. Throws what the backend and the visitor
  /// throw, OutOfMemory, and Communicator's errors; after that this must not be used again.
  void contract(const Tile<Way>& tile, Parts parts);

  /// Collective over the group: ends the tiles that are still under way.
  void finish();

  /// Bytes that have come from other ranks, and seconds spent waiting for them.
  std::int64_t bytes() const { return bytes_; }
  double seconds() const { return seconds_; }

 protected:
  using Tallies = FieldTallies<Item, Way>;
  static constexpr bool reals = Tallies::reals;

  /// Planes of complete vectors, and of such as miss samples. `summable`: see can_be_summed.
  struct Planes {
    FieldPlanes complete, missing;
    bool summable;
  };

  GroupSums(const Planes& planes, const Communicator& group, std::vector<bool> missing,
            TileBackend& backend, const Screen* screen, TallyVisitor& visitor, Event start,
            Event done, bool sealed);
  /// After an error: the memory of transfers that are still under way is kept until the process
  /// ends.
  ~GroupSums();

  /// Contracts one part of the fields, and adds its tallies to those of a tile.
  virtual void gather(Tallies& to, const Array<Operand, Way>& part) = 0;

  TileBackend& backend_;

 private:
  static constexpr Index rows_of_visit = 32;
  static constexpr int tag = 0;

  struct Slot {
    Tallies tallies;
    int place = 0;  ///< of this rank in the tile's order
    Transfer sent;
  };
  /// What messages are sent from and come to.
  struct Buffers {
    Slot slots[2];
    AlignedBuffer<Item> received;
    Transfer coming;
  };

  void contract_in_turn(const Tile<Way>& tile, Parts parts);
  void contract_alone(const Tile<Way>& tile, const Array<Operand, Way>& part);
  int place(Index number) const;
  bool is_missing(const Tile<Way>& tile) const;
  void gather_all(Slot& slot, Parts parts);
  void receive(Slot& slot);
  void add_received(Slot& slot);
  void pass_on_pending();
  void pass_on(Slot& slot);
  int neighbour(int step) const { return (group_.rank() + step + group_.size()) % group_.size(); }
  void visit(Tallies& sums);
  void wait(Transfer& transfer);

  Planes planes_;
  Communicator group_;
  std::vector<bool> missing_;
  const Screen* screen_;
  TallyVisitor& visitor_;
  Event start_;
  Event done_;
  bool sealed_;
  std::unique_ptr<Buffers> buffers_ = std::make_unique<Buffers>();
  Index number_ = 0;         ///< tiles begun
  Slot* pending_ = nullptr;  ///< contracted here, and waits for the ranks before
  std::int64_t bytes_ = 0;
  double seconds_ = 0;
};

extern template class GroupSums<std::int32_t, 2>;
extern template class GroupSums<std::int32_t, 3>;
extern template class GroupSums<double, 2>;
extern template class GroupSums<double, 3>;

/// Sums the tallies of tiles over the ranks of a group, which have different fields of the same
/// vectors, and has them visited as if one rank had all fields: to the same bits.
///
/// A tile's tallies go from rank to rank; each adds those of its fields, and the last one visits.
/// Integers: the rank that begins moves on by one with each tile, so that all are last equally
/// often. Reals: rank 0 begins, because the order of fields is part of the definition (Minima).
///
/// Integers: a rank contracts the next tile before it waits for the sum of the ranks before it, so
/// that ranks need not contract in step. Reals: each part is added to the sum of all before it, so
/// a rank contracts one part before it waits; ranks then work on different tiles, like an assembly
/// line.
///
/// No deadlock: a rank waits in its call for tile t only (1) for the sum of tile t (reals) or t-1
/// (integers) of the rank before it in that tile's order, which that rank sends in its own call for
/// tile t at the latest, where it waits in turn for ranks still earlier in that order; (2) until
/// the sum of tile t-2, that it sent, has been received: the receiver starts to receive in its call
/// for tile t-2. So a call for tile t needs nothing that another rank does after its call for tile
/// t, and callers may wait for other groups between calls, as a ring does from step to step.
/// Messages between two ranks are sent and received in the order of tiles.
template <class C, int Way>
class FieldGroup final : public GroupSums<TallyItem<C>, Way> {
  using Base = GroupSums<TallyItem<C>, Way>;

 public:
  /// missing[b]: whether any vector of block b misses a sample on any rank of the group (empty:
  /// none does); the same on all ranks. `backend` and `visitor` must outlive this. The visitor is
  /// called by the backend's workers, between start(tile) and done(tile), on the rank that is last
  /// for the tile; on a group of one rank by the backend, with `screen`. `sealed`: contract()
  /// throws Error(checksum) where a tally was changed while tallies were added up (not of reals).
  FieldGroup(const Communicator& group, std::vector<bool> missing, TileBackend& backend,
             const Screen* screen, TallyVisitor& visitor, typename Base::Event start,
             typename Base::Event done, bool sealed = false)
      : Base({field_planes_of<C, Way>(false), field_planes_of<C, Way>(true), can_be_summed<C>},
             group, std::move(missing), backend, screen, visitor, std::move(start), std::move(done),
             sealed) {}

  /// Host memory that a rank of a group of `ranks` holds for its tiles, in bytes, for blocks of
  /// `block` vectors; `missing`: where some sample is missing.
  static std::int64_t memory(int ranks, Index block, bool missing) {
    if (ranks == 1) return 0;
    Array<Index, Way> sizes;
    for (Index& size : sizes) size = block;
    const FieldPlanes planes = field_planes_of<C, Way>(missing && !sums_reals<C>);
    return 3 * Base::Tallies::items(sizes, planes) * static_cast<Index>(sizeof(TallyItem<C>));
  }

 private:
  void gather(typename Base::Tallies& to, const Array<Operand, Way>& part) override {
    if constexpr (can_be_summed<C>) {
      GatherTallies<C, Way> gathering(to, part);
      this->backend_.contract(part, nullptr, gathering);
    }
  }
};

}  // namespace encke
