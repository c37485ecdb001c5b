#include "rectangle.hpp"

namespace encke::cuda {
namespace {

const void* advanced(const void* from, Index items, Index item) {
  return from == nullptr ? nullptr : static_cast<const std::byte*>(from) + items * item;
}

VectorData advanced(VectorData data, Index vectors) {
  if (data.size == nullptr) return data;
  for (auto& weight : data.weight) weight += vectors;
  data.size += vectors;
  data.x_sum += vectors;
  data.squares += vectors;
  data.counts += vectors;
  if (data.part != nullptr) data.part += vectors;
  return data;
}

void store_reals(Device& device, int queue, const Rectangle& r, void* tallies, Index plane_stride,
                 Index row_stride) {
  const Operands& of = r.operands;
  RealJob job;
  job.left = of.left_values + r.rows.begin / of.lanes * of.left_stride;
  job.right = of.right_values + r.cols.begin / of.lanes * of.right_stride;
  job.left_stride = of.left_stride;
  job.right_stride = of.right_stride;
  job.words = of.words;
  job.rows = r.rows.size();
  job.cols = r.cols.size();
  job.diagonal = r.diagonal();
  job.shared = of.shared;
  job.series = of.series;
  const ElementLists& lists = lists_of(of.element);
  if (lists.sums == RealSums::none) {
    return device.minima(queue, lists.minima, job, tallies, row_stride);
  }
  device.sum_reals(queue, lists.sums, job,
                   {static_cast<double*>(tallies), plane_stride, row_stride});
}

}  // namespace

void set_screen(Rectangle& r, ScreenKind kind, const Screen* screen, const PackedVectors& like) {
  r.screen = kind;
  if (kind == ScreenKind::none) return;
  r.live = screen;
  r.data.fields = static_cast<std::int32_t>(like.fields());
  if (!is_score(kind)) return;
  for (int c = 0; c < 2; ++c) {
    r.data.class_fields[c] = static_cast<std::int32_t>(like.class_fields(c).size());
  }
}

BitJob bit_job(const Rectangle& r, const ProductPart& part, Range words) {
  const Operands& of = r.operands;
  BitJob job;
  job.left = of.left.take(part.first_plane, part.planes, r.rows.begin);
  const int right =
      part.list == BitList::ternary_left || part.list == BitList::mask_left ? 3 : part.planes;
  job.right = of.right.take(0, right, r.cols.begin);
  job.first_word = words.begin;
  job.words = words.size();
  job.rows = r.rows.size();
  job.cols = r.cols.size();
  job.diagonal = r.diagonal();
  return job;
}

ScreenData Rectangle::data_here() const {
  ScreenData here = data;
  const Index item = operands.tally_bytes();
  here.rows = advanced(data.rows, rows.begin);
  here.cols = advanced(data.cols, cols.begin);
  here.pivot_rows = advanced(data.pivot_rows, rows.begin, item);
  here.pivot_cols = advanced(data.pivot_cols, cols.begin, item);
  here.row_cols = advanced(data.row_cols, rows.begin * data.row_stride + cols.begin, item);
  return here;
}

TallyTile Rectangle::tile(Range tile_rows, Range tile_cols) const {
  TallyTile tile;
  tile.form = operands.form.form;
  tile.rows = {first_row + tile_rows.begin, first_row + tile_rows.end};
  tile.cols = {first_col + tile_cols.begin, first_col + tile_cols.end};
  if (pruning != nullptr && pruning->indices(0) != nullptr) {
    const Array<Operand, 2>& blocks = pruning->blocks();
    tile.row_index = pruning->indices(0) + tile.rows.begin - blocks[0].indices().begin;
    tile.col_index = pruning->indices(1) + tile.cols.begin - blocks[1].indices().begin;
  }
  if (pivot < 0) return tile;
  tile.pivot = pivot;
  tile.pair_form = jk->form();
  tile.pivot_rows = ij->from(pivot, tile.rows.begin);
  tile.pivot_cols = ik->from(pivot, tile.cols.begin);
  tile.row_cols = jk->from(tile.rows.begin, tile.cols.begin);
  return tile;
}

TallyTile Rectangle::listed_tile(Index row, Index col) const {
  const ListedVector& r = lists->rows[static_cast<std::size_t>(row)];
  const ListedVector& c = lists->cols[static_cast<std::size_t>(col)];
  TallyTile tile;
  tile.form = operands.form.form;
  tile.pivot = r.pivot;
  tile.rows = {r.vector, r.vector + 1};
  tile.cols = {c.vector, c.vector + 1};
  tile.pair_form = jk->form();
  tile.pivot_rows = ij->from(r.pivot, r.vector);
  tile.pivot_cols = ik->from(r.pivot, c.vector);
  tile.row_cols = jk->from(r.vector, c.vector);
  return tile;
}

void store(Device& device, WarpgroupRoute& warpgroups, int queue, const Rectangle& r, void* tallies,
           Index plane_stride, Index row_stride) {
  const Operands& of = r.operands;
  if (!by_planes(of.element)) {
    return store_reals(device, queue, r, tallies, plane_stride, row_stride);
  }
  int plane = 0;
  for (int c = 0; c < of.form.classes; ++c) {
    const Range words = of.form.classes > 1 ? of.class_words[c] : Range{0, of.words};
    for (int i = 0; i < of.form.parts; ++i) {
      const ProductPart& part = of.form.part[i];
      const TallyPlanes out{static_cast<std::int32_t*>(tallies) + plane * plane_stride,
                            plane_stride, row_stride};
      const BitJob job = bit_job(r, part, words);
      if (!warpgroups.store(queue, part.list, job, out)) device.store(queue, part.list, job, out);
      plane += part.products;
    }
  }
}

bool selects(const Device& device, const Rectangle& r) {
  const ProductForm& form = r.operands.form;
  return r.tested() && by_planes(r.operands.element) && form.parts == 1 && form.classes == 1 &&
         device.selects(form.part[0].list, r.screen, r.way);
}

TileExtent tile_extent(BitList list) {
  TileExtent extent{};
  with_list(list, [&](auto type) {
    using Shape = BitShape<typename decltype(type)::type>;
    extent = {Shape::rows, Shape::cols};
  });
  return extent;
}

void select(Device& device, WarpgroupRoute& warpgroups, int queue, const Rectangle& r,
            const ScreenData& data, const Candidates& out, const TileList& tiles) {
  const ProductPart& part = r.operands.form.part[0];
  const BitJob job = bit_job(r, part, {0, r.operands.words});
  const ScreenJob screen{r.screen, r.way, data, out, tiles};
  if (!warpgroups.select(queue, part.list, job, screen)) {
    device.select(queue, part.list, job, screen);
  }
}

}  // namespace encke::cuda
