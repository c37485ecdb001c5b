#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/pack/split_codes.hpp>

namespace encke {

PackedVectors PackedVectors::of_codes(Element element, Index vectors, Index fields) {
  if (element == Element::bit) return bits(vectors, fields);
  PackedVectors v = genotypes(vectors, fields);
  if (element == Element::genotype_moments) v.element_ = element;
  return v;
}

void PackedVectors::set_codes(Index first, Index count, const std::uint8_t* codes, Index stride,
                              GenotypeCode code, MissingCode missing) {
  if (element_ == Element::bit) {
    return set_bits_from_codes(first, count, codes, stride, code, missing);
  }
  set_genotypes(first, count, codes, stride, code, missing);
}

void PackedVectors::note_bits(Index vector, Index missing, Index ones) {
  const auto at = idx(vector);
  missing_ += missing - (fields_ - present_[at]);
  present_[at] = fields_ - missing;
  positive_[at] = ones;
  x_sum_[at] = ones;
}

void PackedVectors::set_bits_from_codes(Index first, Index count, const std::uint8_t* codes,
                                        Index stride, GenotypeCode code, MissingCode missing) {
  check_groups(Element::bit, first, count);
  changed();
  AlignedBuffer<std::uint64_t> signs(words_ * 16);
  AlignedBuffer<std::uint64_t> present(words_ * 8);
  for (Index v = 0; v < count; v += 8) {
    const Index in_group = std::min<Index>(count - v, 8);
    CodeRows rows{{}, fields_, code};
    for (Index r = 0; r < 8; ++r) rows.row[r] = codes + (v + std::min(r, in_group - 1)) * stride;
    CodePlanes planes{signs.data(), present.data()};
    split_codes(rows, planes);

    const Index group = (first + v) / 8;
    std::uint64_t* out = bits_.data() + group * words_ * 8;
    for (Index w = 0; w < words_; ++w) {
      for (Index r = 0; r < 8; ++r) {
        // allele 1 is there unless the sample is missing or has two copies of allele 0
        out[w * 8 + r] = present[w * 8 + r] & ~signs[w * 16 + 8 + r];
      }
    }
    for (Index r = 0; r < in_group; ++r) {
      const Index ones = fields_ - planes.missing[r] - planes.negative[r];
      note_bits(first + v + r, missing == MissingCode::het ? 0 : planes.missing[r], ones);
    }
    if (missing_ > 0 && mask_.empty()) keep_masks();
    if (!mask_.empty()) {
      if (missing == MissingCode::het) {
        for (Index r = 0; r < in_group; ++r) fill_mask(group, r, true);
      } else {
        std::copy_n(present.data(), words_ * 8, mask_.data() + group * words_ * 8);
      }
    }
    for (Index r = in_group; r < 8; ++r) clear_vector(group, r);
  }
}

void PackedVectors::set_bits(Index vector, std::span<const std::uint8_t> values) {
  if (is_weighted(element_)) return set_weighted_bits(vector, values);
  if (element_ != Element::bit || vector < 0 || vector >= vectors_) {
    throw Error(Failure::internal, "vector " + std::to_string(vector) + " of bits does not exist");
  }
  if (values.size() != idx(fields_)) {
    throw Error(Failure::inconsistent, "a vector of " + std::to_string(values.size()) +
                                           " bits: expected " + std::to_string(fields_));
  }
  const auto unfit = std::find_if(values.begin(), values.end(), [](auto x) { return x > 2; });
  if (unfit != values.end()) {
    throw Error(Failure::inconsistent, std::to_string(*unfit) +
                                           " as a bit: expected 0 or 1, or 2 "
                                           "for a missing sample");
  }
  changed();
  const auto missing = std::count(values.begin(), values.end(), std::uint8_t{2});
  note_bits(vector, missing, std::count(values.begin(), values.end(), std::uint8_t{1}));
  if (missing_ > 0 && mask_.empty()) keep_masks();
  for (Index w = 0; w < words_; ++w) {
    std::uint64_t bits = 0, absent = 0;
    const Index end = std::min<Index>(fields_, (w + 1) * 64);
    for (Index f = w * 64; f < end; ++f) {
      const auto x = static_cast<std::uint64_t>(values[idx(f)]);
      bits |= (x & 1) << (f % 64);
      absent |= (x >> 1) << (f % 64);
    }
    const Index at = ((vector / 8) * words_ + w) * 8 + vector % 8;
    bits_[at] = bits;
    if (mask_.empty()) continue;
    const Index here = end - w * 64;
    mask_[at] = (here == 64 ? ~0ULL : (1ULL << here) - 1) & ~absent;
  }
}

std::uint8_t PackedVectors::bit(Index vector, Index field) const {
  const Index at = ((vector / 8) * words_ + field / 64) * 8 + vector % 8;
  if (!mask_.empty() && ((mask_[at] >> (field % 64)) & 1) == 0) return 2;
  return static_cast<std::uint8_t>((bits_[at] >> (field % 64)) & 1);
}

}  // namespace encke
