#include <encke/backend/backend.hpp>
#include <encke/backend/pair_tallies.hpp>
#include <encke/base/error.hpp>

#include "kokkos/cpu/levels/levels.hpp"
#include "kokkos/device/team_backend.hpp"
#include "kokkos/tiles/pair_tiles.hpp"
#include "kokkos/tiles/team_loop.hpp"
#include "kokkos/tiles/triple_tiles.hpp"

namespace encke {
namespace kokkos {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

bool complete(const Operand& block) {
  for (Index v = block.range.begin; v < block.range.end; ++v) {
    if (block.vectors->has_missing(v)) return false;
  }
  return true;
}

/// Team GEMM of every contraction on the host: the league of teams is Kokkos', the innermost
/// register tile that of the CPU's instruction-set level.
class HostBackend final : public TileBackend {
 public:
  explicit HostBackend(const cpu::Kernels& kernels) : kernels_(kernels) {}

  std::string_view name() const override { return "kokkos"; }
  std::string_view level() const override { return kernels_.level; }
  bool supports(ContractionId id) const override { return has_forms(id); }
  int workers() const override { return loop_.workers(); }

  std::int64_t memory(int way, Index block, Index fields,
                      std::int64_t bytes_of_vector) const override {
    return memory_for(Element::genotype, way, block, fields, bytes_of_vector);
  }
  std::int64_t memory_for(Element element, int way, Index block, Index fields,
                          std::int64_t) const override {
    const int planes = form_of(element).pair_planes(true, true);
    if (way == 3) {
      return workers() * Workspace::bytes() +
             3 * PairTallies::bytes_for(element, block, block, planes);
    }
    const bool masks = (kernels_.*form_of(element).kernels).masks.count != nullptr;
    return workers() * (Workspace::bytes() + (masks ? mask_bytes(block, fields) : 0));
  }

  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    PairTiles tiles(kernels_, blocks, screen);
    tiles.choose_masks(MaskRoute::by_counts, workers());
    run_pairs(tiles, visitor);
  }

  void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    const ElementForm& form = form_of(blocks[0].vectors->element());
    const bool missing = !complete(blocks[0]) || !complete(blocks[1]) || !complete(blocks[2]);
    const int planes = form.pair_planes(missing, true);
    PairTallies ij({{blocks[0], blocks[1]}}, planes, form.pair_form(missing));
    PairTallies ik({{blocks[0], blocks[2]}}, planes, form.pair_form(missing));
    PairTallies jk({{blocks[1], blocks[2]}}, planes, form.pair_form(missing));
    const auto products = missing ? PairProducts::positive : PairProducts::fewest;
    for (PairTallies* pairs : {&ij, &ik, &jk}) {
      run_pairs(PairTiles(kernels_, pairs->blocks(), nullptr, products), *pairs);
    }
    const TripleTiles tiles(kernels_, blocks, {ij, ik, jk}, screen);
    loop_.run("encke::contract triples", tiles.count(),
              [&](Index t, Workspace& work, int worker) { tiles.run(t, work, visitor, worker); });
  }

 private:
  void run_pairs(const PairTiles& tiles, TallyVisitor& visitor) {
    loop_.run("encke::contract pairs", tiles.count(),
              [&](Index t, Workspace& work, int worker) { tiles.run(t, work, visitor, worker); });
  }

  const cpu::Kernels& kernels_;
  TeamLoop<Host> loop_;
};

}  // namespace
}  // namespace kokkos

std::unique_ptr<TileBackend> make_kokkos_backend(const BackendOptions& options) {
  if (!Kokkos::is_initialized()) {
    throw Error(Failure::internal, "make an encke::Runtime before anything is computed");
  }
  // Where Kokkos' default execution space is a device, that is what "auto" means; "team" asks for
  // the same kernels on a host as well, which is how they are tested without a device.
  constexpr bool device = kokkos::is_device<Kokkos::DefaultExecutionSpace>;
  if (options.level == "team" || (device && options.level == "auto")) {
    return std::make_unique<kokkos::TeamBackend<Kokkos::DefaultExecutionSpace>>(
        cpu::choose_level("auto"));
  }
  return std::make_unique<kokkos::HostBackend>(cpu::choose_level(options.level));
}

}  // namespace encke
