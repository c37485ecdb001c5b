#pragma once

#include <cstdint>
#include <encke/base/error.hpp>
#include <encke/file/posix_file.hpp>
#include <encke/store/block/block_format.hpp>
#include <encke/store/block/scan.hpp>
#include <functional>
#include <span>
#include <vector>

namespace encke::store {

/// Passes on the `hits` hits of a tile whose first record is at `offset`, a record at a time.
/// `identity`: that of the file's header. Throws Error(checksum) with file, offset and tile,
/// Error(read), and what `consumer` throws.
template <int Way>
void read_hits(const PosixFile& file, std::uint64_t identity, Index tile, Index offset, Index hits,
               const std::function<void(std::span<const Hit<Way>>)>& consumer) {
  const auto refuse = [&](const char* what) {
    throw Error(Failure::checksum, text(Finding{file.path(), offset, tile, what}));
  };
  std::vector<StoredHit> read;
  std::vector<Hit<Way>> batch;
  while (hits > 0) {
    RecordHead head;
    file.read_at(offset, std::as_writable_bytes(std::span(&head, 1)));
    const Index count = head.bytes / Index{sizeof(StoredHit)};
    if (head.checksum != checksum_of(head, offset, identity) || head.kind != RecordKind::hits ||
        head.tile != tile || count > hits) {
      refuse("not the head of the tile's hits");
    }
    read.resize(static_cast<std::size_t>(count));
    file.read_at(offset + Index{sizeof head}, std::as_writable_bytes(std::span(read)));
    if (checksum_of(std::as_bytes(std::span(read))) != head.payload_checksum) {
      refuse("the hits differ from their checksum");
    }
    batch.clear();
    for (const StoredHit& hit : read) batch.push_back(loaded<Way>(hit));
    consumer(batch);
    hits -= count;
    offset += Index{sizeof head} + head.bytes;
  }
}

}  // namespace encke::store
