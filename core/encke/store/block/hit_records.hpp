#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <encke/base/error.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/store/block/block_format.hpp>
#include <encke/store/block/scan.hpp>
#include <functional>
#include <span>
#include <vector>

namespace encke::store {

/// A record of hits whose head is good.
struct HitRecord {
  RecordKind kind = RecordKind::hits;  ///< or pairs
  Index offset = 0;                    ///< of the hits, behind the head
  Index hits = 0;
  std::uint64_t checksum = 0;
};

/// The hits of a tile whose first record is at `offset`. `identity`: that of the file's header.
class HitRecords {
 public:
  HitRecords(const PosixFile& file, std::uint64_t identity, Index tile, Index offset, Index hits)
      : file_(file), identity_(identity), tile_(tile), at_(offset), left_(hits) {}

  /// True while there is a record; then reads the head of the next one. Throws Error(checksum) with
  /// file, offset and tile, Error(read).
  bool next(HitRecord& record) {
    if (left_ == 0) return false;
    RecordHead head;
    file_.read_at(at_, std::as_writable_bytes(std::span(&head, 1)));
    const Index bytes = bytes_of_hit(head.kind);
    if (head.checksum != checksum_of(head, at_, identity_) || bytes == 0 || head.tile != tile_ ||
        head.bytes / bytes > left_) {
      refuse(at_, "not the head of the tile's hits");
    }
    record = {head.kind, at_ + Index{sizeof head}, head.bytes / bytes, head.payload_checksum};
    left_ -= record.hits;
    at_ = record.offset + head.bytes;
    return true;
  }

  /// The hits of a record. Throws Error(checksum), Error(read). On any thread.
  template <int Way>
  void read(const HitRecord& record, std::vector<Hit<Way>>& hits) const {
    hits.resize(idx(record.hits));
    if (record.kind == RecordKind::hits) {
      return load<StoredHit, Way>(record, hits, loaded<Way>);
    }
    if constexpr (Way == 2) {
      load<StoredPair, Way>(record, hits, [](const StoredPair& pair) { return loaded(pair); });
    } else {
      refuse(record.offset - Index{sizeof(RecordHead)}, "pairs among triples");
    }
  }

 private:
  template <class Stored, int Way, class Loaded>
  void load(const HitRecord& record, std::span<Hit<Way>> rest, Loaded loaded) const {
    // A piece at a time, which stays in the cache: memory for all of it would be fetched each time.
    std::array<Stored, 1024> pieces;
    ByteHash hash;
    for (Index at = record.offset; !rest.empty();) {
      const auto piece = std::span(pieces).first(std::min(pieces.size(), rest.size()));
      file_.read_at(at, std::as_writable_bytes(piece));
      hash.add(std::as_bytes(piece));
      std::ranges::transform(piece, rest.begin(), loaded);
      rest = rest.subspan(piece.size());
      at += static_cast<Index>(piece.size_bytes());
    }
    if (hash.value() != record.checksum) {
      refuse(record.offset - Index{sizeof(RecordHead)}, "the hits differ from their checksum");
    }
  }

  [[noreturn]] void refuse(Index offset, const char* what) const {
    throw Error(Failure::checksum, text(Finding{file_.path(), offset, tile_, what}));
  }

  const PosixFile& file_;
  std::uint64_t identity_;
  Index tile_;
  Index at_;
  Index left_;
};

/// Passes on the hits of a tile, a record at a time. Throws what HitRecords throws, and `consumer`.
template <int Way>
void read_hits(HitRecords records, const std::function<void(std::span<const Hit<Way>>)>& consumer) {
  std::vector<Hit<Way>> batch;
  for (HitRecord record; records.next(record);) {
    records.read(record, batch);
    consumer(batch);
  }
}

}  // namespace encke::store
