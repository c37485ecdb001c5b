// Tables of cases and controls on several ranks give the digest of one process. They have no field
// axis.

#include <gtest/gtest.h>

#include <algorithm>
#include <encke/metric/builtin.hpp>
#include <encke/sink/callable.hpp>

#include "solve.hpp"
#include "support/classes.hpp"
#include "support/genotypes.hpp"
#include "world.hpp"

namespace encke::class_tables_test {
namespace {

using test::Cut;
using test::world;

struct Case {
  int way;
  Index vectors, fields;
  double missing;
};

/// Random genotypes of which every third sample is a case.
class ClassSource final : public io::Source {
 public:
  explicit ClassSource(const Case& c)
      : Source(numbered(Element::case_control, c.vectors, c.fields)),
        all_(test::random_genotypes(c.vectors, c.fields, c.missing, 5)) {}
  std::vector<io::FileRecord> files(const Communicator&) override { return {}; }

 private:
  PackedVectors read_range(const io::ReadRange& part) override {
    test::Genotypes some(part.vectors.size(), fields());
    const auto first = all_.values.begin() + part.vectors.begin * fields();
    std::copy_n(first, some.values.size(), some.values.begin());
    return test::pack(some, test::interleaved(fields(), 3));
  }

  test::Genotypes all_;
};

template <class Metric>
void expect_same_everywhere(const Metric& metric, const Case& c) {
  ClassSource source(c);
  sink::Callable sink([](auto) {});
  const Plan plan{.way = c.way, .digest_all = true};
  Plan plain = plan;
  plain.backend = "reference";
  const std::string whole = test::on_root(
      world(), [&] { return run(metric, source.read(source.whole()), plain, sink).digest.text(); });
  for (const Decomposition& d : test::factorisations(world().size())) {
    if (d.field > 1) continue;
    for (const Cut& cut : {Cut{16, 1, 1}, Cut{48, 2, c.way == 3 ? 2 : 1}}) {
      const auto found = test::solve(metric, source, plan, cut, Grid(world(), d), sink);
      if (!world().is_root()) continue;
      EXPECT_EQ(found.digest.text(), whole) << text(d, cut);
    }
  }
}

TEST(ClassTables, of_pairs_have_the_digest_of_one_process) {
  for (const double missing : {0.0, 0.03}) {
    expect_same_everywhere(K2(150), {2, 50, 150, missing});
    expect_same_everywhere(ChiSquared{}, {2, 50, 131, missing});
    expect_same_everywhere(Interaction{}, {2, 50, 131, missing});
  }
}

TEST(ClassTables, of_triples_have_the_digest_of_one_process) {
  expect_same_everywhere(MutualInformation(131), {3, 33, 131, 0});
  expect_same_everywhere(K2(65), {3, 33, 65, 0.03});
}

TEST(ClassTables, have_no_field_axis) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no field axis";
  ClassSource source({2, 40, 130, 0});
  sink::Callable sink([](auto) {});
  const Grid grid(world(), {1, world().size(), 1});
  EXPECT_THROW(test::solve(ChiSquared{}, source, {.way = 2}, {}, grid, sink), Error);
}

}  // namespace
}  // namespace encke::class_tables_test
