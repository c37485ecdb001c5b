#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <encke/base/byte_hash.hpp>
#include <encke/base/index.hpp>
#include <encke/base/mix.hpp>
#include <encke/sink/hit.hpp>
#include <span>
#include <type_traits>

// The bytes of a block file:
//   FileHeader, then records (RecordHead and payload), the last of which is the footer.
// Records of a tile are contiguous: any number of hits records, then its tile record. All numbers
// are little endian; every record starts at a multiple of 8. A checksum of a head covers the
// identity of the run and the place in the file too, so that a record that was moved, or left over
// from another file, is not taken for a good one.

namespace encke::store {

static_assert(std::endian::native == std::endian::little, "block files are little endian");

inline constexpr std::uint32_t format_version = 2;
inline constexpr std::uint64_t file_magic = 0x314b4c42454b4345ULL;  // "ECKEBLK1"
inline constexpr std::uint32_t record_magic = 0x44524345;           // "ECRD"
inline constexpr std::uint64_t end_magic = 0x31444e45454b4345ULL;   // "ECKEEND1"

struct FileHeader {
  std::uint64_t magic = file_magic;
  std::uint32_t version = format_version;
  std::uint32_t way = 2;
  std::uint64_t identity = 0;  ///< Identity::hash
  std::uint64_t reserved = 0;
  std::uint64_t checksum = 0;  ///< of what precedes
};

enum class RecordKind : std::uint32_t { hits = 1, tile = 2, footer = 3, pairs = 4 };

struct RecordHead {
  std::uint32_t magic = record_magic;
  RecordKind kind = RecordKind::hits;
  Index tile = 0;   ///< id; 0 in the footer
  Index bytes = 0;  ///< of the payload
  std::uint64_t payload_checksum = 0;
  std::uint64_t checksum = 0;  ///< of what precedes, the place and the identity
};

/// Payload of a record of pairs: an array of these, two thirds of a StoredHit. From the top, 28
/// bits of `place` are the first vector, 28 the second, 8 the cell.
struct StoredPair {
  std::uint64_t place;
  double value;

  /// Whether numbers that have no bits but these have room.
  static constexpr bool holds(std::uint32_t vectors, std::uint32_t cells) {
    return vectors >> vector_bits == 0 && cells >> cell_bits == 0;
  }
  static constexpr int vector_bits = 28, cell_bits = 8;
};

/// Payload of a record of hits: an array of these. Pairs, those that have no room as a StoredPair,
/// leave the last index 0.
struct StoredHit {
  std::uint32_t index[3];
  std::uint32_t cell;
  double value;
};

/// Payload of a tile record: this, then `bins` StoredBins, ascending.
struct StoredTile {
  Index tuples = 0;
  Index hits = 0;
  std::uint64_t digest_high = 0;
  std::uint64_t digest_low = 0;
  double width = 0;  ///< of the histogram's bins; 0: none was wanted
  Index below = 0;
  Index nan = 0;
  Index bins = 0;
};

struct StoredBin {
  Index bin = 0;
  Index count = 0;
};

/// Payload of the footer.
struct StoredFooter {
  Index tiles = 0;
  Index hits = 0;
  std::uint64_t sum = 0;  ///< of the checksums of all heads before, see add_to_sum
  std::uint64_t magic = end_magic;
};

template <class T, std::size_t bytes>
inline constexpr bool is_plain = sizeof(T) == bytes &&
                                 alignof(T) == 8 && std::is_trivially_copyable_v<T>;
static_assert(is_plain<FileHeader, 40> && is_plain<RecordHead, 40>);
static_assert(is_plain<StoredHit, 24> && is_plain<StoredPair, 16>);
static_assert(is_plain<StoredTile, 64> && is_plain<StoredBin, 16> && is_plain<StoredFooter, 32>);
static_assert(std::has_unique_object_representations_v<RecordHead>);

inline std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  ByteHash hash;
  hash.add(bytes);
  return hash.value();
}

/// Checksum that a header should have.
inline std::uint64_t checksum_of(const FileHeader& header) {
  return checksum_of(std::as_bytes(std::span(&header, 1)).first(sizeof header - 8));
}

/// Checksum that the head of a record at `offset` of a run's block file should have.
inline std::uint64_t checksum_of(const RecordHead& head, Index offset, std::uint64_t identity) {
  ByteHash hash;
  hash.add(std::as_bytes(std::span(&head, 1)).first(sizeof head - 8));
  hash.add(std::as_bytes(std::span(&offset, 1)));
  hash.add(std::as_bytes(std::span(&identity, 1)));
  return hash.value();
}

/// The running checksum over all records.
constexpr void add_to_sum(std::uint64_t& sum, const RecordHead& head) {
  sum = mix(sum ^ head.checksum);
}

/// Bytes of a value in a record of hits or pairs; 0 of others.
constexpr Index bytes_of_hit(RecordKind kind) {
  if (kind == RecordKind::hits) return sizeof(StoredHit);
  return kind == RecordKind::pairs ? Index{sizeof(StoredPair)} : 0;
}
/// Bytes of a value of a run, nearly always.
constexpr Index bytes_of_hit(int way) {
  return bytes_of_hit(way == 2 ? RecordKind::pairs : RecordKind::hits);
}

template <int Way>
StoredHit stored(const Hit<Way>& hit) {
  StoredHit s{{}, hit.cell, hit.value};
  for (int v = 0; v < Way; ++v) s.index[v] = hit.index[v];
  return s;
}

inline StoredPair stored_pair(const Hit<2>& hit) {
  constexpr int second = StoredPair::cell_bits, first = second + StoredPair::vector_bits;
  return {std::uint64_t{hit.index[0]} << first | std::uint64_t{hit.index[1]} << second | hit.cell,
          hit.value};
}

template <int Way>
Hit<Way> loaded(const StoredHit& s) {
  Hit<Way> hit{{}, s.cell, s.value};
  for (int v = 0; v < Way; ++v) hit.index[v] = s.index[v];
  return hit;
}

inline Hit<2> loaded(const StoredPair& s) {
  constexpr int second = StoredPair::cell_bits, first = second + StoredPair::vector_bits;
  constexpr std::uint64_t vector = (1 << StoredPair::vector_bits) - 1, cell = (1 << second) - 1;
  Hit<2> hit{{}, static_cast<std::uint32_t>(s.place & cell), s.value};
  hit.index[0] = static_cast<std::uint32_t>(s.place >> first & vector);
  hit.index[1] = static_cast<std::uint32_t>(s.place >> second & vector);
  return hit;
}

}  // namespace encke::store
