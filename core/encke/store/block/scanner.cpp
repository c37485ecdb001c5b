#include <algorithm>
#include <encke/base/histogram.hpp>
#include <encke/store/block/scanner.hpp>
#include <utility>

namespace encke::store {
namespace {

constexpr Index head_bytes = sizeof(RecordHead);
constexpr Index step = 8;                // records start at multiples of it
constexpr Index piece = Index{1} << 20;  // bytes of a payload read at a time
constexpr Index window_bytes = Index{1} << 14;

bool is_size_of(const RecordHead& head) {
  switch (head.kind) {
    case RecordKind::hits:
    case RecordKind::pairs:
      return head.bytes > 0 && head.bytes % bytes_of_hit(head.kind) == 0;
    case RecordKind::tile:
      return head.bytes >= Index{sizeof(StoredTile)} &&
             (head.bytes - Index{sizeof(StoredTile)}) % Index{sizeof(StoredBin)} == 0;
    case RecordKind::footer:
      return head.bytes == Index{sizeof(StoredFooter)};
  }
  return false;
}

}  // namespace

Scanner::Scanner(const PosixFile& file, const FileHeader& header, const ScanOptions& options,
                 const Visit& visit)
    : file_(file), header_(header), options_(options), visit_(visit), size_(file.size()) {
  result_.end = at_;
}

Scan Scanner::scan() {
  while (at_ < size_ && !result_.closed) {
    if (!read_record() && !(options_.go_on && resynchronise())) break;
  }
  if (result_.closed && at_ < size_) {
    find("bytes follow the footer");
    result_.closed = false;
  }
  if (whole_ && !result_.closed) find_cut("the file has no end: its footer is missing");
  return std::move(result_);
}

/// Adds to the findings; false, for the caller to return.
bool Scanner::find(std::string what, std::optional<Index> tile) {
  whole_ = false;
  open_.reset();
  result_.findings.push_back({file_.path(), at_, tile, std::move(what)});
  return false;
}

bool Scanner::find_cut(std::string what) {
  find(std::move(what));
  result_.findings.back().cut = true;
  return false;
}

RecordHead Scanner::head_at(Index offset) {
  if (offset < window_at_ ||
      offset + head_bytes > window_at_ + static_cast<Index>(window_.size())) {
    window_.resize(static_cast<std::size_t>(std::min(window_bytes, size_ - offset)));
    window_at_ = offset;
    file_.read_at(offset, window_);
  }
  RecordHead head;
  std::memcpy(&head, window_.data() + (offset - window_at_), sizeof head);
  return head;
}

std::string Scanner::damage_of_head(const RecordHead& head) const {
  if (head.magic != record_magic || head.checksum != checksum_of(head, at_, header_.identity) ||
      !is_size_of(head)) {
    return "not the head of a record";
  }
  return {};
}

bool Scanner::is_cut(const RecordHead& head) const { return head.bytes > size_ - at_ - head_bytes; }

bool Scanner::read_record() {
  if (size_ - at_ < head_bytes) return find_cut("the file ends in the head of a record");
  const RecordHead head = head_at(at_);
  std::string damage = damage_of_head(head);
  if (!damage.empty()) return find(std::move(damage));
  if (is_cut(head)) return find_cut("the record goes beyond the end of the file");
  const auto tile = head.kind == RecordKind::footer ? std::nullopt : std::optional(head.tile);
  if (!read_payload(head)) {
    find("the record differs from its checksum", tile);
    damaged_ = tile;
    at_ += head_bytes + head.bytes;  // its head is good: the next record is known
    return options_.go_on;
  }
  take(head);
  at_ += head_bytes + head.bytes;
  return whole_ || options_.go_on;
}

/// Checks the payload; leaves it in payload_ unless it is hits.
bool Scanner::read_payload(const RecordHead& head) {
  const bool hits = bytes_of_hit(head.kind) > 0;
  if (hits && !options_.payloads) return true;
  ByteHash hash;
  for (Index done = 0; done < head.bytes;) {
    const Index bytes = hits ? std::min(piece, head.bytes - done) : head.bytes;
    payload_.resize(static_cast<std::size_t>(bytes));
    file_.read_at(at_ + head_bytes + done, payload_);
    hash.add(payload_);
    done += bytes;
  }
  return hash.value() == head.payload_checksum;
}

void Scanner::take(const RecordHead& head) {
  switch (head.kind) {
    case RecordKind::hits:
    case RecordKind::pairs:
      take_hits(head);
      break;
    case RecordKind::tile:
      take_tile(head);
      break;
    case RecordKind::footer:
      take_footer(head);
      return;
  }
  add_to_sum(sum_, head);
  if (head.kind == RecordKind::tile) result_.counts.sum = sum_;
}

void Scanner::take_hits(const RecordHead& head) {
  if (open_ && open_->id != head.tile) find("the end of the tile is missing", open_->id);
  if (!open_) open_ = TileEntry{head.tile, at_, 0, {}, {}};
  open_->bytes += head_bytes + head.bytes;
  open_->stored.hits += head.bytes / bytes_of_hit(head.kind);
}

void Scanner::take_tile(const RecordHead& head) {
  if (open_ && open_->id != head.tile) {
    find("the end of the tile is missing", open_->id);
    if (!options_.go_on) return;  // what follows must not count
  }
  TileEntry tile = open_ ? std::move(*open_) : TileEntry{head.tile, at_, 0, {}, {}};
  open_.reset();
  const Index hits = tile.stored.hits;
  std::memcpy(&tile.stored, payload_.data(), sizeof tile.stored);
  tile.bytes += head_bytes + head.bytes;
  const std::size_t count = (payload_.size() - sizeof tile.stored) / sizeof(StoredBin);
  tile.bins.resize(count);
  if (count > 0) {
    std::memcpy(tile.bins.data(), payload_.data() + sizeof tile.stored, count * sizeof(StoredBin));
  }
  const auto is_bin = [](const StoredBin& bin) {
    return bin.bin >= 0 && bin.bin <= Index{Histogram::most_bins} && bin.count >= 0;
  };
  const StoredTile& stored = tile.stored;
  const bool counts = head.tile >= 0 && stored.tuples >= 0 && stored.below >= 0 && stored.nan >= 0;
  if (!counts || tile.stored.hits != hits || tile.stored.bins != static_cast<Index>(count) ||
      !std::all_of(tile.bins.begin(), tile.bins.end(), is_bin)) {
    if (damaged_ != head.tile) find("the tile's records do not fit together", head.tile);
    return;
  }
  visit_(tile);
  ++result_.counts.tiles;
  result_.counts.hits += hits;
  result_.end = at_ + head_bytes + head.bytes;
}

void Scanner::take_footer(const RecordHead& head) {
  StoredFooter footer;
  std::memcpy(&footer, payload_.data(), sizeof footer);
  if (open_) find("the end of the tile is missing", open_->id);
  const StoredFooter& counts = result_.counts;
  // After damage the counts cannot agree, and have been reported.
  if (whole_ && (footer.magic != end_magic || footer.tiles != counts.tiles ||
                 footer.hits != counts.hits || footer.sum != counts.sum)) {
    find("the footer does not fit the records before it");
  }
  result_.closed = whole_;
  result_.footer_checksum = head.checksum;
}

/// Moves on to the next place where the head of a record is whole.
bool Scanner::resynchronise() {
  for (at_ = at_ / step * step + step; at_ + head_bytes <= size_; at_ += step) {
    const RecordHead head = head_at(at_);
    if (damage_of_head(head).empty() && !is_cut(head)) return true;
  }
  return false;
}

}  // namespace encke::store
