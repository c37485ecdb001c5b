// Blocks that are read when they are needed give the values of vectors that are all in memory, and
// are read as often as was counted before.

#include <gtest/gtest.h>

#include <encke/distributed/demand/blocks.hpp>
#include <encke/distributed/demand/count_reads.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/io/matrix.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>
#include <encke/run/run_source.hpp>
#include <encke/sink/collect.hpp>

#include "support/domains.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

namespace encke::on_demand_test {
namespace {

using domains::all_kinds;
using domains::Given;

struct Problem {
  Element element = Element::genotype;
  Index vectors = 150;
  Index fields = 90;
  bool missing = false;
  Index block = 16;
};

/// Case-control tables and counts are of a matrix, all others synthetic.
std::unique_ptr<io::Source> open_problem(const Problem& problem) {
  const bool classes = problem.element == Element::case_control;
  if (!classes && problem.element != Element::count3) {
    return io::open_synthetic(
        {.element = problem.element,
         .vectors = problem.vectors,
         .fields = problem.fields,
         .missing = problem.missing ? MissingCode::missing : MissingCode::het});
  }
  static const auto numbers = [] {
    std::vector<std::uint8_t> all(150 * 90);
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = static_cast<std::uint8_t>(i * i % 7 % 3);
    }
    return all;
  }();
  std::vector<std::uint8_t> cases;
  for (Index f = 0; classes && f < problem.fields; ++f) cases.push_back(f % 3 == 0 ? 1 : 0);
  const io::Matrix<std::uint8_t> matrix{numbers.data(), 150, 90, 90, 1};
  return io::open_matrix(matrix, {.element = problem.element, .cases = cases});
}

struct Ran {
  Report report;
  Index reads = 0;
};

/// A run with so many blocks in memory (0: all vectors), and what it found. `packed`: from a file
/// of packed blocks.
template <class Metric>
Ran run_held(const Metric& metric, const Problem& problem, const Plan& plan, Index held,
             sink::Collect& found, bool packed = false) {
  const auto source = open_problem(problem);
  const PackedPlace place{.path = packed ? testing::TempDir() + "run_on_demand" : ""};
  const OwnedVectors owned =
      read_share(*source, Partition(problem.vectors, problem.block), Grid(), held, place);
  EXPECT_EQ(owned.demanded != nullptr, held > 0);
  EXPECT_EQ(owned.packed != nullptr, packed);
  const Report report = run(metric, owned.view(), plan, Grid(), found);
  return {report, owned.demanded ? owned.demanded->reads() : 0};
}

/// With several numbers of blocks in memory; `turn` of `of`: those that a short run takes in turns.
template <int Way, class Metric>
void expect_same(const Metric& metric, const Problem& problem, Plan plan = {}, std::size_t turn = 0,
                 std::size_t of = 1) {
  plan.way = Way;
  sink::Collect expected;
  const Report all = run_held(metric, problem, plan, 0, expected).report;
  const Partition partition(problem.vectors, problem.block);
  for (const Index held : {Way + 1, Way + 3, 40}) {
    if (!test::has_turn(turn++, of)) continue;
    sink::Collect found;
    const bool packed = held == Way + 3;
    const auto [report, reads] = run_held(metric, problem, plan, held, found, packed);
    EXPECT_EQ(report.digest, all.digest) << held;
    EXPECT_EQ(report.tuples, all.tuples) << held;
    EXPECT_EQ(report.tiles, all.tiles) << held;
    EXPECT_EQ(report.missing, all.missing) << held;
    EXPECT_EQ(report.histogram.counts, all.histogram.counts) << held;
    EXPECT_EQ(test::hits_of<Way>(found), test::hits_of<Way>(expected)) << held;
    EXPECT_EQ(reads, count_reads(plan, partition, {}, held, held_in_first_pass(held))) << held;
    EXPECT_GE(reads, partition.blocks()) << held;
  }
}

TEST(RunOnDemand, has_the_pairs_and_triples_of_genotypes) {
  for (const bool missing : {false, true}) {
    expect_same<2>(Ccc{}, {.missing = missing}, {.digest_all = true, .histogram_width = 0.1});
    expect_same<3>(Ccc{}, {.vectors = 90, .missing = missing, .block = 16});
    expect_same<2>(RSquared{}, {.element = Element::genotype_moments, .missing = missing});
  }
}

TEST(RunOnDemand, holds_more_once_the_first_pass_has_seen_that_it_can) {
  const Problem problem{.element = Element::bit, .vectors = 300};
  const Partition partition(problem.vectors, problem.block);
  const Plan plan{.digest_all = true};
  sink::Collect expected, found;
  const Report all = run_held(Duo{}, problem, plan, 0, expected).report;
  const auto source = open_problem(problem);
  OwnedVectors owned = read_share(*source, partition, Grid(), 4);
  hold(owned, Grid(), 3);  // fewer: they stay
  EXPECT_EQ(owned.demanded->held(), 4);
  hold(owned, Grid(), 9);
  EXPECT_EQ(run(Duo{}, owned.view(), plan, Grid(), found).digest, all.digest);
  EXPECT_EQ(owned.demanded->reads(), count_reads(plan, partition, {}, 9, 2));
  EXPECT_LT(owned.demanded->reads(), count_reads(plan, partition, {}, 4, 2));
}

TEST(RunOnDemand, has_the_pairs_and_triples_of_bits_and_reals) {
  expect_same<2>(Duo{}, {.element = Element::bit, .missing = true});
  expect_same<3>(Sorenson{}, {.element = Element::bit, .vectors = 80});
  expect_same<2>(Ps{}, {.element = Element::float64, .fields = 5000});
  expect_same<3>(Ps{}, {.element = Element::float32, .vectors = 70});
}

TEST(RunOnDemand, has_the_pairs_and_triples_of_classes_and_counts) {
  expect_same<2>(MutualInformation(90), {.element = Element::case_control});
  expect_same<3>(ChiSquared{}, {.element = Element::case_control, .block = 32});
  expect_same<2>(CountPs{}, {.element = Element::count3});
}

TEST(RunOnDemand, of_every_backend) {
  for (const test::Engine& engine : test::all_engines()) {
    SCOPED_TRACE(engine.backend + " " + engine.level);
    expect_same<2>(Ccc{}, {.vectors = 70, .missing = true}, test::plan_for(2, engine));
  }
}

TEST(RunOnDemand, checks_its_tallies) {
  expect_same<2>(Ccc{}, {.missing = true}, {.check = true});
  expect_same<3>(Ccc{}, {.vectors = 70}, {.check = true});
}

TEST(RunOnDemand, of_every_domain) {
  std::size_t turn = 0;
  for (const Given& given : all_kinds(2, 150)) {
    SCOPED_TRACE(given.name);
    expect_same<2>(Ccc{}, {.missing = true}, {.domain = given.domain()}, turn++, 3);
  }
  for (const Given& given : all_kinds(3, 60)) {
    SCOPED_TRACE(given.name);
    expect_same<3>(Ccc{}, {.vectors = 60}, {.domain = given.domain()}, turn++, 3);
  }
}

TEST(RunOnDemand, of_shares) {
  for (Index share = 0; share < 3; ++share) {
    expect_same<2>(Ccc{}, {}, {.shares = {{share, share, 3}}});
    expect_same<3>(Ccc{}, {.vectors = 70}, {.shares = {{0, 1, 2}, {share, share, 3}}});
  }
}

TEST(RunOnDemand, reads_no_block_of_tiles_that_are_done) {
  const Problem problem{};
  const Partition partition(problem.vectors, problem.block);
  auto done = std::make_shared<std::vector<Index>>();
  for (Index tile = 0; tile < tile_count<2>(partition); ++tile) {
    const auto blocks = tile_from_id<2>(partition, tile).blocks;
    if (blocks[0] > 0 || blocks[1] > 2) done->push_back(tile);  // three are left
  }
  sink::Collect found;
  const auto [report, reads] = run_held(Ccc{}, problem, {.done = done}, 4, found);
  EXPECT_EQ(report.tiles, 3);
  EXPECT_EQ(reads, partition.blocks() + 3);
}

TEST(RunOnDemand, finds_triples_by_their_pairs) {
  const Problem problem{.vectors = 256, .block = 32};
  const Plan plan{.way = 3, .threshold = above(0.5), .pruning = Pruning::forced};
  sink::Collect expected;
  sink::Collect found;
  const Report all = run_held(Ccc{}, problem, plan, 0, expected).report;
  const Report some = run_held(Ccc{}, problem, plan, 5, found).report;
  EXPECT_EQ(found.triples(), expected.triples());
  EXPECT_EQ(some.digest, all.digest);
  EXPECT_EQ(some.tuples_left_out, all.tuples_left_out);
}

/// Counts the vectors that are read of another source.
class Counting final : public io::Source {
 public:
  explicit Counting(const Problem& problem)
      : Source(numbered(problem.element, problem.vectors, problem.fields)),
        source_(open_problem(problem)) {}
  std::vector<io::FileRecord> files(const Communicator&) override { return {}; }

  Index read_vectors = 0;

 private:
  PackedVectors read_range(const io::ReadRange& part) override {
    read_vectors += part.vectors.size();
    return source_->read(part);
  }
  std::unique_ptr<io::Source> source_;
};

TEST(RunOnDemand, is_chosen_where_an_input_does_not_fit) {
  const Problem problem{.vectors = 4000, .fields = 60000};  // 57 MiB, 86 with masks
  const Domain few = Domain::of_window(Window::within_places(problem.vectors, 3));
  Plan plan{.domain = few, .block = 64};
  Counting source(problem);
  sink::Collect expected;
  sink::Collect found;
  const Report held = run(Ccc{}, source, plan, expected);
  EXPECT_EQ(source.read_vectors, problem.vectors);
  plan.memory = std::int64_t{90} << 20;
  const Report read = run(Ccc{}, source, plan, found);
  EXPECT_GT(source.read_vectors, 2 * problem.vectors);
  EXPECT_EQ(read.digest, held.digest);
  EXPECT_EQ(found.pairs(), expected.pairs());
}

}  // namespace
}  // namespace encke::on_demand_test
