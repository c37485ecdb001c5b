#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/pack/steps/genotype_bytes.hpp>
#include <encke/pack/steps/genotype_group.hpp>

namespace encke::pack {
namespace {

/// Groups that are split together: where the bytes of a field lie side by side, so many that whole
/// cache lines are read.
constexpr Index groups_at_once = 64;

enum class Split { done, missing, not_allowed };

/// Some groups. `missing`: there is a sample that is missing, and no masks are kept.
Split pack_groups(PackedVectors& to, Index first, const ByteGenotypes& from, bool may_miss) {
  const auto storage = to.storage();
  const Index groups = divide_up(from.vectors, 8);
  CodePlanes planes[groups_at_once];
  for (Index g = 0; g < groups; ++g) {
    planes[g] = detail::planes_of(storage, first + g * 8, to.words());
  }
  if (!split_bytes(from, planes)) return Split::not_allowed;
  const auto in_group = [&](Index g) { return std::min<Index>(from.vectors - g * 8, 8); };
  for (Index g = 0; g < groups; ++g) {
    if (!detail::has_missing(planes[g], in_group(g))) continue;
    if (!may_miss) return Split::not_allowed;
    if (storage.mask == nullptr) return Split::missing;
  }
  for (Index g = 0; g < groups; ++g) {
    detail::note_group(to, storage, first + g * 8, in_group(g), planes[g]);
  }
  return Split::done;
}

}  // namespace

bool set_genotypes_of_bytes(PackedVectors& to, Index first, const ByteGenotypes& from,
                            bool may_miss) {
  const Element element = to.element();
  const bool alike = element == Element::genotype_moments || element == Element::genotype_matches;
  check_groups(to, alike ? element : Element::genotype, first, from.vectors);
  for (Index v = 0; v < from.vectors; v += groups_at_once * 8) {
    ByteGenotypes some = from;
    some.data += v * from.vector_stride;
    some.vectors = std::min(from.vectors - v, groups_at_once * 8);
    Split split = pack_groups(to, first + v, some, may_miss);
    if (split == Split::missing) {  // the first missing sample of all: from here on there are masks
      to.keep_masks();
      split = pack_groups(to, first + v, some, may_miss);
    }
    if (split != Split::done) return false;
  }
  return true;
}

}  // namespace encke::pack
