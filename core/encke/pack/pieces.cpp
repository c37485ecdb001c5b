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

PackedVectors PackedVectors::room_like(const PackedVectors& like, Index vectors, bool masks,
                                       DeviceMemory* device) {
  const Element element = like.element_;
  check_shape(element, vectors, like.fields_);
  PackedVectors v(element, vectors, like.fields_);
  v.device_ = device;
  v.words_ = like.words_;  // two classes may have one more
  v.controls_ = like.controls_;
  const Index lines = v.groups_ * v.words_;  // of 64 bytes, in one plane
  const bool reals = is_real(element), counts = is_count(element);
  const bool weighted = is_weighted(element), bits = element == Element::bit || weighted;
  if (reals) {
    v.reals_ = AlignedBuffer<std::byte>(lines * 64 * (is_powered(element) ? 3 : 1), device);
  } else {
    auto& planes = counts ? v.counts_ : bits ? v.bits_ : v.signs_;
    const Index words = 8 * (counts ? count_planes(element) : bits ? 1 : 2);
    planes = AlignedBuffer<std::uint64_t>(lines * words, device);
    const bool may_miss = !counts && !weighted;
    if (may_miss && masks) v.mask_ = AlignedBuffer<std::uint64_t>(lines * 8, device);
    if (may_miss) v.positive_.resize(idx(vectors));
  }
  v.present_.assign(idx(vectors), v.fields_);
  reals || weighted ? v.sum_.resize(idx(vectors)) : v.x_sum_.resize(idx(vectors));
  if (element == Element::case_control) v.class_counts_.resize(idx(vectors));
  v.weight_ = like.weight_;
  v.exponent_ = like.exponent_;
  v.series_ = like.series_;
  v.group_sums_ = AlignedBuffer<std::byte>(like.group_sums_.size());
  return v;
}

/// So many of the first pieces are elements and masks.
std::size_t PackedVectors::element_pieces() const {
  std::size_t pieces = reals_.empty() ? 0 : 1;
  for (const auto* words : {&signs_, &bits_, &counts_, &mask_}) pieces += words->empty() ? 0 : 1;
  return pieces;
}

void PackedVectors::copy_from(const PackedVectors& host) {
  const auto from = host.pieces();
  const auto to = pieces();
  const std::size_t on_device = device_ != nullptr ? element_pieces() : 0;
  for (std::size_t p = 0; p < std::max(from.size(), to.size()); ++p) {
    if (p >= from.size() || p >= to.size() || from[p].size() != to[p].size()) {
      throw Error(Failure::internal, "packed vectors of another shape are to be copied");
    }
    if (p < on_device) {
      device_->copy_in(to[p].data(), from[p].data(), static_cast<Index>(from[p].size()));
    } else {
      std::ranges::copy(from[p], to[p].begin());
    }
  }
  received();
}

std::vector<std::span<std::byte>> PackedVectors::pieces() {
  changed();
  return all_pieces();
}

std::vector<std::span<std::byte>> PackedVectors::all_pieces() {
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
  const auto list = const_cast<PackedVectors*>(this)->all_pieces();
  return {list.begin(), list.end()};
}

void PackedVectors::use_for(Index vectors) {
  if (vectors < 0 || vectors > room_) {
    throw Error(Failure::internal, "room for " + std::to_string(room_) + " vectors is to hold " +
                                       std::to_string(vectors));
  }
  const Index most_groups = std::max<Index>(1, divide_up(room_, lanes()));
  changed();
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
  changed();
  missing_ = vectors_ * fields_ - std::accumulate(present_.begin(), present_.end(), Index{0});
}

}  // namespace encke
