#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>

namespace encke {

void check_operands(std::span<const Operand> blocks) {
  const PackedVectors& first = *blocks.front().vectors;
  for (const Operand& block : blocks) {
    const PackedVectors& vectors = *block.vectors;
    if (vectors.element() != first.element() || vectors.fields() != first.fields() ||
        vectors.class_fields(0) != first.class_fields(0)) {
      throw Error(Failure::inconsistent,
                  "vectors of different elements, numbers of fields or classes cannot be compared");
    }
    if (vectors.keeps_masks() != first.keeps_masks()) {
      throw Error(Failure::inconsistent,
                  "packed genotypes with and without masks meet: call keep_masks() on all of them");
    }
  }
}

bool any_missing(const Operand& block) {
  for (Index v = block.range.begin; v < block.range.end; ++v) {
    if (block.vectors->has_missing(v)) return true;
  }
  return false;
}

}  // namespace encke
