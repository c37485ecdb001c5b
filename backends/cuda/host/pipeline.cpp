#include "pipeline.hpp"

#include <algorithm>
#include <utility>

#include "cuda/kernels/stored_tile.hpp"
#include "cuda/pruning/wanted_tiles.hpp"

namespace encke::cuda {
namespace {

Index entry_words(const Rectangle& r) {
  return 1 + r.operands.form.planes() * r.operands.tally_bytes() / 4;
}

constexpr Index least_tile = screen_rows * screen_cols;  // entries; those of products have as many

/// Bytes of the spans of so many tiles; the total is before them, in a place of its own.
Index span_bytes(Index tiles) { return 16 + tiles * static_cast<Index>(sizeof(TileSpan)); }

bool has_stored_test(const Rectangle& r) {
  return r.tested() && with_stored_test(r.operands.reals(), r.operands.form.planes(), r.screen,
                                        r.way, [](auto, auto, auto) {});
}

}  // namespace

Pipeline::Slot::Slot(Device& device)
    : tallies(device, Memory::device),
      tallies_host(device, Memory::host),
      entries(device, Memory::device),
      entries_host(device, Memory::host),
      spans(device, Memory::device),
      spans_host(device, Memory::host),
      tiles(device, Memory::device),
      limits(device) {}

Pipeline::Pipeline(Device& device, int workers, Limits limits)
    : device_(device),
      delivery_(workers),
      limits_(limits),
      numbers_(device, limits.numbers, limits.expanded, limits.floats),
      warpgroups_(device, limits.arranged, limits.pairs_of_arranged),
      slot_{Slot(device), Slot(device)} {
  // two slots of up to 8 bytes a tally: a quarter of the memory at most
  limits_.screened = std::min(limits.screened, std::max(limits.stored, device.free_memory() / 64));
}

/// A slot has memory for all: a screen may become active after tallies have been stored.
Index Pipeline::host_bytes(int workers, int planes, int item, Limits limits, Index entries) {
  const Index stored = std::min(limits.stored, entries * planes) * item;
  const Index words = 1 + planes * item / 4;
  const Index kept = std::min({limits.kept, limits.kept_words / words, entries}) * words * 4;
  const Index tested = std::min(std::max(limits.selected, limits.screened), entries);
  const Index spans = span_bytes(divide_up(tested, least_tile));
  return 2 * (Memory::most_for(stored) + Memory::most_for(kept) + Memory::most_for(spans)) +
         Delivery::bytes(workers, planes, item) + Device::copy_bytes;
}

bool Pipeline::selecting(const Rectangle& r) const {
  return limits_.numbers == Numbers::none && selects(device_, r);
}

Index Pipeline::rows_of_part(const Rectangle& r) const {
  if (r.lists != nullptr) return padded(r.rows.size());
  const bool one_kernel = selecting(r);
  const Index per_row = padded(r.cols.size()) * (one_kernel ? 1 : r.operands.form.planes());
  const Index most = one_kernel           ? limits_.selected
                     : has_stored_test(r) ? limits_.screened
                                          : limits_.stored;
  const Index rows = std::max(padding, most / per_row / padding * padding);
  if (limits_.numbers == Numbers::none || r.diagonal() + r.rows.size() <= 0) return rows;
  // the library's products leave out no entry: what is not wanted is cut off in steps
  return std::min(rows, std::max(limits_.step, padded(divide_up(r.rows.size(), 8))));
}

void Pipeline::add(const Rectangle& r, TallyVisitor& visitor) {
  const Rectangle all = r.trimmed();
  if (!all.wanted()) return;
  for (Index begin = all.rows.begin, end = 0; begin < all.rows.end; begin = end) {
    // larger parts from where on a screen has become active
    end = std::min(begin + rows_of_part(all), all.rows.end);
    const Rectangle part = all.part({begin, end}, all.cols).trimmed();
    if (!part.wanted()) continue;
    take(next_, visitor);
    start(part, next_, visitor);
    next_ = 1 - next_;
  }
}

void Pipeline::finish(TallyVisitor& visitor) {
  for (int i = 0; i < 2; ++i) {
    take(next_, visitor);
    next_ = 1 - next_;
  }
}

void Pipeline::abandon() noexcept {
  for (Slot& slot : slot_) slot.busy.reset();
  for (int q = 0; q < Device::queues; ++q) {
    try {
      device_.wait(q);
    } catch (...) {
      // the error that led here is the one to be told
    }
  }
}

void Pipeline::start(const Rectangle& r, int queue, const TallyVisitor& visitor) {
  slot_[queue].busy = r;
  slot_[queue].kept = true;
  if (selecting(r)) return start_selecting(r, queue, visitor);
  start_storing(r, queue);
  if (has_stored_test(r)) return select_stored(r, queue);
  Slot& slot = slot_[queue];
  slot.kept = false;
  const Index bytes = slot.plane_stride * r.operands.form.planes() * r.operands.tally_bytes();
  device_.copy_out(queue, slot.tallies_host.reserve(bytes), slot.tallies.data(), bytes);
}

void Pipeline::start_storing(const Rectangle& r, int queue) {
  Slot& slot = slot_[queue];
  slot.row_stride = padded(r.cols.size());
  slot.plane_stride = slot.row_stride * padded(r.rows.size());
  const Index bytes = slot.plane_stride * r.operands.form.planes() * r.operands.tally_bytes();
  std::byte* const tallies = slot.tallies.reserve(bytes);
  if (limits_.numbers != Numbers::none && by_planes(r.operands.element)) {
    numbers_.store(queue, r, reinterpret_cast<std::int32_t*>(tallies), slot.plane_stride,
                   slot.row_stride);
  } else {
    store(device_, warpgroups_, queue, r, tallies, slot.plane_stride, slot.row_stride);
  }
}

/// Candidates of a rectangle that are kept.
Index Pipeline::capacity_for(const Rectangle& r) const {
  if (r.lists != nullptr) return std::max<Index>(1, r.lists->triples);
  const Index most = std::min(limits_.kept, limits_.kept_words / entry_words(r));
  return std::min(std::max<Index>(1, most), r.rows.size() * r.cols.size());
}

Candidates Pipeline::candidates(Slot& slot, int queue, const Rectangle& r, TileExtent extent) {
  slot.extent = extent;
  const Index tiles = divide_up(r.rows.size(), extent.rows) * divide_up(r.cols.size(), extent.cols);
  const Index capacity = capacity_for(r);
  const Index bytes = span_bytes(tiles);
  std::byte* const spans = slot.spans.reserve(bytes);
  slot.spans_host.reserve(bytes);
  device_.zero(queue, spans, bytes);
  return {reinterpret_cast<std::int32_t*>(slot.entries.reserve(capacity * entry_words(r) * 4)),
          static_cast<std::int32_t>(capacity), reinterpret_cast<std::int32_t*>(spans),
          reinterpret_cast<TileSpan*>(spans + 16)};
}

void Pipeline::copy_spans(Slot& slot, int queue) {
  const Rectangle& r = *slot.busy;
  const Index tiles =
      divide_up(r.rows.size(), slot.extent.rows) * divide_up(r.cols.size(), slot.extent.cols);
  device_.copy_out(queue, slot.spans_host.data(), slot.spans.data(), span_bytes(tiles));
}

/// The tiles that are wanted, on the device. Sets what is counted when the rectangle is taken.
TileList Pipeline::list_tiles(const Rectangle& r, int queue, const TallyVisitor& visitor) {
  Slot& slot = slot_[queue];
  const WantedTiles wanted = wanted_tiles(r, slot.extent, visitor);
  slot.cannot_pass = wanted.left_out;
  slot.tested =
      divide_up(r.rows.size(), slot.extent.rows) * divide_up(r.cols.size(), slot.extent.cols);
  if (wanted.all) return {};
  slot.tested = std::ssize(wanted.places);
  const Index bytes = slot.tested * static_cast<Index>(sizeof(TilePlace));
  auto* const there = reinterpret_cast<TilePlace*>(slot.tiles.reserve(bytes + 16));
  device_.copy_in(queue, there, wanted.places.data(), bytes);
  return {there, slot.tested};
}

void Pipeline::start_selecting(const Rectangle& r, int queue, const TallyVisitor& visitor) {
  Slot& slot = slot_[queue];
  const Candidates out = candidates(slot, queue, r, tile_extent(r.operands.form.part[0].list));
  const TileList tiles = list_tiles(r, queue, visitor);
  ScreenData data = slot.limits.bring(queue, r);
  const bool forced = limits_.pruning == Pruning::forced;
  if (r.pruning != nullptr && r.pruning->part_stages() > 0 && (forced || part_credit_.due())) {
    data.part_stages = r.pruning->part_stages();
    data.part_floor = r.pruning->part_floor();
  }
  slot.part_stages = data.part_stages;
  select(device_, warpgroups_, queue, r, data, out, tiles);
  copy_spans(slot, queue);
}

/// Pairs of tiles that were not started, or not multiplied to their end.
void Pipeline::count_left_out(const Slot& slot, const Rectangle& r, const TallyVisitor& visitor) {
  left_out_.tuples += slot.cannot_pass;
  if (slot.part_stages == 0) return;
  const auto* const spans = reinterpret_cast<const TileSpan*>(slot.spans_host.data() + 16);
  const Index across = divide_up(r.cols.size(), slot.extent.cols);
  const Index tiles = divide_up(r.rows.size(), slot.extent.rows) * across;
  Index ended = 0, pairs = 0;
  for (Index t = 0; t < tiles; ++t) {
    if (spans[t].count != TileSpan::ended) continue;
    ++ended;
    const Range rows = r.rows.part(t / across, slot.extent.rows);
    const Range cols = r.cols.part(t % across, slot.extent.cols);
    const TallyTile tile = r.tile(rows, cols);
    pairs += visitor.wanted_pairs(tile.rows, tile.cols);
  }
  const double all = static_cast<double>(divide_up(r.operands.words, stage_words));
  const double rest = all - slot.part_stages;
  part_credit_.add(static_cast<double>(ended) * rest,
                   static_cast<double>(slot.tested) * stages_of_test);
  left_out_.early += pairs;
  left_out_.comparisons += static_cast<double>(pairs) * rest / all;
}

void Pipeline::select_stored(const Rectangle& r, int queue) {
  Slot& slot = slot_[queue];
  const StoredTallies stored{slot.tallies.data(), r.operands.reals(), r.operands.form.planes(),
                             slot.plane_stride,   slot.row_stride,    r.rows.size(),
                             r.cols.size(),       r.diagonal()};
  const ScreenData data = slot.limits.bring(queue, r);
  device_.select_stored(
      queue, stored,
      {r.screen, r.way, data, candidates(slot, queue, r, {screen_rows, screen_cols})});
  copy_spans(slot, queue);
}

void Pipeline::take(int queue, TallyVisitor& visitor) {
  Slot& slot = slot_[queue];
  if (!slot.busy) return;
  const Rectangle r = *std::exchange(slot.busy, std::nullopt);
  device_.wait(queue);
  if (slot.kept) return take_kept(queue, r, visitor);
  delivery_.stored(r, slot.tallies_host.data(), slot.plane_stride, slot.row_stride, visitor);
}

void Pipeline::take_kept(int queue, const Rectangle& r, TallyVisitor& visitor) {
  Slot& slot = slot_[queue];
  const auto total = *reinterpret_cast<const std::int32_t*>(slot.spans_host.data());
  if (total > capacity_for(r)) return take_again(r, queue, total, visitor);
  if (r.way == 2 && selecting(r)) count_left_out(slot, r, visitor);
  const Index bytes = total * entry_words(r) * 4;
  std::byte* const entries = slot.entries_host.reserve(std::max<Index>(bytes, 16));
  if (bytes > 0) {
    device_.copy_out(queue, entries, slot.entries.data(), bytes);
    device_.wait(queue);
  }
  delivery_.kept(r,
                 {slot.extent, reinterpret_cast<const TileSpan*>(slot.spans_host.data() + 16),
                  reinterpret_cast<const std::int32_t*>(entries)},
                 visitor);
}

/// More candidates than the buffer holds: those of fewer rows at a time, of which on average half
/// fill the buffer; all tallies where many are candidates, or where a part cannot be smaller.
void Pipeline::take_again(const Rectangle& r, int queue, Index total, TallyVisitor& visitor) {
  constexpr Index many = 8;  // of so many entries one: testing costs more than it saves
  const Index rows = padded(divide_up(r.rows.size(), divide_up(2 * total, capacity_for(r))));
  if (total > r.rows.size() * r.cols.size() / many || rows >= r.rows.size()) {
    return store_now(r, queue, visitor);
  }
  for (Index begin = r.rows.begin; begin < r.rows.end; begin += rows) {
    const Rectangle part = r.part(r.rows.from(begin, rows), r.cols).trimmed();
    if (!part.wanted()) continue;
    start(part, queue, visitor);
    take(queue, visitor);
  }
}

/// All tallies of the rectangle, part by part.
void Pipeline::store_now(const Rectangle& r, int queue, TallyVisitor& visitor) {
  Slot& slot = slot_[queue];
  const Index per_row = padded(r.cols.size()) * r.operands.form.planes();
  const Index rows = std::max(padding, limits_.stored / per_row / padding * padding);
  for (Index begin = r.rows.begin; begin < r.rows.end; begin += rows) {
    const Rectangle part = r.part(r.rows.from(begin, rows), r.cols).trimmed();
    if (!part.wanted()) continue;
    start_storing(part, queue);
    const Index bytes =
        slot.plane_stride * part.operands.form.planes() * part.operands.tally_bytes();
    device_.copy_out(queue, slot.tallies_host.reserve(bytes), slot.tallies.data(), bytes);
    device_.wait(queue);
    delivery_.stored(part, slot.tallies_host.data(), slot.plane_stride, slot.row_stride, visitor);
  }
}

}  // namespace encke::cuda
