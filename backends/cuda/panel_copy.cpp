#include "panel_copy.hpp"

namespace encke::cuda {

Index PanelCopy::bytes_for(const PackedVectors& from, Range range, bool masked) {
  const Panel panel = from.panel(range);
  const Index groups = padded(range.size()) / panel.lanes;
  const Index mask = masked ? from.mask_panel(range.begin / panel.lanes).group_stride : 0;
  return groups * (panel.values.group_stride + mask) + (masked ? 2 : 1) * chunk_bytes;
}

void PanelCopy::begin(const PackedVectors& from, Range range, bool masked) {
  const Panel panel = from.panel(range);
  range_ = range;
  brought_ = 0;
  masked_ = masked;
  lanes_ = panel.lanes;
  words_ = panel.words;
  value_planes_ = cuda::value_planes(from.element());
  value_stride_ = panel.values.group_stride;
  const Index groups = padded(range.size()) / lanes_;
  values_.room(groups * value_stride_ + chunk_bytes);
  if (!masked) return;
  mask_stride_ = from.mask_panel(range.begin / lanes_).group_stride;
  mask_.room(groups * mask_stride_ + chunk_bytes);
}

void PanelCopy::bring(int queue, const PackedVectors& from, Index end) {
  const Range vectors{brought_, end};
  brought_ = end;
  const Index first = range_.begin + vectors.begin;
  copy(queue, values_.data(), from.panel({first, range_.begin + end}).values, vectors,
       from.on_device());
  if (masked_)
    copy(queue, mask_.data(), from.mask_panel(first / lanes_), vectors, from.on_device());
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
