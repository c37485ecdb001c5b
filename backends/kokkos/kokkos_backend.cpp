#include <algorithm>
#include <encke/backend/backend.hpp>
#include <encke/backend/pair_tallies.hpp>
#include <encke/base/error.hpp>
#include <optional>
#include <tuple>

#include "kokkos/cpu/levels/levels.hpp"
#include "kokkos/device/team_backend.hpp"
#include "kokkos/pruning/pair_sample.hpp"
#include "kokkos/pruning/pruned_pairs.hpp"
#include "kokkos/tiles/listed_triples.hpp"
#include "kokkos/tiles/pair_tiles.hpp"
#include "kokkos/tiles/team_loop.hpp"
#include "kokkos/tiles/triple_tiles.hpp"

namespace encke {
namespace kokkos {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// Team GEMM of every contraction on the host: the league of teams is Kokkos', the innermost
/// register tile that of the CPU's instruction-set level.
class HostBackend final : public TileBackend {
 public:
  HostBackend(const cpu::Kernels& kernels, const BackendOptions& options)
      : kernels_(kernels), pruning_(options.pruning), loop_(options.stop) {}

  std::string_view name() const override { return "kokkos"; }
  std::string_view level() const override { return kernels_.level; }
  bool supports(ContractionId id) const override { return has_forms(id); }
  bool uses_pairs() const override { return true; }
  bool uses_overlapping_pairs() const override { return true; }
  LeftOut left_out() const override { return left_out_; }
  int workers() const override { return loop_.workers(); }

  std::int64_t memory(int way, Index block, Index fields,
                      std::int64_t bytes_of_vector) const override {
    return memory_for(Element::genotype, way, block, fields, bytes_of_vector);
  }
  std::int64_t memory_for(Element element, int way, Index block, Index fields,
                          std::int64_t bytes_of_vector) const override {
    const ElementForm& form = form_of(element);
    const cpu::ElementKernels& kernels = kernels_.*form.kernels;
    const int planes = form.pair_planes(true, true);
    const std::int64_t buffers = Workspace::bytes() + JobSums::bytes(kernels.multiply);
    if (way == 3) {
      const std::int64_t pairs = PairTallies::bytes_for(element, block, block, planes);
      if (form.classes > 1) {
        const std::int64_t of_missing = PairTallies::bytes_for(
            element, block, block, form.classes * FewMissing::planes_of_pairs);
        return workers() * buffers + 3 * (pairs + of_missing) +
               FewMissing::most_bytes(block, fields);
      }
      if (!has_lists(element)) return workers() * buffers + 3 * pairs;
      return workers() * (buffers + ListSpace::bytes(block, bytes_of_vector)) +
             std::max(3, workers()) * pairs;
    }
    const bool masks = kernels.masks.count != nullptr;
    const bool tables = kernels.tables.count != nullptr;
    const bool ordered = pruning_ != Pruning::off && prunes_pairs(element);
    return workers() * (buffers + (masks ? mask_bytes(block, fields) : 0) +
                        (tables ? table_bytes(block, fields) : 0)) +
           (ordered ? prepared_bytes(block, bytes_of_vector) : 0);
  }

  void contract(const Array<Operand, 2>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    if (prune_pairs(blocks, screen, visitor)) return;
    PairTiles tiles(kernels_, blocks, screen);
    tiles.choose_jobs(MaskRoute::by_counts, workers());
    run_pairs(tiles, visitor);
  }

  void contract(const Array<Operand, 3>& blocks, const Screen* screen,
                TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    if (contract_lists(blocks, screen, visitor)) return;
    const ElementForm& form = form_of(blocks[0].vectors->element());
    const bool missing = std::ranges::any_of(blocks, any_missing);
    const int planes = form.pair_planes(missing, true);
    PairTallies ij({{blocks[0], blocks[1]}}, planes, form.pair_form(missing));
    PairTallies ik({{blocks[0], blocks[2]}}, planes, form.pair_form(missing));
    PairTallies jk({{blocks[1], blocks[2]}}, planes, form.pair_form(missing));
    const auto products = missing ? PairProducts::positive : PairProducts::fewest;
    for (PairTallies* pairs : {&ij, &ik, &jk}) {
      run_pairs(PairTiles(kernels_, pairs->blocks(), nullptr, products), *pairs);
    }
    std::optional<FewMissing> few;
    if (missing && form.classes > 1 && FewMissing::pays(blocks, visitor)) {
      gather(few.emplace(blocks));
    }
    const TripleTiles tiles(kernels_, blocks, {ij, ik, jk}, screen, few ? &*few : nullptr);
    loop_.run("encke::contract triples", tiles.count(),
              [&](Index t, Workspace& work, int worker) { tiles.run(t, work, visitor, worker); });
  }

 private:
  void gather(FewMissing& few) {
    loop_.run("encke::gather missing", few.jobs(), [&](Index t, Workspace&, int) { few.make(t); });
    for (PairTallies* pairs : few.pairs()) {
      run_pairs(PairTiles(kernels_, pairs->blocks(), nullptr, PairProducts::missing), *pairs);
    }
  }

  /// True if triples of such elements may be made from lists, see pairs_of().
  static bool has_lists(Element element) {
    return element.contraction == ContractionId::allele_counts ||
           element.contraction == ContractionId::allele_bits;
  }

  /// Contracts the triples of useful pairs alone; false where this would take longer.
  bool contract_lists(const Array<Operand, 3>& blocks, const Screen* screen,
                      TallyVisitor& visitor) {
    if (screen == nullptr || pairs_of(*screen) == nullptr || visitor.every_tile()) return false;
    const ListedTriples lists(kernels_, blocks, *screen);
    if (!lists.pay()) return false;
    left_out_.tuples += lists.left_out();
    lists_.resize(static_cast<std::size_t>(workers()));
    loop_.run("encke::contract lists", lists.count(), [&](Index t, Workspace& work, int worker) {
      lists.run(t, work, lists_[static_cast<std::size_t>(worker)], visitor, worker);
    });
    return true;
  }

  /// Contracts the pairs that may pass the screen; false where all are to be contracted.
  bool prune_pairs(const Array<Operand, 2>& blocks, const Screen* screen, TallyVisitor& visitor) {
    const bool forced = pruning_ == Pruning::forced;
    if (pruning_ == Pruning::off || screen == nullptr || visitor.every_tile() ||
        is_idle(blocks, forced) || !can_prune_pairs(blocks, *screen, forced)) {
      return false;
    }
    const bool rises = visitor.floor_may_rise();
    if (!rises && !is_active(*screen)) return false;
    pruned_.assign(static_cast<std::size_t>(workers()), {});
    const bool done = std::visit(
        [&]<class Bound>([[maybe_unused]] const Bound& bound) {
          if constexpr (std::is_same_v<Bound, ScoreBound>) {
            return false;
          } else {
            bool reorder = visitor.any_order();
            if (!rises && !forced) {
              const PairSample sample = sample_of(blocks, bound);
              if (!sample.leaves_something_out()) return false;
              reorder = reorder && sample.has_few_hits();
            }
            if (!rises) {
              const bool pays = run_pruned<Bound>(blocks, *screen, reorder, std::nullopt, visitor);
              idle_ = refused_ = pays ? 0 : std::min(8 * refused_ + 7, most_idle);
              return pays;
            }
            if (any_missing(blocks[0]) || any_missing(blocks[1])) return false;
            // each stage tests after the part that is best for the floor that is known by then
            for (int stage = 0; stage < PrunedPairs<Bound>::stages; ++stage) {
              run_pruned<Bound>(blocks, *screen, reorder, stage, visitor);
            }
            return true;
          }
        },
        *screen);
    for (const PruneWorker& worker : pruned_) left_out_.add(worker.left_out);
    return done;
  }

  /// Blocks that miss samples are prepared before a trial tells whether that pays. Where it did
  /// not, so many of the next ones are contracted whole: 7, and then 63.
  bool is_idle(const Array<Operand, 2>& blocks, bool forced) {
    if (forced || idle_ == 0 || !(any_missing(blocks[0]) || any_missing(blocks[1]))) return false;
    --idle_;
    return true;
  }

  template <class Bound>
  PairSample sample_of(const Array<Operand, 2>& blocks, const Bound& bound) const {
    const PackedVectors& vectors = *blocks[0].vectors;
    const cpu::ScreenKernels& screens = (kernels_.*form_of(vectors.element()).kernels).screens;
    return sample_pairs(blocks, screens, bound, part_words(screens, bound, vectors.words(), false));
  }

  /// `stage`: only the tiles of this stage (PrunedPairs::stage()); nothing: all. False where all
  /// pairs had better be contracted.
  template <class Bound>
  bool run_pruned(const Array<Operand, 2>& blocks, const Screen& screen, bool reorder,
                  std::optional<int> stage, TallyVisitor& visitor) {
    PrunedPairs<Bound> tiles(kernels_, blocks, screen, std::get<PreparedBlocks<Bound>>(prepared_),
                             reorder, pruning_ == Pruning::forced);
    if (!tiles.choose_part(visitor)) return false;
    loop_.run("encke::contract pairs", tiles.count(), [&](Index t, Workspace& work, int worker) {
      if (stage && *stage != tiles.stage(t)) return;
      tiles.run(t, work, pruned_[static_cast<std::size_t>(worker)], visitor, worker);
    });
    return true;
  }

  void run_pairs(const PairTiles& tiles, TallyVisitor& visitor) {
    loop_.run("encke::contract pairs", tiles.count(),
              [&](Index t, Workspace& work, int worker) { tiles.run(t, work, visitor, worker); });
  }

  const cpu::Kernels& kernels_;
  Pruning pruning_;
  TeamLoop<Host> loop_;
  std::vector<ListSpace> lists_;     ///< of each worker
  std::vector<PruneWorker> pruned_;  ///< likewise
  std::tuple<PreparedBlocks<CorrelationBound>, PreparedBlocks<WeightBound>,
             PreparedBlocks<OverlapBound>>
      prepared_;
  static constexpr int most_idle = 63;
  int idle_ = 0;     ///< blocks with missing samples that are not to be tried
  int refused_ = 0;  ///< how many these were at first
  LeftOut left_out_;
};

}  // namespace
}  // namespace kokkos

std::unique_ptr<TileBackend> make_kokkos_backend(const BackendOptions& options) {
  if (!Kokkos::is_initialized()) {
    throw Error(Failure::inconsistent, "make an encke::Runtime before anything is computed");
  }
  // Where Kokkos' default execution space is a device, that is what "auto" means; "team" asks for
  // the same kernels on a host as well, which is how they are tested without a device.
  constexpr bool device = kokkos::is_device<Kokkos::DefaultExecutionSpace>;
  if (options.level == "team" || (device && options.level == "auto")) {
    return std::make_unique<kokkos::TeamBackend<Kokkos::DefaultExecutionSpace>>(
        cpu::choose_level("auto"), options.stop);
  }
  return std::make_unique<kokkos::HostBackend>(cpu::choose_level(options.level), options);
}

}  // namespace encke
