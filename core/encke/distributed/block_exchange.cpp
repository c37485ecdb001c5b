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
constexpr int tags_of_part = 8;  ///< at most so many pieces

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
  const bool any = std::any_of(transfers_.begin(), transfers_.end(), is_under_way) ||
                   std::any_of(served_.begin(), served_.end(), is_under_way);
  if (any) (void)in_use_.release();
}

void BlockExchange::begin(const std::vector<Index>& offsets) {
  const Region region("shift");
  expect(offsets);
  for (RemoteVectors& remote : in_use_->coming) {
    receive(remote);
    send(position(ring_.size() - remote.offset), transfers_);
    tag_ = (tag_ + tags_of_part * static_cast<int>(own_.parts.size())) % most_tags;
  }
}

// Messages from one position to another begin in the same order on both sides, so that they need
// no tags of their own.
void BlockExchange::serve(const std::vector<Index>& to) {
  const Region region("shift");
  for (const Index position : to) send(position, served_);
}

void BlockExchange::fetch(const std::vector<Index>& offsets) {
  const Region region("shift");
  expect(offsets);
  for (RemoteVectors& remote : in_use_->coming) receive(remote);
}

void BlockExchange::end_service() {
  const Region region("shift");
  wait_for(served_);
}

/// Takes buffers for what is not here.
void BlockExchange::expect(const std::vector<Index>& offsets) {
  wanted_ = offsets;
  for (const Index offset : offsets) {
    const auto same = [offset](const RemoteVectors& remote) { return remote.offset == offset; };
    if (offset == 0 || std::any_of(here_.begin(), here_.end(), same) ||
        std::any_of(in_use_->coming.begin(), in_use_->coming.end(), same)) {
      continue;
    }
    in_use_->coming.push_back(new_remote(offset));
  }
}

void BlockExchange::allocate_buffers(Index positions) {
  if (own_.parts.empty()) return;  // no fields: nothing comes
  try {
    bring_own();
    for (; positions > 0; --positions, ++buffers_) {
      // Zeroed, once: that is what touches it. Whatever comes is as long as the pieces.
      RemoteVectors buffer{0, {}};
      for (const PackedVectors* part : own_.parts) {
        buffer.parts.push_back(PackedVectors::allocate_like(*part, largest_, masks_, device_));
      }
      spare_.push_back(std::move(buffer));
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
    own.push_back(
        PackedVectors::allocate_like(*part, part->vectors(), part->keeps_masks(), device_));
    own.back().copy_from(*part);
  }
  in_use_->own = std::move(own);
  for (std::size_t p = 0; p < sent_.size(); ++p) sent_[p] = &in_use_->own[p];
}

auto BlockExchange::new_remote(Index offset) -> RemoteVectors {
  RemoteVectors remote{offset, {}};
  if (own_.parts.empty()) return remote;
  if (spare_.empty()) allocate_buffers(1);
  remote.parts = std::move(spare_.back().parts);
  spare_.pop_back();
  const Index vectors = owned_[static_cast<std::size_t>(position(offset))].size();
  for (PackedVectors& part : remote.parts) part.use_for(vectors);
  return remote;
}

void BlockExchange::receive(RemoteVectors& remote) {
  const int from = static_cast<int>(position(remote.offset));
  int first = tag_;
  for (PackedVectors& part : remote.parts) {
    int tag = first;
    for (const auto piece : part.buffers()) {
      transfers_.push_back(ring_.receive(piece, from, tag++ % most_tags));
      bytes_ += static_cast<std::int64_t>(piece.size());
    }
    first += tags_of_part;
  }
}

void BlockExchange::send(Index to, std::vector<Transfer>& transfers) {
  int first = tag_;
  for (const PackedVectors* part : sent_) {
    int tag = first;
    for (const auto piece : part->buffers()) {
      transfers.push_back(ring_.send(piece, static_cast<int>(to), tag++ % most_tags));
    }
    first += tags_of_part;
  }
}

void BlockExchange::advance() {
  for (Transfer& transfer : transfers_) transfer.done();
  std::erase_if(served_, [](Transfer& transfer) { return transfer.done(); });
}

void BlockExchange::wait_for(std::vector<Transfer>& transfers) {
  const auto start = std::chrono::steady_clock::now();
  for (Transfer& transfer : transfers) transfer.wait();
  transfers.clear();
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void BlockExchange::finish() {
  const Region region("shift");
  wait_for(transfers_);
  std::vector<RemoteVectors> present;
  for (RemoteVectors& remote : here_) {
    const bool kept = std::find(wanted_.begin(), wanted_.end(), remote.offset) != wanted_.end();
    if (!kept && remote.parts.empty()) continue;
    (kept ? present : spare_).push_back(std::move(remote));
  }
  for (RemoteVectors& remote : in_use_->coming) {
    for (PackedVectors& part : remote.parts) part.received();
    present.push_back(std::move(remote));
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
  for (const RemoteVectors& remote : here_) {
    if (remote.offset != offset) continue;
    for (const PackedVectors& part : remote.parts) vectors.parts.push_back(&part);
  }
  return vectors;
}

}  // namespace encke
