// What the tools that Kokkos loads receive of a run.
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <encke/distributed/read_share.hpp>
#include <encke/io/comet/synthetic.hpp>
#include <encke/metric/ccc.hpp>
#include <encke/run/run.hpp>
#include <map>
#include <stack>
#include <string>

#include "support/devices/field_group_cases.hpp"

namespace encke {
namespace {

namespace tools = Kokkos::Tools::Experimental;

std::map<std::string, int>& regions() {
  static std::map<std::string, int> seen;
  return seen;
}
int& depth() {
  static int now = 0;
  return now;
}

class Regions : public ::testing::Test {
 protected:
  Regions() {
    regions().clear();
    depth() = 0;
    tools::set_push_region_callback([](const char* name) {
      ++regions()[name];
      ++depth();
    });
    tools::set_pop_region_callback([] { --depth(); });
  }
  ~Regions() override {
    tools::set_push_region_callback(nullptr);
    tools::set_pop_region_callback(nullptr);
  }
};

TEST_F(Regions, of_a_run_are_its_steps) {
  const auto source =
      io::open_synthetic({.element = Element::genotype, .vectors = 90, .fields = 70});
  const OwnedVectors owned = read_share(*source, Partition(90, 32), Grid());
  EXPECT_EQ(regions()["read"], 1);
  EXPECT_GT(regions()["pack"], 0);
  EXPECT_EQ(regions()["contract"], 0);
  sink::Callable sink([](std::span<const Hit<2>>) {});
  const Report report = run(Ccc(), owned.view(), Plan(), Grid(), sink);
  EXPECT_EQ(report.tiles, 6);
  for (const char* const name : {"contract", "select", "write"}) {
    EXPECT_EQ(regions()[name], 6) << name;  // one for each tile
  }
  EXPECT_GT(regions()["shift"], 0);
  EXPECT_EQ(depth(), 0);
}

TEST_F(Regions, of_tallies_that_were_added_up_have_their_own_for_values) {
  const auto backend = make_backend("auto", {});
  const auto problem = test::genotype_problem(Element::genotype, 40, 150, 0, 64);
  test::expect_group_sees_the_whole<2>(Communicator(), problem, {{0, 64}, {64, 150}}, *backend);
  EXPECT_GT(regions()["combine+select"], 0);
  EXPECT_EQ(depth(), 0);
}

}  // namespace
}  // namespace encke
