#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/io/samples/plane_sums.hpp>
#include <encke/io/samples/sample_packer.hpp>
#include <encke/io/samples/transpose_bits.hpp>

namespace encke::io {
namespace {

constexpr Index lanes = 8;  ///< vectors of a group, as words of 64 bits

}  // namespace

void SamplePacker::add(PackedVectors from, const std::vector<Index>& wanted) {
  if (from.element() != to_.element() || from.fields() != to_.vectors()) {
    throw Error(Failure::internal, "variants that do not fit the samples");
  }
  if (wanted.empty()) return;
  if (from.missing() > 0) to_.keep_masks();
  const PackedVectors& kept = alive_.emplace_back(std::move(from));
  const Index planes = kept.element().planes();
  const auto* const values = reinterpret_cast<const std::uint64_t*>(kept.values());
  for (const Index v : wanted) {
    const Index first = v / lanes * kept.words() * lanes;
    rows_.push_back({values + first * planes + v % lanes,
                     kept.keeps_masks() ? kept.mask() + first + v % lanes : nullptr});
    if (std::ssize(rows_) < run) continue;
    flush();
    if (alive_.size() > 1) alive_.erase(alive_.begin(), std::prev(alive_.end()));
  }
}

void SamplePacker::flush() {
  for (Index word = 0; word * 64 < to_.vectors(); ++word) transpose_words(word);
  next_ += std::ssize(rows_);
  rows_.clear();
}

/// Transposes all rows of 64 samples.
void SamplePacker::transpose_words(Index word) {
  const PackedVectors::Storage storage = to_.storage();
  const int planes = to_.element().planes();
  const Index groups = std::min<Index>(8, divide_up(to_.vectors() - word * 64, lanes));
  const std::uint64_t exist = alive_.back().word_fields(word);
  BitSquare square;
  for (Index first = 0; first < std::ssize(rows_); first += 64) {
    const int count = static_cast<int>(std::min<Index>(64, std::ssize(rows_) - first));
    const Index out_word = (next_ + first) / 64;
    const auto put = [&](auto row_of, std::uint64_t* out, Index group_stride) {
      for (int r = 0; r < 64; ++r) {
        square.row(r) = r < count ? row_of(rows_[static_cast<std::size_t>(first + r)]) : 0;
      }
      transpose_bits(square);
      for (Index g = 0; g < groups; ++g) {
        for (int lane = 0; lane < lanes; ++lane) {
          out[g * group_stride + lane] = square.line[lane][g];
        }
      }
    };
    for (int p = 0; p < planes; ++p) {
      put([&](const Row& row) { return row.values[(word * planes + p) * lanes]; },
          storage.words() + ((word * 8 * to_.words() + out_word) * planes + p) * lanes,
          to_.words() * planes * lanes);
    }
    if (storage.mask == nullptr) continue;
    put([&](const Row& row) { return row.mask == nullptr ? exist : row.mask[word * lanes]; },
        storage.mask + (word * 8 * to_.words() + out_word) * lanes, to_.words() * lanes);
  }
}

void SamplePacker::finish() {
  if (next_ + std::ssize(rows_) != to_.fields()) {
    throw Error(Failure::internal, "samples without some of their variants");
  }
  if (!rows_.empty()) flush();
  alive_.clear();
  note_plane_sums(to_);
}

}  // namespace encke::io
