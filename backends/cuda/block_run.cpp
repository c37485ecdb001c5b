#include "block_run.hpp"

#include <algorithm>

namespace encke::cuda {
namespace {

Range part_of(const Range& all, Index begin, Index size) {
  return {begin, std::min(begin + size, all.end)};
}

}  // namespace

BlockRun::BlockRun(Device& device, int workers, Pipeline::Limits limits, Index strip)
    : device_(device),
      pipeline_(device, workers, limits),
      limits_(limits),
      strip_(strip),
      left_(device),
      right_(device),
      pivots_(device),
      folded_{Memory(device, Memory::device), Memory(device, Memory::device)},
      ij_(device),
      ik_(device),
      jk_(device) {}

std::int64_t BlockRun::host_bytes(Element element, int way, Index block) const {
  const int item = is_real(element) ? 8 : 4;
  const int planes = (way == 2 ? pair_form(element, true) : triple_form(element, true)).planes();
  const Index entries = padded(block) * padded(block);
  const Index pairs = pair_form_of_triples(element, true).planes();
  const Index tables =
      way == 3 ? 3 * PairTallies::bytes_for(block, block, static_cast<int>(pairs), item) : 0;
  return Pipeline::host_bytes(workers(), planes, item, limits_, entries) + tables;
}

/// So many vectors at a time that `panels` panels of them fit into half of what is free, and that
/// the tallies of the fewest rows by all columns fit into what may be stored.
Index BlockRun::strip_of(const PackedVectors& vectors, const ProductForm& form, int panels) const {
  if (strip_ > 0) return strip_;
  const Index group = vectors.panel({0, vectors.vectors()}).values.group_stride;
  const Index bytes = std::max<Index>(1, group / vectors.lanes() * (form.masked ? 3 : 2) / 2);
  const Index held = left_.panel.held() + right_.panel.held() + pivots_.panel.held() +
                     folded_[0].size() + folded_[1].size();
  const Index fit = (device_.free_memory() + held) / 2 / panels / bytes / padding * padding;
  const Index stored = limits_.stored / padding / form.planes() / padding * padding;
  return std::max(padding, std::min(fit, stored));
}

/// Makes room for vectors, of which none is there yet.
void BlockRun::begin(Side& side, const Operand& block, Range range, const ProductForm& form,
                     const Screen* screen) {
  side.block = block;
  side.range = range;
  side.panel.begin(*block.vectors, range, form.masked);
  const ScreenKind kind = kind_of(screen, block.vectors->element());
  if (kind != ScreenKind::none) side.data.upload(upload_queue, *screen, kind, block, range);
}

/// Brings the vectors up to the `end`th, if they are not there. Queues of products wait for them.
void BlockRun::bring(Side& side, Index end) {
  if (side.panel.brought() >= end) return;
  side.panel.bring(upload_queue, *side.block.vectors, end);
  for (int queue = 0; queue < Device::queues; ++queue) {
    if (queue != upload_queue) device_.order(queue, upload_queue);
  }
}

void BlockRun::load(Side& side, const Operand& block, Range range, const ProductForm& form,
                    const Screen* screen) {
  begin(side, block, range, form, screen);
  bring(side, range.size());
}

/// Adds the rectangle of left_ and `right` in parts, as vectors come: what is there is multiplied
/// while the next ones are copied.
void BlockRun::add_as_it_comes(const Rectangle& r, Side& right, TallyVisitor& visitor) {
  const Index bytes = std::max<Index>(1, left_.panel.value_stride() / left_.panel.lanes());
  const Index piece = std::max(padding, limits_.piece / bytes / padding * padding);
  Index rows = left_.panel.brought(), cols = right.panel.brought();
  if (&right == &left_) rows = cols = 0;
  while (rows < r.rows.end || cols < r.cols.end) {
    const Index to_row = std::min(rows + piece, r.rows.end);
    bring(left_, to_row);
    if (rows < to_row) pipeline_.add(r.part({rows, to_row}, {0, cols}), visitor);
    rows = to_row;
    const Index to_col = std::min(cols + piece, r.cols.end);
    bring(right, to_col);
    if (cols < to_col) pipeline_.add(r.part({0, rows}, {cols, to_col}), visitor);
    cols = to_col;
  }
}

void BlockRun::pairs(const Array<Operand, 2>& blocks, const Screen* screen, TallyVisitor& visitor) {
  if (visitor.every_tile()) screen = nullptr;  // it looks at all tallies
  try {
    const ProductForm form = pair_form(blocks[0].vectors->element(), !is_complete(blocks));
    contract_pairs(blocks, form, screen, visitor);
  } catch (...) {
    pipeline_.abandon();
    throw;
  }
}

void BlockRun::contract_pairs(const Array<Operand, 2>& blocks, const ProductForm& form,
                              const Screen* screen, TallyVisitor& visitor) {
  const PackedVectors& like = *blocks[0].vectors;
  const Index strip = strip_of(like, form, 2);
  const ScreenKind kind = kind_of(screen, like.element());
  for (Index i = blocks[0].range.begin; i < blocks[0].range.end; i += strip) {
    const Range rows = part_of(blocks[0].range, i, strip);
    pipeline_.finish(visitor);
    begin(left_, blocks[0], rows, form, screen);
    for (Index j = blocks[1].range.begin; j < blocks[1].range.end; j += strip) {
      const Range cols = part_of(blocks[1].range, j, strip);
      if (blocks[1].offset + cols.end - 1 <= blocks[0].offset + rows.begin) continue;
      const bool same = blocks[0].vectors == blocks[1].vectors && rows == cols;
      if (!same) {
        pipeline_.finish(visitor);
        begin(right_, blocks[1], cols, form, screen);
      }
      Side& right = same ? left_ : right_;
      Rectangle r;
      r.operands = {.element = like.element(),
                    .form = form,
                    .left = left_.panel.planes(form.masked),
                    .right = right.panel.planes(form.masked),
                    .left_values = left_.panel.values(),
                    .right_values = right.panel.values(),
                    .left_stride = left_.panel.value_stride(),
                    .right_stride = right.panel.value_stride(),
                    .lanes = left_.panel.lanes(),
                    .words = left_.panel.words()};
      for (int c = 0; c < form.classes && form.classes > 1; ++c) {
        r.operands.class_words[c] = like.class_words(c);
      }
      r.rows = {0, rows.size()};
      r.cols = {0, cols.size()};
      r.first_row = blocks[0].offset + rows.begin;
      r.first_col = blocks[1].offset + cols.begin;
      r.screen = kind;
      if (kind != ScreenKind::none) {
        r.data.rows = left_.data.from(0);
        r.data.cols = right.data.from(0);
        r.data.fields = static_cast<std::int32_t>(like.fields());
        r.data.floor = screen->floor;
      }
      add_as_it_comes(r, right, visitor);
    }
  }
  pipeline_.finish(visitor);
}

}  // namespace encke::cuda
