#include "block_run.hpp"

#include <algorithm>

namespace encke::cuda {

BlockRun::BlockRun(Device& device, int workers, Pipeline::Limits limits, Index strip)
    : device_(device),
      pipeline_(device, workers, limits),
      limits_(limits),
      strip_(strip),
      cache_(device),
      left_(device),
      right_(device),
      pivots_(device),
      folded_{Memory(device, Memory::device), Memory(device, Memory::device)},
      listed_{Memory(device, Memory::device), Memory(device, Memory::device)},
      columns_{Memory(device, Memory::device), Memory(device, Memory::device)},
      ij_(device),
      ik_(device),
      jk_(device) {}

std::int64_t BlockRun::host_bytes(Element element, int way, Index block) const {
  block = std::min(block, Index{1} << 28);  // more than any host holds; its square is no overflow
  const int item = element.row().real_sums ? 8 : 4;
  const int planes = (way == 2 ? pair_form(element, true) : triple_form(element, true)).planes();
  const Index entries = padded(block) * padded(block);
  const int pairs = pair_form_of_triples(element, true).planes();
  const Index tables = way == 3 ? 3 * PairTallies::bytes_for(element, block, block, pairs) : 0;
  return Pipeline::host_bytes(workers(), planes, item, limits_, entries) + tables;
}

/// So many vectors at a time that `panels` panels of them fit into half of what is free, and that
/// the tallies of the fewest rows by all columns fit into what may be stored. The share of two such
/// panels is for all that are kept. No product may be under way.
Index BlockRun::strip_of(const PackedVectors& vectors, const ProductForm& form, int panels) {
  const Index held = cache_.held() + folded_[0].size() + folded_[1].size();
  const Index share = (device_.free_memory() + held) / 2 / panels;
  most_ = std::min(limits_.vectors, 2 * share);
  cache_.shrink(most_);
  if (strip_ > 0) return strip_;
  const Index bytes = std::max<Index>(1, PanelCopy::bytes_of_vector(vectors, form.masked));
  const Index fit = (share - std::ssize(vectors.shared())) / bytes / padding * padding;
  const Index stored = limits_.stored / padding / form.planes() / padding * padding;
  return std::max(padding, std::min(fit, stored));
}

/// Queues of products wait for what is being brought.
void BlockRun::order_products() {
  for (int queue = 0; queue < Device::queues; ++queue) {
    if (queue != upload_queue) device_.order(queue, upload_queue);
  }
}

/// Finds the vectors on the device, or allocates memory for them, of which none is there yet. No
/// product may be under way.
void BlockRun::begin(Side& side, const Operand& block, Range range, const ProductForm& form,
                     const Screen* screen) {
  side.block = block;
  side.range = range;
  side.panel = nullptr;
  use_panels();
  side.panel = cache_.find(*block.vectors, range, form.masked);
  if (side.panel == nullptr) {
    side.panel = &cache_.make(*block.vectors, range, form.masked, most_);
  }
  if (kind_of(screen, block.vectors->element()) == ScreenKind::none) return;
  if (pruning_ == nullptr) {
    side.data.upload(upload_queue, *screen, block, range);
  } else {
    const int of = &side == &right_ ? 1 : 0;
    const Index first = block.range.begin;
    Operand alone = block;  // weights and sizes are by place
    alone.offset = -first;
    side.data.upload(upload_queue, pruning_->screen(of), alone, range,
                     pruning_->parts(of, {range.begin - first, range.end - first}));
  }
  order_products();
}

/// Brings the vectors up to the `end`th, if they are not there.
void BlockRun::bring(Side& side, Index end) {
  if (side.panel->brought() >= end) return;
  side.panel->bring(upload_queue, *side.block.vectors, end);
  order_products();
}

void BlockRun::load(Side& side, const Operand& block, Range range, const ProductForm& form,
                    const Screen* screen) {
  begin(side, block, range, form, screen);
  bring(side, range.size());
}

/// The others are only kept for later.
void BlockRun::use_panels() {
  const PanelCopy* const in_use[] = {left_.panel, right_.panel, pivots_.panel};
  cache_.use_only(in_use);
}

void BlockRun::leave_panels() {
  for (Side* side : {&left_, &right_, &pivots_}) side->panel = nullptr;
  use_panels();
}

/// What was brought and not wanted is waited for, too: the caller may change its vectors, which
/// may lie on the device.
void BlockRun::end_call() {
  device_.wait(upload_queue);
  for (PairTable* table : {&ij_, &ik_, &jk_}) table->host.reset();
  device_.kept().end_call();
}

/// Copies that have failed may not be taken for vectors.
void BlockRun::abandon() noexcept {
  pipeline_.abandon();
  leave_panels();
  cache_.clear();
  device_.kept().end_call();
}

/// Adds the rectangle of left_ and `right` in parts, as vectors come: what is there is multiplied
/// while the next ones are copied.
void BlockRun::add_as_it_comes(const Rectangle& r, Side& right, TallyVisitor& visitor) {
  const Index bytes = std::max<Index>(1, left_.panel->value_stride() / left_.panel->lanes());
  const Index piece = std::max(padding, limits_.piece / bytes / padding * padding);
  Index rows = left_.panel->brought(), cols = right.panel->brought();
  if (rows > 0 && cols > 0) pipeline_.add(r.part({0, rows}, {0, cols}), visitor);
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
    if (limits_.numbers == Numbers::none) {
      pruning_ = prepared_.pairs(blocks, screen, visitor, limits_.pruning, limits_.costs);
    }
    contract_pairs(pruning_ != nullptr ? pruning_->blocks() : blocks, form, screen, visitor);
    end_call();
    pruning_.reset();
  } catch (...) {
    pruning_.reset();
    abandon();
    throw;
  }
}

void BlockRun::contract_pairs(const Array<Operand, 2>& blocks, const ProductForm& form,
                              const Screen* screen, TallyVisitor& visitor) {
  const Index strip = strip_of(*blocks[0].vectors, form, 2);
  const Index strips = divide_up(blocks[1].range.size(), strip);
  bool forward = true;
  for (Index i = blocks[0].range.begin; i < blocks[0].range.end; i += strip) {
    const Range rows = blocks[0].range.from(i, strip);
    pipeline_.finish(visitor);
    leave_panels();
    begin(left_, blocks[0], rows, form, screen);
    for (Index n = 0; n < strips; ++n) {
      // to and fro, so that the last strips, which are kept, are the next ones
      const Index j = blocks[1].range.begin + (forward ? n : strips - 1 - n) * strip;
      const Range cols = blocks[1].range.from(j, strip);
      if (blocks[1].offset + cols.end - 1 <= blocks[0].offset + rows.begin) continue;
      add_strips(blocks, rows, cols, form, screen, visitor);
    }
    forward = !forward;
  }
  pipeline_.finish(visitor);
  leave_panels();
}

/// The pairs of left_, the vectors `rows`, and `cols`.
void BlockRun::add_strips(const Array<Operand, 2>& blocks, Range rows, Range cols,
                          const ProductForm& form, const Screen* screen, TallyVisitor& visitor) {
  const PackedVectors& like = *blocks[0].vectors;
  const bool same = blocks[0].vectors == blocks[1].vectors && rows == cols;
  if (!same) {
    pipeline_.finish(visitor);
    begin(right_, blocks[1], cols, form, screen);
  }
  Side& right = same ? left_ : right_;
  Rectangle r;
  r.operands = {.element = like.element(),
                .form = form,
                .left = left_.panel->planes(form.masked),
                .right = right.panel->planes(form.masked),
                .left_values = left_.panel->values(),
                .right_values = right.panel->values(),
                .left_stride = left_.panel->value_stride(),
                .right_stride = right.panel->value_stride(),
                .lanes = left_.panel->lanes(),
                .words = left_.panel->words()};
  r.operands.shared = left_.panel->shared();
  if (like.element().contraction == ContractionId::powered_sums) {
    r.operands.series = *reinterpret_cast<const PowerSeries*>(like.shared().data());
  }
  for (int c = 0; c < form.classes && form.classes > 1; ++c) {
    r.operands.class_words[c] = like.class_words(c);
  }
  r.rows = {0, rows.size()};
  r.cols = {0, cols.size()};
  r.first_row = blocks[0].offset + rows.begin;
  r.first_col = blocks[1].offset + cols.begin;
  r.pruning = pruning_.get();
  set_screen(r, kind_of(screen, like.element()), screen, like);
  if (r.screen != ScreenKind::none) {
    r.data.rows = left_.data.from(0);
    r.data.cols = right.data.from(0);
  }
  add_as_it_comes(r, right, visitor);
}

}  // namespace encke::cuda
