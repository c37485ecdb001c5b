#include <algorithm>
#include <encke/distinct/copies_visitor.hpp>
#include <encke/distinct/distinct_screen.hpp>
#include <encke/distinct/self_tallies.hpp>
#include <encke/distinct/set_backend.hpp>

namespace encke {
namespace {

/// Pairs of a row and a later column in the tiles that have a wanted one.
Index pairs_of_tiles(const Range& rows, const Range& cols, const TallyVisitor& visitor) {
  constexpr Index tile_rows = 64, tile_cols = 192;  // those of a CPU; about
  Index pairs = 0;
  for (Index r = rows.begin; r < rows.end; r += tile_rows) {
    const Range band{r, std::min(r + tile_rows, rows.end)};
    for (Index c = cols.begin; c < cols.end; c += tile_cols) {
      const Range strip{c, std::min(c + tile_cols, cols.end)};
      if (strip.end <= band.begin + 1 || !visitor.wants(-1, band, strip)) continue;
      pairs += band.size() * strip.size();
    }
  }
  return pairs;
}

}  // namespace

bool gathers_sets(const Plan& plan, Element element, int field_ranks, std::size_t parts,
                  Index vectors) {
  if (plan.way != 2 || plan.pruning == Pruning::off || plan.check || field_ranks != 1 ||
      parts != 1 || plan.domain.everything() || !has_self_tallies(element.contraction)) {
    return false;
  }
  for (Index v = 0; v < vectors; ++v) {
    const DomainRow row = plan.domain.row(v);
    if (row.classes == nullptr || row.begin > 0 || row.end < vectors) return false;  // a window
    if (row.classes[v] >= SetBlock::most_classes) return false;
  }
  return true;
}

/// In classes hardly less than in the tiles of the file's order is not worth the copies.
bool SetBackend::pays(const Array<Operand, 2>& blocks, const TallyVisitor& visitor) const {
  const Range rows = blocks[0].indices(), cols = blocks[1].indices();
  const auto wanted = static_cast<double>(domain_.tuples(Array<Range, 2>{{rows, cols}}));
  if (wanted == 0) return true;  // and nothing is contracted
  const auto made = static_cast<double>(pairs_of_tiles(rows, cols, visitor));
  return forced_ || wanted < 0.7 * made;
}

void SetBackend::contract(const Array<Operand, 2>& blocks, const Screen* screen,
                          TallyVisitor& visitor) {
  check_operands({blocks.begin(), blocks.end()});
  const bool on_host = !blocks[0].vectors->on_device() && !blocks[1].vectors->on_device();
  if (!on_host || visitor.every_tile() || !pays(blocks, visitor)) {
    return inner().contract(blocks, screen, visitor);
  }
  const std::uint8_t* const classes = domain_.row(0).classes;
  const bool one = blocks[0].indices() == blocks[1].indices();
  const SetBlocks::Pointer rows = blocks_.get(blocks[0], classes);
  const SetBlocks::Pointer cols = one ? rows : blocks_.get(blocks[1], classes);
  for (int c = 1; c < SetBlock::most_classes; ++c) {
    if (rows->size(c) == 0) continue;
    const std::uint8_t wanted = domain_.row(rows->first(c)).wanted;  // of all of its class
    for (int d = one ? c : 1; d < SetBlock::most_classes; ++d) {
      if ((wanted >> d & 1) != 0 && cols->size(d) > 0) {
        contract_classes(*rows, c, *cols, d, screen, visitor);
      }
    }
  }
}

/// All pairs of a vector of one class and one of another, or of the same of one block.
void SetBackend::contract_classes(const SetBlock& rows, int c, const SetBlock& cols, int d,
                                  const Screen* screen, TallyVisitor& visitor) {
  const bool same = &rows == &cols && c == d;
  VectorCopies indices;
  rows.list(c, indices);
  if (!same) cols.list(d, indices);
  const Operand first = rows.operand(c, 0);
  const Operand second = same ? first : cols.operand(d, rows.size(c));
  DistinctScreen own(screen, indices);
  CopiesVisitor told(visitor, indices, own);
  inner().contract(Array<Operand, 2>{{first, second}}, own.screen(), told);
}

}  // namespace encke
