#include <algorithm>
#include <bit>
#include <encke/base/error.hpp>
#include <encke/pack/allele_bits.hpp>
#include <encke/pack/codes/split_codes.hpp>

namespace encke::pack {
namespace {

void note(PackedVectors& to, PackedVectors::Margins& margins, Index vector, Index missing,
          Index ones) {
  to.set_present(vector, to.fields() - missing);
  margins.positive[static_cast<std::size_t>(vector)] = ones;
  margins.x_sum[static_cast<std::size_t>(vector)] = ones;
}

/// The planes of a group of genotypes, split from their codes.
struct SplitGroup {
  AlignedBuffer<std::uint64_t> signs;
  AlignedBuffer<std::uint64_t> present;
};

/// The vectors [first, first + count) of one group.
void store_group(PackedVectors& to, Index first, Index count, const CodePlanes& planes,
                 const SplitGroup& split, bool missing_is_zero) {
  const Index words = to.words();
  const auto storage = to.storage();
  std::uint64_t* const out = storage.words() + first * words;
  for (Index w = 0; w < words; ++w) {
    for (Index r = 0; r < 8; ++r) {
      // allele 1 is there unless the sample is missing or has two copies of allele 0
      out[w * 8 + r] = split.present[w * 8 + r] & ~split.signs[w * 16 + 8 + r];
    }
  }
  for (Index r = 0; r < count; ++r) {
    const Index ones = to.fields() - planes.missing[r] - planes.negative[r];
    note(to, storage.margins, first + r, missing_is_zero ? 0 : planes.missing[r], ones);
  }
  if (to.missing() > 0) to.keep_masks();
  if (to.keeps_masks() && missing_is_zero) {
    for (Index r = 0; r < count; ++r) to.fill_mask(first + r, true);
  } else if (to.keeps_masks()) {
    std::copy_n(split.present.data(), words * 8, to.storage().mask + first * words);
  }
  for (Index r = count; r < 8; ++r) to.clear(first + r);
}

void check_bits(const PackedVectors& to, Index vector, std::span<const std::uint8_t> values) {
  if (to.element() != Element::bit || vector < 0 || vector >= to.vectors()) {
    throw Error(Failure::internal, "vector " + std::to_string(vector) + " of bits does not exist");
  }
  if (values.size() != static_cast<std::size_t>(to.fields())) {
    throw Error(Failure::inconsistent, "a vector of " + std::to_string(values.size()) +
                                           " bits: expected " + std::to_string(to.fields()));
  }
  const auto unfit = std::find_if(values.begin(), values.end(), [](auto x) { return x > 2; });
  if (unfit != values.end()) {
    throw Error(Failure::inconsistent, std::to_string(*unfit) +
                                           " as a bit: expected 0 or 1, or 2 "
                                           "for a missing sample");
  }
}

}  // namespace

PackedVectors bits(Index vectors, Index fields) { return {Element::bit, vectors, fields}; }

void set_bits_from_codes(PackedVectors& to, Index first, Index count, const std::uint8_t* codes,
                         Index stride, GenotypeCode code, MissingCode missing) {
  check_groups(to, Element::bit, first, count);
  SplitGroup split{AlignedBuffer<std::uint64_t>(to.words() * 16),
                   AlignedBuffer<std::uint64_t>(to.words() * 8)};
  for (Index v = 0; v < count; v += 8) {
    const Index in_group = std::min<Index>(count - v, 8);
    CodeRows rows{{}, to.fields(), code};
    for (Index r = 0; r < 8; ++r) rows.row[r] = codes + (v + std::min(r, in_group - 1)) * stride;
    CodePlanes planes{split.signs.data(), split.present.data()};
    split_codes(rows, planes);
    store_group(to, first + v, in_group, planes, split, missing == MissingCode::het);
  }
}

void set_bits(PackedVectors& to, Index vector, std::span<const std::uint8_t> values) {
  check_bits(to, vector, values);
  const auto missing = std::count(values.begin(), values.end(), std::uint8_t{2});
  note(to, to.storage().margins, vector, missing,
       std::count(values.begin(), values.end(), std::uint8_t{1}));
  if (to.missing() > 0) to.keep_masks();
  const auto storage = to.storage();
  for (Index w = 0; w < to.words(); ++w) {
    std::uint64_t bits = 0, absent = 0;
    const Index end = std::min<Index>(to.fields(), (w + 1) * 64);
    for (Index f = w * 64; f < end; ++f) {
      const auto x = static_cast<std::uint64_t>(values[static_cast<std::size_t>(f)]);
      bits |= (x & 1) << (f % 64);
      absent |= (x >> 1) << (f % 64);
    }
    const Index at = ((vector / 8) * to.words() + w) * 8 + vector % 8;
    storage.words()[at] = bits;
    if (storage.mask != nullptr) storage.mask[at] = to.word_fields(w) & ~absent;
  }
}

void set_bit_words(PackedVectors& to, Index vector, std::span<const std::uint64_t> words) {
  if (to.element() != Element::bit || vector < 0 || vector >= to.vectors() ||
      static_cast<Index>(words.size()) != divide_up(to.fields(), 64)) {
    throw Error(Failure::internal, "vector " + std::to_string(vector) + " of bits does not exist");
  }
  const auto storage = to.storage();
  std::uint64_t* const out = storage.words() + vector / 8 * to.words() * 8 + vector % 8;
  Index ones = 0;
  for (std::size_t w = 0; w < words.size(); ++w) {
    ones += std::popcount(words[w]);
    out[w * 8] = words[w];
  }
  note(to, storage.margins, vector, 0, ones);
  if (to.keeps_masks()) to.fill_mask(vector, true);
}

std::uint8_t bit(const PackedVectors& vectors, Index vector, Index field) {
  const Index at = ((vector / 8) * vectors.words() + field / 64) * 8 + vector % 8;
  const auto in = [&](const std::uint64_t* plane) { return (plane[at] >> (field % 64)) & 1; };
  if (vectors.keeps_masks() && in(vectors.mask()) == 0) return 2;
  return static_cast<std::uint8_t>(in(reinterpret_cast<const std::uint64_t*>(vectors.values())));
}

}  // namespace encke::pack
