#include <algorithm>
#include <encke/base/error.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <numeric>
#include <string>

namespace encke {
namespace {

template <class T>
void add(std::vector<std::span<std::byte>>& list, T& memory) {
  const std::span items(memory.data(), static_cast<std::size_t>(memory.size()));
  if (!items.empty()) list.push_back(std::as_writable_bytes(items));
}

}  // namespace

PackedVectors PackedVectors::room(Element element, Index vectors, Index fields, bool masks) {
  if (is_powered(element))
    return powered(element, vectors, std::vector<double>(idx(fields), 1.0), 1);
  if (is_weighted(element)) {
    return weighted_bits(element, vectors, std::vector<double>(idx(fields), 1.0));
  }
  if (is_real(element)) return profiles(element, vectors, fields);
  if (is_count(element)) return counts(element, vectors, fields);
  PackedVectors v = of_codes(element, vectors, fields);
  if (masks) v.keep_masks();
  return v;
}

PackedVectors PackedVectors::room_like(const PackedVectors& like, Index vectors, bool masks) {
  if (like.element_ != Element::case_control) {
    return room(like.element_, vectors, like.fields_, masks);
  }
  PackedVectors v = case_control(vectors, like.class_fields(0).size(), like.class_fields(1).size());
  if (masks) v.keep_masks();
  return v;
}

std::vector<std::span<std::byte>> PackedVectors::pieces() {
  std::vector<std::span<std::byte>> list;
  add(list, signs_);
  add(list, bits_);
  add(list, counts_);
  add(list, mask_);
  add(list, reals_);
  add(list, present_);
  add(list, positive_);
  add(list, x_sum_);
  add(list, sum_);
  add(list, class_counts_);
  add(list, weight_);
  add(list, series_);
  add(list, group_sums_);
  return list;
}

std::vector<std::span<const std::byte>> PackedVectors::pieces() const {
  // the same list, whose bytes are not to be changed
  const auto list = const_cast<PackedVectors*>(this)->pieces();
  return {list.begin(), list.end()};
}

void PackedVectors::use_for(Index vectors) {
  if (vectors < 0 || vectors > room_) {
    throw Error(Failure::internal, "room for " + std::to_string(room_) + " vectors is to hold " +
                                       std::to_string(vectors));
  }
  const Index most_groups = std::max<Index>(1, divide_up(room_, lanes()));
  vectors_ = vectors;
  groups_ = divide_up(vectors, lanes());
  for (auto* words : {&signs_, &bits_, &counts_, &mask_}) {
    words->resize(words->capacity() / most_groups * groups_);
  }
  reals_.resize(reals_.capacity() / most_groups * groups_);
  // sums that the element has not have never had memory
  const auto resize = [&](auto& sums) {
    if (sums.capacity() > 0) sums.resize(idx(vectors));
  };
  for (auto* sums : {&present_, &positive_, &x_sum_}) resize(*sums);
  resize(sum_);
  resize(class_counts_);
}

void PackedVectors::received() {
  missing_ = vectors_ * fields_ - std::accumulate(present_.begin(), present_.end(), Index{0});
}

}  // namespace encke
