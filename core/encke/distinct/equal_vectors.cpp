#include <algorithm>
#include <encke/base/mix.hpp>
#include <encke/distinct/equal_vectors.hpp>
#include <unordered_map>
#include <utility>

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
  /// Of some words, by which most vectors differ already.
  std::uint64_t quick_hash() const {
    constexpr Index most = 256;
    return hash_of(values_, std::min(lines_, most));
  }
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

/// Vectors that have been met, one of each kind. Those whose quick hash no other has are not hashed
/// as a whole: with many samples that would be most of the time.
class Kinds {
 public:
  Kinds(const PackedVectors& vectors, Index most) : vectors_(vectors) { quick_.reserve(idx(most)); }

  /// The place of the vector's kind; -1: it is the first of a new kind, which gets the next place.
  Index find_or_add(Index v) {
    const VectorWords words(vectors_, v);
    const auto [alike, is_new] = quick_.try_emplace(words.quick_hash(), std::ssize(first_));
    if (is_new) return add(v);
    if (const Index alone = std::exchange(alike->second, Index{-1}); alone >= 0) {
      whole_.emplace(VectorWords(vectors_, first_[idx(alone)]).hash(), alone);
    }
    const std::uint64_t hash = words.hash();
    const auto [begin, end] = whole_.equal_range(hash);
    const auto found = std::find_if(begin, end, [&](const auto& entry) {
      return VectorWords(vectors_, first_[idx(entry.second)]) == words;
    });
    if (found != end) return found->second;
    whole_.emplace(hash, std::ssize(first_));
    return add(v);
  }
  std::vector<Index> take_first() { return std::move(first_); }

 private:
  Index add(Index v) {
    first_.push_back(v);
    return -1;
  }

  const PackedVectors& vectors_;
  std::vector<Index> first_;
  std::unordered_map<std::uint64_t, Index> quick_;       ///< -1: several have this hash
  std::unordered_multimap<std::uint64_t, Index> whole_;  ///< of those whose quick hash several have
};

}  // namespace

EqualVectors equal_vectors(const Operand& block) {
  EqualVectors equal;
  Kinds kinds(*block.vectors, block.range.size());
  Index next = 0;
  for (Index v = block.range.begin; v < block.range.end; ++v) {
    const Index known = kinds.find_or_add(v);
    equal.kind.push_back(known >= 0 ? known : next++);
  }
  equal.first = kinds.take_first();
  return equal;
}

}  // namespace encke
