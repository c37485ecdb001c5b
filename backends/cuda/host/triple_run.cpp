#include <algorithm>

#include "block_run.hpp"

// Triples: the pairs of one pivot, folded into the second block, with the third.

namespace encke::cuda {

void BlockRun::triples(const Array<Operand, 3>& blocks, const Screen* screen,
                       TallyVisitor& visitor) {
  if (visitor.every_tile()) screen = nullptr;  // it looks at all tallies
  try {
    if (!contract_lists(blocks, screen, visitor)) contract_triples(blocks, screen, visitor);
    end_call();
  } catch (...) {
    abandon();
    throw;
  }
}

/// All tallies of the pairs, on the host.
void BlockRun::make_pair_tables(const Array<Operand, 3>& blocks, const ProductForm& form) {
  const Array<Operand, 2> of[] = {
      {{blocks[0], blocks[1]}}, {{blocks[0], blocks[2]}}, {{blocks[1], blocks[2]}}};
  PairTable* const tables[] = {&ij_, &ik_, &jk_};
  for (int t = 0; t < 3; ++t) {
    auto& host = tables[t]->host;
    host.emplace(of[t], form.planes(), form.form);
    contract_pairs(of[t], form, nullptr, *host);
  }
  has_tables_ = false;
}

/// Those that tests read, on the device. Not before the first test: a screen that is never active
/// needs none.
void BlockRun::bring_pair_tables() {
  if (has_tables_ || table_planes_ == 0) return;
  for (PairTable* table : {&ij_, &ik_, &jk_}) {
    const Index bytes = table_planes_ * table->host->plane_bytes();
    device_.copy_in(upload_queue, table->copy.reserve(bytes + 16), table->host->data(), bytes);
  }
  order_products();
  has_tables_ = true;
}

void BlockRun::contract_triples(const Array<Operand, 3>& blocks, const Screen* screen,
                                TallyVisitor& visitor) {
  for (const Operand& block : blocks) {
    if (block.range.size() == 0) return;
  }
  const PackedVectors& like = *blocks[0].vectors;
  const bool missing = !is_complete(blocks);
  const ProductForm pairs = pair_form_of_triples(like.element(), missing);
  make_pair_tables(blocks, pairs);
  table_planes_ = pair_planes_of(screen, like.element(), missing, pairs.planes());
  const ProductForm form = triple_form(like.element(), missing);
  const Index strip = strip_of(like, form, 2 + 2 * form.parts);
  pipeline_.finish(visitor);
  load(pivots_, blocks[0], blocks[0].range, form, screen);
  for (Index j = blocks[1].range.begin; j < blocks[1].range.end; j += strip) {
    const Range rows{j, std::min(j + strip, blocks[1].range.end)};
    pipeline_.finish(visitor);
    load(left_, blocks[1], rows, form, screen);
    for (Index k = blocks[2].range.begin; k < blocks[2].range.end; k += strip) {
      const Range cols{k, std::min(k + strip, blocks[2].range.end)};
      if (blocks[2].offset + cols.end - 1 <= blocks[1].offset + rows.begin) continue;
      pipeline_.finish(visitor);
      load(right_, blocks[2], cols, form, screen);
      strips_of_triples(blocks, rows, cols, form, screen, visitor);
    }
  }
  pipeline_.finish(visitor);
  leave_panels();
}

/// Folds a pivot, local to pivots_, into the vectors of left_ from a row on, a multiple of
/// `padding`.
Operands BlockRun::fold(int queue, Index pivot, Index first_row, const ProductForm& form) {
  const PackedVectors& like = *pivots_.block.vectors;
  const int planes = like.element().planes() + (form.masked ? 1 : 0);
  const int folded = folded_planes(form.folding, planes);
  const Index words = left_.panel->words();
  const int lanes = left_.panel->lanes();
  FoldJob job;
  job.how = form.folding;
  job.planes = planes;
  job.pivot = pivots_.panel->planes(form.masked).take(0, planes, 0);
  for (int p = 0; p < planes; ++p) job.pivot.plane[p] += pivot / lanes * job.pivot.group_stride[p];
  job.pivot_lane = static_cast<int>(pivot % lanes);
  const Index groups = padded(left_.range.size()) / lanes, first = first_row / lanes;
  job.vectors = left_.panel->planes(form.masked).take(0, planes, 8 * first);  // by groups
  job.groups = groups - first;
  job.words = words;
  job.plane_stride = groups * words * 64;
  std::byte* const out = folded_[queue].reserve(folded * job.plane_stride + 16);
  job.out = out + first * words * 64;
  device_.fold(queue, job);

  Operands operands{.element = like.element(),
                    .form = form,
                    .right = right_.panel->planes(form.masked),
                    .left_values = out,
                    .right_values = right_.panel->values(),
                    .left_stride = words * 64,
                    .right_stride = right_.panel->value_stride(),
                    .lanes = lanes,
                    .words = words};
  for (int p = 0; p < folded; ++p) {
    operands.left.plane[p] = out + p * job.plane_stride;
    operands.left.group_stride[p] = words * 64;
    operands.left.word_stride[p] = 64;
  }
  for (int c = 0; c < form.classes && form.classes > 1; ++c) {
    operands.class_words[c] = like.class_words(c);
  }
  return operands;
}

void BlockRun::strips_of_triples(const Array<Operand, 3>& blocks, Range rows, Range cols,
                                 const ProductForm& form, const Screen* screen,
                                 TallyVisitor& visitor) {
  const PackedVectors& like = *blocks[0].vectors;
  Rectangle r;
  r.way = 3;
  r.rows = {0, rows.size()};
  r.cols = {0, cols.size()};
  r.first_row = blocks[1].offset + rows.begin;
  r.first_col = blocks[2].offset + cols.begin;
  r.ij = &*ij_.host;
  r.ik = &*ik_.host;
  r.jk = &*jk_.host;
  r.operands.element = like.element();
  r.operands.form = form;
  bool was_cut = false;
  for (Index i = blocks[0].range.begin; i < blocks[0].range.end; ++i) {
    r.pivot = blocks[0].offset + i;
    const Rectangle wanted = r.trimmed();
    if (!wanted.wanted()) continue;
    set_pivot(r, i, screen);
    // asked each time: parts become larger where a screen becomes active
    const bool cut = pipeline_.parts(r) > 1;
    // The folded vectors of this queue are overwritten. Those who used them must have ended, not
    // only begun: where there were more candidates than space, they are needed once more. Parts of
    // a pivot that was cut are in both queues.
    if (cut || was_cut) {
      pipeline_.finish(visitor);
    } else {
      pipeline_.finish_next(visitor);
    }
    was_cut = cut;
    const int queue = pipeline_.next_queue();
    r.operands = fold(queue, i - blocks[0].range.begin, wanted.rows.begin, form);
    if (cut) device_.order(1 - queue, queue);
    pipeline_.add(r, visitor);
  }
}

/// What the tests know of a pivot, local to its vectors; until the screen is active, no test.
void BlockRun::set_pivot(Rectangle& r, Index pivot, const Screen* screen) {
  const PackedVectors& vectors = *pivots_.block.vectors;
  const ScreenKind kind = kind_of(screen, vectors.element());
  if (kind == ScreenKind::none || !is_active(*screen)) return;
  bring_pair_tables();
  set_screen(r, kind, screen, vectors);
  r.data.rows = left_.data.from(0);
  r.data.cols = right_.data.from(0);
  const Index item = r.ij->item();
  const Index at = pivot - pivots_.range.begin;
  const Index row_0 = left_.range.begin - left_.block.range.begin;
  const Index col_0 = right_.range.begin - right_.block.range.begin;
  std::visit([&](const auto& bound) { set_pivot_data(r.data, bound, vectors, pivot, r.pivot); },
             *screen);
  if (table_planes_ == 0) return;
  r.data.pivot_rows = ij_.copy.data() + (at * r.ij->row_stride() + row_0) * item;
  r.data.pivot_cols = ik_.copy.data() + (at * r.ik->row_stride() + col_0) * item;
  r.data.row_cols = jk_.copy.data() + (row_0 * r.jk->row_stride() + col_0) * item;
  r.data.row_stride = r.jk->row_stride();
  r.data.pivot_rows_plane = r.ij->plane_stride();
  r.data.pivot_cols_plane = r.ik->plane_stride();
  r.data.row_cols_plane = r.jk->plane_stride();
}

}  // namespace encke::cuda
