#include <algorithm>
#include <atomic>
#include <encke/base/error.hpp>
#include <encke/pack/packed_vectors.hpp>
#include <numeric>
#include <string>

namespace encke {
namespace {

constexpr Index most_lines = Index{1} << 54;  // of 64 bytes, in one plane

void check_extents(Element element, Index vectors, Index fields) {
  const Index most = PackedVectors::most_fields(element);
  if (vectors < 0 || vectors > PackedVectors::most_vectors || fields < 0 || fields > most) {
    throw Error(Failure::inconsistent, std::to_string(vectors) + " vectors of " +
                                           std::to_string(fields) +
                                           " fields: at most 2^32-1 vectors and " +
                                           std::to_string(most) + " fields are supported");
  }
  // refused here, before the product of three sizes can wrap
  const Index lines = divide_up(vectors, element.lanes()) * element.words(fields);
  if (lines > most_lines) throw OutOfMemory("the vectors", most_lines * 64, 0);
}

/// The words of two classes, after the check that there can be so many fields.
Index checked_words(Element element, Index vectors, const Array<Index, 2>& fields) {
  const Index most = PackedVectors::most_fields(element);
  if (fields[0] < 0 || fields[1] < 0 || fields[0] > most || fields[1] > most - fields[0]) {
    throw Error(Failure::inconsistent, std::to_string(fields[0]) + " controls and " +
                                           std::to_string(fields[1]) + " cases: at most " +
                                           std::to_string(most) + " samples are supported");
  }
  // as for so many more fields as the last word of the controls has bits left
  const Index padded = round_up(fields[0], 64) + fields[1];
  check_extents(element, vectors, padded);
  return element.words(padded);
}

Index checked_words(Element element, Index vectors, Index fields) {
  check_extents(element, vectors, fields);
  return element.words(fields);
}

template <class T>
void add(std::vector<std::span<std::byte>>& list, T& memory) {
  const std::span items(memory.data(), static_cast<std::size_t>(memory.size()));
  if (!items.empty()) list.push_back(std::as_writable_bytes(items));
}

}  // namespace

PackedVectors::PackedVectors(Element element, const Extents& extents, DeviceMemory* device)
    : element_(element),
      device_(device),
      vectors_(extents.vectors),
      capacity_(extents.vectors),
      fields_(extents.fields),
      controls_(extents.controls),
      words_(extents.words),
      groups_(divide_up(extents.vectors, element.lanes())),
      values_(groups_ * words_ * element.planes() * 64, device),
      shared_(element.shared_bytes(words_)) {
  const ContractionRow& row = element.row();
  margins_.present.assign(idx(vectors_), fields_);
  if (row.masks) margins_.positive.resize(idx(vectors_));
  row.real_sums ? margins_.sum.resize(idx(vectors_)) : margins_.x_sum.resize(idx(vectors_));
  if (row.classes) margins_.class_counts.resize(idx(vectors_));
  if (row.field_weights) weights_.resize(idx(fields_));
  changed();
}

PackedVectors::PackedVectors(Element element, Index vectors, Index fields)
    : PackedVectors(element, {vectors, fields, 0, checked_words(element, vectors, fields)},
                    nullptr) {}

PackedVectors::PackedVectors(Element element, Index vectors, const Array<Index, 2>& fields_of_class)
    : PackedVectors(element,
                    {vectors, fields_of_class[0] + fields_of_class[1], fields_of_class[0],
                     checked_words(element, vectors, fields_of_class)},
                    nullptr) {}

PackedVectors PackedVectors::allocate(Element element, Index vectors, Index fields, bool masks) {
  PackedVectors v(element, vectors, fields);
  if (masks) v.keep_masks();
  return v;
}

PackedVectors PackedVectors::allocate_like(const PackedVectors& like, Index vectors, bool masks,
                                           DeviceMemory* device) {
  check_extents(like.element_, vectors, like.fields_);
  PackedVectors v(like.element_, {vectors, like.fields_, like.controls_, like.words_}, device);
  if (masks && v.element_.row().masks) {
    v.mask_ = AlignedBuffer<std::uint64_t>(v.groups_ * v.words_ * 8, device);
  }
  v.weights_ = like.weights_;
  v.exponent_ = like.exponent_;
  std::copy_n(like.shared_.data(), like.shared_.size(), v.shared_.data());
  return v;
}

void PackedVectors::changed() {
  static std::atomic<std::uint64_t> last = 0;
  content_ = ++last;
}

PackedVectors::Storage PackedVectors::storage() {
  changed();
  return {values_.data(), mask_.empty() ? nullptr : mask_.data(), margins_, weights_,
          exponent_,      {shared_.data(), idx(shared_.size())}};
}

void PackedVectors::set_present(Index vector, Index present) {
  Index& before = margins_.present[idx(vector)];
  missing_ += before - present;
  before = present;
}

void PackedVectors::keep_masks() {
  if (!mask_.empty() || !element_.row().masks) return;
  changed();
  mask_ = AlignedBuffer<std::uint64_t>(groups_ * words_ * 8);
  for (Index v = 0; v < vectors_; ++v) fill_mask(v, true);
}

void PackedVectors::fill_mask(Index vector, bool all) {
  std::uint64_t* const mask = mask_.data() + vector / 8 * words_ * 8 + vector % 8;
  for (Index w = 0; w < words_; ++w) mask[w * 8] = all ? word_fields(w) : 0;
}

void PackedVectors::clear(Index vector) {
  const Index planes = element_.planes();
  auto* const words = reinterpret_cast<std::uint64_t*>(values_.data()) +
                      vector / 8 * words_ * planes * 8 + vector % 8;
  for (Index line = 0; line < words_ * planes; ++line) words[line * 8] = 0;
  if (!mask_.empty()) fill_mask(vector, false);
}

Range PackedVectors::class_words(int c) const {
  const Index boundary = divide_up(controls_, 64);
  return c == 0 ? Range{0, boundary} : Range{boundary, words_};
}

std::uint64_t PackedVectors::word_fields(Index word) const {
  Index first = 0;
  Index fields = fields_;
  if (element_.row().classes) {  // each class begins at a whole word
    const int c = word < class_words(0).end ? 0 : 1;
    first = class_words(c).begin;
    fields = class_fields(c).size();
  }
  const Index left = fields - (word - first) * 64;
  return left >= 64 ? ~0ULL : (1ULL << left) - 1;
}

Index PackedVectors::most_fields(Element element) {
  // genotypes and bits: 8 n_f, the largest tally of a triple, in 31 bits
  return (Index{1} << (element.row().stored == StoredAs::reals ? 31 : 28)) - 1;
}

std::int64_t PackedVectors::bytes() const {
  return bytes_for(element_, vectors_, fields_, !mask_.empty());
}

std::int64_t PackedVectors::bytes_for(Element element, Index vectors, Index fields, bool missing) {
  const ContractionRow& row = element.row();
  const Index groups = divide_up(vectors, element.lanes());
  const Index masks = missing && row.stored == StoredAs::bits ? 1 : 0;
  // of two classes both may have an incomplete last word
  const Index words = element.words(fields) + (row.classes ? 1 : 0);
  return groups * words * (element.planes() + masks) * 64 + vectors * (row.classes ? 72 : 24) +
         row.shared_entries * (element.width / 8) * words;
}

Panel PackedVectors::panel(Range range) const {
  Panel p;
  p.lanes = lanes();
  if (range.begin % p.lanes != 0 || range.begin < 0 || range.end > vectors_) {
    throw Error(Failure::internal, "a panel must begin at a group of vectors that exist");
  }
  p.vectors = range.size();
  p.fields = fields_;
  p.words = words_;
  const Index group = range.begin / p.lanes;
  const Index stride = words_ * 64 * element_.planes();
  p.values = {values_.data() + group * stride, stride};
  const auto present = margins_.present.begin();
  const bool any = !mask_.empty() && std::any_of(present + range.begin, present + range.end,
                                                 [this](Index n) { return n != fields_; });
  if (any) p.mask = mask_panel(group);
  return p;
}

Stream PackedVectors::mask_panel(Index group) const {
  if (mask_.empty()) return {};
  const auto* mask = reinterpret_cast<const std::byte*>(mask_.data());
  return {mask + group * words_ * 64, words_ * 64};
}

std::span<const std::byte> PackedVectors::shared() const {
  return {shared_.data(), idx(shared_.size())};
}

/// So many of the first pieces are elements and masks.
std::size_t PackedVectors::element_buffers() const {
  return (values_.empty() ? 0 : 1) + (mask_.empty() ? 0 : 1);
}

void PackedVectors::copy_from(const PackedVectors& host) {
  const auto from = host.buffers();
  const auto to = buffers();
  const std::size_t on_device = device_ != nullptr ? element_buffers() : 0;
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

std::vector<std::span<std::byte>> PackedVectors::buffers() {
  changed();
  return all_buffers();
}

std::vector<std::span<std::byte>> PackedVectors::all_buffers() {
  std::vector<std::span<std::byte>> list;
  add(list, values_);
  add(list, mask_);
  add(list, margins_.present);
  add(list, margins_.positive);
  add(list, margins_.x_sum);
  add(list, margins_.sum);
  add(list, margins_.class_counts);
  add(list, weights_);
  add(list, shared_);
  return list;
}

std::vector<std::span<const std::byte>> PackedVectors::buffers() const {
  // the same list, whose bytes are not to be changed
  const auto list = const_cast<PackedVectors*>(this)->all_buffers();
  return {list.begin(), list.end()};
}

void PackedVectors::use_for(Index vectors) {
  if (vectors < 0 || vectors > capacity_) {
    throw Error(Failure::internal, "memory for " + std::to_string(capacity_) +
                                       " vectors is to hold " + std::to_string(vectors));
  }
  const Index most_groups = std::max<Index>(1, divide_up(capacity_, lanes()));
  changed();
  vectors_ = vectors;
  groups_ = divide_up(vectors, lanes());
  values_.resize(values_.capacity() / most_groups * groups_);
  mask_.resize(mask_.capacity() / most_groups * groups_);
  // sums that the element has not have never had memory
  const auto resize = [&](auto& sums) {
    if (sums.capacity() > 0) sums.resize(idx(vectors));
  };
  resize(margins_.present);
  resize(margins_.positive);
  resize(margins_.x_sum);
  resize(margins_.sum);
  resize(margins_.class_counts);
}

void PackedVectors::received() {
  changed();
  const auto& present = margins_.present;
  missing_ = vectors_ * fields_ - std::accumulate(present.begin(), present.end(), Index{0});
}

}  // namespace encke
