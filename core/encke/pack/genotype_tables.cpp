#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <encke/pack/split_codes.hpp>

// Genotypes of controls and cases: each class packed by itself, so that kernels count a class by
// running over its words.

namespace encke {

PackedVectors PackedVectors::case_control(Index vectors, Index controls, Index cases) {
  const Index most = most_fields(Element::case_control);
  if (controls < 0 || cases < 0 || controls > most || cases > most - controls) {
    throw Error(Failure::inconsistent, std::to_string(controls) + " controls and " +
                                           std::to_string(cases) + " cases: at most " +
                                           std::to_string(most) + " samples are supported");
  }
  // room as for so many more fields as the last word of the controls has bits left
  PackedVectors v = genotypes(vectors, round_up(controls, 64) + cases);
  v.element_ = Element::case_control;
  v.fields_ = controls + cases;
  v.controls_ = controls;
  v.present_.assign(idx(vectors), v.fields_);
  v.class_counts_.assign(idx(vectors), {{0, 0, 0, 0, 0, 0}});
  return v;
}

Range PackedVectors::class_words(int c) const {
  const Index boundary = divide_up(controls_, 64);
  return c == 0 ? Range{0, boundary} : Range{boundary, words_};
}

void PackedVectors::set_classes(Index first, Index count, const Array<CodeMatrix, 2>& of,
                                GenotypeCode code, MissingCode missing) {
  check_groups(Element::case_control, first, count);
  changed();
  for (Index v = 0; v < count; v += 8) {
    const Index in_group = std::min<Index>(count - v, 8);
    for (Index r = 0; r < in_group; ++r) {
      const auto at = idx(first + v + r);
      missing_ -= fields_ - present_[at];
      present_[at] = 0;
    }
    for (int c = 0; c < 2; ++c) {
      const CodeMatrix from{of[c].codes + v * of[c].stride, of[c].stride};
      pack_class((first + v) / 8, first + v, in_group, from, c, code, missing);
    }
    for (Index r = 0; r < in_group; ++r) missing_ += fields_ - present_[idx(first + v + r)];
    for (Index r = in_group; r < 8; ++r) clear_vector((first + v) / 8, r);
  }
}

void PackedVectors::pack_class(Index group, Index first, Index count, const CodeMatrix& from,
                               int of_class, GenotypeCode code, MissingCode missing) {
  const Range words = class_words(of_class);
  const Index fields = class_fields(of_class).size();
  if (fields == 0) return;
  AlignedBuffer<std::uint64_t> signs(words.size() * 16);
  AlignedBuffer<std::uint64_t> masks(words.size() * 8);
  CodeRows rows{{}, fields, code};
  for (Index r = 0; r < 8; ++r) rows.row[r] = from.codes + std::min(r, count - 1) * from.stride;
  CodePlanes planes{signs.data(), masks.data()};
  split_codes(rows, planes);

  const bool as_het = missing == MissingCode::het;
  bool any = false;
  for (Index r = 0; r < count; ++r) {
    const auto at = idx(first + r);
    const Index absent = as_het ? 0 : planes.missing[r];
    any = any || absent > 0;
    present_[at] += fields - absent;
    Index* counts = class_counts_[at].begin() + 3 * of_class;
    counts[0] = planes.negative[r];
    counts[1] = fields - absent - planes.nonzero[r];
    counts[2] = planes.nonzero[r] - planes.negative[r];
  }
  if (any) keep_masks();
  for (Index w = 0; w < words.size(); ++w) {
    const Index word = group * words_ + words.begin + w;
    for (Index r = 0; r < 8; ++r) {
      const auto here = as_het ? word_fields(words.begin + w) : masks[w * 8 + r];
      signs_[word * 16 + 8 * no_copy + r] = signs[w * 16 + 8 * negative + r];
      signs_[word * 16 + 8 * one_copy + r] = here & ~signs[w * 16 + 8 * nonzero + r];
      if (!mask_.empty()) mask_[word * 8 + r] = here;
    }
  }
}

std::uint64_t PackedVectors::class_word(Index vector, Index word, int plane) const {
  const Index at = (vector / 8) * words_ + word;
  if (plane < 2) return signs_[at * 16 + 8 * plane + vector % 8];
  return mask_.empty() ? word_fields(word) : mask_[at * 8 + vector % 8];
}

std::uint8_t PackedVectors::classed_genotype(Index vector, Index field) const {
  const int c = field < controls_ ? 0 : 1;
  const Index at = field - class_fields(c).begin;
  const auto has = [&](int plane) {
    return ((class_word(vector, class_words(c).begin + at / 64, plane) >> (at % 64)) & 1) != 0;
  };
  if (!has(present)) return 3;
  return has(no_copy) ? 0 : has(one_copy) ? 1 : 2;
}

}  // namespace encke
