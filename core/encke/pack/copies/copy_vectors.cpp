#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/pack/copies/copy_vectors.hpp>

namespace encke {
namespace {

constexpr Index vectors_of_group = 8;

/// Words of one vector, `vectors_of_group` apart.
template <class Word>
Word* lane_of(Word* all, Index vector, Index lines) {
  return all + vector / vectors_of_group * lines * vectors_of_group + vector % vectors_of_group;
}

/// Vectors that come to lie side by side: their lines are written one after the other.
void copy_lines(const std::uint64_t* from, std::span<const Index> vectors, std::uint64_t* to,
                Index first, Index lines) {
  const std::uint64_t* read[vectors_of_group];
  for (std::size_t v = 0; v < vectors.size(); ++v) read[v] = lane_of(from, vectors[v], lines);
  std::uint64_t* write = lane_of(to, first, lines);
  for (Index line = 0; line < lines; ++line, write += vectors_of_group) {
    for (std::size_t v = 0; v < vectors.size(); ++v) write[v] = read[v][line * vectors_of_group];
  }
}

void expect_like(const PackedVectors& from, const PackedVectors& to) {
  const ContractionRow& row = from.element().row();
  const bool one_by_one = row.masks || row.stored == StoredAs::counts;
  if (!one_by_one || from.keeps_masks() != to.keeps_masks()) {
    throw Error(Failure::internal, "vectors that cannot be copied one by one");
  }
}

}  // namespace

void copy_words(const PackedVectors& from, std::span<const Index> vectors,
                const PackedVectors::Storage& to, Index first) {
  const Index words = from.words();
  while (!vectors.empty()) {
    const Index left = vectors_of_group - first % vectors_of_group;
    const auto some = vectors.first(std::min<std::size_t>(idx(left), vectors.size()));
    copy_lines(reinterpret_cast<const std::uint64_t*>(from.values()), some, to.words(), first,
               words * from.element().planes());
    if (from.keeps_masks()) copy_lines(from.mask(), some, to.mask, first, words);
    first += std::ssize(some);
    vectors = vectors.subspan(some.size());
  }
}

void copy_sums(const PackedVectors& from, std::span<const Index> vectors, PackedVectors& to,
               Index first) {
  expect_like(from, to);
  const PackedVectors::Storage storage = to.storage();
  for (const Index v : vectors) {
    if (from.element().row().masks) storage.margins.positive[idx(first)] = from.positive_count(v);
    storage.margins.x_sum[idx(first)] = from.x_sum(v);
    to.set_present(first++, from.present_count(v));
  }
}

void copy_vectors(const PackedVectors& from, std::span<const Index> vectors, PackedVectors& to,
                  Index first) {
  copy_sums(from, vectors, to, first);
  copy_words(from, vectors, to.storage(), first);
}

}  // namespace encke
