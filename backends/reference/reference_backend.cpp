#include <encke/backend/backend.hpp>
#include <encke/base/error.hpp>
#include <encke/contraction/allele_bits.hpp>
#include <encke/contraction/allele_counts.hpp>
#include <encke/contraction/count_minima.hpp>
#include <encke/contraction/genotype_moments.hpp>
#include <encke/contraction/genotype_tables.hpp>
#include <encke/contraction/minima.hpp>
#include <encke/contraction/powered_sums.hpp>
#include <encke/contraction/weighted_bits.hpp>
#include <vector>

#include "ordered_sum.hpp"
#include "powered_pair.hpp"
#include "weighted_pair.hpp"

// The definitions, element by element: the oracle that every other backend is compared with.

namespace encke {
namespace {

/// One element as a channel of the contraction reads it.
double read(const PackedVectors& vectors, Index vector, Index field, int channel) {
  switch (vectors.contraction()) {
    case ContractionId::allele_counts:
      return AlleleCounts::read(Genotype{vectors.genotype(vector, field)}, channel);
    case ContractionId::allele_bits:
      return AlleleBits::read(Bit{vectors.bit(vector, field)}, channel);
    case ContractionId::genotype_tables: {
      const int of_class = vectors.class_fields(0).contains(field) ? 0 : 1;
      return GenotypeTables::read({Genotype{vectors.genotype(vector, field)}, of_class}, channel);
    }
    case ContractionId::count_minima:
      return static_cast<double>(CountMinima::read(vectors.count(vector, field), channel));
    case ContractionId::genotype_moments:
      return GenotypeMoments::read(Genotype{vectors.genotype(vector, field)}, channel);
    case ContractionId::minima:
    case ContractionId::powered_sums:
    case ContractionId::weighted_bits:
      break;
  }
  return Minima::read(vectors.real(vector, field), channel);
}

int channels_of(ContractionId contraction) {
  switch (contraction) {
    case ContractionId::minima:
      return Minima::channels;
    case ContractionId::count_minima:
      return CountMinima::channels;
    case ContractionId::genotype_tables:
      return GenotypeTables::channels;
    case ContractionId::genotype_moments:
      return GenotypeMoments::channels;
    case ContractionId::allele_counts:
    case ContractionId::allele_bits:
    case ContractionId::powered_sums:
    case ContractionId::weighted_bits:
      break;
  }
  return AlleleCounts::channels;
}

/// Elements of one vector as the contraction reads them, a row for each channel.
std::vector<std::vector<double>> read(const PackedVectors& vectors, Index vector) {
  std::vector<std::vector<double>> channels(
      static_cast<std::size_t>(channels_of(vectors.contraction())));
  for (int channel = 0; channel < static_cast<int>(channels.size()); ++channel) {
    for (Index q = 0; q < vectors.fields(); ++q) {
      channels[static_cast<std::size_t>(channel)].push_back(read(vectors, vector, q, channel));
    }
  }
  return channels;
}

double fold(ContractionId contraction, double a, double b) {
  const bool minima =
      contraction == ContractionId::minima || contraction == ContractionId::count_minima;
  return minima ? Minima::fold(a, b) : a * b;
}

using Channels = std::vector<std::vector<double>>;

/// One cell of the joint table of some vectors: fold their elements, add over the fields.
double cell_of(const PackedVectors& like, const std::vector<const Channels*>& vectors, int cell) {
  const auto id = like.contraction();
  const auto channels = static_cast<int>(vectors[0]->size());
  std::vector<const std::vector<double>*> read(vectors.size());
  for (std::size_t v = vectors.size(); v-- > 0; cell /= channels) {
    read[v] = &(*vectors[v])[static_cast<std::size_t>(cell % channels)];
  }
  reference::OrderedSum sum(like.element());
  for (std::size_t q = 0; q < read[0]->size(); ++q) {
    double x = (*read[0])[q];
    for (std::size_t v = 1; v < read.size(); ++v) x = fold(id, x, (*read[v])[q]);
    sum.add(x, q);
  }
  return sum.total();
}

/// Cells of the joint table: all combinations of channels; of genotypes by class those of one
/// class; of moments (pairs) those that are stored.
std::vector<int> cells_of(ContractionId contraction, int way) {
  std::vector<int> cells;
  if (contraction == ContractionId::genotype_moments) {
    using M = GenotypeMoments;
    for (int i = 0; i < M::moments; ++i) {
      cells.push_back(M::channels * M::channel_i[i] + M::channel_j[i]);
    }
    return cells;
  }
  const int all = ipow(channels_of(contraction), way);
  for (int cell = 0; cell < all && contraction != ContractionId::genotype_tables; ++cell) {
    cells.push_back(cell);
  }
  if (!cells.empty()) return cells;
  for (int c = 0; c < GenotypeTables::classes; ++c) {
    for (int genotypes = 0; genotypes < ipow(3, way); ++genotypes) {
      int cell = 0;
      for (int digit = ipow(3, way - 1); digit > 0; digit /= 3) {
        cell = cell * GenotypeTables::channels + 3 * c + genotypes / digit % 3;
      }
      cells.push_back(cell);
    }
  }
  return cells;
}

/// Joint table of one tuple, in the contraction's accumulator type.
struct Table {
  std::int64_t counts[54];
  double sums[1];
  const void* data;

  Table(const PackedVectors& like, const std::vector<const Channels*>& vectors) {
    const bool counted = like.contraction() != ContractionId::minima;
    std::size_t at = 0;
    for (const int cell : cells_of(like.contraction(), static_cast<int>(vectors.size()))) {
      const double x = cell_of(like, vectors, cell);
      if (counted)
        counts[at++] = static_cast<std::int64_t>(x);
      else
        sums[0] = x;
    }
    data = counted ? static_cast<const void*>(counts) : sums;
  }
  TallyMatrix matrix() const { return {data, 1, 0}; }
};

class ReferenceBackend final : public TileBackend {
 public:
  std::string_view name() const override { return "reference"; }
  bool supports(ContractionId) const override { return true; }
  int workers() const override { return 1; }
  std::int64_t memory(int, Index block, Index fields, std::int64_t) const override {
    return 3 * block * fields * 6 * static_cast<std::int64_t>(sizeof(double));
  }

  void contract(const Array<Operand, 2>& blocks, const Screen*, TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    const Element element = blocks[0].vectors->element();
    if (is_powered(element) || is_weighted(element)) return contract_pairs(blocks, visitor);
    const auto left = read_all(blocks[0]);
    const auto right = read_all(blocks[1]);
    for (Index i = 0; i < blocks[0].range.size(); ++i) {
      for (Index j = 0; j < blocks[1].range.size(); ++j) {
        TallyTile tile = entry(blocks[0], i, blocks[1], j);
        if (tile.rows.begin >= tile.cols.begin) continue;
        const Table joint(*blocks[0].vectors, {&at(left, i), &at(right, j)});
        tile.joint = joint.matrix();
        visitor.visit(tile, 0);
      }
    }
  }

  void contract(const Array<Operand, 3>& blocks, const Screen*, TallyVisitor& visitor) override {
    check_operands({blocks.begin(), blocks.end()});
    const Element element = blocks[0].vectors->element();
    if (is_powered(element) || is_weighted(element)) {
      throw Error(Failure::internal, "powered sums or bits with weights, of triples");
    }
    const auto first = read_all(blocks[0]);
    const auto second = read_all(blocks[1]);
    const auto third = read_all(blocks[2]);
    const auto& like = *blocks[0].vectors;
    for (Index i = 0; i < blocks[0].range.size(); ++i) {
      for (Index j = 0; j < blocks[1].range.size(); ++j) {
        for (Index k = 0; k < blocks[2].range.size(); ++k) {
          TallyTile tile = entry(blocks[1], j, blocks[2], k);
          tile.pivot = blocks[0].indices().begin + i;
          if (tile.pivot >= tile.rows.begin || tile.rows.begin >= tile.cols.begin) continue;
          const Table joint(like, {&at(first, i), &at(second, j), &at(third, k)});
          const Table ij(like, {&at(first, i), &at(second, j)});
          const Table ik(like, {&at(first, i), &at(third, k)});
          const Table jk(like, {&at(second, j), &at(third, k)});
          tile.joint = joint.matrix();
          tile.pivot_rows = ij.matrix();
          tile.pivot_cols = ik.matrix();
          tile.row_cols = jk.matrix();
          visitor.visit(tile, 0);
        }
      }
    }
  }

 private:
  /// Contractions of pairs only, each with a definition of its own.
  static void contract_pairs(const Array<Operand, 2>& blocks, TallyVisitor& visitor) {
    for (Index i = 0; i < blocks[0].range.size(); ++i) {
      for (Index j = 0; j < blocks[1].range.size(); ++j) {
        TallyTile tile = entry(blocks[0], i, blocks[1], j);
        if (tile.rows.begin >= tile.cols.begin) continue;
        const PackedVectors& a = *blocks[0].vectors;
        const PackedVectors& b = *blocks[1].vectors;
        const Index row = blocks[0].range.begin + i, col = blocks[1].range.begin + j;
        const auto sums = is_weighted(a.element())
                              ? Array<double, 2>{{reference::weighted_pair(a, row, b, col), 0}}
                              : reference::powered_pair(a, row, b, col);
        tile.joint = {sums.begin(), 1, 0};
        visitor.visit(tile, 0);
      }
    }
  }
  static std::vector<Channels> read_all(const Operand& block) {
    std::vector<Channels> all;
    for (Index v = block.range.begin; v < block.range.end; ++v)
      all.push_back(read(*block.vectors, v));
    return all;
  }
  static const Channels& at(const std::vector<Channels>& all, Index i) {
    return all[static_cast<std::size_t>(i)];
  }
  /// A tile of one entry.
  static TallyTile entry(const Operand& rows, Index r, const Operand& cols, Index c) {
    TallyTile tile;
    tile.rows = {rows.indices().begin + r, rows.indices().begin + r + 1};
    tile.cols = {cols.indices().begin + c, cols.indices().begin + c + 1};
    return tile;
  }
};

}  // namespace

std::unique_ptr<TileBackend> make_reference_backend(const BackendOptions& options) {
  if (options.level != "auto") {
    throw Error(Failure::command_line, "the reference backend has no instruction-set levels");
  }
  return std::make_unique<ReferenceBackend>();
}

}  // namespace encke
