#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/pack/allele_counts.hpp>
#include <encke/pack/genotype_tables.hpp>
#include <encke/pack/steps/genotype_group.hpp>
#include <encke/pack/steps/split_codes.hpp>

namespace encke::pack {
namespace {

/// The vectors [first, first + count) of one group. False, with nothing noted of them, where a
/// sample is missing and no masks are kept.
bool pack_group(PackedVectors& to, Index first, Index count, const std::uint8_t* codes,
                Index stride, GenotypeCode code, bool missing_is_het) {
  const auto storage = to.storage();
  CodeRows rows{{}, to.fields(), code};
  for (Index v = 0; v < 8; ++v) rows.row[v] = codes + std::min(v, count - 1) * stride;
  CodePlanes planes = detail::planes_of(storage, first, to.words());
  const bool masks = planes.mask != nullptr;
  if (missing_is_het) planes.mask = nullptr;
  split_codes(rows, planes);
  if (missing_is_het) std::fill_n(planes.missing, 8, Index{0});
  if (!masks && detail::has_missing(planes, count)) return false;
  if (masks && missing_is_het) {
    for (Index v = 0; v < count; ++v) to.fill_mask(first + v, true);
  }
  detail::note_group(to, storage, first, count, planes);
  return true;
}

}  // namespace

PackedVectors genotypes(Index vectors, Index fields) {
  return {Element::genotype, vectors, fields};
}

void set_genotypes(PackedVectors& to, Index first, Index count, const std::uint8_t* codes,
                   Index stride, GenotypeCode code, MissingCode missing) {
  const Element element = to.element();
  const bool alike = element == Element::genotype_moments || element == Element::genotype_matches;
  check_groups(to, alike ? element : Element::genotype, first, count);
  const bool as_het = missing == MissingCode::het;
  for (Index v = 0; v < count; v += 8) {
    const Index in_group = std::min<Index>(count - v, 8);
    if (pack_group(to, first + v, in_group, codes + v * stride, stride, code, as_het)) continue;
    // The first missing sample of all: from here on there is a third plane.
    to.keep_masks();
    pack_group(to, first + v, in_group, codes + v * stride, stride, code, as_het);
  }
}

std::uint8_t genotype(const PackedVectors& vectors, Index vector, Index field) {
  if (vectors.element().row().classes) return classed_genotype(vectors, vector, field);
  const Index word = (vector / 8) * vectors.words() + field / 64;
  const auto bit = [&](const std::uint64_t* plane, Index at) {
    return static_cast<int>((plane[at + vector % 8] >> (field % 64)) & 1);
  };
  const auto* const signs = reinterpret_cast<const std::uint64_t*>(vectors.values());
  if (vectors.keeps_masks() && bit(vectors.mask(), word * 8) == 0) return 3;
  if (bit(signs, word * 16 + 8 * nonzero) == 0) return 1;
  return bit(signs, word * 16 + 8 * negative) == 1 ? 0 : 2;
}

}  // namespace encke::pack
