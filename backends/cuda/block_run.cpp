#include "block_run.hpp"

#include <algorithm>

namespace encke::cuda {
namespace {

constexpr int upload_queue = 0;

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
  const Index fit = device_.free_memory() / 2 / panels / bytes / padding * padding;
  const Index stored = limits_.stored / padding / form.planes() / padding * padding;
  return std::max(padding, std::min(fit, stored));
}

void BlockRun::load(int queue, Side& side, const Operand& block, Range range,
                    const ProductForm& form, const Screen* screen) {
  side.range = range;
  side.panel.upload(queue, *block.vectors, range, form.masked);
  const ScreenKind kind = kind_of(screen, block.vectors->element());
  if (kind != ScreenKind::none) side.data.upload(queue, *screen, kind, block, range);
  for (int other = 0; other < Device::queues; ++other) {
    if (other != queue) device_.order(other, queue);
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
    load(upload_queue, left_, blocks[0], rows, form, screen);
    for (Index j = blocks[1].range.begin; j < blocks[1].range.end; j += strip) {
      const Range cols = part_of(blocks[1].range, j, strip);
      if (blocks[1].offset + cols.end - 1 <= blocks[0].offset + rows.begin) continue;
      const bool same = blocks[0].vectors == blocks[1].vectors && rows == cols;
      if (!same) {
        pipeline_.finish(visitor);
        load(upload_queue, right_, blocks[1], cols, form, screen);
      }
      const Side& right = same ? left_ : right_;
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
      pipeline_.add(r, visitor);
    }
  }
  pipeline_.finish(visitor);
}

}  // namespace encke::cuda
