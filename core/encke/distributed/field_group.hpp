#pragma once

#include <algorithm>
#include <chrono>
#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/comm/communicator.hpp>
#include <encke/contraction/genotype_tables.hpp>
#include <encke/distributed/field_gather.hpp>
#include <encke/distributed/field_tallies.hpp>
#include <encke/host/region.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <encke/schedule/tile.hpp>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace encke {

/// True if a group may have several ranks. Case-control tables are large beside the fields
/// that they are made of, so that adding them up would take longer than contracting.
template <class C>
inline constexpr bool can_be_summed = !std::is_same_v<C, GenotypeTables>;
inline constexpr const char* whole_fields_only =
    "case-control tables need all samples on one rank. Use --num-proc-field 1.";

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
class FieldGroup {
 public:
  /// One for each part of the fields that this rank has, in their order: of reals and weighted bits
  /// one for each Minima::segment (each but the problem's last of that length); of genotypes and
  /// bits any. Empty for a rank without fields. The operands' indices() are the tile's ranges.
  using Parts = std::span<const Array<Operand, Way>>;
  using Event = std::function<void(const Tile<Way>&)>;

  /// missing[b]: whether any vector of block b misses a sample on any rank of the group (empty:
  /// none does); the same on all ranks. `backend` and `visitor` must outlive this. The visitor is
  /// called by the backend's workers, between start(tile) and done(tile), on the rank that is last
  /// for the tile; on a group of one rank by the backend, with `screen`. `sealed`: contract()
  /// throws Error(checksum) where a tally was changed while tallies were added up (not of reals).
  FieldGroup(const Communicator& group, std::vector<bool> missing, TileBackend& backend,
             const Screen* screen, TallyVisitor& visitor, Event start, Event done,
             bool sealed = false)
      : group_(group),
        missing_(std::move(missing)),
        backend_(backend),
        screen_(screen),
        visitor_(visitor),
        start_(std::move(start)),
        done_(std::move(done)),
        sealed_(sealed && !reals) {}
  FieldGroup(const FieldGroup&) = delete;
  FieldGroup& operator=(const FieldGroup&) = delete;
  /// After an error: the memory of transfers that are still under way is kept until the process
  /// ends.
  ~FieldGroup() {
    Buffers& b = *buffers_;
    Transfer* const transfers[] = {&b.slots[0].sent, &b.slots[1].sent, &b.coming};
    if (std::ranges::none_of(transfers, &Transfer::is_under_way)) return;
    for (Transfer* const transfer : transfers) *transfer = Transfer();
    (void)buffers_.release();
  }

  /// Collective over the group; tiles in the same order on all its ranks. The parts are not used
  /// after it returns, but tiles may still be under way. Throws what the backend and the visitor
  /// throw, OutOfMemory, and Communicator's errors; after that this must not be used again.
  void contract(const Tile<Way>& tile, Parts parts) {
    if (group_.size() == 1 && parts.size() == 1) return contract_alone(tile, parts.front());
    if constexpr (!can_be_summed<C>) {
      throw Error(Failure::inconsistent, whole_fields_only);
    } else {
      contract_in_turn(tile, parts);
    }
  }

  /// Collective over the group: ends the tiles that are still under way.
  void finish() {
    pass_on_pending();
    for (Slot& slot : buffers_->slots) wait(slot.sent);
  }

  /// Bytes that have come from other ranks, and seconds spent waiting for them.
  std::int64_t bytes() const { return bytes_; }
  double seconds() const { return seconds_; }

  /// Host memory that a rank of a group of `ranks` holds for its tiles, in bytes, for blocks of
  /// `block` vectors; `missing`: where some sample is missing.
  static std::int64_t memory(int ranks, Index block, bool missing) {
    if (ranks == 1) return 0;
    Array<Index, Way> sizes;
    for (Index& size : sizes) size = block;
    return 3 * Tallies::items(sizes, missing && !reals) * static_cast<Index>(sizeof(Item));
  }

 private:
  using Tallies = FieldTallies<C, Way>;
  using Item = TallyItem<C>;
  static constexpr bool reals = sums_reals<C>;
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

  void contract_in_turn(const Tile<Way>& tile, Parts parts) {
    Slot& slot = buffers_->slots[number_ % 2];
    wait(slot.sent);  // of tile number_ - 2
    slot.place = place(number_++);
    slot.tallies.start(tile, is_missing(tile), sealed_);
    const bool begins = slot.place == 0;
    const std::size_t first = reals && !begins ? std::min<std::size_t>(1, parts.size())  //
                                               : parts.size();
    gather(slot, parts.first(first));
    if (sealed_) slot.tallies.close_seal();
    pass_on_pending();
    if (!begins) receive(slot);
    if (!begins && !reals) {
      pending_ = &slot;  // passed on after the next tile's contraction
      return;
    }
    add_received(slot);
    gather(slot, parts.subspan(first));
    pass_on(slot);
  }

  void contract_alone(const Tile<Way>& tile, const Array<Operand, Way>& part) {
    start_(tile);
    backend_.contract(part, screen_, visitor_);
    done_(tile);
  }

  int place(Index number) const {
    const Index turned = reals ? 0 : number % group_.size();
    return static_cast<int>((group_.rank() + group_.size() - turned) % group_.size());
  }

  bool is_missing(const Tile<Way>& tile) const {
    if (reals || missing_.empty()) return false;
    for (const Index block : tile.blocks) {
      if (missing_[static_cast<std::size_t>(block)]) return true;
    }
    return false;
  }

  void gather(Slot& slot, Parts parts) {
    for (const Array<Operand, Way>& part : parts) {
      for (int v = 0; v < Way; ++v) {
        if (part[v].indices() == slot.tallies.tile().ranges[v]) continue;
        throw Error(Failure::internal, "a field group: operands that are not the tile's");
      }
      GatherTallies<C, Way> gathering(slot.tallies, part);
      backend_.contract(part, nullptr, gathering);
    }
  }

  void receive(Slot& slot) {
    const auto values = slot.tallies.values();
    AlignedBuffer<Item>& received = buffers_->received;
    if (static_cast<std::size_t>(received.size()) < values.size()) {
      received = {};
      received = AlignedBuffer<Item>(static_cast<Index>(values.size()));
    }
    const std::span<Item> buffer(received.data(), values.size());
    buffers_->coming = group_.receive(std::as_writable_bytes(buffer), neighbour(-1), tag);
    bytes_ += static_cast<std::int64_t>(buffer.size_bytes());
  }

  /// The sum of the ranks before this one, if there are any. (Addition commutes to the bit.)
  void add_received(Slot& slot) {
    if (slot.place == 0) return;
    wait(buffers_->coming);
    slot.tallies.add({buffers_->received.data(), slot.tallies.values().size()});
  }

  void pass_on_pending() {
    if (pending_ == nullptr) return;
    Slot& slot = *std::exchange(pending_, nullptr);
    add_received(slot);
    pass_on(slot);
  }

  void pass_on(Slot& slot) {
    if (slot.place == group_.size() - 1) return visit(slot.tallies);
    slot.sent = group_.send(std::as_bytes(slot.tallies.values()), neighbour(1), tag);
  }

  int neighbour(int step) const { return (group_.rank() + step + group_.size()) % group_.size(); }

  void visit(Tallies& sums) {
    const Region region("combine+select");
    const Tile<Way>& tile = sums.tile();
    if (sealed_ && !sums.seal_holds()) {
      throw Error(Failure::checksum, "tile " + std::to_string(tile.id) +
                                         ": a tally was changed while those of the ranks were "
                                         "added up; the network or a memory may be faulty");
    }
    start_(tile);
    const Index pivots = Way == 3 ? tile.ranges[0].size() : 1;
    const Index rows = tile.ranges[Way - 2].size();
    const Index strips = divide_up(rows, rows_of_visit);
    host_loop(backend_.workers(), pivots * strips, [&](Index item, int worker) {
      const Index begin = item % strips * rows_of_visit;
      const TallyTile part =
          sums.view(item / strips, {begin, std::min(begin + rows_of_visit, rows)});
      if (part.rows.end - 1 <= part.pivot) return;
      if (part.cols.end - 1 <= part.rows.begin) return;
      visitor_.visit(part, worker);
    });
    done_(tile);
  }

  void wait(Transfer& transfer) {
    const auto start = std::chrono::steady_clock::now();
    transfer.wait();
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  Communicator group_;
  std::vector<bool> missing_;
  TileBackend& backend_;
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

}  // namespace encke
