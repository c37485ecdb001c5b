#include <encke/base/error.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/pack/split_codes.hpp>

namespace encke {

void PackedVectors::keep_masks() {
  if (!mask_.empty() || has_real_sums(element_) || is_count(element_)) return;
  changed();
  mask_ = AlignedBuffer<std::uint64_t>(groups_ * words_ * 8);
  for (Index v = 0; v < vectors_; ++v) fill_mask(v / 8, v % 8, true);
}

/// Every sample of a vector present, or (padding) none.
void PackedVectors::fill_mask(Index group, Index lane, bool all) {
  for (Index w = 0; w < words_; ++w) {
    mask_[(group * words_ + w) * 8 + lane] = all ? word_fields(w) : 0;
  }
}

std::uint64_t PackedVectors::word_fields(Index word) const {
  Index first = 0;
  Index fields = fields_;
  if (element_ == Element::case_control) {  // each class begins at a whole word
    const int c = word < class_words(0).end ? 0 : 1;
    first = class_words(c).begin;
    fields = class_fields(c).size();
  }
  const Index left = fields - (word - first) * 64;
  return left >= 64 ? ~0ULL : (1ULL << left) - 1;
}

void PackedVectors::check_groups(Element expected, Index first, Index count) const {
  // A group that is not whole would lose its other vectors.
  const bool whole = first % 8 == 0 && (count % 8 == 0 || first + count == vectors_);
  if (element_ != expected || !whole || first < 0 || first + count > vectors_) {
    throw Error(Failure::internal, "vectors are set in whole groups of 8 vectors that exist");
  }
}

void PackedVectors::set_genotypes(Index first, Index count, const std::uint8_t* codes, Index stride,
                                  GenotypeCode code, MissingCode missing) {
  const bool moments = element_ == Element::genotype_moments;
  check_groups(moments ? element_ : Element::genotype, first, count);
  changed();
  for (Index v = 0; v < count; v += 8) {
    const Index in_group = count - v < 8 ? count - v : 8;
    std::uint64_t* mask = mask_.empty() ? nullptr : mask_.data() + (first + v) * words_;
    if (pack_group((first + v) / 8, first + v, in_group, codes + v * stride, stride, code, missing,
                   mask)) {
      continue;
    }
    // The first missing sample of all: from here on there is a third plane.
    keep_masks();
    pack_group((first + v) / 8, first + v, in_group, codes + v * stride, stride, code, missing,
               mask_.data() + (first + v) * words_);
  }
}

bool PackedVectors::pack_group(Index group, Index first, Index count, const std::uint8_t* codes,
                               Index stride, GenotypeCode code, MissingCode missing,
                               std::uint64_t* mask) {
  CodeRows rows{{}, fields_, code};
  for (Index v = 0; v < 8; ++v) rows.row[v] = codes + (v < count ? v : count - 1) * stride;
  CodePlanes planes{signs_.data() + group * words_ * 16,
                    missing == MissingCode::het ? nullptr : mask};
  split_codes(rows, planes);
  for (Index v = 0; v < count; ++v) {
    if (missing == MissingCode::het) planes.missing[v] = 0;
    if (planes.missing[v] > 0 && mask == nullptr) return false;
  }
  if (mask != nullptr && missing == MissingCode::het) {
    for (Index v = 0; v < count; ++v) fill_mask(group, v, true);
  }
  for (Index v = count; v < 8; ++v) clear_vector(group, v);
  for (Index v = 0; v < count; ++v) {
    const auto at = idx(first + v);
    missing_ += planes.missing[v] - (fields_ - present_[at]);
    present_[at] = fields_ - planes.missing[v];
    positive_[at] = planes.nonzero[v] - planes.negative[v];
    x_sum_[at] = planes.nonzero[v] - 2 * planes.negative[v];
  }
  return true;
}

/// Zeros in all planes: padding.
void PackedVectors::clear_vector(Index group, Index lane) {
  for (Index w = 0; w < words_; ++w) {
    if (element_ == Element::bit) {
      bits_[(group * words_ + w) * 8 + lane] = 0;
      continue;
    }
    signs_[(group * words_ + w) * 16 + lane] = 0;
    signs_[(group * words_ + w) * 16 + 8 + lane] = 0;
  }
  if (!mask_.empty()) fill_mask(group, lane, false);
}

}  // namespace encke
