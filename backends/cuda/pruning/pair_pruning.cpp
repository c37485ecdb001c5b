#include "pair_pruning.hpp"

#include <algorithm>
#include <cmath>
#include <encke/backend/pruning/ordered_block.hpp>
#include <encke/backend/pruning/pair_tests.hpp>
#include <encke/host/threads/host_loop.hpp>
#include <optional>

#include "cuda/host/workers.hpp"
#include "cuda/kernels/shared_layout.hpp"

namespace encke::cuda {

using pruning::PairTest;

/// What is kept of a block, whatever its bound.
struct PreparedVectors::Block {
  virtual ~Block() = default;
};

namespace {

int stages_of(Index words) { return static_cast<int>(divide_up(words, stage_words)); }

/// Stages after which pairs are tested. Where it would spare little, or come late, none; nor where
/// half of a vector's pairs with `partners` others spare less time than counting its part takes.
template <class Bound>
int part_stages_for(const Bound& bound, Index words, Index partners, bool forced,
                    const HostCosts& costs) {
  constexpr double latest = 0.85;
  const int all = stages_of(words);
  const double place = PairTest<Bound>::place(bound);
  const int part = stages_of(static_cast<Index>(std::ceil(place * static_cast<double>(words))));
  if (forced) return all < 2 ? 0 : std::clamp(part, 1, all - 1);
  const double spared = static_cast<double>(partners) / 4 * (1 - place);
  if (spared < costs.count * place / thread_workers(most_workers)) return 0;
  return place > latest || all - part < 2 * stages_of_test ? 0 : std::max(part, 1);
}

/// True if another order may pay: margins tell so many pairs of a few vectors that leaving them out
/// spares more time than copying all takes.
template <class Bound>
bool margins_tell(const Array<Operand, 2>& blocks, const Bound& bound, const HostCosts& costs) {
  using Test = PairTest<Bound>;
  constexpr Index sampled = 16;
  const auto& vectors = *blocks[0].vectors;
  const float floor = pruning::floor_for(bound, vectors);
  const auto fields = static_cast<float>(vectors.fields());
  const auto margins = [&](int side, Index s) {
    const Operand& block = blocks[side];
    const Index v = block.range.begin + (2 * s + side) * block.range.size() / (2 * sampled);
    return Test::margins(bound, *block.vectors, v, v + block.offset);
  };
  Index told = 0;
  for (Index r = 0; r < sampled; ++r) {
    for (Index c = 0; c < sampled; ++c) {
      if (!Test::may_pass(margins(0, r), margins(1, c), floor, fields)) ++told;
    }
  }
  const double share = static_cast<double>(told) / (sampled * sampled);
  const double spared = share * static_cast<double>(blocks[1].range.size()) / 2;
  return share >= 1.0 / sampled && spared >= costs.copy / thread_workers(most_workers);
}

}  // namespace

/// A block in its order, with the margins of its groups.
template <class Bound>
struct PreparedBlock final : PreparedVectors::Block {
  using Test = PairTest<Bound>;
  using Margins = typename Test::Margins;

  PreparedBlock(const Operand& of, const Bound& bound, bool reorder)
      : block(of), content(of.vectors->content()), reordered(reorder), operand(of) {
    if (reorder) {
      ordered.emplace(of, Test::buckets, Index{-1}, thread_workers(most_workers));
      operand = ordered->operand();
    }
    copy_of(bound, weights, sizes);
    Bound& own = screen.emplace<Bound>();
    if constexpr (std::is_same_v<Bound, WeightBound>) {
      for (int a = 0; a < 2; ++a) own.weight[a] = weights[a].data();
    }
    if constexpr (std::is_same_v<Bound, OverlapBound>) own.size = sizes.data();
    groups.resize(static_cast<std::size_t>(divide_up(of.range.size(), margin_group)));
    for (Index v = 0; v < of.range.size(); ++v) {
      groups[static_cast<std::size_t>(v / margin_group)].add(
          Test::margins(own, *operand.vectors, operand.range.begin + v, v));
    }
  }

  /// Weights and sizes are compared: what a bound points to may have been made anew.
  bool is_of(const Operand& of, const Bound& bound, bool reorder) const {
    if (of.vectors->content() != content || of.vectors != block.vectors ||
        of.range != block.range || of.offset != block.offset || reorder != reordered) {
      return false;
    }
    std::vector<float> now[2];
    std::vector<double> sizes_now;
    copy_of(bound, now, sizes_now);
    return now[0] == weights[0] && now[1] == weights[1] && sizes_now == sizes;
  }

  void copy_of([[maybe_unused]] const Bound& bound, [[maybe_unused]] std::vector<float> (&to)[2],
               [[maybe_unused]] std::vector<double>& to_sizes) const {
    [[maybe_unused]] const auto copy = [&](const auto* from, auto& values) {
      for (Index v = 0; v < block.range.size(); ++v) {
        values.push_back(from[ordered ? ordered->indices()[static_cast<std::size_t>(v)]
                                      : block.indices().begin + v]);
      }
    };
    if constexpr (std::is_same_v<Bound, WeightBound>) {
      for (int a = 0; a < 2; ++a) copy(bound.weight[a], to[a]);
    }
    if constexpr (std::is_same_v<Bound, OverlapBound>) copy(bound.size, to_sizes);
  }

  Margins of(const Range& places) const {
    Margins all;
    for (Index g = places.begin / margin_group; g < divide_up(places.end, margin_group); ++g) {
      all.add(groups[static_cast<std::size_t>(g)]);
    }
    return all;
  }

  Operand block;
  std::uint64_t content;
  bool reordered;
  std::optional<pruning::OrderedBlock> ordered;
  Operand operand;
  std::vector<float> weights[2];
  std::vector<double> sizes;
  Screen screen;
  std::vector<Margins> groups;
};

template <class Bound>
class BoundPruning final : public PairPruning {
 public:
  using Test = PairTest<Bound>;
  using Pointer = std::shared_ptr<const PreparedBlock<Bound>>;

  BoundPruning(const Array<Operand, 2>& blocks, const Bound& bound, bool reorder, bool forced,
               bool on_host, PreparedVectors& prepared, const HostCosts& costs)
      : bound_(bound) {
    for (int side = 0; side < 2; ++side) {
      side_[side] = get(blocks[side], reorder, prepared);
      blocks_[side] = side_[side]->operand;
    }
    // what a part of the samples says is counted on the host
    if (on_host) {
      part_stages_ =
          part_stages_for(bound, vectors().words(), blocks[1].range.size(), forced, costs);
    }
  }

  const Array<Operand, 2>& blocks() const override { return blocks_; }
  const std::uint32_t* indices(int side) const override {
    return side_[side]->ordered ? side_[side]->ordered->indices().data() : nullptr;
  }
  const Screen& screen(int side) const override { return side_[side]->screen; }
  bool may_pass(const Range& rows, const Range& cols) const override {
    return Test::may_pass(side_[0]->of(rows), side_[1]->of(cols), part_floor(),
                          static_cast<float>(vectors().fields()));
  }
  int part_stages() const override { return part_stages_; }
  float part_floor() const override { return pruning::floor_for(bound_, vectors()); }

  std::vector<float> parts(int side, const Range& some) const override {
    if (part_stages_ == 0) return {};
    const PreparedBlock<Bound>& of = *side_[side];
    const Index n = some.size(),
                words = std::min<Index>(Index{part_stages_} * stage_words, vectors().words());
    std::vector<float> all(static_cast<std::size_t>(pruning::part_arrays * n));
    const auto put = [&](Index v) {
      const Index place = some.begin + v;
      const Index local = of.operand.range.begin + place;
      float out[pruning::part_arrays];
      Test::part(std::get<Bound>(of.screen), *of.operand.vectors, local, place,
                 pruning::PartSums(*of.operand.vectors, local, words), out);
      for (int a = 0; a < pruning::part_arrays; ++a) {
        all[static_cast<std::size_t>(a * n + v)] = out[a];
      }
    };
    constexpr Index at_once = 64;
    thread_loop(thread_workers(most_workers), divide_up(n, at_once), [&](Index i, int) {
      for (Index v = i * at_once; v < std::min((i + 1) * at_once, n); ++v) put(v);
    });
    return all;
  }

 private:
  const PackedVectors& vectors() const { return *blocks_[0].vectors; }

  Pointer get(const Operand& block, bool reorder, PreparedVectors& prepared) {
    auto& kept = prepared.kept_;
    Pointer found;
    const auto at = std::ranges::find_if(kept, [&](const auto& one) {
      found = std::dynamic_pointer_cast<const PreparedBlock<Bound>>(one);
      return found != nullptr && found->is_of(block, bound_, reorder);
    });
    if (at != kept.end()) {
      kept.erase(at);
    } else {
      if (kept.size() == PreparedVectors::most) kept.erase(kept.begin());
      found = std::make_shared<const PreparedBlock<Bound>>(block, bound_, reorder);
    }
    kept.push_back(found);
    return found;
  }

  const Bound& bound_;
  Pointer side_[2];
  Array<Operand, 2> blocks_;
  int part_stages_ = 0;
};

std::unique_ptr<PairPruning> PreparedVectors::pairs(const Array<Operand, 2>& blocks,
                                                    const Screen* screen,
                                                    const TallyVisitor& visitor, Pruning pruning,
                                                    const HostCosts& costs) {
  const bool forced = pruning == Pruning::forced;
  if (pruning == Pruning::off || screen == nullptr || !is_active(*screen) ||
      any_missing(blocks[0]) || any_missing(blocks[1]) ||
      blocks[0].vectors->contraction() == ContractionId::count_minima ||
      !pruning::can_prune_pairs(blocks, *screen, forced)) {
    return nullptr;
  }
  const bool on_host = !blocks[0].vectors->on_device() && !blocks[1].vectors->on_device();
  return std::visit(
      [&]<class Bound>(const Bound& bound) -> std::unique_ptr<PairPruning> {
        if constexpr (std::is_same_v<Bound, ScoreBound>) {
          return nullptr;
        } else {
          const bool reorder =
              on_host && visitor.any_order() && (forced || margins_tell(blocks, bound, costs));
          return std::make_unique<BoundPruning<Bound>>(blocks, bound, reorder, forced, on_host,
                                                       *this, costs);
        }
      },
      *screen);
}

std::int64_t PreparedVectors::bytes(Index block, std::int64_t bytes_of_vector) {
  constexpr std::int64_t of_bound = 16;
  return static_cast<std::int64_t>(most) * block * (bytes_of_vector + of_bound);
}

}  // namespace encke::cuda
