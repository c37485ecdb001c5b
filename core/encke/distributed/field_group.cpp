#include <algorithm>
#include <chrono>
#include <encke/base/error.hpp>
#include <encke/distributed/field_group.hpp>
#include <encke/host/region.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <string>

namespace encke {

template <class Item, int Way>
GroupSums<Item, Way>::GroupSums(const Planes& planes, const Communicator& group,
                                std::vector<bool> missing, TileBackend& backend,
                                const Screen* screen, TallyVisitor& visitor, Event start,
                                Event done, bool sealed)
    : backend_(backend),
      planes_(planes),
      group_(group),
      missing_(std::move(missing)),
      screen_(screen),
      visitor_(visitor),
      start_(std::move(start)),
      done_(std::move(done)),
      sealed_(sealed && !reals) {}

template <class Item, int Way>
GroupSums<Item, Way>::~GroupSums() {
  Buffers& b = *buffers_;
  Transfer* const transfers[] = {&b.slots[0].sent, &b.slots[1].sent, &b.coming};
  if (std::ranges::none_of(transfers, &Transfer::is_under_way)) return;
  for (Transfer* const transfer : transfers) *transfer = Transfer();
  (void)buffers_.release();
}

template <class Item, int Way>
void GroupSums<Item, Way>::contract(const Tile<Way>& tile, Parts parts) {
  if (group_.size() == 1 && parts.size() == 1) return contract_alone(tile, parts.front());
  if (!planes_.summable) throw Error(Failure::inconsistent, whole_fields_only);
  contract_in_turn(tile, parts);
}

template <class Item, int Way>
void GroupSums<Item, Way>::finish() {
  pass_on_pending();
  for (Slot& slot : buffers_->slots) wait(slot.sent);
}

template <class Item, int Way>
void GroupSums<Item, Way>::contract_in_turn(const Tile<Way>& tile, Parts parts) {
  Slot& slot = buffers_->slots[number_ % 2];
  wait(slot.sent);  // of tile number_ - 2
  slot.place = place(number_++);
  const bool missing = is_missing(tile);
  slot.tallies.start(tile, missing, missing ? planes_.missing : planes_.complete, sealed_);
  const bool begins = slot.place == 0;
  const std::size_t first = reals && !begins ? std::min<std::size_t>(1, parts.size())  //
                                             : parts.size();
  gather_all(slot, parts.first(first));
  if (sealed_) slot.tallies.close_seal();
  pass_on_pending();
  if (!begins) receive(slot);
  if (!begins && !reals) {
    pending_ = &slot;  // passed on after the next tile's contraction
    return;
  }
  add_received(slot);
  gather_all(slot, parts.subspan(first));
  pass_on(slot);
}

template <class Item, int Way>
void GroupSums<Item, Way>::contract_alone(const Tile<Way>& tile, const Array<Operand, Way>& part) {
  start_(tile);
  backend_.contract(part, screen_, visitor_);
  done_(tile);
}

template <class Item, int Way>
int GroupSums<Item, Way>::place(Index number) const {
  const Index turned = reals ? 0 : number % group_.size();
  return static_cast<int>((group_.rank() + group_.size() - turned) % group_.size());
}

template <class Item, int Way>
bool GroupSums<Item, Way>::is_missing(const Tile<Way>& tile) const {
  if (reals || missing_.empty()) return false;
  for (const Index block : tile.blocks) {
    if (missing_[static_cast<std::size_t>(block)]) return true;
  }
  return false;
}

template <class Item, int Way>
void GroupSums<Item, Way>::gather_all(Slot& slot, Parts parts) {
  for (const Array<Operand, Way>& part : parts) {
    for (int v = 0; v < Way; ++v) {
      if (part[v].indices() == slot.tallies.tile().ranges[v]) continue;
      throw Error(Failure::internal, "a field group: operands that are not the tile's");
    }
    gather(slot.tallies, part);
  }
}

template <class Item, int Way>
void GroupSums<Item, Way>::receive(Slot& slot) {
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

template <class Item, int Way>
void GroupSums<Item, Way>::add_received(Slot& slot) {
  if (slot.place == 0) return;
  wait(buffers_->coming);
  slot.tallies.add({buffers_->received.data(), slot.tallies.values().size()});
}

template <class Item, int Way>
void GroupSums<Item, Way>::pass_on_pending() {
  if (pending_ == nullptr) return;
  Slot& slot = *std::exchange(pending_, nullptr);
  add_received(slot);
  pass_on(slot);
}

template <class Item, int Way>
void GroupSums<Item, Way>::pass_on(Slot& slot) {
  if (slot.place == group_.size() - 1) return visit(slot.tallies);
  slot.sent = group_.send(std::as_bytes(slot.tallies.values()), neighbour(1), tag);
}

template <class Item, int Way>
void GroupSums<Item, Way>::visit(Tallies& sums) {
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
    const TallyTile part = sums.view(item / strips, {begin, std::min(begin + rows_of_visit, rows)});
    if (part.rows.end - 1 <= part.pivot) return;
    if (part.cols.end - 1 <= part.rows.begin) return;
    visitor_.visit(part, worker);
  });
  done_(tile);
}

template <class Item, int Way>
void GroupSums<Item, Way>::wait(Transfer& transfer) {
  const auto start = std::chrono::steady_clock::now();
  transfer.wait();
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template class GroupSums<std::int32_t, 2>;
template class GroupSums<std::int32_t, 3>;
template class GroupSums<double, 2>;
template class GroupSums<double, 3>;

}  // namespace encke
