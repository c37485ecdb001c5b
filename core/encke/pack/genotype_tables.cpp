#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/pack/genotype_tables.hpp>
#include <encke/pack/steps/split_codes.hpp>

// Genotypes of controls and cases: each class packed by itself, so that kernels count a class by
// running over its words.

namespace encke::pack {
namespace {

/// Notes the counts of one class in a group's vectors. Whether a sample of it is missing.
bool note_class(PackedVectors& to, Index first, Index count, const CodePlanes& planes, int of_class,
                bool missing_is_het) {
  const auto storage = to.storage();
  const Index fields = to.class_fields(of_class).size();
  bool any = false;
  for (Index r = 0; r < count; ++r) {
    const auto at = static_cast<std::size_t>(first + r);
    const Index absent = missing_is_het ? 0 : planes.missing[r];
    any = any || absent > 0;
    to.set_present(first + r, to.present_count(first + r) + fields - absent);
    Index* counts = storage.margins.class_counts[at].begin() + 3 * of_class;
    counts[0] = planes.negative[r];
    counts[1] = fields - absent - planes.nonzero[r];
    counts[2] = planes.nonzero[r] - planes.negative[r];
  }
  return any;
}

void pack_class(PackedVectors& to, Index first, Index count, const CodeMatrix& from, int of_class,
                GenotypeCode code, bool missing_is_het) {
  const Range words = to.class_words(of_class);
  const Index fields = to.class_fields(of_class).size();
  if (fields == 0) return;
  AlignedBuffer<std::uint64_t> signs(words.size() * 16);
  AlignedBuffer<std::uint64_t> masks(words.size() * 8);
  CodeRows rows{{}, fields, code};
  for (Index r = 0; r < 8; ++r) rows.row[r] = from.codes + std::min(r, count - 1) * from.stride;
  CodePlanes planes{signs.data(), masks.data()};
  split_codes(rows, planes);

  if (note_class(to, first, count, planes, of_class, missing_is_het)) to.keep_masks();
  const auto storage = to.storage();
  for (Index w = 0; w < words.size(); ++w) {
    const Index word = first / 8 * to.words() + words.begin + w;
    for (Index r = 0; r < 8; ++r) {
      const auto here = missing_is_het ? to.word_fields(words.begin + w) : masks[w * 8 + r];
      std::uint64_t* const out = storage.words() + word * 16 + r;
      out[8 * no_copy] = signs[w * 16 + 8 * negative + r];
      out[8 * one_copy] = here & ~signs[w * 16 + 8 * nonzero + r];
      if (storage.mask != nullptr) storage.mask[word * 8 + r] = here;
    }
  }
}

}  // namespace

PackedVectors case_control(Index vectors, Index controls, Index cases) {
  return {Element::case_control, vectors, Array<Index, 2>{{controls, cases}}};
}

void set_classes(PackedVectors& to, Index first, Index count, const Array<CodeMatrix, 2>& of,
                 GenotypeCode code, MissingCode missing) {
  check_groups(to, Element::case_control, first, count);
  const bool as_het = missing == MissingCode::het;
  for (Index v = 0; v < count; v += 8) {
    const Index in_group = std::min<Index>(count - v, 8);
    for (Index r = 0; r < in_group; ++r) to.set_present(first + v + r, 0);
    for (int c = 0; c < 2; ++c) {
      const CodeMatrix from{of[c].codes + v * of[c].stride, of[c].stride};
      pack_class(to, first + v, in_group, from, c, code, as_het);
    }
    for (Index r = in_group; r < 8; ++r) to.clear(first + v + r);
  }
}

std::uint64_t class_word(const PackedVectors& vectors, Index vector, Index word, int plane) {
  const Index at = (vector / 8) * vectors.words() + word;
  const auto* const planes = reinterpret_cast<const std::uint64_t*>(vectors.values());
  if (plane < 2) return planes[at * 16 + 8 * plane + vector % 8];
  return vectors.keeps_masks() ? vectors.mask()[at * 8 + vector % 8] : vectors.word_fields(word);
}

std::uint8_t classed_genotype(const PackedVectors& vectors, Index vector, Index field) {
  const int c = field < vectors.class_fields(0).end ? 0 : 1;
  const Index at = field - vectors.class_fields(c).begin;
  const Index word = vectors.class_words(c).begin + at / 64;
  const auto has = [&](int plane) {
    return ((class_word(vectors, vector, word, plane) >> (at % 64)) & 1) != 0;
  };
  if (!has(present)) return 3;
  return has(no_copy) ? 0 : has(one_copy) ? 1 : 2;
}

}  // namespace encke::pack
