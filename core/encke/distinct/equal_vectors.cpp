#include <algorithm>
#include <encke/base/mix.hpp>
#include <encke/distinct/equal_vectors.hpp>
#include <unordered_map>

namespace encke {
namespace {

constexpr Index lanes = 8;

/// The words of one vector, of its elements and of its mask.
class VectorWords {
 public:
  VectorWords(const PackedVectors& vectors, Index v)
      : lines_(vectors.words() * vectors.element().planes()),
        mask_lines_(vectors.keeps_masks() ? vectors.words() : 0),
        values_(reinterpret_cast<const std::uint64_t*>(vectors.values()) +
                v / lanes * lines_ * lanes + v % lanes),
        mask_(mask_lines_ == 0 ? nullptr
                               : vectors.mask() + v / lanes * mask_lines_ * lanes + v % lanes) {}

  std::uint64_t hash() const { return mix(hash_of(values_, lines_) ^ hash_of(mask_, mask_lines_)); }
  friend bool operator==(const VectorWords& a, const VectorWords& b) {
    for (Index l = 0; l < a.lines_; ++l) {
      if (a.values_[l * lanes] != b.values_[l * lanes]) return false;
    }
    for (Index l = 0; l < a.mask_lines_; ++l) {
      if (a.mask_[l * lanes] != b.mask_[l * lanes]) return false;
    }
    return true;
  }

 private:
  /// Four words at a time, of which none waits for another.
  static std::uint64_t hash_of(const std::uint64_t* words, Index lines) {
    constexpr Index chains = 4;
    std::uint64_t h[chains] = {1, 2, 3, 4};
    Index l = 0;
    for (; l + chains <= lines; l += chains) {
      for (Index c = 0; c < chains; ++c) h[c] = mix(h[c] ^ words[(l + c) * lanes]);
    }
    for (; l < lines; ++l) h[0] = mix(h[0] ^ words[l * lanes]);
    for (Index c = 1; c < chains; ++c) h[0] = mix(h[0] ^ h[c]);
    return h[0];
  }

  Index lines_, mask_lines_;
  const std::uint64_t* values_;
  const std::uint64_t* mask_;
};

}  // namespace

EqualVectors equal_vectors(const Operand& block) {
  const PackedVectors& vectors = *block.vectors;
  EqualVectors equal;
  std::unordered_multimap<std::uint64_t, Index> kinds;  // by hash
  kinds.reserve(idx(block.range.size()));
  for (Index v = block.range.begin; v < block.range.end; ++v) {
    const VectorWords words(vectors, v);
    const std::uint64_t hash = words.hash();
    const auto [begin, end] = kinds.equal_range(hash);
    const auto found = std::find_if(begin, end, [&](const auto& entry) {
      return VectorWords(vectors, equal.first[idx(entry.second)]) == words;
    });
    if (found != end) {
      equal.kind.push_back(found->second);
      continue;
    }
    equal.kind.push_back(std::ssize(equal.first));
    kinds.emplace(hash, std::ssize(equal.first));
    equal.first.push_back(v);
  }
  return equal;
}

}  // namespace encke
