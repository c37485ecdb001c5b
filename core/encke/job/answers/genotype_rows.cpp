#include <algorithm>
#include <encke/job/answers/genotype_rows.hpp>
#include <encke/pack/genotype_tables.hpp>
#include <encke/pack/traits/trait_sums.hpp>

namespace encke::job {
namespace {

void decode(const PackedVectors& from, Index vector, std::uint8_t* to) {
  if (from.element() == Element::trait_sums) {
    for (Index f = 0; f < from.fields(); ++f) *to++ = pack::trait_genotype(from, vector, f);
    return;
  }
  for (int c = 0; c < 2; ++c) {
    const Range words = from.class_words(c);
    Index left = from.class_fields(c).size();
    for (Index w = words.begin; w < words.end; ++w, left -= 64) {
      const std::uint64_t none = pack::class_word(from, vector, w, 0);
      const std::uint64_t one = pack::class_word(from, vector, w, 1);
      const std::uint64_t present = pack::class_word(from, vector, w, 2);
      for (Index bit = 0; bit < std::min<Index>(left, 64); ++bit) {
        const auto of = [bit](std::uint64_t word) { return word >> bit & 1; };
        *to++ = static_cast<std::uint8_t>(3 - of(present) * (1 + of(one) + 2 * of(none)));
      }
    }
  }
}

}  // namespace

GenotypeRows::GenotypeRows(io::Source& source, std::vector<std::uint32_t> vectors)
    : vectors_(std::move(vectors)), fields_(static_cast<std::size_t>(source.fields())) {
  constexpr Index group = 8;  // what is packed together
  std::sort(vectors_.begin(), vectors_.end());
  vectors_.erase(std::unique(vectors_.begin(), vectors_.end()), vectors_.end());
  genotypes_.resize(vectors_.size() * fields_);
  for (std::size_t i = 0; i < vectors_.size();) {
    const Index first = vectors_[i] / group * group;
    const Range range{first, std::min(first + group, source.vectors())};
    const PackedVectors packed = source.read({range, {0, source.fields()}});
    for (; i < vectors_.size() && range.contains(vectors_[i]); ++i) {
      decode(packed, vectors_[i] - first, genotypes_.data() + i * fields_);
    }
  }
}

std::span<const std::uint8_t> GenotypeRows::of(std::uint32_t vector) const {
  const auto at = std::lower_bound(vectors_.begin(), vectors_.end(), vector) - vectors_.begin();
  return std::span(genotypes_).subspan(static_cast<std::size_t>(at) * fields_, fields_);
}

}  // namespace encke::job
