// Ranks that read blocks when they need them find what one process finds that has all in memory.

#include <gtest/gtest.h>

#include <encke/distributed/demand/count_reads.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/metric/builtin.hpp>
#include <encke/run/run.hpp>
#include <encke/run/run_source.hpp>
#include <encke/sink/callable.hpp>
#include <encke/sink/collect.hpp>

#include "mpi/solve.hpp"
#include "mpi/world.hpp"
#include "support/long_run.hpp"
#include "support/values.hpp"

namespace encke::on_demand_test {
namespace {

using test::Cut;
using test::text;
using test::world;

std::unique_ptr<io::Source> open(Element element, Index vectors, Index fields) {
  return io::open_synthetic({.element = element, .vectors = vectors, .fields = fields});
}

template <int Way, class Metric>
void expect_same(const Metric& metric, Element element, Index vectors, Index fields,
                 const Domain& domain = {}, Cut cut = {}) {
  Plan plan{.way = Way, .domain = domain, .digest_all = true};
  sink::Collect expected;
  Report report;
  if (world().is_root()) {
    const PackedVectors all = open(element, vectors, fields)->read({{0, vectors}, {0, fields}});
    report = run(metric, all, plan, expected);
  }
  auto number = static_cast<std::size_t>(vectors + cut.phases);
  for (const Decomposition& d : test::factorisations(world().size())) {
    if (d.field > 1 && !can_be_summed<typename Metric::contraction>) continue;
    const Grid grid(world(), d);
    std::size_t turn = number++;  // many ranks have many decompositions
    for (const Index held : {Way + 1, Way + 4}) {
      if (!test::has_turn(turn++, world().size() > 3 ? 2 : 1)) continue;
      cut.held = held;
      cut.packed = held > Way + 1 ? testing::TempDir() + "packed_by_ranks" : "";
      const auto source = open(element, vectors, fields);
      sink::Collect found;
      const store::Totals totals = test::solve(metric, *source, plan, cut, grid, found);
      if (!world().is_root()) continue;
      const std::string what = text(d, cut) + ", held " + std::to_string(held);
      EXPECT_EQ(totals.digest, report.digest) << what;
      EXPECT_EQ(totals.tuples, report.tuples) << what;
      EXPECT_EQ(found.pairs(), expected.pairs()) << what;
      EXPECT_EQ(found.triples(), expected.triples()) << what;
    }
  }
}

TEST(OnDemandOfRanks, has_the_pairs_of_one_process) {
  expect_same<2>(Ccc{}, Element::genotype, 173, 130);
  expect_same<2>(Ps{}, Element::float64, 90, 9000);
}

TEST(OnDemandOfRanks, has_the_triples_of_one_process) {
  expect_same<3>(Ccc{}, Element::genotype, 70, 130);
}

TEST(OnDemandOfRanks, has_those_of_a_domain_and_of_parts) {
  const auto window = Domain::of_window(Window::within_places(173, 40));
  expect_same<2>(Duo{}, Element::bit, 173, 70, window, {16, 2, 3});
  expect_same<2>(Duo{}, Element::bit, 173, 70, {}, {16, 3, 1});
}

TEST(OnDemandOfRanks, of_fewer_blocks_than_ranks) {
  expect_same<2>(Ccc{}, Element::genotype, 20, 70);
  expect_same<3>(Ccc{}, Element::genotype, 20, 70);
}

TEST(OnDemandOfRanks, reads_as_often_as_was_counted_and_computes_even_pieces) {
  const Index vectors = test::long_run() ? 960 : 480;
  const Partition partition(vectors, 16);
  for (const Decomposition& d : test::factorisations(world().size())) {
    const Grid grid(world(), d);
    const auto source = open(Element::bit, vectors, 300);
    const auto owned = read_share(*source, partition, grid, 6);
    sink::Callable ignore([](auto) {});
    const Report report = run(Duo{}, owned.view(), {}, grid, ignore);
    const std::int64_t mine[] = {owned.demanded->reads(), report.tuples, report.bytes_shifted};
    const auto all = world().all_gather(mine);
    Index reads = 0;
    Index most = 0;
    for (std::size_t i = 0; i < all.size(); i += 3) {
      reads += all[i];
      most = std::max(most, all[i + 1]);
      EXPECT_EQ(d.field == 1 ? all[i + 2] : 0, 0);
    }
    EXPECT_EQ(reads, count_reads({}, partition, d, 6, 3)) << text(d, {});
    if (d.field == 1) {
      const auto mean = static_cast<double>(tuple_count(2, vectors)) / world().size();
      EXPECT_LE(static_cast<double>(most), mean + 256) << text(d, {});
    }
  }
}

/// Bits that count how often their vectors are read.
class Counted final : public io::Source {
 public:
  explicit Counted(std::unique_ptr<io::Source> from)
      : Source(numbered(from->element(), from->vectors(), from->fields())),
        from_(std::move(from)) {}
  std::vector<io::FileRecord> files(const Communicator& world) override {
    return from_->files(world);
  }
  Index read_so_far() const { return count_; }

 private:
  PackedVectors read_range(const io::ReadRange& part) override {
    count_ += part.vectors.size();
    return from_->read(part);
  }
  std::unique_ptr<io::Source> from_;
  Index count_ = 0;
};

TEST(OnDemandOfRanks, with_files_of_packed_blocks_each_vector_is_read_from_the_input_once) {
  const Index vectors = 300;
  const Index fields = 600;  // so many that each of 8 groups of ranks has some
  const Partition partition(vectors, 16);
  const std::string whole = test::on_root(world(), [&] {
    const auto all = open(Element::bit, vectors, fields)->read({{0, vectors}, {0, fields}});
    return test::report_of(Duo{}, all, {.digest_all = true}).digest.text();
  });
  for (const Decomposition& d : test::factorisations(world().size())) {
    const Grid grid(world(), d);
    Counted source(open(Element::bit, vectors, fields));
    sink::Callable ignore([](auto) {});
    Report report;
    {
      const auto owned =
          read_share(source, partition, grid, 4, {.path = testing::TempDir() + "packed_by_ranks"});
      report = run(Duo{}, owned.view(), {.digest_all = true}, grid, ignore);
      world().barrier();
    }
    std::int64_t counts[] = {source.read_so_far(), report.tuples};
    world().sum(counts);
    EXPECT_EQ(counts[0], vectors * d.field) << text(d, {});
    if (d.field > 1) continue;
    EXPECT_EQ(counts[1], tuple_count(2, vectors)) << text(d, {});
    EXPECT_EQ(detail::sum_reports(world(), report).digest.text(), whole) << text(d, {});
  }
}

TEST(OnDemandOfRanks, holds_no_more_than_any_rank_can) {
  const Grid grid(world(), {world().size(), 1, 1});
  const auto source = open(Element::bit, 300, 70);
  const auto owned = read_share(*source, Partition(300, 16), grid, 5 + world().rank());
  ASSERT_TRUE(owned.demanded);
  EXPECT_EQ(owned.demanded->held(), 5);
}

}  // namespace
}  // namespace encke::on_demand_test
