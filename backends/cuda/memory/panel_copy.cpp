#include "panel_copy.hpp"

#include <algorithm>
#include <utility>

namespace encke::cuda {

Index PanelCopy::bytes_for(const PackedVectors& from, Range range, bool masked) {
  const Panel panel = from.panel(range);
  const Index groups = padded(range.size()) / panel.lanes;
  const Index mask = masked ? from.mask_panel(range.begin / panel.lanes).group_stride : 0;
  return groups * (panel.values.group_stride + mask) + (masked ? 2 : 1) * chunk_bytes +
         std::ssize(from.shared());
}

Index PanelCopy::bytes_of_vector(const PackedVectors& from, bool masked) {
  const Panel panel = from.panel({0, from.vectors()});
  const Index mask = masked ? from.mask_panel(0).group_stride : 0;
  return divide_up(panel.values.group_stride + mask, panel.lanes);
}

void PanelCopy::begin(const PackedVectors& from, Range range, bool masked) {
  const Panel panel = from.panel(range);
  range_ = range;
  masked_ = false;
  lanes_ = panel.lanes;
  words_ = panel.words;
  value_planes_ = from.element().planes();
  shared_bytes_ = std::ssize(from.shared());
  reserve(values_, panel.values.group_stride, shared_bytes_);
  if (masked) add_masks(from);
}

void PanelCopy::add_masks(const PackedVectors& from) {
  masked_ = true;
  reserve(masks_, from.mask_panel(range_.begin / lanes_).group_stride);
}

void PanelCopy::reserve(PanelBuffer& buffer, Index stride, Index more) {
  buffer.stride = stride;
  buffer.brought = 0;
  buffer.memory.reserve(padded(range_.size()) / lanes_ * stride + chunk_bytes + more);
}

void PanelCopy::bring(int queue, const PackedVectors& from, Index end) {
  const auto missing = [&](PanelBuffer& buffer) {
    return Range{std::exchange(buffer.brought, std::max(buffer.brought, end)), end};
  };
  if (values_.brought == 0 && shared_bytes_ > 0) {
    device_.copy_in(queue, values_.memory.data() + shared_at(), from.shared().data(),
                    shared_bytes_);
  }
  if (const Range vectors = missing(values_); vectors.size() > 0) {
    const Range local{range_.begin + vectors.begin, range_.begin + end};
    copy(queue, values_.memory.data(), from.panel(local).values, vectors, from.on_device());
  }
  if (!masked()) return;
  if (const Range vectors = missing(masks_); vectors.size() > 0) {
    copy(queue, masks_.memory.data(), from.mask_panel((range_.begin + vectors.begin) / lanes_),
         vectors, from.on_device());
  }
}

Index PanelCopy::brought() const {
  return masked() ? std::min(values_.brought, masks_.brought) : values_.brought;
}

void PanelCopy::use() {
  masks_.memory.use();
  values_.memory.use();
}

void PanelCopy::leave() {
  masks_.memory.leave();
  values_.memory.leave();
}

void PanelCopy::give_up() {
  masks_.memory.give_up();
  values_.memory.give_up();
}

void PanelCopy::copy(int queue, std::byte* to, const Stream& from, Range vectors, bool on_device) {
  const Index filled = divide_up(vectors.size(), lanes_) * from.group_stride;
  const Index all = padded(vectors.size()) / lanes_ * from.group_stride;
  to += vectors.begin / lanes_ * from.group_stride;
  if (on_device) {
    device_.copy_within(queue, to, from.data, filled);
  } else {
    device_.copy_in(queue, to, from.data, filled);
  }
  device_.zero(queue, to + filled, all - filled);
}

Planes PanelCopy::planes(bool masked) const {
  Planes all;
  int p = 0;
  for (; p < value_planes_; ++p) {
    all.plane[p] = values_.memory.data() + p * 64;
    all.group_stride[p] = values_.stride;
    all.word_stride[p] = value_planes_ * 64;
  }
  if (masked) {
    all.plane[p] = masks_.memory.data();
    all.group_stride[p] = masks_.stride;
    all.word_stride[p] = 64;
  }
  return all;
}

}  // namespace encke::cuda
