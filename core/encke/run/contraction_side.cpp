#include <encke/check/checked_backend.hpp>
#include <encke/combine/screen_after_sum.hpp>
#include <encke/distributed/field_group.hpp>
#include <encke/distributed/field_margins.hpp>
#include <encke/pack/packers.hpp>
#include <encke/run/run_clock.hpp>
#include <encke/run/run_tiles.hpp>
#include <encke/tally/table_evidence.hpp>
#include <optional>
#include <string>

namespace encke::detail {
namespace {

/// A contraction that says how large a vector's sum may be, so that no sum of a tuple leaves an
/// int32.
template <class C>
concept HasMostSum = requires {
  C::most_sum;
};

/// Throws Error(inconsistent) where a vector's sum over all fields is larger. Each part of the
/// fields may be below.
template <HasMostSum C>
void check_sums(const AnyMargins::Of<C>& margins) {
  for (std::size_t v = 0; v < margins.size(); ++v) {
    if (margins[v][0] <= C::most_sum) continue;
    throw Error(Failure::inconsistent, "vector " + std::to_string(v) + " (from 0): a sum of " +
                                           std::to_string(margins[v][0]) + " found, at most " +
                                           std::to_string(C::most_sum) + " is supported for " +
                                           std::string(row_of(C::id).data));
  }
}

/// A FieldGroup, and behind it the screen of what was summed.
template <class C, int Way>
class SumsOf final : public TileSums<Way> {
 public:
  using Margins = AnyMargins::Of<C>;

  SumsOf(const RunInputs& inputs, const WholeProblem& whole, TileBackend& backend,
         Selection<Way>& selection, const Margins& margins)
      : group_(
            inputs.grid.field_group(), whole.blocks_with_missing, backend, selection.screen(),
            visitor_of(inputs, selection, margins, backend.workers()),
            [&selection](const Tile<Way>& tile) { selection.start_tile(tile); },
            [&selection](const Tile<Way>& tile) { selection.finish_tile(tile); },
            inputs.plan.check) {}

  void contract(const Tile<Way>& tile, std::span<const Array<Operand, Way>> parts) override {
    group_.contract(tile, parts);
  }
  void finish() override { group_.finish(); }
  std::int64_t bytes() const override { return group_.bytes(); }
  double seconds() const override { return group_.seconds(); }

 private:
  using AfterSum = ScreenAfterSum<C, Way>;

  TallyVisitor& visitor_of(const RunInputs& inputs, Selection<Way>& selection,
                           const Margins& margins, int workers) {
    if constexpr (AfterSum::knows_bounds) {
      if (inputs.sums_parts()) {
        return after_sum_.emplace(selection, selection.screen(), margins, workers);
      }
    }
    return selection;
  }

  std::optional<AfterSum> after_sum_;
  FieldGroup<C, Way> group_;
};

template <class C, int Way>
class SideOf final : public ContractionSide<Way> {
 public:
  AnyMargins gather_margins(const RunInputs& inputs) override {
    const RankVectors& mine = inputs.mine;
    margins_ = encke::gather_margins(
        inputs.grid.ring(),
        field_margins<C>(inputs.grid.field_group(), mine.parts, mine.own.size()));
    if constexpr (HasMostSum<C>) check_sums<C>(margins_);
    return AnyMargins::of<C>(margins_);
  }

  std::unique_ptr<TileSums<Way>> sums(const RunInputs& inputs, const WholeProblem& whole,
                                      TileBackend& backend, Selection<Way>& selection) override {
    return std::make_unique<SumsOf<C, Way>>(inputs, whole, backend, selection, margins_);
  }

  std::unique_ptr<CheckingBackend> checked(TileBackend& backend) const override {
    if constexpr (row_check_supports<C>) {
      return std::make_unique<CheckedBackend<C, Way>>(backend);
    } else {
      return nullptr;
    }
  }

 private:
  AnyMargins::Of<C> margins_;
};

/// Contractions whose tallies of so many vectors become evidence.
template <class C, int Way>
concept HasWay = requires(Evidence<C, Way>& evidence, const TallyTile& tile) {
  EvidenceOf<C>::fill(evidence, tile, 0, 0);
};

}  // namespace

template <int Way>
std::unique_ptr<ContractionSide<Way>> contraction_side(ContractionId contraction) {
  using Side = std::unique_ptr<ContractionSide<Way>>;
  return with_contraction(contraction, []<class C>(C) -> Side {
    if constexpr (HasWay<C, Way>) {
      return std::make_unique<SideOf<C, Way>>();
    } else {
      throw Error(Failure::inconsistent, "this metric has no " + std::to_string(Way) + "-way form");
    }
  });
}

template std::unique_ptr<ContractionSide<2>> contraction_side(ContractionId);
template std::unique_ptr<ContractionSide<3>> contraction_side(ContractionId);

}  // namespace encke::detail
