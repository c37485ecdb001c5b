#include <algorithm>
#include <encke/distinct/copies_visitor.hpp>
#include <encke/distinct/distinct_backend.hpp>
#include <encke/distinct/distinct_screen.hpp>
#include <encke/distinct/self_tallies.hpp>
#include <encke/host/threads/host_loop.hpp>

namespace encke {
namespace {

/// Passes pairs of equal vectors on, but for those that the screen drops: many vectors without
/// variance are m^2 / 2 pairs.
class EqualVisitor final : public TallyVisitor {
 public:
  EqualVisitor(TallyVisitor& outer, DistinctScreen& screen) : outer_(outer), screen_(screen) {}

  void visit(const TallyTile& tile, int worker) override {
    Array<std::int64_t, most_self_cells> tallies;
    std::copy_n(tile.joint.row<std::int64_t>(0, 0), most_self_cells, tallies.begin());
    if (!every_tile() && !screen_.may_pass_with_itself(tile.row_vector(0), tallies)) return;
    outer_.visit(tile, worker);
    screen_.follow();
  }
  bool every_tile() const override { return outer_.every_tile(); }

 private:
  TallyVisitor& outer_;
  DistinctScreen& screen_;
};

Index pairs_of(Index vectors) { return vectors * (vectors - 1) / 2; }

}  // namespace

bool takes_equal_vectors_once(const Plan& plan, Element element, int field_ranks,
                              std::size_t parts) {
  return plan.way == 2 && plan.pruning != Pruning::off && !plan.check && field_ranks == 1 &&
         parts == 1 && plan.domain.everything() && has_self_tallies(element.contraction);
}

bool writing_takes_longer(const Plan& plan, Index fields, const Sink& sink) {
  constexpr Index few = 1 << 14;
  return plan.threshold.all && plan.pruning != Pruning::forced && fields <= few && !sink.selected();
}

LeftOut DistinctBackend::left_out() const {
  LeftOut all = inner().left_out();
  all.equal += equal_;
  return all;
}

void DistinctBackend::contract(const Array<Operand, 2>& blocks, const Screen* screen,
                               TallyVisitor& visitor) {
  check_operands({blocks.begin(), blocks.end()});
  const bool on_host = !blocks[0].vectors->on_device() && !blocks[1].vectors->on_device();
  if (!on_host || !visitor.any_order()) return inner().contract(blocks, screen, visitor);
  const bool one = blocks[0].indices() == blocks[1].indices();
  const DistinctBlocks::Pointer first = blocks_.get(blocks[0], forced_);
  const DistinctBlocks::Pointer second = one ? first : blocks_.get(blocks[1], forced_);
  if (!first->spares() && !second->spares()) return inner().contract(blocks, screen, visitor);
  VectorCopies copies;
  first->list(copies);
  if (!one) second->list(copies);
  const Index rows = first->size(), cols = second->size();
  const Operand row_block = first->operand(0);
  const Operand col_block = one ? row_block : second->operand(rows);
  DistinctScreen own(screen, copies);
  // first, since their values are often the largest: the floor of the best values rises by them
  EqualVisitor equal(visitor, own);
  if (one) visit_equal(row_block, *first, copies, equal);
  CopiesVisitor told(visitor, copies, own);
  inner().contract(Array<Operand, 2>{{row_block, col_block}}, own.screen(), told);
  const Index m = blocks[0].range.size(), n = blocks[1].range.size();
  equal_ += one ? pairs_of(m) - pairs_of(rows) : m * n - rows * cols;
}

/// Pairs of equal vectors, which no kernel needs to make: each vector that stands for several, with
/// itself.
void DistinctBackend::visit_equal(const Operand& block, const DistinctBlock& distinct,
                                  const VectorCopies& copies, TallyVisitor& visitor) const {
  const std::vector<Index>& several = distinct.several();
  host_loop(workers(), std::ssize(several), [&](Index item, int worker) {
    const Index place = several[idx(item)];
    const auto vector = static_cast<std::uint32_t>(place);
    const auto cells = self_tallies(*block.vectors, place);
    TallyTile tile;
    tile.form = TallyForm::table;
    tile.rows = {0, 1};
    tile.cols = {1, 2};  // so that the entry is above the diagonal
    tile.row_index = tile.col_index = &vector;
    tile.joint = {cells.begin(), 1, 1};
    tile.copies = &copies;
    visitor.visit(tile, worker);
  });
}

}  // namespace encke
