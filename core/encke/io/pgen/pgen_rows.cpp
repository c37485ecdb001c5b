#include <encke/base/index.hpp>
#include <encke/io/pgen/main_track.hpp>
#include <encke/io/pgen/pgen_rows.hpp>

namespace encke::io {
namespace {

constexpr Index pgen_chunk = 128 << 10;   // stays in the cache until it is decoded
constexpr Index worth_a_call = 64 << 10;  // a gap that is not worth reading

/// The records to be decoded for the rows that are kept.
class Wanted {
 public:
  Wanted(const PgenIndex& index, Range rows, const Kept& kept) {
    while (rows.begin < rows.end && kept[idx(rows.begin)] == 0) ++rows.begin;
    while (rows.begin < rows.end && kept[idx(rows.end - 1)] == 0) --rows.end;
    if (rows.begin == rows.end) return;
    range_ = {index.first_needed(rows.begin), rows.end};
    flags_.assign(kept.begin() + range_.begin, kept.begin() + range_.end);
    std::fill_n(flags_.begin(), rows.begin - range_.begin, std::uint8_t{0});
    bool referred = false;  // by a record behind it
    for (Index v = range_.end; v-- > range_.begin;) {
      std::uint8_t& flag = flags_[idx(v - range_.begin)];
      if (PgenIndex::is_difference(index.type(v))) {
        referred = referred || flag != 0;
      } else {
        flag = flag != 0 || referred ? 1 : 0;
        referred = false;
      }
    }
  }

  Range range() const { return range_; }
  bool has(Index variant) const {
    return range_.contains(variant) && flags_[idx(variant - range_.begin)] != 0;
  }

 private:
  Range range_;
  std::vector<std::uint8_t> flags_;
};

/// Records that are read together.
struct Piece {
  Range variants;
  Range bytes;  ///< of the file
};

/// The piece that begins with a variant, at the byte `offset`.
Piece piece_from(const PgenIndex& index, const Wanted& wanted, Index variant, Index offset,
                 bool all) {
  Piece piece{{variant, variant}, {offset, offset}};
  for (Index v = variant; v < wanted.range().end; ++v) {
    if (v % PgenIndex::block == 0 && v > variant) offset = index.offset(v);
    const Index end = offset + index.length(v);
    if (all || wanted.has(v)) {
      const bool too_far = offset - piece.bytes.end > worth_a_call;
      if (v > variant && (too_far || end - piece.bytes.begin > pgen_chunk)) break;
      piece.variants.end = v + 1;
      piece.bytes.end = end;
    }
    offset = end;
  }
  return piece;
}

}  // namespace

void read_pgen_rows(InputFile& file, const PgenIndex& index, Range rows, const Kept& kept,
                    bool in_passing, const TakeRow& take) {
  const Wanted wanted(index, rows, kept);
  MainTrack track(file.path(), index.samples());
  std::vector<std::uint8_t> buffer;
  Index v = in_passing ? 0 : wanted.range().begin;
  Index offset = v < index.variants() ? index.offset(v) : 0;
  while (v < wanted.range().end) {
    if (v % PgenIndex::block == 0) offset = index.offset(v);
    if (!in_passing && !wanted.has(v)) {
      offset += index.length(v++);
      continue;
    }
    const Piece piece = piece_from(index, wanted, v, offset, in_passing);
    // Pieces are of nearly the same size: a buffer that follows it is allocated again for many.
    if (std::ssize(buffer) < piece.bytes.size()) {
      buffer.resize(idx(std::max(piece.bytes.size(), pgen_chunk)));
    }
    const auto bytes = std::as_writable_bytes(std::span(buffer)).first(idx(piece.bytes.size()));
    if (in_passing) {
      file.read_in_passing(piece.bytes.begin, bytes);
    } else {
      file.read_at(piece.bytes.begin, bytes);
    }
    for (; v < piece.variants.end; ++v) {
      if (v % PgenIndex::block == 0) offset = index.offset(v);
      const Index length = index.length(v);
      if (wanted.has(v)) {
        const auto record = std::span(buffer).subspan(idx(offset - piece.bytes.begin), idx(length));
        const std::uint8_t* const codes = track.decode({record, index.type(v), v, offset});
        if (rows.contains(v) && kept[idx(v)] != 0) take(v, codes);
      }
      offset += length;
    }
  }
}

}  // namespace encke::io
