#include <gtest/gtest.h>

#include <encke/backend/backend.hpp>
#include <encke/pack/packers.hpp>
#include <encke/tally/evidence.hpp>
#include <map>
#include <mutex>
#include <stdexcept>

#include "support/definitions.hpp"
#include "support/values.hpp"

// The interface of backends as such: which tuples are visited, by whom, and with what evidence.

namespace {

using encke::AlleleCounts;
using encke::Array;
using encke::Evidence;
using encke::EvidenceOf;
using encke::Failure;
using encke::Index;
using encke::ipow;
using encke::Operand;
using encke::PackedVectors;
using encke::Range;
using encke::TallyTile;
using encke::test::all_engines;
using encke::test::Engine;
using encke::test::error_of;
using encke::test::Genotypes;
using encke::test::pack;
using encke::test::random_genotypes;

/// Joint tables of all the tuples that are visited, by index, and how often each was.
template <int Way>
class Visits final : public encke::TallyVisitor {
 public:
  using Table = Array<std::int64_t, ipow(2, Way)>;

  Visits(const PackedVectors& vectors, Index offset, int workers)
      : vectors_(vectors), offset_(offset), workers_(workers) {}

  void visit(const TallyTile& tile, int worker) override {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(0 <= worker && worker < workers_) << worker;
    EXPECT_EQ(tile.pivot >= 0, Way == 3);
    for (Index r = 0; r < tile.rows.size(); ++r) {
      for (Index c = 0; c < tile.cols.size(); ++c) {
        Array<Index, Way> index;
        index[Way - 2] = tile.rows.begin + r;
        index[Way - 1] = tile.cols.begin + c;
        if constexpr (Way == 3) index[0] = tile.pivot;
        if (index[Way - 2] >= index[Way - 1] || index[0] >= index[1]) continue;
        if (tile.candidates != nullptr && tile.candidates[r * tile.candidate_stride + c] == 0) {
          continue;
        }
        Evidence<AlleleCounts, Way> seen;
        for (int v = 0; v < Way; ++v) {
          seen.margin[v] = encke::margin<AlleleCounts>(vectors_, index[v] - offset_);
        }
        EvidenceOf<AlleleCounts>::fill(seen, tile, r, c);
        ++count_[index];
        table_[index] = seen.joint;
      }
    }
  }

  const std::map<Array<Index, Way>, int>& count() const { return count_; }
  const Table& table(const Array<Index, Way>& index) const { return table_.at(index); }

 private:
  const PackedVectors& vectors_;
  Index offset_;
  int workers_;
  std::mutex mutex_;
  std::map<Array<Index, Way>, int> count_;
  std::map<Array<Index, Way>, Table> table_;
};

/// Contracts some blocks and checks that exactly their ascending tuples were visited, once each,
/// with the tables of the definition.
template <int Way>
void expect_visits(const Engine& engine, const Genotypes& g, const Array<Range, Way>& ranges,
                   Index offset) {
  SCOPED_TRACE(engine.backend + " " + engine.level);
  const auto packed = pack(g);
  const auto backend = encke::make_backend(engine.backend, {engine.level});
  Visits<Way> visits(packed, offset, backend->workers());
  Array<Operand, Way> blocks;
  for (int v = 0; v < Way; ++v) blocks[v] = {&packed, ranges[v], offset};
  backend->contract(blocks, nullptr, visits);

  Index expected = 0;
  const auto check = [&](const Array<Index, Way>& local) {
    Array<Index, Way> index = local;
    for (auto& i : index) i += offset;
    ++expected;
    const auto found = visits.count().find(index);
    ASSERT_NE(found, visits.count().end()) << "not visited: " << local[0] << " " << local[1];
    EXPECT_EQ(found->second, 1);
    if (expected % 61 != 1) return;  // the definition is slow: some of the tables
    EXPECT_EQ(visits.table(index), encke::test::evidence<Way>(g, local).joint);
  };
  for (Index i = ranges[0].begin; i < ranges[0].end; ++i) {
    for (Index j = std::max(i + 1, ranges[1].begin); j < ranges[1].end; ++j) {
      if constexpr (Way == 2) {
        check({{i, j}});
      } else {
        for (Index k = std::max(j + 1, ranges[2].begin); k < ranges[2].end; ++k) check({{i, j, k}});
      }
    }
  }
  EXPECT_EQ(static_cast<Index>(visits.count().size()), expected);
}

TEST(Contract, visits_each_ascending_pair_of_the_blocks_once) {
  for (const double rate : {0.0, 0.05}) {
    const auto g = random_genotypes(420, 70, rate, 1);
    for (const Engine& engine : all_engines()) {
      expect_visits<2>(engine, g, {{{0, 80}, {0, 80}}}, 0);
      expect_visits<2>(engine, g, {{{16, 83}, {16, 83}}}, 5);
      expect_visits<2>(engine, g, {{{0, 65}, {80, 420}}}, 1000000);
      expect_visits<2>(engine, g, {{{0, 1}, {16, 17}}}, 0);
      expect_visits<2>(engine, g, {{{0, 0}, {0, 0}}}, 0);
    }
  }
}

TEST(Contract, visits_each_ascending_triple_of_the_blocks_once) {
  for (const double rate : {0.0, 0.05}) {
    const auto g = random_genotypes(480, 70, rate, 2);
    for (const Engine& engine : all_engines()) {
      expect_visits<3>(engine, g, {{{0, 37}, {0, 37}, {0, 37}}}, 0);
      expect_visits<3>(engine, g, {{{16, 33}, {16, 33}, {48, 68}}}, 7);
      expect_visits<3>(engine, g, {{{0, 5}, {32, 50}, {32, 50}}}, 1000000);
      expect_visits<3>(engine, g, {{{0, 2}, {16, 50}, {64, 480}}}, 0);
      expect_visits<3>(engine, g, {{{0, 2}, {0, 2}, {0, 2}}}, 0);
    }
  }
}

TEST(Contract, gives_complete_blocks_of_an_incomplete_problem_the_same_tables) {
  auto g = random_genotypes(64, 70, 0, 3);
  g.at(50, 69) = 3;
  for (const Engine& engine : all_engines()) {
    expect_visits<2>(engine, g, {{{0, 16}, {0, 16}}}, 0);
    expect_visits<2>(engine, g, {{{0, 16}, {48, 64}}}, 0);
    expect_visits<3>(engine, g, {{{0, 16}, {16, 32}, {48, 64}}}, 0);
    expect_visits<3>(engine, g, {{{0, 16}, {0, 16}, {16, 32}}}, 0);
    expect_visits<3>(engine, g, {{{48, 64}, {48, 64}, {48, 64}}}, 0);
  }
}

class Thrower final : public encke::TallyVisitor {
 public:
  explicit Thrower(int after) : left_(after) {}
  void visit(const TallyTile&, int) override {
    const std::lock_guard lock(mutex_);
    if (left_-- == 0) throw std::length_error("enough");
  }

 private:
  std::mutex mutex_;
  int left_;
};

TEST(Contract, throws_what_a_visit_throws_and_can_be_used_again) {
  const auto packed = pack(random_genotypes(300, 10, 0, 4));
  const Operand all{&packed, {0, 300}, 0}, some{&packed, {0, 40}, 0};
  for (const Engine& engine : all_engines()) {
    const auto backend = encke::make_backend(engine.backend, {engine.level});
    for (const int after : {0, 3}) {
      Thrower thrower(after);
      EXPECT_THROW(backend->contract(Array<Operand, 2>{{all, all}}, nullptr, thrower),
                   std::length_error);
      Thrower again(after);
      EXPECT_THROW(backend->contract(Array<Operand, 3>{{some, some, some}}, nullptr, again),
                   std::length_error);
    }
    Visits<2> visits(packed, 0, backend->workers());
    backend->contract(Array<Operand, 2>{{some, some}}, nullptr, visits);
    EXPECT_EQ(visits.count().size(), 780u);
  }
}

TEST(Backends, are_made_by_name_and_say_what_they_are) {
  for (const Engine& engine : all_engines()) {
    const auto backend = encke::make_backend(engine.backend, {engine.level});
    EXPECT_EQ(backend->name(), engine.backend);
    EXPECT_TRUE(engine.level == "auto" || engine.level == backend->level());
    EXPECT_GE(backend->workers(), 1);
    EXPECT_TRUE(backend->supports(encke::ContractionId::allele_counts));
    EXPECT_TRUE(backend->supports(encke::ContractionId::minima));
    for (const int way : {2, 3}) {
      EXPECT_GT(backend->memory(way, 64, 1000, 256), 0);
      EXPECT_LE(backend->memory(way, 64, 1000, 256), backend->memory(way, 4096, 1000, 256));
    }
  }
  EXPECT_EQ(encke::make_backend("auto", {})->name(), encke::test::engines().back().backend);
}

TEST(Backends, that_were_not_built_are_refused_with_a_list_of_those_that_were) {
  const auto error = error_of([] { encke::make_backend("abacus", {}); });
  EXPECT_EQ(error.failure(), Failure::command_line);
  const std::string text = error.what();
  EXPECT_NE(text.find("'abacus'"), std::string::npos);
  for (const auto& entry : encke::compiled_backends()) {
    EXPECT_NE(text.find(entry.name), std::string::npos) << text;
  }
}

TEST(Backends, refuse_levels_that_they_do_not_have) {
  for (const auto& entry : encke::compiled_backends()) {
    const auto error = error_of([&] { encke::make_backend(entry.name, {"z80"}); });
    EXPECT_EQ(error.failure(), Failure::command_line) << entry.name;
  }
}

}  // namespace
