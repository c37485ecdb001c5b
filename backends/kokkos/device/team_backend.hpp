#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/backend/pair_tallies.hpp>
#include <span>

#include "kokkos/tiles/device_products.hpp"
#include "kokkos/tiles/pair_tiles.hpp"
#include "kokkos/tiles/triple_tiles.hpp"
#include "team_pairs.hpp"
#include "team_product.hpp"
#include "team_products.hpp"

namespace encke::kokkos {

/// Makes the tallies of blocks with TeamGemm on `Exec`, a device or the host, and visits them on
/// the host. Where Exec is a device, the words of the blocks cross to it. Tallies stay there and
/// are tested there, and candidates alone come back; or all of them, where there is no test, or
/// where too many may pass.
template <class Exec>
class TeamBackend final : public TileBackend {
 public:
  using Host = Kokkos::DefaultHostExecutionSpace;

  /// `kernels`: of the host, for screening and counting there.
  explicit TeamBackend(const cpu::Kernels& kernels, StopFlag stop = {})
      : kernels_(kernels), loop_(stop) {}

  std::string_view name() const override { return "kokkos"; }
  std::string_view level() const override { return "team"; }
  bool supports(ContractionId id) const override { return have_teams<Exec>(id); }
  int workers() const override { return loop_.workers(); }
  std::int64_t memory(int way, Index block, Index fields,
                      std::int64_t bytes_of_vector) const override {
    return memory_for(Element::genotype, way, block, fields, bytes_of_vector);
  }
  std::int64_t memory_for(Element element, int way, Index block, Index,
                          std::int64_t bytes_of_vector) const override {
    const ElementForm& form = form_of(element);
    const int products = way == 3 ? form.triple_planes(true) : form.pair_planes(true, false);
    const int pair_planes = form.pair_planes(true, true);
    const Index padded = round_up(block, 64);
    // and their mirror; reals need as many planes of 8 bytes more, for segments
    const auto tallies = 2 * std::max(products, 8) * std::int64_t{4} * padded * padded;
    // blocks on the device; for triples also the folded block, up to 11 planes in place of 2
    const auto words = padded * bytes_of_vector * (way == 3 ? 3 + 6 : 2);
    const auto pairs =
        way == 3 ? 3 * PairTallies::bytes_for(element, block, block, pair_planes) : 0;
    const auto kept = tallies / TeamProduct<Exec>::most_kept;  // candidates
    return workers() * Workspace::bytes() + tallies + words + 2 * pairs + kept;
  }

  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    pairs(blocks, screen, is_complete(blocks) ? PairProducts::fewest : PairProducts::missing,
          visitor);
  }

  void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    const bool missing = !is_complete(blocks);
    const auto element = blocks[0].vectors->element();
    const ElementForm& form = form_of(element);
    const int pair_planes = form.pair_planes(missing, true);
    PairTallies ij({{blocks[0], blocks[1]}}, pair_planes, form.pair_form(missing));
    PairTallies ik({{blocks[0], blocks[2]}}, pair_planes, form.pair_form(missing));
    PairTallies jk({{blocks[1], blocks[2]}}, pair_planes, form.pair_form(missing));
    for (PairTallies* matrix : {&ij, &ik, &jk}) {
      pairs(matrix->blocks(), nullptr, missing ? PairProducts::positive : PairProducts::fewest,
            *matrix);
    }
    TeamPairs<Exec> tables({ij, ik, jk}, blocks);
    TeamScreen<Exec> test(blocks[1], blocks[2], visitor.every_tile() ? nullptr : screen, 3,
                          form.triple_planes(missing));
    const DevicePanel<Exec> first(blocks[0], missing), second(blocks[1], missing),
        third(blocks[2], missing);
    const Index words = blocks[0].vectors->panel(blocks[0].range).words;
    const Index groups = divide_up(round_up(blocks[1].range.size(), 64), element.lanes());
    const int planes = form.folded(missing);
    const DeviceBytes<Exec> folded("encke::folded", bytes(groups * words * planes * 64));
    for (Index i = 0; i < blocks[0].range.size(); ++i) {
      TeamFold<Exec>(first, i, second, folded.data(), element, missing).run(groups, words);
      Block b = block_of(blocks[1], blocks[2]);
      b.left[0] = {folded.data(), words * planes * 64};
      b.right[0] = third.streams[0];
      b.right[1] = third.streams[1];
      b.words = {0, words};
      made_.make(b, blocks[1], blocks[2], team_products<Exec>(element).of_triples(missing),
                 form.triple_planes(missing), form);
      if (missing && form.constants) {
        tables.add_constants(i, first, second, words, made_.tallies());
      }
      if (selected(i, {ij, ik, jk}, tables, test, missing, visitor)) continue;
      const DeviceProducts all{made_.fetch(), blocks[1].range.begin, blocks[2].range.begin};
      const TripleTiles tiles(kernels_, blocks, {ij, ik, jk}, screen, blocks[0].range.begin + i,
                              all, missing);
      loop_.run("encke::visit triples", tiles.count(),
                [&](Index t, Workspace& work, int worker) { tiles.run(t, work, visitor, worker); });
    }
  }

 private:
  static std::size_t bytes(Index n) { return static_cast<std::size_t>(n); }

  template <int Way>
  static bool is_complete(const Array<Operand, Way>& blocks) {
    for (const Operand& block : blocks) {
      if (!block.vectors->panel(block.range).complete()) return false;
    }
    return true;
  }

  void pairs(const Array<Operand, 2>& blocks, const Screen* screen, PairProducts products,
             TallyVisitor& visitor) {
    const bool missing = products != PairProducts::fewest;
    const DevicePanel<Exec> left(blocks[0], missing), right(blocks[1], missing);
    Block b = block_of(blocks[0], blocks[1]);
    for (int s = 0; s < 2; ++s) {
      b.left[s] = left.streams[s];
      b.right[s] = right.streams[s];
    }
    b.words = {0, blocks[0].vectors->panel(blocks[0].range).words};
    const DeviceBytes<Exec> shared = device_copy(blocks[0].vectors->shared());
    b.shared = shared.data();
    const auto element = blocks[0].vectors->element();
    const ElementForm& form = form_of(element);
    const Products with = team_products<Exec>(element);
    const bool of_triples = products == PairProducts::positive;
    made_.make(b, blocks[0], blocks[1],
               !missing || (of_triples && form.triples_alone) ? with.complete
               : of_triples                                   ? with.pairs_of_triples
                                                              : with.pairs,
               form.pair_planes(missing, of_triples), form);
    if (missing && form.constants) add_pair_constants<Exec>(made_.tallies(), blocks);
    if (selected(blocks, visitor.every_tile() ? nullptr : screen,
                 form.pair_planes(missing, of_triples),
                 missing && !form.reals ? TallyForm::missing : TallyForm::complete, visitor)) {
      return;
    }
    const DeviceProducts all{made_.fetch(), blocks[0].range.begin, blocks[1].range.begin};
    const PairTiles tiles(kernels_, blocks, screen, products, &all);
    loop_.run("encke::visit pairs", tiles.count(),
              [&](Index t, Workspace& work, int worker) { tiles.run(t, work, visitor, worker); });
  }

  /// Visits the pairs that may pass; false where all are to be visited.
  bool selected(const Array<Operand, 2>& blocks, const Screen* screen, int planes, TallyForm form,
                TallyVisitor& visitor) {
    TeamScreen<Exec> test(blocks[0], blocks[1], screen, 2, planes);
    SelectedTiles found{.form = form};
    if (!test.tests() || !made_.select(test, test.data(), found)) return false;
    visit(found, visitor);
    return true;
  }

  /// The same of the triples of a pivot, its place in the first block.
  bool selected(Index pivot, const TripleTiles::Pairs& pairs, TeamPairs<Exec>& tables,
                TeamScreen<Exec>& test, bool missing, TallyVisitor& visitor) {
    if (!test.tests()) return false;
    cuda::ScreenData data = test.data();
    tables.set_pivot(pivot, test, missing, data);
    const bool masked = missing && !test.reals();
    SelectedTiles found{.form = masked ? TallyForm::missing : TallyForm::complete};
    if (!made_.select(test, data, found)) return false;
    found.pivot = pairs.ij.blocks()[0].indices().begin + pivot;
    found.pivot_rows = &pairs.ij;
    found.pivot_cols = &pairs.ik;
    found.row_cols = &pairs.jk;
    visit(found, visitor);
    return true;
  }

  void visit(const SelectedTiles& tiles, TallyVisitor& visitor) {
    loop_.run("encke::visit candidates", tiles.count(),
              [&](Index t, Workspace& work, int worker) { tiles.run(t, work, visitor, worker); });
  }

  static DeviceBytes<Exec> device_copy(std::span<const std::byte> from) {
    DeviceBytes<Exec> to("encke::shared", from.size());
    Kokkos::deep_copy(to, HostBytes(from.data(), from.size()));
    return to;
  }

  /// Rows and columns are padded to whole team tiles.
  static Block block_of(const Operand& rows, const Operand& cols) {
    Block b;
    b.rows = round_up(rows.range.size(), 64);
    b.cols = round_up(cols.range.size(), 64);
    b.row_stride = b.cols;
    b.plane_stride = b.rows * b.cols;
    b.diagonal = rows.indices().begin - cols.indices().begin;
    return b;
  }

  const cpu::Kernels& kernels_;
  TeamLoop<Host> loop_;
  TeamProduct<Exec> made_;
};

}  // namespace encke::kokkos
