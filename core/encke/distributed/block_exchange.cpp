#include <algorithm>
#include <array>
#include <chrono>
#include <encke/base/error.hpp>
#include <encke/distributed/block_exchange.hpp>
#include <encke/host/region.hpp>
#include <utility>

namespace encke {
namespace {

/// Tags are used again after so many messages; far fewer are under way at a time.
constexpr int most_tags = 16384;

}  // namespace

BlockExchange::BlockExchange(const Communicator& ring, const RankVectors& own,
                             std::vector<Range> owned, DeviceMemory* device)
    : ring_(ring),
      own_(own),
      owned_(std::move(owned)),
      device_(device),
      sent_(own.parts),
      in_use_(std::make_unique<InUse>()) {
  for (const Range& vectors : owned_) largest_ = std::max(largest_, vectors.size());
  // a position without vectors does not know whether the others' vectors have masks
  std::array<std::int64_t, 1> masks = {0};
  for (const PackedVectors* part : own_.parts) masks[0] |= part->keeps_masks() ? 1 : 0;
  ring_.maximum(masks);
  masks_ = masks[0] != 0;
}

BlockExchange::~BlockExchange() {
  const auto is_under_way = [](const Transfer& transfer) { return transfer.is_under_way(); };
  if (std::any_of(transfers_.begin(), transfers_.end(), is_under_way)) (void)in_use_.release();
}

void BlockExchange::begin(const std::vector<Index>& offsets) {
  const Region region("shift");
  wanted_ = offsets;
  for (const Index offset : offsets) {
    const auto same = [offset](const Guest& guest) { return guest.offset == offset; };
    if (offset == 0 || std::any_of(here_.begin(), here_.end(), same) ||
        std::any_of(in_use_->coming.begin(), in_use_->coming.end(), same)) {
      continue;
    }
    in_use_->coming.push_back(new_guest(offset));
  }
  for (Guest& guest : in_use_->coming) transfer(guest);
}

void BlockExchange::take_rooms(Index rooms) {
  if (own_.parts.empty()) return;  // no fields: nothing comes
  try {
    bring_own();
    for (; rooms > 0; --rooms, ++rooms_) {
      // Zeroed, once: that is what touches it. Whatever comes is as long as the pieces.
      Guest room{0, {}};
      for (const PackedVectors* part : own_.parts) {
        room.parts.push_back(PackedVectors::room_like(*part, largest_, masks_, device_));
      }
      spare_.push_back(std::move(room));
    }
  } catch (const OutOfMemory& error) {
    const char* const what = device_ == nullptr ? "the vectors of another rank"
                                                : "the vectors of another rank on the GPU";
    throw OutOfMemory(what, error.bytes_needed(), 0);
  }
}

/// To the device, once.
void BlockExchange::bring_own() {
  if (device_ == nullptr || !in_use_->own.empty()) return;
  std::vector<PackedVectors> own;
  for (const PackedVectors* part : own_.parts) {
    own.push_back(PackedVectors::room_like(*part, part->vectors(), part->keeps_masks(), device_));
    own.back().copy_from(*part);
  }
  in_use_->own = std::move(own);
  for (std::size_t p = 0; p < sent_.size(); ++p) sent_[p] = &in_use_->own[p];
}

auto BlockExchange::new_guest(Index offset) -> Guest {
  Guest guest{offset, {}};
  if (own_.parts.empty()) return guest;
  if (spare_.empty()) take_rooms(1);
  guest.parts = std::move(spare_.back().parts);
  spare_.pop_back();
  const Index vectors = owned_[static_cast<std::size_t>(position(offset))].size();
  for (PackedVectors& part : guest.parts) part.use_for(vectors);
  return guest;
}

void BlockExchange::transfer(Guest& guest) {
  const int from = static_cast<int>(position(guest.offset));
  const int to = static_cast<int>(position(ring_.size() - guest.offset));
  for (std::size_t p = 0; p < own_.parts.size(); ++p) {
    int tag = tag_;
    for (const auto piece : guest.parts[p].pieces()) {
      transfers_.push_back(ring_.receive(piece, from, tag++ % most_tags));
      bytes_ += static_cast<std::int64_t>(piece.size());
    }
    tag = tag_;
    for (const auto piece : sent_[p]->pieces()) {
      transfers_.push_back(ring_.send(piece, to, tag++ % most_tags));
    }
    tag_ = (tag_ + 8) % most_tags;  // at most so many pieces; the same on all ranks
  }
}

void BlockExchange::advance() {
  for (Transfer& transfer : transfers_) transfer.done();
}

void BlockExchange::finish() {
  const Region region("shift");
  const auto start = std::chrono::steady_clock::now();
  for (Transfer& transfer : transfers_) transfer.wait();
  transfers_.clear();
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::vector<Guest> present;
  for (Guest& guest : here_) {
    const bool kept = std::find(wanted_.begin(), wanted_.end(), guest.offset) != wanted_.end();
    if (!kept && guest.parts.empty()) continue;
    (kept ? present : spare_).push_back(std::move(guest));
  }
  for (Guest& guest : in_use_->coming) {
    for (PackedVectors& part : guest.parts) part.received();
    present.push_back(std::move(guest));
  }
  in_use_->coming.clear();
  here_ = std::move(present);
}

PositionVectors BlockExchange::at(Index offset) const {
  PositionVectors vectors{owned_[static_cast<std::size_t>(position(offset))], {}};
  if (offset == 0) {
    vectors.parts = sent_;
    return vectors;
  }
  for (const Guest& guest : here_) {
    if (guest.offset != offset) continue;
    for (const PackedVectors& part : guest.parts) vectors.parts.push_back(&part);
  }
  return vectors;
}

}  // namespace encke
