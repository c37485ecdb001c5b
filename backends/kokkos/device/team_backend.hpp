#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/backend/pair_tallies.hpp>
#include <span>
#include <utility>

#include "device_panel.hpp"
#include "kokkos/tiles/device_products.hpp"
#include "kokkos/tiles/pair_tiles.hpp"
#include "kokkos/tiles/team_loop.hpp"
#include "kokkos/tiles/triple_tiles.hpp"
#include "team_gemm.hpp"
#include "team_products.hpp"

namespace encke::kokkos {

/// Makes the tallies of blocks with TeamGemm on `Exec`, a device or the host, and visits them on
/// the host. Where Exec is a device, the words of the blocks and the tallies cross to and from it.
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
    // and their mirror; reals need one plane of 8 bytes more, for segments
    const auto tallies = 2 * std::max(products, 8) * std::int64_t{4} * padded * padded;
    // blocks on the device; for triples also the folded block, up to 11 planes in place of 2
    const auto words = padded * bytes_of_vector * (way == 3 ? 3 + 6 : 2);
    const auto pairs =
        way == 3 ? 3 * PairTallies::bytes_for(element, block, block, pair_planes) : 0;
    return workers() * Workspace::bytes() + tallies + words + pairs;
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
      product(b, team_products<Exec>(element).of_triples(missing), form.triple_planes(missing),
              form, *blocks[0].vectors);
      const DeviceProducts made{matrix_of(b), blocks[1].range.begin, blocks[2].range.begin};
      const TripleTiles tiles(kernels_, blocks, {ij, ik, jk}, screen, blocks[0].range.begin + i,
                              made, missing);
      loop_.run("encke::visit triples", tiles.count(),
                [&](Index t, Workspace& work, int worker) { tiles.run(t, work, visitor, worker); });
    }
  }

 private:
  // named HostMirror up to Kokkos 4, host_mirror_type in 5
  using HostMirror = decltype(Kokkos::create_mirror_view(std::declval<DeviceBytes<Exec>>()));

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
    product(b,
            !missing || (of_triples && form.triples_alone) ? with.complete
            : of_triples                                   ? with.pairs_of_triples
                                                           : with.pairs,
            form.pair_planes(missing, of_triples), form, *blocks[0].vectors);
    const DeviceProducts made{matrix_of(b), blocks[0].range.begin, blocks[1].range.begin};
    const PairTiles tiles(kernels_, blocks, screen, products, &made);
    loop_.run("encke::visit pairs", tiles.count(),
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

  TallyMatrix matrix_of(const Block& b) const {
    return {host_.data(), b.plane_stride, b.row_stride};
  }

  /// Multiplies on Exec; the tallies, `planes` of them, are then in host_.
  void product(Block b, Products::Function multiply, int planes, const ElementForm& form,
               const PackedVectors& vectors) {
    const auto size = bytes(planes * b.plane_stride * form.tally_bytes());
    if (tallies_.extent(0) < size) {
      tallies_ = DeviceBytes<Exec>("encke::tallies", size);
      host_ = Kokkos::create_mirror_view(tallies_);
    }
    const auto used = std::make_pair(std::size_t{0}, size);
    const auto made = Kokkos::subview(tallies_, used);
    Kokkos::deep_copy(made, std::byte{0});
    const Range words = b.words;
    for (int c = 0; c < form.classes; ++c) {
      if (form.classes > 1) b.words = vectors.class_words(c);
      if (form.segment > 0) b.words.end = std::min(form.segment, words.end);
      b.tallies = tallies_.data() + c * planes / form.classes * b.plane_stride * form.tally_bytes();
      multiply(b);
    }
    if (b.words.end < words.end) add_segments(b, multiply, words.end, form.segment);
    Kokkos::deep_copy(Kokkos::subview(host_, used), made);
  }

  /// Adds the sums over further segments, one after the other, see Minima.
  void add_segments(Block b, Products::Function multiply, Index words, Index segment) {
    const Index count = b.plane_stride;
    const auto size = bytes(count) * sizeof(double);
    if (segment_.extent(0) < size) segment_ = DeviceBytes<Exec>("encke::segment", size);
    b.tallies = segment_.data();
    while (b.words.end < words) {
      b.words = {b.words.end, std::min(b.words.end + segment, words)};
      Kokkos::deep_copy(segment_, std::byte{0});
      multiply(b);
      AddDoubles<Exec>{reinterpret_cast<double*>(tallies_.data()),
                       reinterpret_cast<const double*>(segment_.data())}
          .run(count);
    }
  }

  const cpu::Kernels& kernels_;
  TeamLoop<Host> loop_;
  DeviceBytes<Exec> tallies_;
  DeviceBytes<Exec> segment_;  // of reals, beyond the first segment
  HostMirror host_;
};

}  // namespace encke::kokkos
