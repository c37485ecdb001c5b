#include "few_missing.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "few_counts.hpp"

namespace encke::kokkos {
namespace {

using Lanes = GatheredPlanes::Lanes;

constexpr std::int64_t most_gathered = std::int64_t{64} << 20;  ///< bytes of all tables

/// Words of gathered samples of a vector, on the average, with which this takes less time.
Index most_words(Index fields) { return fields / 512 + 2; }

/// The first block that is the same as this one.
int first_same(const Array<Operand, 3>& blocks, int block) {
  const auto is_same = [&](const Operand& other) {
    return other.vectors == blocks[block].vectors && other.range == blocks[block].range;
  };
  return static_cast<int>(std::find_if(blocks.begin(), blocks.end(), is_same) - blocks.begin());
}

/// Eight columns k are taken at a time: those that miss samples, or those of which they are missed.
Lanes side_of(int missing) { return missing == 2 ? Lanes::missing : Lanes::gathered; }

/// At most so many triples are wanted.
double wanted_triples(const Array<Operand, 3>& blocks, const TallyVisitor& visitor) {
  double triples = 0;
  for (Index i = blocks[0].indices().begin; i < blocks[0].indices().end; ++i) {
    const Index end = visitor.end_after({i, i + 1});
    double of_pivot = 1;
    for (int b = 1; b < 3; ++b) {
      const Range all = blocks[b].indices();
      of_pivot *= static_cast<double>(
          std::max<Index>(0, std::min(all.end, end) - std::max(all.begin, i + 1)));
    }
    triples += of_pivot;
  }
  return first_same(blocks, 2) == first_same(blocks, 1) ? triples / 2 : triples;
}

PairTallies pairs_of(const Operand& left, const Operand& right) {
  return {{{left, right}}, 2 * FewMissing::planes_of_pairs, TallyForm::missing};
}

/// A plane of the tallies of a pair, from a row and a column on.
const std::int32_t* from(const PairTallies& pairs, Index row, Index col, Index plane) {
  const TallyMatrix all = pairs.from(row, col);
  return static_cast<const std::int32_t*>(all.data) + plane * all.plane_stride;
}

}  // namespace

FewMissing::FewMissing(const Array<Operand, 3>& blocks)
    : blocks_(blocks),
      ij_(pairs_of(blocks[0], blocks[1])),
      ik_(pairs_of(blocks[0], blocks[2])),
      jk_(pairs_of(blocks[1], blocks[2])),
      missed_(blocks.begin(), blocks.end()),
      i_of_j_(table(0, 1)),
      k_of_j_(table(2, 1)),
      j_of_i_(table(1, 0)),
      k_of_i_(table(2, 0)),
      i_of_k_(table(0, 2)),
      j_of_k_(table(1, 2)) {}

const GatheredPlanes& FewMissing::table(int of, int missing) {
  const auto& missed = missed_[static_cast<std::size_t>(first_same(blocks_, missing))];
  const Operand& block = blocks_[first_same(blocks_, of)];
  const Lanes side = side_of(missing);
  for (const auto& table : tables_) {
    if (table->is_of(missed, block, side)) return *table;
  }
  return *tables_.emplace_back(std::make_unique<GatheredPlanes>(missed, block, side));
}

bool FewMissing::pays(const Array<Operand, 3>& blocks, const TallyVisitor& visitor) {
  const std::vector<MissedSamples> missed(blocks.begin(), blocks.end());
  Index words = 0, most = 0, vectors = 0;
  std::set<std::tuple<int, int, Lanes>> tables;
  for (int missing = 0; missing < 3; ++missing) {
    const MissedSamples& of = missed[static_cast<std::size_t>(missing)];
    for (Index v = 0; v < of.vectors(); ++v) words += of.words(v, 0) + of.words(v, 1);
    vectors += of.vectors();
    most = std::max(most, of.vectors());
    for (int other = 0; other < 3; ++other) {
      if (other == missing) continue;
      tables.emplace(first_same(blocks, missing), first_same(blocks, other), side_of(missing));
    }
  }
  std::int64_t bytes = 0;
  for (const auto& [missing, of, side] : tables) {
    bytes += GatheredPlanes::bytes(missed[static_cast<std::size_t>(missing)], blocks[of], side);
  }
  const PackedVectors& all = *blocks[0].vectors;
  if (words > vectors * most_words(all.fields()) || bytes > most_bytes(most, all.fields())) {
    return false;
  }
  // Steps for 64 samples: gathering takes some twelve a sample, and pairs have nine products.
  const auto length = static_cast<double>(all.words());
  const double gathered = 12 * static_cast<double>(bytes) / 3;
  const double pairs = 3 * 9 * static_cast<double>(most * most) * length;
  return 19 * length * wanted_triples(blocks, visitor) > 2 * (gathered + pairs);
}

std::int64_t FewMissing::most_bytes(Index block, Index fields) {
  const Index tables = 6 * block * round_up(block, gathered_lanes) / gathered_lanes;
  return std::min(most_gathered, tables * most_words(fields) * gathered_line * 8);
}

Index FewMissing::jobs() const {
  Index jobs = 0;
  for (const auto& table : tables_) jobs += table->missing();
  return jobs;
}

void FewMissing::make(Index job) {
  for (const auto& table : tables_) {
    if (job < table->missing()) return table->gather(job);
    job -= table->missing();
  }
}

void FewMissing::finish(const Part& part) const {
  static const CountFew count_few = count_few_forms().back();
  const auto index = [&](int block, Index vector) {
    return blocks_[block].indices().begin + vector;
  };
  const Index i = part.pivot;
  FewCounts f{};
  f.ij_stride = ij_.plane_stride();
  f.ik_stride = ik_.plane_stride();
  f.jk_stride = jk_.plane_stride();
  f.plane_stride = part.plane_stride;
  for (Index j = part.rows.begin; j < part.rows.end; ++j) {
    if (index(1, j) <= index(0, i)) continue;
    for (Index k = part.cols.begin; k < part.cols.end; k += gathered_lanes) {
      if (index(2, k) + gathered_lanes <= index(1, j) + 1) continue;
      const Index group = k / gathered_lanes;
      Index of_k = 0, of_j = 0, of_i = 0;  // words of the class before
      const Index all_of_j = missed_[1].words(j, 0) + missed_[1].words(j, 1);
      const Index all_of_i = missed_[0].words(i, 0) + missed_[0].words(i, 1);
      for (int c = 0; c < 2; ++c) {
        f.words_of_k = missed_[2].words_of_group(group, c);
        f.words_of_j = missed_[1].words(j, c);
        f.words_of_i = missed_[0].words(i, c);
        f.i_of_k = i_of_k_.of_group(i, group) + of_k * gathered_line;
        f.j_of_k = j_of_k_.of_group(j, group) + of_k * gathered_line;
        f.i_of_j = i_of_j_.of_missing(j) + (i / gathered_lanes * all_of_j + of_j) * gathered_line +
                   i % gathered_lanes;
        f.k_of_j = k_of_j_.of_missing(j) + (group * all_of_j + of_j) * gathered_line;
        f.j_of_i = j_of_i_.of_missing(i) + (j / gathered_lanes * all_of_i + of_i) * gathered_line +
                   j % gathered_lanes;
        f.k_of_i = k_of_i_.of_missing(i) + (group * all_of_i + of_i) * gathered_line;
        f.ij = from(ij_, index(0, i), index(1, j), c * planes_of_pairs);
        f.ik = from(ik_, index(0, i), index(2, k), c * planes_of_pairs);
        f.jk = from(jk_, index(1, j), index(2, k), c * planes_of_pairs);
        f.out = part.tallies + (j - part.rows.begin) * part.row_stride + k - part.cols.begin +
                c * planes * part.plane_stride;
        count_few(f);
        of_k += f.words_of_k;
        of_j += f.words_of_j;
        of_i += f.words_of_i;
      }
    }
  }
}

}  // namespace encke::kokkos
