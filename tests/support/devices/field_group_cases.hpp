#pragma once

#include <gtest/gtest.h>

#include <encke/backend/backend.hpp>
#include <encke/comm/communicator.hpp>
#include <encke/distributed/field_group.hpp>
#include <encke/distributed/field_margins.hpp>
#include <encke/schedule/partition.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/genotypes.hpp"
#include "support/tally_record.hpp"

namespace encke::test {

/// A problem that can be packed whole or by ranges of fields.
struct FieldProblem {
  std::string name;
  Index vectors;
  Index fields;
  std::function<PackedVectors(Range fields)> pack_fields;

  /// Packed once: that takes longer than much that is computed of it.
  std::shared_ptr<const PackedVectors> packed =
      std::make_shared<const PackedVectors>(pack_fields({0, fields}));

  const PackedVectors& whole() const { return *packed; }

  /// Some of the fields, packed for the first of all backends and ways.
  const PackedVectors& part(Range some) const {
    const auto [place, is_new] = parts->try_emplace({some.begin, some.end});
    if (is_new) place->second = std::make_unique<const PackedVectors>(pack_fields(some));
    return *place->second;
  }

  using Parts = std::map<std::pair<Index, Index>, std::unique_ptr<const PackedVectors>>;
  std::shared_ptr<Parts> parts = std::make_shared<Parts>();
};

/// Genotypes or bits of which some are missing; `complete_to`: none of the fields before this.
FieldProblem genotype_problem(Element element, Index vectors, Index fields, double rate,
                              Index complete_to = 0);
FieldProblem real_problem(Element element, Index vectors, Index fields);
/// A problem of powered profiles, for pairs.
FieldProblem powered_problem(Element element, Index vectors, Index fields);
/// A problem of adjusted profiles, for pairs.
FieldProblem adjusted_problem(Element element, Index vectors, Index fields);
/// A problem of bits with weights, for pairs.
FieldProblem weighted_problem(Element element, Index vectors, Index fields);

/// All tiles of the problem over the group, of which this rank has these ranges of fields: what it
/// visits is what one rank with all fields sees, and the ranks together visit every tuple once.
template <class C, int Way>
void expect_group_sees_the_whole(const Communicator& group, const FieldProblem& problem,
                                 const std::vector<Range>& mine, TileBackend& backend) {
  SCOPED_TRACE(problem.name + ", " + std::to_string(Way) + "-way, " + std::string(backend.name()) +
               ", rank " + std::to_string(group.rank()) + " of " + std::to_string(group.size()));
  const PackedVectors& whole = problem.whole();
  const Partition partition(problem.vectors, 16);
  std::vector<bool> missing(static_cast<std::size_t>(partition.blocks()));
  for (Index b = 0; b < partition.blocks(); ++b) {
    for (Index v = partition.range(b).begin; v < partition.range(b).end; ++v) {
      if (whole.has_missing(v)) missing[static_cast<std::size_t>(b)] = true;
    }
  }
  TallyRecord<C, Way> expected(margins_of<C>(whole));
  std::vector<const PackedVectors*> parts;
  for (const Range& fields : mine) parts.push_back(&problem.part(fields));
  const auto margins = field_margins<C>(group, parts, problem.vectors);
  EXPECT_EQ(margins, margins_of<C>(whole));

  TallyRecord<C, Way> seen(margins);
  std::vector<Index> started, done;
  FieldGroup<C, Way> over_group(
      group, missing, backend, nullptr, seen,
      [&](const Tile<Way>& tile) { started.push_back(tile.id); },
      [&](const Tile<Way>& tile) { done.push_back(tile.id); }, true);  // sealed
  const auto operands = [](const PackedVectors& vectors, const Tile<Way>& tile) {
    Array<Operand, Way> blocks;
    for (int v = 0; v < Way; ++v) blocks[v] = {&vectors, tile.ranges[v], 0};
    return blocks;
  };
  for (Index id = 0; id < tile_count<Way>(partition); ++id) {
    const auto tile = tile_from_id<Way>(partition, id);
    std::vector<Array<Operand, Way>> blocks;
    for (const PackedVectors* part : parts) blocks.push_back(operands(*part, tile));
    over_group.contract(tile, blocks);
  }
  over_group.finish();
  for (const Index id : done) {  // those of other ranks are compared there
    backend.contract(operands(whole, tile_from_id<Way>(partition, id)), nullptr, expected);
  }

  std::vector<std::int64_t> counts{static_cast<std::int64_t>(seen.values().size()),
                                   static_cast<std::int64_t>(done.size())};
  group.sum(counts);
  EXPECT_EQ(counts[0], tuple_count(Way, problem.vectors));
  EXPECT_EQ(counts[1], tile_count<Way>(partition));
  EXPECT_EQ(started, done);
  EXPECT_LE(seen.workers(), backend.workers());
  for (const auto& [index, values] : seen.values()) {
    ASSERT_EQ(seen.visits().at(index), 1);
    ASSERT_EQ(values, expected.values().at(index));
  }
}

template <int Way>
void expect_group_sees_the_whole(const Communicator& group, const FieldProblem& problem,
                                 const std::vector<Range>& mine, TileBackend& backend) {
  switch (problem.whole().contraction()) {
    case ContractionId::allele_counts:
      return expect_group_sees_the_whole<AlleleCounts, Way>(group, problem, mine, backend);
    case ContractionId::allele_bits:
      return expect_group_sees_the_whole<AlleleBits, Way>(group, problem, mine, backend);
    case ContractionId::minima:
      return expect_group_sees_the_whole<Minima, Way>(group, problem, mine, backend);
    case ContractionId::count_minima:
      return expect_group_sees_the_whole<CountMinima, Way>(group, problem, mine, backend);
    case ContractionId::genotype_tables:
      FAIL() << "case-control tables are not summed over a group";
    case ContractionId::trait_sums:
      FAIL() << "sums of a trait are not summed over a group";
    case ContractionId::genotype_moments:
      if constexpr (Way == 2) {
        return expect_group_sees_the_whole<GenotypeMoments, Way>(group, problem, mine, backend);
      }
      ADD_FAILURE() << "moments are of pairs";
      return;
    case ContractionId::genotype_matches:
      if constexpr (Way == 2) {
        return expect_group_sees_the_whole<GenotypeMatches, Way>(group, problem, mine, backend);
      }
      ADD_FAILURE() << "matches are of pairs";
      return;
    case ContractionId::powered_sums:
      if constexpr (Way == 2) {
        return expect_group_sees_the_whole<PoweredSums, Way>(group, problem, mine, backend);
      }
      ADD_FAILURE() << "powered sums are of pairs";
      return;
    case ContractionId::adjusted_sums:
      if constexpr (Way == 2) {
        return expect_group_sees_the_whole<AdjustedSums, Way>(group, problem, mine, backend);
      }
      ADD_FAILURE() << "adjusted sums are of pairs";
      return;
    case ContractionId::weighted_bits:
      if constexpr (Way == 2) {
        return expect_group_sees_the_whole<WeightedBits, Way>(group, problem, mine, backend);
      }
      ADD_FAILURE() << "weighted bits are of pairs";
  }
}

}  // namespace encke::test
