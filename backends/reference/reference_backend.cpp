#include <array>
#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/pack/packers.hpp>
#include <type_traits>
#include <vector>

#include "adjusted_pair.hpp"
#include "ordered_sum.hpp"
#include "powered_pair.hpp"
#include "trait_pair.hpp"
#include "weighted_pair.hpp"

// The definitions, element by element: the oracle that every other backend is compared with.

namespace encke {
namespace {

/// Contractions of pairs only, each with a definition of its own.
template <class C>
concept OfPairs = requires(const PackedVectors& v) {
  reference::pair_sums(C{}, v, 0, v, 0);
};

/// Elements of one vector as the contraction reads them, a row for each channel.
template <class C>
using Channels = Array<std::vector<typename C::scalar>, C::channels>;

template <class C>
Channels<C> read(const PackedVectors& vectors, Index vector) {
  Channels<C> channels;
  for (int channel = 0; channel < C::channels; ++channel) {
    for (Index q = 0; q < vectors.fields(); ++q) {
      channels[channel].push_back(C::read(element_of<C>(vectors, vector, q), channel));
    }
  }
  return channels;
}

template <class C>
std::vector<Channels<C>> read_all(const Operand& block) {
  std::vector<Channels<C>> all;
  for (Index v = block.range.begin; v < block.range.end; ++v) {
    all.push_back(read<C>(*block.vectors, v));
  }
  return all;
}

/// Sum over `fields` of what `folded` gives for each, in the contraction's order of real numbers.
template <class C, class Folded>
typename C::accumulator sum_of(Element element, std::size_t fields, const Folded& folded) {
  if constexpr (std::is_integral_v<typename C::accumulator>) {
    typename C::accumulator sum = 0;
    for (std::size_t q = 0; q < fields; ++q) sum += folded(q);
    return sum;
  } else {
    reference::OrderedSum sum(element);
    for (std::size_t q = 0; q < fields; ++q) sum.add(static_cast<double>(folded(q)), q);
    return sum.total();
  }
}

/// One cell of the joint table of two or three vectors: fold their elements, add over the fields.
template <class C>
typename C::accumulator cell_of(Element element, const std::vector<const Channels<C>*>& vectors,
                                int cell) {
  std::array<const typename C::scalar*, 3> read{};
  for (std::size_t v = vectors.size(); v-- > 0; cell /= C::channels) {
    read[v] = (*vectors[v])[cell % C::channels].data();
  }
  const auto *const x = read[0], *const y = read[1], *const z = read[2];
  const std::size_t fields = vectors[0]->begin()->size();
  if (vectors.size() == 2) {
    return sum_of<C>(element, fields, [&](std::size_t q) { return C::fold(x[q], y[q]); });
  }
  return sum_of<C>(element, fields,
                   [&](std::size_t q) { return C::fold(C::fold(x[q], y[q]), z[q]); });
}

/// Joint table of one tuple, in the contraction's accumulator type: all combinations of channels,
/// or those that the contraction stores.
template <class C>
struct Table {
  std::vector<typename C::accumulator> sums;

  Table(Element element, const std::vector<const Channels<C>*>& vectors) {
    const int way = static_cast<int>(vectors.size());
    const auto add = [&](int cell) { sums.push_back(cell_of<C>(element, vectors, cell)); };
    if constexpr (requires { C::stored_cells(way); }) {
      for (int k = 0; k < C::stored_cells(way); ++k) add(C::stored_cell(way, k));
    } else {
      for (int cell = 0; cell < ipow(C::channels, way); ++cell) add(cell);
    }
  }
  TallyMatrix matrix() const { return {sums.data(), 1, 0}; }
};

class ReferenceBackend final : public TileBackend {
 public:
  explicit ReferenceBackend(StopFlag stop) : stop_(stop) {}

  std::string_view name() const override { return "reference"; }
  bool supports(ContractionId) const override { return true; }
  int workers() const override { return 1; }
  std::int64_t memory(int, Index block, Index fields, std::int64_t) const override {
    return 3 * block * fields * 6 * static_cast<std::int64_t>(sizeof(double));
  }

  void contract(const Array<Operand, 2>& blocks, const Screen*, TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    with_contraction(blocks[0].vectors->contraction(), [&](auto contraction) {
      using C = decltype(contraction);
      if constexpr (OfPairs<C>) {
        for_each_pair(blocks, [&](TallyTile& tile, Index i, Index j) {
          stop_.check();
          const auto sums = reference::pair_sums(C{}, *blocks[0].vectors, blocks[0].range.begin + i,
                                                 *blocks[1].vectors, blocks[1].range.begin + j);
          tile.joint = {sums.begin(), 1, 0};
          visitor.visit(tile, 0);
        });
      } else {
        contract_pairs<C>(blocks, visitor);
      }
    });
  }

  void contract(const Array<Operand, 3>& blocks, const Screen*, TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    with_contraction(blocks[0].vectors->contraction(), [&](auto contraction) {
      using C = decltype(contraction);
      if constexpr (OfPairs<C>) {
        throw Error(Failure::internal,
                    "powered or adjusted sums, bits with weights, or traits, of triples");
      } else {
        contract_triples<C>(blocks, visitor);
      }
    });
  }

 private:
  /// Calls work(tile, i, j) for all pairs, with the tile of each.
  template <class Work>
  static void for_each_pair(const Array<Operand, 2>& blocks, const Work& work) {
    for (Index i = 0; i < blocks[0].range.size(); ++i) {
      for (Index j = 0; j < blocks[1].range.size(); ++j) {
        TallyTile tile = entry(blocks[0], i, blocks[1], j);
        if (tile.rows.begin < tile.cols.begin) work(tile, i, j);
      }
    }
  }

  template <class C>
  void contract_pairs(const Array<Operand, 2>& blocks, TallyVisitor& visitor) const {
    const Element element = blocks[0].vectors->element();
    const auto left = read_all<C>(blocks[0]), right = read_all<C>(blocks[1]);
    for_each_pair(blocks, [&](TallyTile& tile, Index i, Index j) {
      stop_.check();
      const Table<C> joint(element, {&at<C>(left, i), &at<C>(right, j)});
      tile.joint = joint.matrix();
      visitor.visit(tile, 0);
    });
  }

  template <class C>
  void contract_triples(const Array<Operand, 3>& blocks, TallyVisitor& visitor) const {
    const Element element = blocks[0].vectors->element();
    const auto first = read_all<C>(blocks[0]), second = read_all<C>(blocks[1]),
               third = read_all<C>(blocks[2]);
    for (Index i = 0; i < blocks[0].range.size(); ++i) {
      const auto& x = at<C>(first, i);
      const Index pivot = blocks[0].indices().begin + i;
      const auto tables_with_x = [&](const std::vector<Channels<C>>& others) {
        std::vector<Table<C>> tables;
        for (const auto& other : others) {
          stop_.check();
          tables.push_back({element, {&x, &other}});
        }
        return tables;
      };
      const auto with_second = tables_with_x(second), with_third = tables_with_x(third);
      for_each_pair({{blocks[1], blocks[2]}}, [&](TallyTile& tile, Index j, Index k) {
        tile.pivot = pivot;
        if (pivot >= tile.rows.begin) return;
        stop_.check();
        const auto &y = at<C>(second, j), &z = at<C>(third, k);
        const Table<C> joint(element, {&x, &y, &z});
        const Table<C> yz(element, {&y, &z});
        tile.joint = joint.matrix();
        tile.pivot_rows = with_second[static_cast<std::size_t>(j)].matrix();
        tile.pivot_cols = with_third[static_cast<std::size_t>(k)].matrix();
        tile.row_cols = yz.matrix();
        visitor.visit(tile, 0);
      });
    }
  }

  template <class C>
  static const Channels<C>& at(const std::vector<Channels<C>>& all, Index i) {
    return all[static_cast<std::size_t>(i)];
  }
  /// A tile of one entry.
  static TallyTile entry(const Operand& rows, Index r, const Operand& cols, Index c) {
    TallyTile tile;
    tile.rows = {rows.indices().begin + r, rows.indices().begin + r + 1};
    tile.cols = {cols.indices().begin + c, cols.indices().begin + c + 1};
    return tile;
  }

  StopFlag stop_;
};

}  // namespace

std::unique_ptr<TileBackend> make_reference_backend(const BackendOptions& options) {
  if (options.level != "auto") {
    throw Error(Failure::command_line, "the reference backend has no instruction-set levels");
  }
  return std::make_unique<ReferenceBackend>(options.stop);
}

}  // namespace encke
