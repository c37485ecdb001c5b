#include "panel_copy.hpp"

namespace encke::cuda {

void PanelCopy::upload(int queue, const PackedVectors& from, Range range, bool masked) {
  const Panel panel = from.panel(range);
  lanes_ = panel.lanes;
  words_ = panel.words;
  value_planes_ = cuda::value_planes(from.element());
  value_stride_ = panel.values.group_stride;
  const Index groups = divide_up(range.size(), lanes_);
  const Index all = padded(range.size()) / lanes_;
  copy(queue, values_, panel.values, groups, all, from.on_device());
  if (!masked) return;
  const Stream mask = from.mask_panel(range.begin / lanes_);
  mask_stride_ = mask.group_stride;
  copy(queue, mask_, mask, groups, all, from.on_device());
}

void PanelCopy::copy(int queue, Memory& to, const Stream& from, Index groups, Index all,
                     bool on_device) {
  const Index filled = groups * from.group_stride;
  std::byte* const memory = to.room(all * from.group_stride + chunk_bytes);
  if (on_device) {
    device_.copy_within(queue, memory, from.data, filled);
  } else {
    device_.copy_in(queue, memory, from.data, filled);
  }
  device_.zero(queue, memory + filled, (all - groups) * from.group_stride);
}

Planes PanelCopy::planes(bool masked) const {
  Planes all;
  int p = 0;
  for (; p < value_planes_; ++p) {
    all.plane[p] = values_.data() + p * 64;
    all.group_stride[p] = value_stride_;
    all.word_stride[p] = value_planes_ * 64;
  }
  if (masked) {
    all.plane[p] = mask_.data();
    all.group_stride[p] = mask_stride_;
    all.word_stride[p] = 64;
  }
  return all;
}

}  // namespace encke::cuda
