#include <algorithm>

#include "cuda/host/block_run.hpp"

// Triples of complete vectors by lists of their useful pairs: the lists of many pivots are one
// product, of which the tiles are multiplied in which a pivot meets itself.

namespace encke::cuda {
namespace {

// Most of a batch: candidates have memory for all triples.
constexpr Index most_triples = Index{1} << 24;
constexpr Index most_vectors = Index{1} << 16;

ScreenKind listed_kind(Element element) {
  return element == Element::bit ? ScreenKind::listed_bits : ScreenKind::listed_genotypes;
}

/// What the device needs of a batch: its vectors, and where these are in the blocks.
class BatchTable {
 public:
  explicit BatchTable(const ListedBatch& batch, Index first_pivot) {
    rows_ = put(batch.rows.data(), std::ssize(batch.rows));
    cols_ = put(batch.cols.data(), std::ssize(batch.cols));
    pivot_of_ =
        put_places(batch.rows, [&](const ListedVector& v) { return v.pivot - first_pivot; });
    const auto place = [](const ListedVector& v) { return Index{v.place}; };
    row_of_ = put_places(batch.rows, place);
    col_of_ = put_places(batch.cols, place);
  }

  const std::byte* data() const { return bytes_.data(); }
  Index bytes() const { return std::ssize(bytes_); }

  // Where they are in a copy.
  const ListedVector* rows(const std::byte* copy) const { return at<ListedVector>(copy, rows_); }
  const ListedVector* cols(const std::byte* copy) const { return at<ListedVector>(copy, cols_); }
  const std::int32_t* pivot_of(const std::byte* copy) const {
    return at<std::int32_t>(copy, pivot_of_);
  }
  const std::int32_t* row_of(const std::byte* copy) const {
    return at<std::int32_t>(copy, row_of_);
  }
  const std::int32_t* col_of(const std::byte* copy) const {
    return at<std::int32_t>(copy, col_of_);
  }

 private:
  template <class T>
  Index put(const T* items, Index count) {
    const Index begin = std::ssize(bytes_);
    const auto* const from = reinterpret_cast<const std::byte*>(items);
    bytes_.insert(bytes_.end(), from, from + count * static_cast<Index>(sizeof(T)));
    return begin;
  }
  /// Up to whole tiles; -1 where there is no vector.
  template <class Place>
  Index put_places(const std::vector<ListedVector>& vectors, const Place& place) {
    std::vector<std::int32_t> places;
    for (const ListedVector& v : vectors) places.push_back(static_cast<std::int32_t>(place(v)));
    places.resize(static_cast<std::size_t>(padded(std::ssize(vectors))), -1);
    return put(places.data(), std::ssize(places));
  }
  template <class T>
  static const T* at(const std::byte* copy, Index begin) {
    return reinterpret_cast<const T*>(copy + begin);
  }

  std::vector<std::byte> bytes_;
  Index rows_, cols_, pivot_of_, row_of_, col_of_;
};

}  // namespace

/// Compares numbers alone: entries of the lists' tiles against triples of the block.
bool BlockRun::lists_pay(const pruning::PivotLists& lists, const Array<Operand, 3>& blocks,
                         const WeightBound& bound, const ProductForm& form) const {
  constexpr Index of_batch = Index{1} << 20;  // what gathering and starting one costs, in entries
  if (bound.pairs->forced()) return true;
  const Index all = pruning::triples_of(blocks);
  if (2 * lists.triples() > all) return false;
  const TileExtent extent = tile_extent(form.part[0].list);
  ListedBatches batches(lists, blocks, bound);
  Index entries = 0;
  for (ListedBatch batch; 2 * entries <= all && batches.next(batch, most_triples, most_vectors);) {
    entries += of_batch + batch.tiles(extent.rows, extent.cols) * extent.rows * extent.cols;
  }
  return 2 * entries <= all;
}

bool BlockRun::contract_lists(const Array<Operand, 3>& blocks, const Screen* screen,
                              TallyVisitor& visitor) {
  const auto* const bound = screen != nullptr ? std::get_if<WeightBound>(screen) : nullptr;
  const Element element = blocks[0].vectors->element();
  if (bound == nullptr || bound->pairs == nullptr || !bound->active() || !uses_pairs() ||
      limits_.pruning == Pruning::off || !is_complete(blocks)) {
    return false;
  }
  const ProductForm form = triple_form(element, false);
  if (form.parts != 1 || !device_.selects(form.part[0].list, listed_kind(element), 3)) return false;
  const pruning::PivotLists lists(blocks, *bound->pairs);
  constexpr int panels = 6;  // of the blocks, folded vectors and columns
  const Index strip = strip_of(*blocks[0].vectors, form, panels);
  const bool fit = std::ranges::all_of(
      blocks, [&](const Operand& block) { return block.range.size() <= strip; });
  if (!fit || !lists_pay(lists, blocks, *bound, form)) return false;
  not_listed_ += lists.left_out();
  if (lists.pivots().empty()) return true;
  make_pair_tables(blocks, pair_form_of_triples(element, false));
  strip_of(*blocks[0].vectors, form, panels);
  table_planes_ = 1;
  bring_pair_tables();
  pipeline_.finish(visitor);
  load(pivots_, blocks[0], blocks[0].range, form, nullptr);
  load(left_, blocks[1], blocks[1].range, form, nullptr);
  load(right_, blocks[2], blocks[2].range, form, nullptr);
  ListedBatches batches(lists, blocks, *bound);
  for (ListedBatch batch; batches.next(batch, most_triples, most_vectors);) {
    add_batch(std::move(batch), blocks, form, *screen, visitor);
  }
  pipeline_.finish(visitor);
  leave_panels();
  return true;
}

void BlockRun::add_batch(ListedBatch&& batch, const Array<Operand, 3>& blocks,
                         const ProductForm& form, const Screen& screen, TallyVisitor& visitor) {
  const PackedVectors& like = *blocks[0].vectors;
  const int queue = pipeline_.next_queue();
  pipeline_.finish_next(visitor);  // the batch that this queue had is not needed any more
  ListedBatch& mine = batch_[queue] = std::move(batch);
  set_joints(mine, *ij_.host, *ik_.host);
  Rectangle r;
  r.way = 3;
  r.rows = {0, std::ssize(mine.rows)};
  r.cols = {0, std::ssize(mine.cols)};
  r.first_col = Index{1} << 40;  // no entry lies below a diagonal
  r.ij = &*ij_.host;
  r.ik = &*ik_.host;
  r.jk = &*jk_.host;
  r.lists = &mine;
  set_screen(r, listed_kind(like.element()), &screen, like);
  r.operands = gather(queue, mine, form, r.data);
  r.data.row_cols = jk_.copy.data();
  r.data.row_stride = r.jk->row_stride();
  pipeline_.add(r, visitor);
}

/// Brings a batch to the device, and makes its rows and columns there.
Operands BlockRun::gather(int queue, const ListedBatch& batch, const ProductForm& form,
                          ScreenData& data) {
  const PackedVectors& like = *pivots_.block.vectors;
  const BatchTable table(batch, pivots_.block.indices().begin);
  std::byte* const there = listed_[queue].reserve(table.bytes());
  device_.copy_in(queue, there, table.data(), table.bytes());
  data.listed_rows = table.rows(there);
  data.listed_cols = table.cols(there);
  const int planes = like.element().planes();
  const auto make = [&](Folding how, const Side& from, const std::int32_t* vector_of, Index vectors,
                        Memory& memory) {
    FoldJob job;
    job.how = how;
    job.planes = planes;
    job.pivot = pivots_.panel->planes(false).take(0, planes, 0);
    job.pivot_of = table.pivot_of(there);
    job.vectors = from.panel->planes(false).take(0, planes, 0);
    job.vector_of = vector_of;
    job.groups = padded(vectors) / 8;
    job.words = from.panel->words();
    job.plane_stride = job.groups * job.words * 64;
    const int made = folded_planes(how, planes);
    job.out = memory.reserve(made * job.plane_stride + 16);
    device_.fold(queue, job);
    Planes out;
    for (int p = 0; p < made; ++p) {
      out.plane[p] = job.out + p * job.plane_stride;
      out.group_stride[p] = job.words * 64;
      out.word_stride[p] = 64;
    }
    return out;
  };
  Operands operands;
  operands.element = like.element();
  operands.form = form;
  operands.words = left_.panel->words();
  operands.left =
      make(form.folding, left_, table.row_of(there), std::ssize(batch.rows), folded_[queue]);
  operands.right =
      make(Folding::copied, right_, table.col_of(there), std::ssize(batch.cols), columns_[queue]);
  return operands;
}

}  // namespace encke::cuda
